/** Texts with values: where they begin and end, how many there may be, how long the text may be, and which lines stay. */
import { expect, test } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { compileRuleTexts } from "../../../src/rules/files/compile-files.ts";
import { standingHouse } from "../standing/standing-support.ts";
import { entry, rulesOf } from "../support.ts";

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

test.each([
  ["{{ now.shares }} shares", "14,295,452 shares"],
  ["{{ -now.shares }}", "-14,295,452"],
  ["{{ now.shares / 1000 }}", "14,295.452"],
  ["{{ now.ratio }} %, {{ 999 }}", "1,234.5 %, 999"],
  ["{{ 12345 }} {{ 12345u }} {{ 12345.5 }}", "12,345 12,345 12,345.5"],
  ["{{ now.?shares.orValue(0) }}", "14,295,452"],
])("numbers have their thousands separated: %s", (title, text) => {
  expect(shown(title, { shares: 14_295_452, ratio: 1_234.5 })[0]).toBe(text);
});

test.each([
  ["{{ string(now.shares) }}", "14295452"],
  ["{{ string(12345) }}", "12345"],
  ["{{ now.code }}, {{ now.calculatedOn }}", "7203, 2026-11-18"],
  ["{{ 'a ' + string(now.shares) }}", "a 14295452"],
  ["{{ [now.shares, 2000.5] }}", "14295452, 2000.5"],
])("what is no number by itself is shown as it is: %s", (title, text) => {
  expect(shown(title, { shares: 14_295_452, calculatedOn: "2026-11-18" })[0]).toBe(text);
});

test("texts in other languages and bodies separate thousands, and the values of `by` do not", () => {
  const text = `
rules:
  - name: a
    on: short.report.*
    by: [now.shares]
    title: "{{ now.shares }}"
    body: "Line\\n{{ now.shares }}"
    texts: { ja: { title: "{{ now.shares }}株" } }
`;
  const [firing] = rulesOf(text).match(
    entry({ type: "short.report.opened", now: { code: "7203", seller: "S", ratio: 1, shares: 3_640_000 } }),
  );
  expect(firing).toMatchObject({
    key: "3640000",
    title: "3,640,000",
    body: "Line\n3,640,000",
    texts: { ja: { title: "3,640,000株" } },
  });
});

test("a number that names something, such as a comment, is shown as it is", () => {
  const text = `
rules:
  - name: a
    on: forum.comment.posted
    title: "{{ now.part }} {{ now.yes }}"
  - { name: b, on: alert.fired, rules: [a], title: "{{ now.cause.seq }}" }
`;
  const rules = rulesOf(text);
  const comment = { code: "7203", part: 1_234_567, body: "b", yes: 1_000, no: 0 };
  expect(rules.match(entry({ type: "forum.comment.posted", now: comment }))[0]?.title).toBe("1234567 1,000");
  const cause = { seq: 12_345, id: "i", type: "t", source: "s", subject: "7203" };
  const alert = {
    rule: "a",
    key: "k",
    severity: "info",
    title: "t",
    body: "",
    labels: {},
    recipients: [],
    cause,
  };
  expect(rules.match(entry({ type: "alert.fired", now: alert }))[0]?.title).toBe("12345");
});

test("the newest comment's number is one that names it, too", () => {
  const text = `
rules:
  - { name: a, on: short.report.*, title: "{{ latest.forumComments[now.code].part }} {{ latest.forumComments[now.code].yes }}" }
`;
  const house = standingHouse(rulesOf(text));
  house.put("forum-comments", "7203|1234567", {
    code: "7203",
    part: 1_234_567,
    body: "b",
    yes: 1_000,
    no: 0,
  });
  const [firing] = house.match({ type: "short.report.opened", now: { code: "7203", seller: "S", ratio: 1 } });
  expect(firing?.title).toBe("1234567 1,000");
});
