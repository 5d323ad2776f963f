import { describe, expect, it } from "vitest";
import { failuresOf, mistakesIn } from "./support.ts";

const rules = `
rules:
  - { name: any-short, on: short.report.*, by: now.code, severity: warning, title: "{{ now.ratio }} %" }
`;

const steps = (expected: string) => `
tests:
  - name: a failing test
    steps:
      - at: "2026-11-20T10:00:00+09:00"
        events:
          - { type: short.report.opened, now: { code: "7203", seller: A, ratio: 1.2 } }
          - { type: short.report.opened, now: { code: "6758", seller: B, ratio: 0.7 } }
        expect:
          ${expected}
      - { after: 1m, expect: { alerts: [{ rule: any-short }] } }
`;

describe("a test that fails", () => {
  const came = [
    "alerts: what came",
    '  - { rule: any-short, key: "7203", severity: warning, title: "1.2 %", body: "", labels: {}, recipients: [], cause: ',
    '  - { rule: any-short, key: "6758", severity: warning, title: "0.7 %", body: "", labels: {}, recipients: [], cause: ',
  ];
  const told = async (expected: string) => {
    const lines = await failuresOf(rules, steps(expected));
    return lines.map((line) => line.replace(/(cause: ).*/, "$1"));
  };

  it("says where, what was expected, what is nearest and how it differs", async () => {
    expect(await told('alerts: [{ rule: any-short, key: "7203", title: 1.3 % }]')).toEqual([
      "step 1, 2026-11-20T10:00:00+09:00",
      "some-test.yaml:10:20: alerts: this did not come",
      '  expected  { rule: any-short, key: "7203", title: "1.3 %" }',
      '  nearest   { rule: any-short, key: "7203", title: "1.2 %" }',
      '    title: expected "1.3 %", came "1.2 %"',
      ...came,
    ]);
  });

  it("says that something came in another order", async () => {
    expect(await told('alerts: [{ key: "6758" }, { key: "7203" }]')).toEqual([
      "step 1, 2026-11-20T10:00:00+09:00",
      "some-test.yaml:10:37: alerts: this came, but not in this order",
      '  expected  { key: "7203" }',
      ...came,
    ]);
  });

  it("says what came besides, where nothing else may", async () => {
    const lines = await told('{ exactly: true, alerts: [{ key: "7203" }] }');
    expect(lines.slice(0, 3)).toEqual([
      "step 1, 2026-11-20T10:00:00+09:00",
      "some-test.yaml:10:28: alerts: this came and was not expected",
      expect.stringContaining('  came      { rule: any-short, key: "6758"'),
    ]);
    expect(await told("mails: [{ to: trader@example.com }]")).toEqual([
      "step 1, 2026-11-20T10:00:00+09:00",
      "some-test.yaml:10:19: mails: this did not come",
      "  expected  { to: trader@example.com }",
      "mails: nothing came",
    ]);
    expect((await told("events: []"))[1]).toBe(
      "some-test.yaml:10:11: events: this came and was not expected",
    );
  });

  it("holds the steps after the first one too", async () => {
    expect(await told("alerts: [{}, {}]")).toEqual([
      "step 2, 2026-11-20T10:01:00+09:00",
      "some-test.yaml:11:41: alerts: this did not come",
      "  expected  { rule: any-short }",
      "alerts: nothing came",
    ]);
  });
});

