import * as z from "zod";
import { toleranceOf } from "./tolerance.ts";
import { duration, schedule, stockCode, timeOfDay, timezone } from "./values.ts";

export const quarantineDefaults = { items: 50, share: 0.2 } as const;

/** What every source may say. */
const common = {
  schedule,
  timezone: timezone.default("Asia/Tokyo"),
  on: z
    .enum(["trading-days"])
    .optional()
    .describe("polled only on days on which the exchange trades, and once at the start"),
  quarantine: z
    .strictObject({
      items: z.int().min(1).default(quarantineDefaults.items).describe("at least so many items rewritten"),
      share: z
        .number()
        .min(0)
        .max(1)
        .default(quarantineDefaults.share)
        .describe("and more than this share of those compared"),
    })
    .prefault({})
    .describe("when a poll that rewrites what was published is held back for a person"),
};

/** Longer ones would let a day's publication be late only after the next one came. */
const longestGrace = { ms: 86_400_000, tradingDays: 1 };

/** What a source with a publication each trading day may say. */
export const dated = {
  ...common,
  due: timeOfDay
    .optional()
    .describe("when the publication of a trading day is due; polls are sparse before it and dense after it"),
  grace: duration
    .refine(
      (grace) =>
        "ms" in grace ? grace.ms <= longestGrace.ms : grace.tradingDays <= longestGrace.tradingDays,
      { error: "this is too long; at most 1d or 1bd" },
    )
    .meta({ examples: ["30m", "1bd"] })
    .prefault("30m")
    .describe("how long after it is due a publication is late"),
};

const noDue = z
  .unknown()
  .refine((due) => due === undefined, {
    error: "this has no publication of a day: nothing of it could be due",
  })
  .transform(() => undefined)
  .optional()
  .describe("not here: there is no publication of a day")
  .meta({ not: {} });

/** What a source without publications may say. */
export const undated = { ...common, due: noDue, grace: noDue };

/** Where the settings say nothing. */
export const commentsAPage = 50;

const forumComments = z
  .strictObject({
    ...undated,
    codes: z.array(stockCode).min(1).optional().describe("stocks whose forum is watched"),
    fromRanking: z.int().min(1).max(100).optional().describe("the top of the daily ranking, so many stocks"),
    pageSize: z.int().min(2).max(100).default(commentsAPage).describe("comments a call"),
  })
  .refine(({ codes, fromRanking }) => codes !== undefined || fromRanking !== undefined, {
    error: "forum-comments takes `codes` or `fromRanking`",
  })
  .meta({ anyOf: [{ required: ["codes"] }, { required: ["fromRanking"] }] });

const forumRanking = z.strictObject({
  ...undated,
  terms: z
    .array(z.enum(["daily", "weekly", "monthly"]))
    .min(1)
    .default(["daily", "weekly", "monthly"])
    .describe("which rankings are watched"),
  activity: z.boolean().default(false).describe("tell also newer activity at the same rank"),
});

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

const marginFigures = [
  "shortOutstanding",
  "shortChange",
  "shortRatio",
  "longOutstanding",
  "longChange",
  "longRatio",
  "shortLongRatio",
];

/** What is watched where the file says nothing of sources. */
export const defaultSources = {
  "forum-comments": { schedule: "*/20 * * * * *", codes: ["7203", "6758"] },
  "forum-ranking": { schedule: "0 */5 * * * *" },
  "margin-alerts": { schedule: "0 */10 16-20 * * *", due: "16:30" },
  "short-sale-reports": { schedule: "0 */10 17-21 * * *", due: "17:30" },
  "statistics-updates": {
    schedule: "0 */5 8-10 * * *",
    due: "08:50",
    watch: [{ db: "FM08", codes: ["FXERD01"] }, { db: "FM01" }],
  },
};

/** The sources that have a name of their own. */
export const builtInSources = {
  "forum-comments": forumComments.optional().describe("comments in the forums of some stocks"),
  "forum-ranking": forumRanking.optional().describe("the ranking of forums by activity"),
  "margin-alerts": z
    .strictObject({ ...dated, tolerance: toleranceOf(marginFigures) })
    .optional()
    .describe("stocks whose margin figures are published daily"),
  "short-sale-reports": z
    .strictObject({ ...dated, tolerance: toleranceOf(["ratio", "shares"]) })
    .optional()
    .describe("reported short positions"),
  "statistics-updates": z
    .strictObject({
      ...dated,
      watch: z.array(watch).min(1).describe("which series are watched"),
      tolerance: toleranceOf(["value"]),
    })
    .optional()
    .describe("the central bank's time series"),
};
