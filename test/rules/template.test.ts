/** Texts with values: where they begin and end, how many there may be, how long the text may be, and which lines stay. */
import { expect, test } from "vitest";
import { builtInTypes } from "../../src/app/files/event-types.ts";
import { compileRuleTexts } from "../../src/rules/files/load-rules.ts";
import { entry, rulesOf } from "./support.ts";

const ruleText = (title: string, body = "") =>
  JSON.stringify({ rules: [{ name: "a", on: "short.report.*", title, ...(body && { body }) }] });

function told(title: string): string[] {
  const loaded = compileRuleTexts([{ file: "a.yaml", text: ruleText(title) }], {
    notify: [],
    types: builtInTypes,
    hash: "",
  });
  return loaded.ok ? [] : loaded.problems.map(({ column, message }) => `${column} ${message}`);
}

function shown(title: string, now: object, body?: string): (string | undefined)[] {
  const [firing] = rulesOf(ruleText(title, body)).match(
    entry({ type: "short.report.opened", now: { code: "7203", seller: "S", ratio: 1, ...now } }),
  );
  return [firing?.title, firing?.body];
}

const before = ruleText("").indexOf('""') + 2;

test("values stand anywhere in a text, also beside each other and with braces of their own", () => {
  expect(shown("{{now.code}}{{ now.seller }}", {})[0]).toBe("7203S");
  expect(shown("a {{ {'b': 'c'}['b'] }} d", {})[0]).toBe("a c d");
  expect(shown("a {{ '}}' }} d", {})[0]).toBe("a }} d");
  expect(shown("} a }} {{ now.code }}}", {})[0]).toBe("} a }} 7203}");
});

test.each([
  ["{{}}", `${before + 2} an expression is needed here`],
  ["{{ }}", `${before + 2} an expression is needed here`],
  ["a {{ now.code", `${before + 2} this {{ has no }}`],
  ["a {{ now.code }", `${before + 2} this {{ has no }}`],
  ["{{ now.code }} {{", `${before + 15} this {{ has no }}`],
  ["{{ now.cod }}", `${before + 7} \`now\` has no field \`cod\``],
  ["ab {{ now.cod }}", `${before + 10} \`now\` has no field \`cod\``],
])("of %j is said: %s", (title, message) => {
  expect(told(title)).toEqual([message]);
});

test("a text has a hundred values at most", () => {
  expect(told("{{ now.code }}".repeat(100))).toEqual([]);
  expect(told("{{ now.code }}".repeat(101))).toEqual([
    `${before + 100 * "{{ now.code }}".length} a text has at most 100 {{ }}`,
  ]);
});

test("a line of several is left out where it has values and none is known", () => {
  const body =
    "{{ now.fund }}\nfund {{ now.fund }} of {{ now.seller }}\n\nplain\n{{ now.fund }}{{ now.fund }}";
  expect(shown("x", {}, body)[1]).toBe("fund – of S\n\nplain");
  expect(shown("x", { fund: "F" }, body)[1]).toBe("F\nfund F of S\n\nplain\nFF");
});