describe("a mistake in a test file", () => {
  const first = 'at: "2026-11-20T10:00:00+09:00"';
  const test = (lines: string) => `tests:\n  - name: x\n    steps:\n      - ${first}\n${lines}`;
  it.each([
    ["an unknown key", test("        expct: {}"), "5:9: unknown key `expct` (did you mean `expect`?)"],
    [
      "a misspelt rule",
      test("        expect: { alerts: [{ rule: any-shrt }] }"),
      "5:36: there is no rule `any-shrt` (did you mean `any-short`?)",
    ],
    [
      "a misspelt field of an event",
      test('        events: [{ type: short.report.opened, now: { code: "1", ration: 2 } }]'),
      "5:65: events of type short.report.opened have no field `ration` (did you mean `ratio`?)",
    ],
    [
      "a misspelt field of what is expected",
      test("        expect: { events: [{ type: short.report.opened, now: { selle: A } }] }"),
      "5:64: events of type short.report.opened have no field `selle` (did you mean `seller`?)",
    ],
    [
      "an unquoted code",
      test("        expect: { events: [{ type: short.report.opened, now: { code: 7203 } }] }"),
      '5:70: `code` has another kind of value in events (put it in quotes: "7203")',
    ],
    [
      "a misspelt field of an answer",
      test("        poll: { forum-ranking: [{ term: daily, cod: x, code: y }] }"),
      "5:48: unknown key `cod` (did you mean `code`?)",
    ],
    [
      "a reason that there is not",
      test("        fails: { margin-alerts: tiemout }"),
      "5:33: this must be one of unreachable, timeout, refused, rejected, rate-limited, server-error, redirected, too-large, incomplete, malformed, service-error, unknown-code, drifted (did you mean `timeout`?)",
    ],
    [
      "a step before the one before",
      test('      - at: "2026-11-20T09:59:59+09:00"'),
      "5:13: this is before the step before",
    ],
    [
      "a moment that is none",
      test("      - at: tomorrow"),
      "5:13: this is no moment; one looks like 2026-11-20T17:30:00+09:00",
    ],
    [
      "a moment without a zone, which would be another one on another machine",
      test('      - at: "2026-11-20 17:30"'),
      "5:13: this is no moment; one looks like 2026-11-20T17:30:00+09:00 (it needs a zone: 2026-11-20T17:30+09:00)",
    ],
    [
      "a day that there is not",
      test('        events: [{ type: short.report.opened, published: "2026-02-30", now: {} }]'),
      "5:58: this is no time; one looks like 2026-01-05 or 2026-01-05T18:00:00+09:00",
    ],
    [
      "a day of an answer that there is not",
      test('        poll: { margin-alerts: [{ code: "7203", publishedOn: "2026-11-31" }] }'),
      "5:62: there is no such day; one looks like 2026-01-05",
    ],
    [
      "a number in quotes",
      test("        expect: { events: [{ type: short.report.opened, now: { ratio: '1.2' } }] }"),
      "5:71: `ratio` has another kind of value in events (write it without quotes: 1.2)",
    ],
    [
      "a part of a number",
      test("        expect: { events: [{ type: short.report.opened, now: { ratio: { contains: '1' } } }] }"),
      "5:71: `ratio` is a number: `contains` is for texts",
    ],
    [
      "a misspelt name of a changed field",
      test("        expect: { events: [{ type: short.report.increased, changed: [ration] }] }"),
      "5:70: events of type short.report.increased have no field `ration` (did you mean `ratio`?)",
    ],
    [
      "a misspelt field of any event",
      test("        expect: { events: [{ now: { selle: A } }] }"),
      "5:37: no event has a field `selle` (did you mean `seller`?)",
    ],
    [
      "a step before the end of a time that passes",
      test('      - after: 1bd\n      - at: "2026-11-23T09:00:00+09:00"'),
      "6:13: this is before the step before",
    ],
    [
      "a misspelt field of a subscription, behind wide characters",
      `tests:\n  - name: x\n    subscribe: { where: now.title.contains('例示') && now.sevrity == 'info', types: [alert.fired] }\n    steps: [{ ${first} }]`,
      "3:57: `now` has no field `sevrity` (did you mean `severity`?)",
    ],
    [
      "a misspelt type of a subscription",
      `tests:\n  - name: x\n    subscribe: { types: [short.report.*, alert.fird] }\n    steps: [{ ${first} }]`,
      "3:42: there is no event type `alert.fird` (did you mean `alert.fired`?)",
    ],
    [
      "a duration that is none",
      test("      - after: 1 hour"),
      "5:16: this is no duration; one looks like 30s, 15m, 1h, 1d or 3bd",
    ],
    ["both `at` and `after`", test("        after: 1h"), "4:9: a step has `at` or `after`, not both"],
    [
      "no beginning",
      "tests:\n  - name: x\n    steps:\n      - after: 1h",
      "4:9: the first step needs `at`: when the test begins",
    ],
    [
      "a subscription that the feed refuses",
      `tests:\n  - name: x\n    subscribe: { where: now.x == 1 }\n    steps: [{ ${first} }]`,
      "3:29: `now` has no field `x`",
    ],
    [
      "a rule of the test that there is not",
      `tests:\n  - name: x\n    rules: [any-short, other]\n    steps: [{ ${first} }]`,
      "3:24: there is no rule `other`",
    ],
    ["YAML that is none", "tests:\n\t- x", "2:1: tabs do not indent YAML (use blanks)"],
  ])("is told at its place: %s", async (_, tests, told) => {
    const mistakes = await mistakesIn(tests, rules);
    expect(mistakes.map((line) => line.replace(/^some-test.yaml:/, ""))).toEqual([told]);
  });
});

describe("a test file with mistakes of several kinds", () => {
  it("has them all told at once, those of its form and those of what it means", async () => {
    const tests = `tests:
  - name: 1
    rules: [any-shrt]
    sbscribe: {}
    steps:
      - at: "2026-11-20T10:00:00+09:00"
        poll: { short-sale-reports: [{ code: 7203 }] }
        expect: { alerts: [{ rule: any-shorts }] }
      -
      - { after: 1m, evnts: [], events: [{ type: short.report.opened, now: { ratoi: 1 } }] }
  - name: no steps
    subscribe: { where: now.severty == "info", types: [alert.fired] }
`;
    expect((await mistakesIn(tests, rules)).map((line) => line.replace("some-test.yaml:", ""))).toEqual([
      '2:11: this must be text (put it in quotes: "1")',
      "3:13: there is no rule `any-shrt` (did you mean `any-short`?)",
      "4:5: unknown key `sbscribe` (did you mean `subscribe`?)",
      "7:38: `seller` is missing",
      "7:38: `ratio` is missing",
      "7:38: `calculatedOn` is missing",
      "7:38: `disclosedOn` is missing",
      '7:46: this must be text (put it in quotes: "7203")',
      "8:36: there is no rule `any-shorts` (did you mean `any-short`?)",
      "9:8: this must be a map of keys and values",
      "10:22: unknown key `evnts` (did you mean `events`?)",
      "10:78: events of type short.report.opened have no field `ratoi` (did you mean `ratio`?)",
      "11:5: `steps` is missing",
      "12:29: `now` has no field `severty` (did you mean `severity`?)",
    ]);
  });
});
