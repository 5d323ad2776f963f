import { expect, test } from "vitest";
import { createPairMap } from "../../src/lib/pair-map.ts";
import { fc } from "../support/fast-check.ts";

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
