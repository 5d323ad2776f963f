/** One look at a file tells every mistake that does not follow from another one. */
import { expect, test } from "vitest";
import { allEventTypes, builtInTypes, eventTypesOf } from "../../src/files/event-types.ts";
import { compileRuleTexts } from "../../src/rules/files/compile-files.ts";
import { mailsTo } from "./support.ts";

function told(text: string, types = builtInTypes): string[] {
  const loaded = compileRuleTexts([{ file: "a.yaml", text }], { notify: mailsTo("desk"), types, hash: "" });
  const problems = loaded.ok ? [] : loaded.problems;
  return [...problems, ...loaded.warnings].map(({ line, message }) => `${line} ${message}`);
}

const noField = (name: string) => `\`now\` has no field \`${name}\``;

test("mistakes in when, by, title, an unknown key and examples of one rule are told at once", () => {
  const text = `
rules:
  - name: one
    on: short.report.opened
    when: now.ratoi >= 1 && now.cod == "7203" && (now.sellr == "x" || now.ratio == "a")
    by: [now.fnd]
    titel: x
    title: "{{ now.nme }} {{ found.count }} {{ now.shres }}"
    severity: warnin
    count: { within: 1h, at_lest: 3 }
    notify: [email:nobody]
    labels: { a: "{{ now.lbl }}" }
    examples:
      - fires: { type: short.report.opened, now: { code: "7203", ratoi: 1.2 } }
      - silent: { type: short.report.opend, now: { code: "7203" } }
      - fires: { type: short.report.closed, now: { code: "7203" } }
`;
  expect(told(text)).toEqual([
    `5 ${noField("ratoi")}`,
    `5 ${noField("cod")}`,
    `5 ${noField("sellr")}`,
    expect.stringMatching(/^5 .*text.*number|^5 .*number.*text/),
    `6 ${noField("fnd")}`,
    "7 unknown key `titel`",
    `8 ${noField("nme")}`,
    `8 ${noField("shres")}`,
    "9 this must be one of info, warning, critical",
    expect.stringMatching(/^10 one of at_least/),
    "10 unknown key `at_lest`",
    "11 the settings have no recipient `nobody`",
    `12 ${noField("lbl")}`,
    "14 events of type short.report.opened have no field `ratoi`",
    "15 this must be one of the known names",
    "16 this example does not hold: the rule is not about events of type short.report.closed",
  ]);
});

test("examples are run where the mistakes are in what the alert says alone", () => {
  const text = (more: string) => `
rules:
  - name: one
    on: short.report.opened
    when: now.ratio >= 1
    title: "{{ now.nme }}"
${more}
    examples:
      - fires: { type: short.report.opened, now: { code: "7203", ratio: 0.5 } }
`;
  const example = "9 this example does not hold: the rule does not fire for this";
  expect(told(text("    titel: x"))).toEqual([`6 ${noField("nme")}`, "7 unknown key `titel`", example]);
  expect(told(text("    severity: warnin"))).toEqual([`6 ${noField("nme")}`, expect.any(String), example]);
  // A condition that cannot be read may be why the example does not hold.
  expect(told(text("    cuont: { within: 1h, at_least: 2 }"))).toEqual([
    `6 ${noField("nme")}`,
    "7 unknown key `cuont`",
  ]);
});

test("behind a misspelt type or template the rest is looked at with the one that was meant", () => {
  expect(
    told('rules: [{ name: a, on: short.report.opend, when: now.ratoi > 1, title: "{{ now.sellr }}" }]'),
  ).toEqual([
    "1 there is no event type `short.report.opend`",
    `1 ${noField("ratoi")}`,
    `1 ${noField("sellr")}`,
  ]);
  expect(told('rules: [{ name: a, on: weather.*, when: now.ratoi > 1, title: "{{ now.sellr }}" }]')).toEqual([
    "1 there is no event type `weather.*`",
  ]);
  const templates = `
rules:
  - { name: large, on: short.report.opened, params: { level: 1 }, when: now.ratio > params.level, title: x }
  - { name: larger, template: lrge, params: { levl: 3 }, title: "{{ now.sellr }}" }
`;
  expect(told(templates)).toEqual([
    "4 there is no rule `lrge`",
    "4 the rule has no parameter `levl`",
    `4 ${noField("sellr")}`,
  ]);
});

test("a rule is looked at whole beside another one with mistakes, and a name is one mistake however often it comes", () => {
  const text = `
rules:
  - { name: one, on: short.report.opened, title: x, cooldown: 1x }
  - name: two
    on: short.report.opened
    when: now.ratio < 0
    title: "{{ now.nme }} {{ now.nme }}"
  - { name: three, on: short.report.opened, when: now.ratoi > 1 && now.ratoi < 2, title: x }
`;
  expect(told(text)).toEqual([
    expect.stringMatching(/^3 this is no duration/),
    `7 ${noField("nme")}`,
    `7 ${noField("nme")}`,
    `8 ${noField("ratoi")}`,
    expect.stringMatching(/^6 /),
  ]);
});

test("a source that the settings do not have is told once, and not for each example", () => {
  const text = `
rules:
  - name: cut
    on: market.fins-summary.changed
    title: x
    examples:
      - fires: { type: market.fins-summary.changed, now: { code: "7203" } }
      - silent: [{ type: market.fins-summary.changed, now: { code: "7203" } }, { type: market.fins-sumary.changed, now: {} }]
`;
  expect(told(text, eventTypesOf({ recordSources: [] }))).toEqual([
    "4 no source of the settings gives `market.fins-summary.changed`",
    "8 this must be one of the known names",
  ]);
  expect(told(text, allEventTypes())).toEqual(["8 this must be one of the known names"]);
});
