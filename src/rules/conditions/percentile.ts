/** `percentile`: the least value that so many percent of the values do not exceed. */
import * as z from "zod";
import { warnOfPercent } from "../lint/units.ts";
import { measured } from "./measured/measured.ts";
import { inOrder } from "./measured/tallies.ts";
import { decimal, of } from "./value.ts";

/** A rank up to here is taken for a fraction: nobody asks for the lowest percent. */
const smallestRank = 1;

export const percentile = measured<{ readonly rank: number }>({
  key: "percentile",
  about: "the smallest value that at least `rank` percent of the values do not exceed",
  example: { of: "now.ratio", rank: 95, within: "60bd", above: 3 },
  borrowed: {
    functions: /^percentile$/i,
    write: "percentile: { of: now.ratio, rank: 95, within: 60bd, above: 3 }",
  },
  keys: {
    of,
    rank: z
      .number()
      .gt(0)
      .max(100)
      .describe("percentage of the values")
      .meta({ examples: [95] }),
  },
  remembers: "number",
  gives: "value",
  keepsByTime: undefined,
  wavers: true,
  tally: (entries, { rank }) => inOrder(entries, (sorted) => sorted[placeOf(rank, sorted.length)]),
  lint: ({ rank }, path, rule) => warnOfPercent(rank, [...path, "rank"], rule, smallestRank),
});

/** Place of the percentile among so many values in order, by nearest rank. */
function placeOf(rank: number, count: number): number {
  // A rank that is met exactly is: of 20 values 55 percent are 11, and not a little more.
  return Math.max(0, Math.ceil(decimal((rank * count) / 100)) - 1);
}
