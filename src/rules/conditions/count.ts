/** `count`: how many events came. */
import { measured } from "./measured/measured.ts";

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
