/** The key `standing` of a rule file: values over the items that stand, by name, as their author writes them. */
import * as z from "zod";
import type { MeasureName } from "../cel/language.ts";
import { needs } from "../context/schema-parts.ts";
import { givesItem, measures } from "./tallies.ts";

const cel = (about: string, ...examples: string[]) =>
  z.string().min(1).describe(`${about} (CEL over now and lists)`).meta({ examples });
const grouping = (about: string, example: string[]) =>
  z
    .union([z.string(), z.array(z.string())], {
      error: "this takes a value such as now.code or a list of them",
    })
    .optional()
    .describe(about)
    .meta({ examples: [example] });
const measured = (about: string) => cel(about, "now.ratio").optional();

const definition = z
  .strictObject({
    of: z
      .string()
      .describe("required; the source whose items are measured, by its name in the settings")
      .meta({ examples: ["prices"] }),
    count: z
      .literal(true)
      .optional()
      .describe("the number of current items")
      .meta({ examples: [true] }),
    sum: measured("the sum of a value over the items"),
    average: measured("its average"),
    minimum: measured("its least"),
    maximum: measured("its greatest"),
    distinct: measured("how many different values the items have"),
    largest: measured("the item with the largest value: who it is"),
    smallest: measured("the item with the smallest value"),
    nth: z
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe("of `largest` and `smallest`: which place the item has; by default 1, the first")
      .meta({ examples: [2] }),
    when: cel("only items for which this is true count", "now.ratio >= 0.5").optional(),
    by: grouping("items with the same values are measured together; by default those of one subject", [
      "now.code",
    ]),
    key: grouping(
      "the values by which an event finds its group, where its fields have other names; by default those of `by`",
      ["event.subject"],
    ),
    rank: z
      .enum(["highest", "lowest"])
      .optional()
      .describe("the place of the group's value among those of all groups, 1 the highest or the lowest")
      .meta({ examples: ["highest"] }),
  })
  .refine((written) => measuresOf(written).length === 1, {
    error: `a standing value has one measure: ${measures.map((name) => `\`${name}\``).join(", ")}`,
  })
  .refine(({ nth, ...written }) => nth === undefined || measuresOf(written).every(givesItem), {
    path: ["nth"],
    error: "`nth` is for `largest` and `smallest`",
  })
  .refine(({ rank, ...written }) => rank === undefined || !measuresOf(written).some(givesItem), {
    path: ["rank"],
    error: "an item has no rank; `nth: 2` gives the second one",
  })
  .meta({ oneOf: needs(measures) });

export type WrittenValue = z.output<typeof definition>;

export const standingKey = z
  .record(
    z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: "a standing value's name has letters, digits and _" }),
    definition,
  )
  .default({})
  .describe("values over the current items, which rules use as standing.NAME")
  .meta({ examples: [{ turnover: { of: "prices", sum: "now.turnoverValue", by: ["now.code"] } }] });

export type WrittenStanding = z.output<typeof standingKey>;

/** The measures that a value names; it is to have one. */
export function measuresOf(written: object): MeasureName[] {
  return measures.filter((name) => (written as Partial<Record<MeasureName, unknown>>)[name] !== undefined);
}
