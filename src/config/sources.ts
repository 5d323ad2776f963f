import * as z from "zod";
import { schedule, stockCode, timezone } from "./values.ts";

const timing = { schedule, timezone: timezone.default("Asia/Tokyo") };

const forumComments = z
  .strictObject({
    ...timing,
    codes: z.array(stockCode).min(1).optional().describe("stocks whose forum is watched"),
    fromRanking: z.int().min(1).max(100).optional().describe("the top of the daily ranking, so many stocks"),
    pageSize: z.int().min(2).max(100).default(50).describe("comments a call"),
  })
  .refine(({ codes, fromRanking }) => codes !== undefined || fromRanking !== undefined, {
    error: "forum-comments takes `codes` or `fromRanking`",
  });

const forumRanking = z.strictObject({
  ...timing,
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
      .refine((db) => /^[A-Z]{2,3}[0-9]{0,2}$/.test(db), {
        error: "this is no database; one is named like FM08",
      })
      .describe("database, such as FM08"),
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
  });

/** What is watched where the file says nothing of sources. */
const defaults = {
  "forum-comments": { schedule: "*/20 * * * * *", codes: ["7203", "6758"] },
  "forum-ranking": { schedule: "0 */5 * * * *" },
  "margin-alerts": { schedule: "0 */10 16-20 * * *" },
  "short-sale-reports": { schedule: "0 */10 17-21 * * *" },
  "statistics-updates": {
    schedule: "0 */5 8-10 * * *",
    watch: [{ db: "FM08", codes: ["FXERD01"] }, { db: "FM01" }],
  },
};

export const sources = z
  .strictObject({
    "forum-comments": forumComments.optional(),
    "forum-ranking": forumRanking.optional(),
    "margin-alerts": z.strictObject(timing).optional(),
    "short-sale-reports": z.strictObject(timing).optional(),
    "statistics-updates": z.strictObject({ ...timing, watch: z.array(watch).min(1) }).optional(),
  })
  .prefault(defaults);
