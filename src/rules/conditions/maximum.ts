/** `maximum`: the most that a value was. */
import { measured } from "./measured/measured.ts";
import { picked } from "./measured/tallies.ts";
import { of } from "./value.ts";

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
