import { describe, expect, it } from "vitest";
import { compareLists } from "../../../../src/commands/rules/test/play-test.ts";
import { fc } from "../../../support/fast-check.ts";

type Fields = Partial<Record<"a" | "b", number>>;

const some: fc.Arbitrary<Fields> = fc.record(
  { a: fc.integer({ min: 0, max: 2 }), b: fc.integer({ min: 0, max: 1 }) },
  { requiredKeys: [] },
);
const whole: fc.Arbitrary<Fields> = fc.record({
  a: fc.integer({ min: 0, max: 2 }),
  b: fc.integer({ min: 0, max: 1 }),
});

const fits = (expected: Fields, came: Fields | undefined): boolean =>
  came !== undefined &&
  (expected.a === undefined || expected.a === came.a) &&
  (expected.b === undefined || expected.b === came.b);

/** Whether there is any way to find the expected ones among those that came, in order. */
function canBeFound(expected: readonly Fields[], came: readonly Fields[]): boolean {
  const [first, ...others] = expected;
  if (first === undefined) return true;
  return came.some((one, index) => fits(first, one) && canBeFound(others, came.slice(index + 1)));
}

describe("a field that is expected to be null", () => {
  it("has to be absent", () => {
    expect(compareLists([{ now: { fund: null } }], [{ now: { ratio: 1 } }], false)).toEqual([]);
    const differences = [{ path: "now.fund", expected: null, came: "A" }];
    expect(compareLists([{ now: { fund: null } }], [{ now: { fund: "A" } }], false)).toMatchObject([
      { differences },
    ]);
  });
});

describe("a list of what came", () => {
  it("has the expected ones in order wherever there is a way to find them", () => {
    const seen = { yes: 0, no: 0 };
    fc.assert(
      fc.property(fc.array(some, { maxLength: 4 }), fc.array(whole, { maxLength: 6 }), (expected, came) => {
        const found = canBeFound(expected, came);
        seen[found ? "yes" : "no"] += 1;
        expect(compareLists(expected, came, false).length === 0).toBe(found);
        const isExact = expected.length === came.length && expected.every((one, i) => fits(one, came[i]));
        expect(compareLists(expected, came, true).length === 0).toBe(isExact);
      }),
      { numRuns: 2_000 },
    );
    expect(Math.min(seen.yes, seen.no)).toBeGreaterThan(200);
  });

  it("tells of each expected one that is missing the nearest that came, once", () => {
    const came = [
      { a: 1, b: 0 },
      { a: 2, b: 0 },
    ];
    expect(compareLists([{ a: 1, b: 1 }, { a: 1, b: 2 }, { a: 5 }], came, false)).toEqual([
      { expected: 0, came: 0, differences: [{ path: "b", expected: 1, came: 0 }] },
      {
        expected: 1,
        came: 1,
        differences: [
          { path: "a", expected: 1, came: 2 },
          { path: "b", expected: 2, came: 0 },
        ],
      },
      { expected: 2, came: undefined, differences: [] },
    ]);
  });

  it("holds fields inside fields against each other, and parts of texts", () => {
    const came = [{ now: { code: "7203", list: [1, 2, 3], text: "a long text" }, none: undefined }];
    const misses = (expected: object) =>
      compareLists([expected], came, false).flatMap(({ differences }) => differences.map(({ path }) => path));
    expect(misses({ now: { list: [1, 3], text: { contains: "long" } } })).toEqual([]);
    expect(misses({ now: { list: [3, 1] } })).toEqual(["now.list"]);
    expect(misses({ now: { code: 7203, text: { contains: "short" }, more: 1 } })).toEqual([
      "now.code",
      "now.text",
      "now.more",
    ]);
    expect(misses({ now: [] })).toEqual(["now"]);
    expect(misses({ none: null })).toEqual([]);
  });
});
