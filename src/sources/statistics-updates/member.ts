/** The central bank's time series, as a member of the family. */
import * as z from "zod";
import { Failure } from "../../lib/failure.ts";
import { someOf } from "../../model/event-types.ts";
import { toleranceOf } from "../../settings/values.ts";
import type { SeriesData, StatisticsClient } from "../../upstreams/statistics/records.ts";
import { sourceMember, type TrialCall } from "../member.ts";
import { dated } from "../settings.ts";
import { rarelyShown } from "../shown.ts";
import { seriesEvents, seriesItem, toWatches } from "./events.ts";
import { seriesMoments, seriesPieces, untoldSeries } from "./history.ts";
import { createStatisticsUpdates, type StatisticsUpdatesOptions } from "./index.ts";
import { seriesShown } from "./shown.ts";
import { standing } from "./state.ts";

const watch = z
  .strictObject({
    db: z
      .string()
      .regex(/^[A-Z]{2,3}[0-9]{0,2}$/, { error: "this is no database; one is named like FM08" })
      .describe("database")
      .meta({ examples: ["FM08"] }),
    codes: z.array(z.string().min(1)).min(1).optional().describe("series codes without the database"),
    layer: z
      .array(z.union([z.string().regex(/^([0-9]+|\*)$/), z.int()], { error: 'a layer is a number or "*"' }))
      .min(1)
      .max(5)
      .transform((layer) => layer.map(String))
      .optional()
      .describe('layer path, such as ["1", "*"]'),
    frequency: z
      .enum(["CY", "FY", "CH", "FH", "Q", "M", "W", "D"])
      .optional()
      .describe("frequency of the layer"),
  })
  .refine(({ codes, layer }) => codes === undefined || layer === undefined, {
    error: "a watch takes either `codes` or `layer`",
  })
  .refine(({ layer, frequency }) => (layer === undefined) === (frequency === undefined), {
    error: "`layer` and `frequency` go together",
  })
  .meta({
    not: { required: ["codes", "layer"] },
    dependencies: { layer: ["frequency"], frequency: ["layer"] },
    examples: [
      { db: "FM08", codes: ["FXERD01"] },
      { db: "FM01" },
      { db: "BP01", layer: ["1", "*"], frequency: "M" },
    ],
  });

type Watch = z.output<typeof watch>;

const name = "statistics-updates";
const prefix = "statistics.series";

const shownSeries = z.strictObject({
  ...seriesItem.omit({ period: true, value: true, added: true, revisions: true }).shape,
  points: z
    .record(z.string(), z.number().nullable())
    .describe("period to value, null where there is none yet; all that the service shows of the series"),
});

export const statisticsUpdates = sourceMember({
  name,
  settings: z.strictObject({
    ...dated,
    watch: z.array(watch).min(1).describe("series that are watched"),
    tolerance: toleranceOf(["value"]),
  }),
  about: "the central bank's time series",
  upstream: "statistics",
  defaults: {
    schedule: "0 */5 8-10 * * *",
    due: "08:50",
    watch: [{ db: "FM08", codes: ["FXERD01"] }, { db: "FM01" }],
  },
  events: seriesEvents,
  subject: "series",
  asides: [],
  standing,
  create: (options: StatisticsUpdatesOptions, { statistics }, { today }) =>
    createStatisticsUpdates(options, statistics, today.statistics),
  excluded: ({ watch: watches }) => ({ narrowed: narrowed(watches) }),
  unwatched({ watch: watches }, subject) {
    const [db, code = ""] = subject.split("/");
    const isWatched = watches.some((one) => one.db === db && (one.codes?.includes(code) ?? true));
    const all = watches.flatMap((one) => one.codes?.map((each) => `${one.db}/${each}`) ?? one.db);
    return isWatched ? undefined : { subjects: all };
  },
  questions: ({ watch: watches }, { statistics }, { today }) => questions(watches, statistics, today),
  shown: {
    ...rarelyShown,
    series: seriesShown,
    ...{ stockOf: undefined, dated: undefined, panel: undefined, ahead: undefined, tellsAmounts: false },
  },
  history: {
    pieces: ({ watch: watches }, period) => seriesPieces(toWatches(watches), period),
    untold: untoldSeries,
    moments: (settings, history, period) => seriesMoments(settings, history, period),
  },
  testing: {
    answer: z
      .array(shownSeries)
      .describe("series with all their points; series that it does not name stay as they were"),
    stage: (own) => stage(own?.watch ?? [], own?.tolerance),
  },
});

