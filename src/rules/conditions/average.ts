/** `average`: how much a value is on average. */
import { measured } from "./measured/measured.ts";
import { addedUp } from "./measured/tallies.ts";
import { of } from "./value.ts";

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
