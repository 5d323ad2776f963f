/** Fields of a series, and the events about series. */
import * as z from "zod";
import type { EventTypeFacts } from "../../model/event-types.ts";
import { field, number, text } from "../../model/fields.ts";

const period = z.string().describe("the period, written as in `period`");

const point = z.object({ period, value: z.number().describe("its value") });

const revision = z.object({
  period,
  from: z.number().describe("its value before"),
  to: z.number().describe("its value now; absent where it was withdrawn").optional(),
});

export const series = z.object({
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

export type Series = z.infer<typeof series>;

const tracks = { fields: ["value"], on: "period" } as const;

export const seriesEvents = {
  "statistics.series.added": {
    item: series,
    about: "a series appeared in a watched database",
    hasNoWas: true,
    tracks,
  },
  "statistics.series.updated": { item: series, about: "new periods came out", tracks },
  "statistics.series.revised": { item: series, about: "values of published periods changed", tracks },
  "statistics.series.removed": {
    item: series,
    about: "a series is gone from a watched database",
    hasNoWas: true,
  },
} as const satisfies Record<string, EventTypeFacts>;
