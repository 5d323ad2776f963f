import { expect, test } from "vitest";
import { decimalsOfAll, keptNumber } from "../../../src/model/numbers.ts";
import { decimalsBetween, isEnough } from "../../../src/sources/compare.ts";
import { comparePoints } from "../../../src/sources/statistics-updates/diff.ts";
import type { Point } from "../../../src/sources/statistics-updates/state.ts";
import { fc } from "../../support/fast-check.ts";

const period = fc.integer({ min: 0, max: 30 }).map((number) => `2026-${String(number).padStart(2, "0")}`);
const value = fc.option(
  fc.integer({ min: -40, max: 40 }).map((number) => number / 8),
  { nil: null },
);
const points = fc
  .dictionary(period, value)
  .map((record): Point[] => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

const written = (some: readonly Point[]) => {
  const values = some.flatMap(([, number]) => number ?? []);
  return { decimals: decimalsOfAll(values), isSure: isEnough(values.length) };
};

test("any two lists give what comparing period by period gives", () => {
  const tolerance = fc.constantFrom(0, 0.2, 1);
  fc.assert(
    fc.property(points, points, tolerance, (before, next, apart) => {
      const decimals = decimalsBetween(written(before), written(next));
      const known = new Map(before);
      const added: object[] = [];
      const revisions: object[] = [];
      for (const [at, now] of next) {
        const old = known.get(at) ?? null;
        const kept = old === null || now === null ? undefined : keptNumber(old, now, decimals, apart);
        known.set(at, kept ?? now);
        if (old === null && now !== null) added.push({ period: at, value: now });
        if (old !== null && now === null) revisions.push({ period: at, from: old });
        if (old !== null && now !== null && kept === undefined)
          revisions.push({ period: at, from: old, to: now });
      }
      const all = [...known].sort(([a], [b]) => (a < b ? -1 : 1));
      expect(comparePoints(before, next, apart)).toEqual({ points: all, added, revisions });
    }),
    { numRuns: 2_000 },
  );
});

test("of a number that is written more exactly now, the more exact one is kept and nothing is told", () => {
  const rough = Array.from({ length: 12 }, (_, at): Point => [`2026-${10 + at}`, at + 0.5]);
  const exact = rough.map(([at, number], index): Point => [at, (number ?? 0) + (index === 3 ? 0.04 : 0)]);
  expect(comparePoints(rough, exact)).toEqual({ points: exact, added: [], revisions: [] });
  expect(comparePoints(exact, rough)).toEqual({ points: exact, added: [], revisions: [] });
});
