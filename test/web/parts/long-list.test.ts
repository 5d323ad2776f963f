/** Places in a list whose rows have heights of their own, held against adding all of them up. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { RowHeights } from "../../../src/web/parts/long-list.tsx";

const someHeights = fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 1_000 });

test("a row begins where those before it end, whatever was noted meanwhile", () => {
  fc.assert(
    fc.property(
      someHeights,
      fc.array(fc.tuple(fc.nat(1_100), fc.integer({ min: 1, max: 300 }))),
      (first, noted) => {
        const plain = [...first];
        const heights = new RowHeights(first.length, (index) => first[index] ?? 0);
        for (const [index, height] of noted) {
          heights.set(index, height);
          if (index < plain.length) plain[index] = height;
        }
        let begin = 0;
        for (const [index, height] of plain.entries()) {
          if (heights.offset(index) !== begin) return false;
          if (heights.at(begin) !== index || heights.at(begin + height - 1) !== index) return false;
          begin += height;
        }
        return heights.offset(plain.length) === begin && heights.offset(plain.length + 500) === begin;
      },
    ),
    { numRuns: 100, seed: 7 },
  );
});

test("a place before the list is its first row, one behind it the last, and an empty list has none", () => {
  const heights = new RowHeights(3, () => 50);
  expect([heights.at(-10), heights.at(149), heights.at(9_000)]).toEqual([0, 2, 2]);
  expect([new RowHeights(0, () => 50).at(10), new RowHeights(0, () => 50).offset(0)]).toEqual([0, 0]);
});
