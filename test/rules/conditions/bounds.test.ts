/** Bounds of a condition: which are told to let no value through, to be beyond a rule's memory, or to be idle. */
import { expect, test } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { compileRuleTexts } from "../../../src/rules/files/compile-files.ts";
import { fc } from "../../support/fast-check.ts";

type Bounds = Partial<Record<"at_least" | "at_most" | "above" | "below", number>>;

/** Problems of a condition with these bounds: mistakes, then warnings. */
function told(condition: string, bounds: Bounds): string[] {
  const written = Object.entries(bounds).map(([name, bound]) => `, ${name}: ${bound}`);
  const text = `rules:
  - name: bounded
    on: short.report.*
    title: x
    ${condition.replace("}", `${written.join("")} }`)}
`;
  const loaded = compileRuleTexts([{ file: "test.yaml", text }], {
    notify: [],
    types: builtInTypes,
    hash: "",
  });
  return (loaded.ok ? loaded.warnings : [...loaded.problems, ...loaded.warnings]).map(
    ({ message }) => message,
  );
}

const count = "count: { within: 1h }";
const average = "average: { of: now.ratio, within: 1d }";
const apart = /^no value is both `(at_least|above): .*` and `(at_most|below): .*`$/;

const number = fc.integer({ min: -4, max: 12 }).map((halves) => halves / 2);
const anyBounds = fc
  .record({ at_least: number, at_most: number, above: number, below: number }, { requiredKeys: [] })
  .filter((bounds) => Object.keys(bounds).length > 0);

/** Numbers in steps that the bounds let through, from below the least bound to above the greatest. */
function letThrough({ at_least, at_most, above, below }: Bounds, step: number): number[] {
  const numbers = Array.from({ length: 14 / step + 1 }, (_, index) => -5 + index * step);
  return numbers.filter(
    (each) =>
      !(at_least !== undefined && each < at_least) &&
      !(at_most !== undefined && each > at_most) &&
      !(above !== undefined && each <= above) &&
      !(below !== undefined && each >= below),
  );
}

test("bounds of a count are apart exactly where no whole number is between them, those of an average where no number is", () => {
  fc.assert(
    fc.property(anyBounds, (bounds) => {
      const counts = letThrough(bounds, 1);
      const [first] = told(count, bounds);
      if (counts.length === 0) expect(first).toMatch(apart);
      else if (counts.every((each) => each < 0)) expect(first).toBe("no count is below 0");
      else expect(first ?? "").not.toMatch(apart);
      const ofAverage = told(average, bounds).filter((message) => apart.test(message));
      expect(ofAverage).toHaveLength(letThrough(bounds, 0.25).length === 0 ? 1 : 0);
    }),
    { numRuns: 100 },
  );
});

test.each([
  [{ at_least: 10_000 }, []],
  [{ above: 9_999 }, []],
  [{ above: 9_999.5 }, []],
  [{ at_least: 10_000.5 }, ["a rule remembers 10000 events, and never counts more"]],
  [{ above: 10_000 }, ["a rule remembers 10000 events, and never counts more"]],
  [{ at_most: 0 }, []],
  [{ below: 0.5 }, []],
  [{ below: 0 }, ["no count is below 0"]],
  [{ at_most: -0.5 }, ["no count is below 0"]],
] as [Bounds, string[]][])("of a count with %j is said: %j", (bounds, expected) => {
  expect(told(count, bounds)).toEqual(expected);
});

test.each([
  [{ at_least: 2, above: 2 }, "above: 2"],
  [{ at_least: 3, above: 2 }, "at_least: 3"],
  [{ at_most: 2, below: 2 }, "below: 2"],
  [{ at_most: 2, below: 3 }, "at_most: 2"],
] as [Bounds, string][])("of two bounds on one side, %j, the one beside `%s` is idle", (bounds, stronger) => {
  expect(told(average, bounds)).toEqual([`this says nothing beside \`${stronger}\``]);
});