function narrowed(watches: readonly Watch[]) {
  const of = (path: string, values: readonly string[], reason: string) => ({
    ...{ prefix: `${prefix}.`, path, values, reason },
  });
  const databases = [...new Set(watches.map(({ db }) => db))];
  const ofDatabases = `\`${name}\` watches the databases ${someOf(databases)}`;
  const ofDb = ["now.db", "was.db"].map((path) => of(path, databases, ofDatabases));
  if (watches.some(({ codes }) => codes === undefined)) return ofDb;
  const listed = watches.flatMap(({ db, codes = [] }) => codes.map((code) => ({ db, code })));
  const codes = listed.map(({ code }) => code);
  const subjects = listed.map(({ db, code }) => `${db}/${code}`);
  const reason = `\`${name}\` watches ${someOf(subjects)}`;
  const ofCode = ["now.code", "was.code"].map((path) => of(path, codes, reason));
  return [...ofDb, ...ofCode, of("event.subject", subjects, reason)];
}

/** The first watch of each kind: one series, one catalogue, this year of a layer. */
function questions(watches: readonly Watch[], statistics: StatisticsClient, today: string): TrialCall[] {
  const found: TrialCall[] = [];
  const byCode = watches.find(({ codes }) => codes !== undefined);
  if (byCode) {
    const { db, codes = [] } = byCode;
    found.push({ call: "getDataCode", ask: () => statistics.dataByCode({ db, codes: codes.slice(0, 1) }) });
  }
  const listed = watches.find(({ codes }) => codes === undefined);
  if (listed) found.push({ call: "getMetadata", ask: () => statistics.metadata({ db: listed.db }) });
  for (const { db, layer, frequency } of watches) {
    if (layer === undefined || frequency === undefined) continue;
    const year = today.slice(0, 4);
    const start = frequency === "CY" || frequency === "FY" ? year : `${year}01`;
    const ask = () => statistics.dataByLayer({ db, frequency, layer, start });
    found.push({ call: "getDataLayer", ask });
    break;
  }
  return found;
}

type ShownSeries = z.output<typeof shownSeries>;

/** An answer that names a database all of whose series are watched names all its series. */
function stage(watches: readonly Watch[], tolerance: { readonly value?: number } = {}) {
  const whole = new Set(watches.filter(({ codes, layer }) => !codes && !layer).map(({ db }) => db));
  /** Series by database and code. */
  const shown = new Map<string, Map<string, SeriesData>>();
  return {
    options: () => ({
      tolerance,
      watch: [...shown].map(([db, own]) => (whole.has(db) ? { db } : { db, codes: [...own.keys()] })),
    }),
    show(items: readonly unknown[]) {
      const all = items as readonly ShownSeries[];
      for (const { db } of all) if (whole.has(db)) shown.delete(db);
      for (const { db, points, ...rest } of all) {
        const own = shown.get(db) ?? new Map<string, SeriesData>();
        shown.set(db, own);
        const sorted = Object.entries(points).sort(([a], [b]) => (a < b ? -1 : 1));
        const data = { ...rest, points: sorted.map(([period, value]) => ({ period, value })) };
        own.set(rest.code, data as SeriesData);
      }
    },
    clients: { statistics: statisticsOf(shown) },
  };
}

/** Its catalogue says of no series when it was updated, so that the data of each is asked for at every poll. */
function statisticsOf(shown: ReadonlyMap<string, ReadonlyMap<string, SeriesData>>): StatisticsClient {
  return {
    metadata: async ({ db }) =>
      [...(shown.get(db)?.values() ?? [])].map(({ points: _, ...info }) => ({ ...info, layers: [] })),
    dataByCode: async ({ db, codes }) =>
      structuredClone(codes.flatMap((code) => shown.get(db)?.get(code) ?? [])),
    dataByLayer: () => Promise.reject(new Failure("rejected", "tests have no layers")),
  };
}
