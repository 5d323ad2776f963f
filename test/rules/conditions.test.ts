import { describe, expect, it } from "vitest";
import { builtInTypes } from "../../src/files/event-types.ts";
import { exampleEvent } from "../../src/rules/check/examples.ts";
import type { ExampleEvent } from "../../src/rules/schema/example-schema.ts";
import { createFilterCompiler } from "../../src/rules/sets/filter.ts";
import { cpuMs } from "../support/cpu-time.ts";
import { fc } from "../support/fast-check.ts";
import { runsOf } from "../support/runs.ts";
import { entry, rulesOf, ruleWith } from "./support.ts";

function fires(when: string, example: ExampleEvent): boolean {
  const rules = ruleWith(example.type, [`when: ${JSON.stringify(when)}`]);
  return rules.match(entry(example)).length === 1;
}

const short: ExampleEvent = {
  type: "short.report.increased",
  now: { code: "7203", seller: "Example Capital", ratio: 1.2, shares: 3000 },
  was: { code: "7203", seller: "Example Capital", ratio: 0.7, shares: 2000 },
};

const comment: ExampleEvent = {
  type: "forum.comment.posted",
  now: { code: "7203", part: 6, body: "今日はｽﾄｯﾌﾟ高！ Great EARNINGS", yes: 0, no: 0 },
};

const margin: ExampleEvent = {
  type: "margin.alert.added",
  now: { code: "7203", publishedOn: "2026-01-05", reasons: ["Restricted", "Monitoring"] },
};

describe("plain numbers", () => {
  it.each([
    ["now.ratio * 2 > 1", true],
    ["now.ratio - was.ratio >= 0.5", true],
    ["now.shares - was.shares == 1000", true],
    ["now.shares / was.shares > 1.4", true],
    ["now.shares % 1000 == 0", true],
    ["-now.ratio < -1", true],
    ["now.ratio in [1, 2, 1.2]", true],
    ["size(now.seller) == 15", true],
    ["size(now.seller) - 5 == 10.0", true],
    ["15 == size(now.seller)", true],
    ["size(changed) == 2 && 'ratio' in changed", true],
    ["round(now.ratio - was.ratio, 1) == 0.5", true],
    ["min(now.ratio, 1) == 1 && max(1, now.ratio) == now.ratio && abs(0 - 2) == 2", true],
    ["now.ratio > 2", false],
  ])("%s is %s", (when, expected) => expect(fires(when, short)).toBe(expected));

  it("count places in a list from 0", () => {
    expect(fires("now.reasons[1] == 'Monitoring' && size(now.reasons) == 2", margin)).toBe(true);
    expect(fires("now.reasons[2] == 'Monitoring'", margin)).toBe(false);
  });
});

describe("loops over an empty list", () => {
  it.each([
    ["[].exists(e, e == 2)", false],
    ["[].all(e, e > 2.5)", true],
    ["[].map(e, e / 2).size() == 0", true],
    ["[].filter(e, e % 2 == 0) == []", true],
  ])("%s is %s", (when, expected) => expect(fires(when, short)).toBe(expected));
});

describe("events of simulated services", () => {
  it.each([
    "event.simulated",
    "event.simulated == true",
    "event.simulated ? now.ratio > 0 : now.ratio < 0",
    "[event.simulated].exists(one, one)",
    "event.simulated && timestamp(event.time) > timestamp('2020-01-01T00:00:00Z')",
  ])("are told apart by %s", (when) => {
    expect([fires(when, short), fires(when, { ...short, simulated: true })]).toEqual([false, true]);
    expect([fires(`!(${when})`, short), fires(`!(${when})`, { ...short, simulated: true })]).toEqual([
      true,
      false,
    ]);
  });

  it("are what a subscription's condition tells apart, too", () => {
    const compiled = createFilterCompiler(builtInTypes)("!event.simulated", [short.type]);
    const event = exampleEvent(short);
    const played = { ...event, simulated: true as const };
    expect(compiled.ok && [event, played].map((one) => compiled.matches(one))).toEqual([true, false]);
  });
});

describe("absent fields", () => {
  it.each([
    ["now.fund == 'A'", false],
    ["now.fund != 'A'", false],
    ["!(now.fund == 'A')", false],
    ["has(now.fund)", false],
    ["!has(now.fund)", true],
    ["has(now.seller)", true],
    ["now.fund == 'A' || now.ratio > 1", true],
    ["has(now.fund) && now.fund == 'A'", false],
    ["event.published == '2026-01-05'", false],
  ])("%s is %s", (when, expected) => expect(fires(when, short)).toBe(expected));

  it("are all that `was` has where there is nothing before", () => {
    const closed = { ...short, type: "short.report.closed" as const, was: undefined };
    expect(fires("now.code == was.code", closed)).toBe(false);
    expect(fires("has(was.code)", closed)).toBe(false);
    expect(fires("!has(was.code)", closed)).toBe(true);
    expect(fires("size(changed) == 0", closed)).toBe(true);
  });

  it("are values that have another type than the service promised", () => {
    const odd: ExampleEvent = { ...short, now: { code: "7203", seller: "x", ratio: "1.2" } };
    expect(fires("now.ratio > 1", odd)).toBe(false);
    expect(fires("now.ratio > 1", { ...short, now: { ...short.now, ratio: null } })).toBe(false);
  });
});

