import { describe, expect, it } from "vitest";
import { builtInTypes } from "../../../../src/files/event-types.ts";
import type { Event } from "../../../../src/model/event.ts";
import { namesOf } from "../../../../src/model/event-types.ts";
import { compileClosure } from "../../../../src/rules/cel/closures/compile-closure.ts";
import { languageFor } from "../../../../src/rules/cel/language-for.ts";
import { variablesOf } from "../../../../src/rules/cel/surroundings.ts";
import { fc } from "../../../support/fast-check.ts";
import { anyCondition, anyEvent, listedTexts } from "../../any-condition.ts";
import { askLibrary } from "../../ask-library.ts";
import { entry } from "../../support.ts";

const types = namesOf(builtInTypes).filter((type) => /^(short\.report|forum\.ranking)\./.test(type));
const language = languageFor(types, builtInTypes, { lists: { some: listedTexts } });

describe("a closure", () => {
  it("answers what the library answers: true, false or nothing", { timeout: 120_000 }, () => {
    const answers = new Map<unknown, number>();
    fc.assert(
      fc.property(anyCondition, fc.array(anyEvent, { minLength: 5, maxLength: 10 }), (source, events) => {
        const { tree, evaluate } = askLibrary(source, language);
        const { read } = compileClosure(tree, language);
        for (const event of events) {
          const answer = read(variablesOf(event));
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
    const { read } = compileClosure(tree, language);
    fc.assert(
      fc.property(anyEvent, (event) => {
        expect(read(variablesOf(event))).toBe(evaluate(event));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    "now.seller + now.code",
    "now.seller + now.code == was.seller",
    "now.seller == was.seller",
    "now.seller.endsWith('z')",
    "now.seller.has_any(['z', '7203'])",
    "(now.seller + now.code).has_any(['7203'])",
  ])("gives the value of %s as the library does where texts are longer than it sees", (source) => {
    const { tree, evaluate } = askLibrary(source, language);
    const { read } = compileClosure(tree, language);
    for (const length of [19_990, 19_999, 20_000, 20_001, 30_000]) {
      for (const end of ["", "z", "7203", "ﷺ"]) {
        const now = { seller: "x".repeat(length) + end, code: "7203" };
        const was = { seller: `${"x".repeat(length)}${end}y` };
        const { event } = entry({ type: "short.report.opened", now, was });
        // What is made with `+` is bounded by us alone.
        const isTooLong = source.includes("+") && length + end.length + 4 > 20_000;
        expect(read(variablesOf(event)), `${length} ${end}`).toBe(isTooLong ? undefined : evaluate(event));
      }
    }
  });

  it.each([
    ["size(now.seller) == 5", { seller: "𠮷野𠮷野a" }, true],
    ["size(now.seller) == 20000", { seller: "x".repeat(20_001) }, true],
    ["size(now.seller) == 20000", { seller: `${"x".repeat(19_999)}𠮷` }, true],
    ["size(now.seller) == 6", { seller: "\ud842\ud842\udfb7\udfb7𠮷\udfb7\ud842" }, true],
    ["size(now.seller) == 0", { seller: "" }, true],
    ["size(now.seller) > 1", { seller: 7203 }, undefined],
    ["now.seller.size() > 1", {}, undefined],
    ["size(now.seller) / 2 > 1", { seller: "abc" }, true],
    ["size(now.seller) + size(changed) == 3", { seller: "abc" }, true],
  ])("answers %s as the library does", (source, now, expected) => {
    const { tree, evaluate } = askLibrary(source, language);
    const { event } = entry({ type: "short.report.opened", now });
    expect(evaluate(event)).toBe(expected);
    expect(compileClosure(tree, language).read(variablesOf(event))).toBe(expected);
  });

  it("takes a list of the item for what it is, also where the file names a list so", () => {
    const margin = languageFor(["margin.alert.changed"], builtInTypes, { lists: { reasons: ["listed"] } });
    const { tree, evaluate } = askLibrary("'listed' in now.reasons", margin);
    for (const reasons of [["listed"], ["other"], []]) {
      const { event } = entry({ type: "margin.alert.changed", now: { reasons } });
      expect(compileClosure(tree, margin).read(variablesOf(event))).toBe(reasons.includes("listed"));
      expect(evaluate(event)).toBe(reasons.includes("listed"));
    }
  });

  it.each([
    ["what changed", "'shares' in changed", (entries: unknown) => ({ data: { now: {}, changed: entries } })],
    [
      "a list of the item",
      "'shares' in now.reasons",
      (entries: unknown) => ({ data: { now: { reasons: entries } } }),
    ],
    [
      "the item before",
      "'shares' in was.reasons",
      (entries: unknown) => ({ data: { now: {}, was: { reasons: entries } } }),
    ],
  ])("looks for a text in %s as the library does", (_, source, dataWith) => {
    const margin = languageFor(["margin.alert.changed"], builtInTypes);
    const { tree, evaluate } = askLibrary(source, margin);
    const { read } = compileClosure(tree, margin);
    const many = Array.from({ length: 1_000 }, String);
    const { event } = entry({ type: "margin.alert.changed", now: {} });
    const answers = [
      [],
      ["shares"],
      ["ratio", 1, null, "shares"],
      [["shares"]],
      ["shares", ...many],
      [...many, "shares"],
      undefined,
    ].map((entries) => {
      const given = { ...event, ...dataWith(entries) } as Event;
      expect(read(variablesOf(given)), JSON.stringify(entries)).toBe(evaluate(given));
      return read(variablesOf(given));
    });
    expect(answers).toContain(true);
    expect(answers).toContain(false);
  });

  it("needs the meter for many searches for words, whose time must be counted", () => {
    const searches = (count: number) =>
      Array.from({ length: count }, (_, at) => `now.seller.has_any(['a${at}'])`).join(" || ");
    const isMetered = (count: number) =>
      compileClosure(askLibrary(searches(count), language).tree, language).isMetered;
    expect([16, 17].map(isMetered)).toEqual([false, true]);
  });

  it.each([
    "now.code in changed",
    "'a' in [now.code]",
    "now.code.matches('^7')",
    "changed.exists(name, name == 'code')",
    "size([now.code]) == 1",
    "now.ratio in [now.shares, 1.0]",
    "now.code in []",
    "now.seller.has_any(changed)",
    "now.seller.matched_words(['a'])[0] == 'a'",
  ])("needs the meter for %s", (source) => {
    expect(compileClosure(askLibrary(source, language).tree, language).isMetered).toBe(true);
  });
});
