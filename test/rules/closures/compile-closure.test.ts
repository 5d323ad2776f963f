import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { builtInTypes, namesOf } from "../../../src/model/known-types.ts";
import { languageFor } from "../../../src/rules/cel/language.ts";
import { compileClosure } from "../../../src/rules/closures/compile-closure.ts";
import { anyCondition, anyEvent, listedTexts } from "../any-condition.ts";
import { askLibrary } from "../ask-library.ts";

const types = namesOf(builtInTypes).filter((type) => /^(short\.report|forum\.ranking)\./.test(type));
const language = languageFor(types, builtInTypes, { some: listedTexts });

describe("a closure", () => {
  it("answers what the library answers: true, false or nothing", { timeout: 120_000 }, () => {
    const answers = new Map<unknown, number>();
    fc.assert(
      fc.property(anyCondition, fc.array(anyEvent, { minLength: 5, maxLength: 10 }), (source, events) => {
        const { tree, evaluate } = askLibrary(source, language);
        const closure = compileClosure(tree, language);
        for (const event of events) {
          if (closure === undefined) continue;
          const answer = closure(event);
          answers.set(answer, (answers.get(answer) ?? 0) + 1);
          expect(answer, source).toBe(evaluate(event));
        }
      }),
      { numRuns: 3_000 },
    );
    for (const answer of [true, false, undefined]) expect(answers.get(answer)).toBeGreaterThan(500);
  });

  it.each([
    "now.ratio + was.ratio * 2 - 1",
    "now.ratio / 0",
    "now.ratio % 1",
    "round(now.ratio, 1)",
    "round(now.ratio)",
    "max(now.ratio, 2)",
    "now.code + '/' + now.seller",
    "string(now.ratio) + string(now.ratio > 1)",
    "now.ratio > 1 ? now.seller : now.code",
    "-now.ratio",
    "event.subject",
    "now.fund",
  ])("gives the value of %s as the library does", (source) => {
    const { tree, evaluate } = askLibrary(source, language);
    const closure = compileClosure(tree, language);
    fc.assert(
      fc.property(anyEvent, (event) => {
        expect(closure?.(event)).toBe(evaluate(event));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    "size(now.seller) > 3",
    "'ratio' in changed",
    "now.code.matches('^7')",
    "changed.exists(name, name == 'code')",
    "now.ratio > 1 && size(now.seller) == 1",
    "size(changed) / 2 > 1",
    "size(changed)",
    "now.ratio in [now.shares, 1.0]",
    "now.code in []",
  ])("is not made of %s, which is left to the library", (source) => {
    expect(compileClosure(askLibrary(source, language).tree, language)).toBeUndefined();
  });
});