describe("text", () => {
  it.each([
    ["now.body.contains('ストップ高')", true],
    ["now.body.contains('すとっぷ')", true],
    ["now.body.contains('earnings')", true],
    ["now.body.startsWith('今日ハ')", true],
    ["now.body.endsWith('ｅａｒｎｉｎｇｓ')", true],
    ["now.body.has_any(['配当', 'stop'])", false],
    ["now.body.has_any(['配当', 'すとっぷ'])", true],
    ["has_any(now.body, ['great'])", true],
    ["now.body.has_any([])", false],
    ["size(now.body.matched_words(['ストップ高', 'earnings', '配当'])) == 2", true],
    ["now.body.matched_words(['EARNINGS', 'すとっぷ'])[0] == 'すとっぷ'", true],
    ["'great' in now.body.matched_words(['great'])", true],
    ["size(now.body.matched_words(changed)) == 0", true],
    ["size(now.title.matched_words(['a'])) == 0", false],
    ["now.body.matches('[A-Z]{5,}')", true],
    ["now.body.matches('^Great')", false],
    ["now.body.matches('\\\\p{Han}{2}')", true],
    ["now.body == '今日は'", false],
  ])("%s is %s", (when, expected) => expect(fires(when, comment)).toBe(expected));

  it("is searched in lists of texts too", () => {
    expect(fires("now.reasons.has_any(['monitor'])", margin)).toBe(true);
    expect(fires("now.reasons.exists(reason, reason.startsWith('Rest'))", margin)).toBe(true);
    expect(fires("now.reasons.all(reason, reason.startsWith('Rest'))", margin)).toBe(false);
  });

  it("gives the words found in all of a list of texts, each once", () => {
    expect(fires("size(now.reasons.matched_words(['o', 'monitor', 'x'])) == 2", margin)).toBe(true);
  });

  it("cannot slow a pattern down", () => {
    const evil = { ...comment, now: { ...comment.now, body: `${"a".repeat(50_000)}!` } };
    for (const pattern of ["(a+)+$", "(a|a)*$", "(a|aa)+$", "(.*a){12}$", "([a-z]+)*[^a]$"]) {
      const rules = ruleWith(comment.type, [`when: "now.body.matches('${pattern}')"`]);
      // The JS engine would take longer than the universe has.
      expect(cpuMs(() => rules.match(entry(evil)), 2_000)).toBeLessThan(2_000);
    }
  });
});

describe("hostile expressions", () => {
  const parts = [
    ..."now was changed event lists event.type now.body now.yes was.no now.nothing true null 1 0 -1 1.5 9223372036854775807".split(
      " ",
    ),
    ..."'a' \"x\" ( ) [ ] { } . , : ? + - * / % == != < > <= >= && || ! in has( size( .contains( .matches('(a+)+') .map(x, .exists(x, x".split(
      " ",
    ),
    ..."constructor __proto__ toString .constructor ['constructor'] cel.bind( type( dyn( timestamp( bytes( google string int".split(
      " ",
    ),
  ];

  it("are refused or answer, and never throw", () => {
    // Of long ones hardly any is accepted.
    const tokens = (maxLength: number) => fc.array(fc.constantFrom(...parts), { maxLength });
    const noise = fc.oneof(tokens(3), tokens(25));
    let accepted = 0;
    fc.assert(
      fc.property(noise, (words) => {
        let rules: ReturnType<typeof ruleWith>;
        try {
          rules = ruleWith(comment.type, [`when: ${JSON.stringify(words.join(" "))}`]);
        } catch {
          return;
        }
        accepted++;
        expect(rules.match(entry(comment)).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: runsOf({ quick: 800, long: 3_000 }) },
    );
    expect(accepted).toBeGreaterThan(0);
  });

  it.each([
    ["now.body.matches('(.{0,30}){30}z')", "repeats too much"],
    ["now.body.matches('(a?){500}a{500}b')", "repeats too much"],
    ["lists.words.exists(a, lists.words.exists(b, a == b))", "would take too long"],
    ["lists.words.exists(a, now.body.matches('[a-z]+ [0-9]+'))", "would take too long"],
    ["lists.words.exists(a, now.body.has_any(lists.words))", "would take too long"],
    ["lists.words.exists(a, size(now.body.matched_words(lists.words)) > 1)", "would take too long"],
    [`${"now.body == 'a' || ".repeat(150)}true`, "too large"],
    [`${"(".repeat(50)}true${")".repeat(50)}`, "too large"],
    [`now.yes in [${"1, ".repeat(2_000)}1]`, "at most 4000 characters"],
  ])("are refused for their cost, before they run: %.60s", (when, words) => {
    const list = Array.from({ length: 2_000 }, (_, at) => `word${at}`);
    const text = `lists: { words: ${JSON.stringify(list)} }\nrules:\n  - { name: a, on: forum.comment.posted, title: x, when: ${JSON.stringify(when)} }\n`;
    expect(() => rulesOf(text)).toThrow(words);
  });

  it("reach nothing but what is declared", () => {
    for (const when of [
      "now.constructor.name == 'x'",
      "now['constructor'] == 'x'",
      "has(now.constructor)",
      "has(now.__proto__)",
      "event.__proto__ == 'x'",
      "lists.constructor == []",
      "cel.bind(x, now, x.constructor == 1)",
      "type(now) == double",
      "dyn(now).constructor == 1",
    ]) {
      expect(() => ruleWith(comment.type, [`when: ${JSON.stringify(when)}`]), when).toThrow();
    }
  });
});
