/** The conditions that hold a number of the events of a window between bounds: how many there are, or what a value of them comes to. */
import * as z from "zod";
import { withoutNoise } from "../../model/numbers.ts";
import { warnOfPercent } from "../lint/odd-values.ts";
import { boundNames } from "./measured/bounds.ts";
import { measured } from "./measured/measured.ts";
import { addedUp, picked, sortedTally } from "./measured/tallies.ts";
import { of } from "./member.ts";

export const count = measured({
  key: "count",
  about: "the number of events",
  example: { within: "1h", at_least: 50 },
  borrowed: {
    functions: /^(count|num_?events)$/i,
    keys: /^(num_?events|threshold|min_?count|frequency|times|at_least)$/i,
    write: "count: { within: 1h, at_least: 3 }",
  },
  keys: {},
  remembers: "time",
  gives: "count",
  keepsByTime: "upper",
  wavers: false,
  tally(entries) {
    let count = entries.length;
    return {
      add: () => {
        count += 1;
      },
      remove: () => {
        count -= 1;
      },
      value: () => count,
    };
  },
});

export const distinct = measured({
  key: "distinct",
  about: "the number of different values",
  example: { of: "now.author", within: "1h", at_least: 20 },
  borrowed: {
    functions: /^(distinct|cardinality|count_?distinct|unique)$/i,
    write: "distinct: { of: now.seller, within: 5bd, at_least: 3 }",
  },
  keys: { of },
  remembers: "value",
  gives: "count",
  keepsByTime: "upper",
  wavers: false,
  tally(entries) {
    const counts = new Map<(typeof entries)[number][1], number>();
    const add = (value: (typeof entries)[number][1]) => void counts.set(value, (counts.get(value) ?? 0) + 1);
    for (const [, value] of entries) add(value);
    return {
      add,
      remove(value) {
        const left = (counts.get(value) ?? 0) - 1;
        if (left > 0) counts.set(value, left);
        else counts.delete(value);
      },
      value: () => counts.size,
    };
  },
});

export const sum = measured({
  key: "sum",
  about: "the sum of a value",
  example: { of: "now.ratio - was.ratio", within: "10bd", at_least: 0.5 },
  borrowed: {
    functions: /^(sum|total)$/i,
    write: "sum: { of: now.ratio, within: 5bd, at_least: 1 }",
  },
  keys: { of },
  remembers: "number",
  gives: "total",
  keepsByTime: "upper",
  // An entry that leaves may be negative.
  wavers: true,
  tally: (entries) => addedUp(entries, (total) => total.sum),
});

export const average = measured({
  key: "average",
  about: "the average of a value",
  example: { of: "now.shortRatio", within: "20bd", at_least: 2 },
  borrowed: {
    functions: /^(average|avg|mean)$/i,
    write: "average: { of: now.ratio, within: 5bd, at_least: 1 }",
  },
  keys: { of },
  remembers: "number",
  gives: "value",
  keepsByTime: undefined,
  wavers: true,
  tally: (entries) => addedUp(entries, (total) => (total.count === 0 ? undefined : total.sum / total.count)),
});

export const minimum = measured({
  key: "minimum",
  about: "the smallest of the values",
  example: { of: "now.ratio", within: "5bd", above: 1 },
  borrowed: {
    functions: /^(minimum|min)$/i,
    write: "minimum: { of: now.ratio, within: 5bd, at_least: 1 }",
  },
  keys: { of },
  remembers: "number",
  gives: "value",
  keepsByTime: "lower",
  wavers: false,
  tally: (entries) => picked(entries, Math.min),
});

export const maximum = measured({
  key: "maximum",
  about: "the largest of the values",
  example: { of: "now.rank", within: "1d", at_most: 10 },
  borrowed: {
    functions: /^(maximum|max)$/i,
    write: "maximum: { of: now.ratio, within: 5bd, at_least: 1 }",
  },
  keys: { of },
  remembers: "number",
  gives: "value",
  keepsByTime: "upper",
  wavers: false,
  tally: (entries) => picked(entries, Math.max),
});

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
  tally: (entries, { rank }) => sortedTally(entries, (sorted) => sorted[placeOf(rank, sorted.length)]),
  lint: ({ rank }, path, rule) => warnOfPercent(rank, [...path, "rank"], rule, smallestRank),
});

/** Place of the percentile among so many values in order, by nearest rank. */
function placeOf(rank: number, count: number): number {
  // A rank that is met exactly is: of 20 values 55 percent are 11, and not a little more.
  return Math.max(0, Math.ceil(withoutNoise((rank * count) / 100)) - 1);
}

export const share = measured({
  key: "share",
  about: "the percentage of the events that something is true of",
  example: { of: "now.shortRatio > 2", within: "5bd", at_least: 60 },
  borrowed: {
    functions: /^(share|proportion|fraction|percent_?of)$/i,
    write: "share: { of: now.ratio > 1, within: 1h, at_least: 60 }",
  },
  keys: {
    of: of.describe("what is true of the events that are asked for (CEL)").meta({
      examples: ["now.ratio > 1", 'now.body.has_any(["下落", "損切り"])'],
    }),
  },
  remembers: "truth",
  gives: "percent",
  keepsByTime: undefined,
  wavers: true,
  tally: (entries) => addedUp(entries, ({ sum, count }) => (count === 0 ? undefined : (sum / count) * 100)),
  lint(bounds, path, rule) {
    for (const name of boundNames) {
      const bound = bounds[name];
      if (typeof bound === "number") warnOfPercent(bound, [...path, name], rule, 1);
    }
  },
});
