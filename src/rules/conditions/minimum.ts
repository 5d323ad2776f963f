/** `minimum`: the least that a value was. */
import { measured } from "./measured/measured.ts";
import { picked } from "./measured/tallies.ts";
import { of } from "./value.ts";

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
