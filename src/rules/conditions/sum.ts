/** `sum`: what a value adds up to; of nothing that is 0. */
import { measured } from "./measured/measured.ts";
import { addedUp } from "./measured/tallies.ts";
import { of } from "./value.ts";

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
