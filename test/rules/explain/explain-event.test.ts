import { describe, expect, it } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { namesOf } from "../../../src/model/event-types.ts";
import { compileCondition } from "../../../src/rules/cel/compile-expression.ts";
import { languageFor } from "../../../src/rules/cel/language-for.ts";
import { variablesOf } from "../../../src/rules/cel/surroundings.ts";
import { children, type Node } from "../../../src/rules/cel/syntax.ts";
import { partsOf, partsOfCondition } from "../../../src/rules/explain/explain-event.ts";
import { fc } from "../../support/fast-check.ts";
import { anyCondition, anyEvent, listedTexts } from "../any-condition.ts";
import { entry, ruleWith } from "../support.ts";

const types = namesOf(builtInTypes).filter((type) => /^(short\.report|forum\.ranking)\./.test(type));
const language = languageFor(types, builtInTypes, { lists: { some: listedTexts } });

type Answer = boolean | undefined;

/** Joins the answers of the parts, taken in their order, by the table of and, or, not. */
function joined(node: Node, answers: Answer[]): Answer {
  const of = (child: Node) => joined(child, answers);
  switch (node.op) {
    case "!_": {
      const [answer] = children(node).map(of);
      return answer === undefined ? undefined : !answer;
    }
    case "&&":
    case "||": {
      const both = children(node).map(of);
      const deciding = node.op === "||";
      if (both.includes(deciding)) return deciding;
      return both.includes(undefined) ? undefined : !deciding;
    }
    case "?:": {
      const [test, yes, no] = children(node).map(of);
      return test === undefined ? undefined : test ? yes : no;
    }
    default:
      return answers.shift();
  }
}

describe("the parts of a condition", () => {
  it("come together to what the whole answers", { timeout: 120_000 }, () => {
    const seen = new Map<number, number>();
    fc.assert(
      fc.property(anyCondition, fc.array(anyEvent, { minLength: 3, maxLength: 6 }), (source, events) => {
        const condition = compileCondition(source, language);
        const parts = partsOfCondition(condition, language);
        seen.set(parts.length, (seen.get(parts.length) ?? 0) + 1);
        for (const event of events) {
          const variables = variablesOf(event);
          const answers = parts.map((part) => part.ask(variables).holds);
          expect(joined(condition.tree, answers) === true, source).toBe(condition(variables));
        }
      }),
      { numRuns: 1_000 },
    );
    for (const count of [1, 2, 3, 4]) expect(seen.get(count)).toBeGreaterThan(50);
  });

  const asked = (when: string, now: Record<string, unknown>) => {
    const [rule] = ruleWith("short.report.opened", [`when: ${JSON.stringify(when)}`]).rules;
    if (rule === undefined) throw new Error("no rule");
    const { event } = entry({ type: "short.report.opened", now, published: "2026-01-05" });
    return partsOf(rule).map((part) => ({ text: part.text, ...part.ask(variablesOf(event)) }));
  };

  it("are told as they are written, with the values of their fields", () => {
    const now = { code: "7203", seller: "Example (Capital)", ratio: 1.12 };
    const when = `(now.ratio  >=\n 1.0 || has(now.fund)) && !(now.seller == "Example (")`;
    expect(asked(when, now)).toEqual([
      { text: "now.ratio >= 1.0", holds: true, values: [{ text: "now.ratio", value: 1.12 }] },
      { text: "has(now.fund)", holds: false, values: [{ text: "now.fund", value: undefined }] },
      {
        text: 'now.seller == "Example ("',
        holds: false,
        values: [{ text: "now.seller", value: "Example (Capital)" }],
      },
    ]);
  });

  it("keep the brackets that their ends need, and no others", () => {
    const texts = asked("((now.ratio) > (1)) && (now.ratio + 1) * 2 > (3 - (1))", { ratio: 2 }).map(
      ({ text, holds }) => [text, holds],
    );
    expect(texts).toEqual([
      ["(now.ratio) > (1)", true],
      ["(now.ratio + 1) * 2 > (3 - (1))", true],
    ]);
  });

  it("answer neither where a field is absent, and name fields once", () => {
    expect(asked("now.fund == 'a' || now.ratio * now.ratio > 1", { ratio: 2 })).toEqual([
      { text: "now.fund == 'a'", holds: undefined, values: [{ text: "now.fund", value: undefined }] },
      { text: "now.ratio * now.ratio > 1", holds: true, values: [{ text: "now.ratio", value: 2 }] },
    ]);
  });

  it("take the name of a loop for its entries, not for a field", () => {
    const [part] = asked("changed.exists(now, now == 'ratio') && event.published > '2026'", {});
    expect(part?.values.map(({ text }) => text)).toEqual(["changed"]);
  });

  it("are none without a condition, and those of `when` where the rule also ends", () => {
    const [plain] = ruleWith("short.report.opened", []).rules;
    const [ending] = ruleWith("short.report.*", ["when: now.ratio > 1", "until: now.ratio < 1"]).rules;
    expect(plain && partsOf(plain)).toEqual([]);
    expect(ending && partsOf(ending).map(({ text }) => text)).toEqual(["now.ratio > 1"]);
    expect(ending && partsOfCondition(ending.over.until, ending.language).map(({ text }) => text)).toEqual([
      "now.ratio < 1",
    ]);
  });
});
