import { expect, test } from "vitest";
import { createStatisticsUpdates } from "../../../src/sources/statistics-updates/index.ts";
import { fc } from "../../support/fast-check.ts";
import { createMemoryState } from "../memory-state.ts";
import { pollAndCommit } from "../poll-and-commit.ts";
import { createMemoryStatistics } from "./memory-statistics.ts";

const periods = Array.from({ length: 8 }, (_, i) => `2026-11-${String(i + 1).padStart(2, "0")}`);
const values = fc.dictionary(fc.constantFrom(...periods), fc.option(fc.integer({ min: -3, max: 3 })));

test("what is told, played over the first points, gives the points that are there", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(values, { minLength: 2, maxLength: 8 }), async (answers) => {
      const service = createMemoryStatistics();
      const state = createMemoryState();
      const source = createStatisticsUpdates(
        { watch: [{ db: "FM01", codes: ["A"] }] },
        service,
        () => "2026-11-20",
      );
      const played = new Map<string, number>();
      // Points that are known stay, and enough that no answer looks cut.
      let truth: Record<string, number | null> = Object.fromEntries(
        periods.slice(0, 4).map((period) => [period, 0]),
      );
      let latest: unknown;
      for (const [index, answer] of [truth, ...answers].entries()) {
        const next = { ...truth, ...answer };
        const kept = Object.values(truth).filter((value) => value !== null).length;
        if (Object.values(next).filter((value) => value !== null).length * 2 < kept) continue;
        truth = next;
        service.set("FM01", "A", { values: truth });
        const { drafts, put } = await pollAndCommit(source, state);
        const numbers = Object.entries(truth).filter((entry): entry is [string, number] => entry[1] !== null);
        if (index === 0) for (const [period, value] of numbers) played.set(period, value);
        expect(drafts.length > 0).toBe(
          index > 0 &&
            put.length > 0 &&
            JSON.stringify([...played].sort()) !== JSON.stringify(numbers.sort()),
        );
        for (const { data } of drafts) {
          const { added = [], revisions = [] } = data.now as {
            added?: { period: string; value: number }[];
            revisions?: { period: string; from: number; to?: number }[];
          };
          for (const { period, value } of added) {
            expect(played.has(period)).toBe(false);
            played.set(period, value);
          }
          for (const { period, from, to } of revisions) {
            expect(played.get(period)).toBe(from);
            if (to === undefined) played.delete(period);
            else played.set(period, to);
          }
          latest = data.now.period;
        }
        expect(played).toEqual(new Map(numbers));
        if (latest !== undefined && played.size > 0) expect(latest).toBe([...played.keys()].sort().at(-1));
      }
    }),
    { numRuns: 200 },
  );
});
