import { describe, expect, it } from "vitest";
import { createSortedNumbers } from "../../../src/rules/standing/tallies.ts";
import { fc } from "../../support/fast-check.ts";
import { runsOf } from "../../support/runs.ts";

const numRuns = runsOf({ quick: 60, long: 600 });

/** What a list that is sorted anew each time would say. */
function plainly(numbers: readonly number[], value: number) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return {
    ...{ size: sorted.length, first: sorted[0], last: sorted.at(-1) },
    middle: sorted[sorted.length >> 1],
    below: sorted.filter((one) => one < value).length,
    upTo: sorted.filter((one) => one <= value).length,
  };
}

describe("numbers in order", () => {
  it("are those that came and did not go, over more than one part", () => {
    const number = fc.integer({ min: -2, max: 2 });
    // A run brings many of one number, or takes out as many of those that are there.
    const run = fc.record({ value: number, times: fc.integer({ min: 1, max: 900 }), goes: fc.boolean() });
    fc.assert(
      fc.property(fc.array(run, { maxLength: 16 }), number, (all, asked) => {
        const sorted = createSortedNumbers();
        const numbers: number[] = [];
        for (const { value, times, goes } of all) {
          for (let time = 0; time < times; time += 1) {
            const other = value + (time % 2) / 2;
            const at = goes ? numbers.indexOf(other) : -1;
            if (at >= 0) {
              numbers.splice(at, 1);
              sorted.remove(other);
            } else if (!goes) {
              numbers.push(other);
              sorted.add(other);
            }
          }
          expect({
            ...{ size: sorted.size(), first: sorted.first(), last: sorted.last() },
            middle: sorted.at(sorted.size() >> 1),
            below: sorted.countBelow(asked),
            upTo: sorted.countBelow(asked, true),
          }).toEqual(plainly(numbers, asked));
        }
      }),
      { numRuns },
    );
  });
});
