import { expect, test } from "vitest";
import { countFirst, createHeap, createPairMap } from "../../src/lib/collections.ts";
import { fc } from "../support/fast-check.ts";

test("a heap has the least of what is in it first, whatever was added and dropped", () => {
  const steps = fc.array(fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constant("drop" as const)), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(steps, (taken) => {
      const heap = createHeap<{ rank: number }>((a, b) => a.rank < b.rank);
      let kept: number[] = [];
      for (const step of taken) {
        if (step === "drop") {
          heap.drop();
          kept = kept.slice(1);
        } else {
          heap.add({ rank: step });
          kept = [...kept, step].sort((a, b) => a - b);
        }
        expect(heap.first()?.rank).toBe(kept[0]);
      }
      for (const least of kept) {
        expect(heap.first()?.rank).toBe(least);
        heap.drop();
      }
      expect(heap.first()).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});

test("a heap keeps few comparisons for many things", () => {
  let compared = 0;
  const heap = createHeap<number>((a, b) => {
    compared += 1;
    return a < b;
  });
  for (let thing = 0; thing < 1_024; thing += 1) heap.add((thing * 509) % 1_024);
  for (let thing = 0; thing < 1_024; thing += 1) heap.drop();
  // Each of 1,024 goes up, and down again, ten levels at most.
  expect(compared).toBeLessThan(1_024 * 30);
});

test("a map of pairs is what a map of the joined texts is", () => {
  const word = fc.constantFrom("", "a", "b", "a|b");
  const steps = fc.array(fc.tuple(fc.constantFrom("set", "delete"), word, word, fc.nat(9)), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(steps, (taken) => {
      const pairs = createPairMap<number>();
      const joined = new Map<string, number>();
      for (const [step, first, second, value] of taken) {
        const key = JSON.stringify([first, second]);
        if (step === "set") {
          pairs.set(first, second, value);
          joined.set(key, value);
        } else {
          pairs.delete(first, second);
          joined.delete(key);
        }
        expect(pairs.get(first, second)).toBe(joined.get(key));
      }
      expect(pairs.values().sort()).toEqual([...joined.values()].sort());
    }),
  );
});

test("the places at the start for which something holds are counted as a walk would", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), fc.nat(20), (values, limit) => {
      const sorted = values.toSorted((a, b) => a - b);
      expect(countFirst(sorted.length, (place) => (sorted[place] ?? 0) <= limit)).toBe(
        sorted.filter((value) => value <= limit).length,
      );
    }),
  );
});
