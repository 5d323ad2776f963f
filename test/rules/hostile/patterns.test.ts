import { describe, expect, it } from "vitest";
import { patternMatches, patternProblem } from "../../../src/rules/cel/search-functions.ts";
import { cpuMs, mostMs } from "../../support/cpu-time.ts";
import { evilPatterns } from "./evil-patterns.ts";
import { comment, longTexts, outcome } from "./subject.ts";

const fields = ["title", "body", "name", "author"];

describe("an evil pattern", () => {
  it("is one of sixty and more, all different", () => {
    expect(new Set(evilPatterns).size).toBe(evilPatterns.length);
    expect(evilPatterns.length).toBeGreaterThanOrEqual(60);
  });

  it.each(evilPatterns)(`is refused or answers within ${mostMs} ms, in a rule: %s`, (pattern) => {
    for (const field of fields) {
      const expression = `now.${field}.matches(${JSON.stringify(pattern)})`;
      expect(
        cpuMs(() => outcome(expression, comment), mostMs),
        field,
      ).toBeLessThan(mostMs);
    }
  });

  it.each(evilPatterns)("takes as long as it says by itself: %s", (pattern) => {
    if (patternProblem(pattern) !== undefined) return;
    for (const text of Object.values(longTexts)) {
      const turned = `${text.slice(0, 2_999)}${pattern.length}`;
      expect(cpuMs(() => patternMatches(turned, pattern), mostMs)).toBeLessThan(mostMs);
    }
  });

  it("is told at its place where it is refused", () => {
    for (const pattern of evilPatterns.filter((one) => patternProblem(one) !== undefined)) {
      const result = outcome(`now.body.matches(${JSON.stringify(pattern)})`, comment);
      expect(result, pattern).toMatchObject({ refused: { index: 17 } });
    }
  });
});
