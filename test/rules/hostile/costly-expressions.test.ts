import { describe, expect, it } from "vitest";
import { compileExpression } from "../../../src/rules/cel/compile-expression.ts";
import { cpuMs, mostMs } from "../../support/cpu-time.ts";
import { entry, ruleWith } from "../support.ts";
import { balanced, costlyExpressions } from "./costly-expressions.ts";
import { comment, outcome } from "./subject.ts";

describe("an expression that would take long", () => {
  it.each(costlyExpressions)(`is refused or stopped within ${mostMs} ms: %s`, (expression, subject) => {
    expect(cpuMs(() => outcome(expression, subject), mostMs)).toBeLessThan(mostMs);
  });

  it.each([
    ["a", "aaaaaaaaab"],
    ["abaababa", "abaababaabaababaababaa"],
    ["カブガ上ガッタ。", "かぶが上がっただ"],
  ])("is asked within the time by the index as well: %s for %s", (text, word) => {
    for (const searches of [16, 70]) {
      const when = balanced(searches, `now.body.has_any(["${word}"])`);
      const rules = ruleWith("forum.comment.posted", [`when: '${when}'`]);
      const body = text.repeat(20_000 / text.length);
      const event = entry({
        type: "forum.comment.posted",
        now: { code: "7203", part: 1, body, yes: 0, no: 0 },
      });
      expect(cpuMs(() => rules.match(event), mostMs)).toBeLessThan(mostMs);
      expect(rules.match(event)).toEqual([]);
    }
  });

  it("is stopped where texts of the event are searched for in each other", () => {
    const rules = ruleWith("forum.comment.posted", [
      `when: ${balanced(60, "now.body.contains(now.author)")}`,
    ]);
    const [body, author] = ["a".repeat(20_000), `${"a".repeat(5_000)}b${"a".repeat(4_999)}`];
    const now = { code: "7203", part: 1, body, author, yes: 0, no: 0 };
    const event = entry({ type: "forum.comment.posted", now });
    expect(cpuMs(() => rules.match(event), mostMs)).toBeLessThan(mostMs);
    expect(rules.match(event)).toEqual([]);
  });

  it("is refused at the part that is too much", () => {
    const costly = "lists.words.exists(a, lists.words.exists(b, a == b))";
    const before = "now.part > 1 && (has(now.title) || ";
    const result = outcome(`${before}${costly})`, comment);
    expect(result).toMatchObject({ refused: { index: before.length } });
  });

  it("does not hold, and is counted, though its answer could be known", () => {
    const before = comment.variables.around.meter.overruns;
    const late = "lists.words.exists(w, now.body.contains(w)) || true";
    expect(outcome(late, comment)).toEqual({ value: undefined });
    expect(comment.variables.around.meter.overruns).toBe(before + 1);
  });

  it("is stopped alike each time, whatever was computed before", () => {
    const { evaluate } = compileExpression("now.body.contains('a')", comment.language);
    const first = evaluate(comment.variables);
    const before = comment.variables.around.meter.overruns;
    for (let time = 0; time < 20; time++) expect(evaluate(comment.variables)).toBe(first);
    expect(comment.variables.around.meter.overruns).toBe(before);
  });

  it("leaves the next one its whole time", () => {
    outcome("lists.words.exists(w, now.body.contains(w))", comment);
    expect(outcome("now.title.contains('aaa')", comment)).toEqual({ value: true });
  });
});
