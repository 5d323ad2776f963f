/** `distinct`: how many different values came. */
import { measured } from "./measured/measured.ts";
import { of } from "./value.ts";

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
