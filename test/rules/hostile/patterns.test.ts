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

  it.each([
    `(?i)[${"B-\u{1e900}".repeat(120)}]`,
    `(?i)${"[B-\u{1e900}]".repeat(80)}`,
    `(?i)${"[\\x{42}-\\x{1e900}]?".repeat(20)}`,
    `(?is:[${"^B-\u{1e900}".repeat(80)}])`,
    `a(?i)[${"--\u{1e900}".repeat(100)}]`,
    `[${"\\PL".repeat(100)}]`,
  ])("that would take long to read is refused before it is", (pattern) => {
    expect(patternProblem(pattern)).toContain("too long to read");
  });

  it.each([
    "(?i)[a-zａ-ｚぁ-んァ-ヶ一-龠]+",
    "(?i)^[^a-z]*\\p{Han}{2,}[\\p{L}\\p{N}]+$",
    `[${"B-\u{1e900}".repeat(120)}]`,
    "[\\x{0}-\\x{10ffff}]{1,9}",
  ])("that has large classes is read where it is quick to read", (pattern) => {
    expect(patternProblem(pattern)).toBeUndefined();
  });

  it("may have twenty classes of Unicode, and not one more", () => {
    expect(patternProblem("\\p{L}".repeat(20))).toBeUndefined();
    expect(patternProblem("\\p{L}".repeat(21))).toContain("too long to read");
  });

  it("is told at its place where it is refused", () => {
    for (const pattern of evilPatterns.filter((one) => patternProblem(one) !== undefined)) {
      const result = outcome(`now.body.matches(${JSON.stringify(pattern)})`, comment);
      expect(result, pattern).toMatchObject({ refused: { index: 17 } });
    }
  });
});
