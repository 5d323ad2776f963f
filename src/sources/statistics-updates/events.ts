/** Fields of a series, the events about series, and the watches on them: by codes, by layer, or a whole database. */
import * as z from "zod";
import type { EventTypeFacts } from "../../model/event-types.ts";
import { field, number, text } from "../../model/fields.ts";
import type { SeriesFrequency } from "../../upstreams/statistics/records.ts";

const period = z.string().describe("the period, written as in `period`");

const point = z.object({ period, value: z.number().describe("its value") });

const revision = z.object({
  period,
  from: z.number().describe("its value before"),
  to: z.number().describe("its value now; absent where it was withdrawn").optional(),
});

export const seriesItem = z.object({
  db: text("database, such as FM08", { en: "Database", ja: "データベース" }),
  code: text("code of the series, without its database", { en: "Code", ja: "系列コード" }),
  name: text("name of the series, in the language of the settings", { en: "Name", ja: "系列名" }).optional(),
  unit: text("unit, as the service writes it", { en: "Unit", ja: "単位" }).optional(),
  frequency: text("frequency, as the service writes it: such as DAILY or MONTHLY", {
    en: "Frequency",
    ja: "頻度",
  }).optional(),
  category: text("category, as the service writes it", { en: "Category", ja: "区分" }).optional(),
  period: field(
    z.string(),
    "latest period with a value: 2026, 2026-H1, 2026-Q1, 2026-01 or 2026-01-05",
    { en: "Latest period", ja: "最新の時期" },
    { form: "period" },
  ).optional(),
  value: number("value of the latest period, in `unit`", { en: "Latest value", ja: "最新の値" }).optional(),
  added: field(z.array(point), "on `.updated`: the new periods, oldest first", {
    en: "New periods",
    ja: "新しく公表された時期",
  }).optional(),
  revisions: field(z.array(revision), "on `.revised`: what changed, oldest first", {
    en: "Revised periods",
    ja: "改定された時期",
  }).optional(),
});

export type SeriesItem = z.infer<typeof seriesItem>;

const tracks = { fields: ["value"], on: "period" } as const;

export const seriesEvents = {
  "statistics.series.added": {
    item: seriesItem,
    about: "a series appeared in a watched database",
    hasNoWas: true,
    tracks,
  },
  "statistics.series.updated": { item: seriesItem, about: "new periods came out", tracks },
  "statistics.series.revised": { item: seriesItem, about: "values of published periods changed", tracks },
  "statistics.series.removed": {
    item: seriesItem,
    about: "a series is gone from a watched database",
    hasNoWas: true,
  },
} as const satisfies Record<string, EventTypeFacts>;

/** A watch on a database: some series, a layer, or all of it. */
export interface WatchOption {
  readonly db: string;
  /** These series; without them a layer, or all. */
  readonly codes?: readonly string[] | undefined;
  /** Path such as ["1", "*"]; goes with `frequency`. */
  readonly layer?: readonly string[] | undefined;
  readonly frequency?: SeriesFrequency | undefined;
}

export interface CodeWatch {
  readonly kind: "codes";
  readonly db: string;
  readonly codes: readonly string[];
}

export interface LayerWatch {
  readonly kind: "layer";
  readonly db: string;
  readonly scope: string;
  readonly layer: readonly string[];
  readonly frequency: SeriesFrequency;
}

export interface DatabaseWatch {
  readonly kind: "database";
  readonly db: string;
  readonly scope: string;
}

export type SeriesWatch = CodeWatch | LayerWatch | DatabaseWatch;

/** The scope of a series that is watched by its code; also what events name it by. */
export function seriesName(db: string, code: string): string {
  return `${db}/${code}`;
}

/**
 * The watches, each series code and scope once, the narrow ones first: a series that several of them cover is
 * told by the first. The service does not mind case; upper case it is.
 */
export function toWatches(options: readonly WatchOption[]): SeriesWatch[] {
  const codes = new Map<string, Set<string>>();
  const layers = new Map<string, LayerWatch>();
  const databases = new Map<string, DatabaseWatch>();
  for (const option of options) {
    const db = option.db.toUpperCase();
    if (option.codes !== undefined) {
      const some = codes.get(db) ?? new Set<string>();
      for (const code of option.codes) some.add(code.toUpperCase());
      codes.set(db, some);
    } else if (option.layer !== undefined && option.frequency !== undefined) {
      const scope = `${db}:${option.layer.join(",")}:${option.frequency}`;
      layers.set(scope, { kind: "layer", db, scope, layer: option.layer, frequency: option.frequency });
    } else {
      databases.set(db, { kind: "database", db, scope: db });
    }
  }
  const byCode = [...codes].map(([db, some]) => ({ kind: "codes" as const, db, codes: [...some] }));
  return [...byCode, ...layers.values(), ...databases.values()];
}

/** The scopes that a watch fills. */
export function scopesOf(watch: SeriesWatch): string[] {
  return watch.kind === "codes" ? watch.codes.map((code) => seriesName(watch.db, code)) : [watch.scope];
}
