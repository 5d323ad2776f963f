import { describe, expect, it } from "vitest";
import { fits, patternOf } from "../../src/alerts/fact-keys.ts";
import { matcherForm, matcherOf, matcherValue, parseMatcher } from "../../src/alerts/matcher.ts";
import type { AlertFacts } from "../../src/model/alerts.ts";
import { cpuMs, mostMs } from "../support/cpu-time.ts";
import { fc } from "../support/fast-check.ts";
import { factsOf } from "./facts.ts";

const matches = (text: string, changed: Partial<AlertFacts> = {}) =>
  matcherOf(text).matches(factsOf(changed));

describe("a matcher", () => {
  it.each([
    "rule=short-large",
    "rule=short-*",
    "rule=*-large",
    "rule=s*-l*e",
    "rule=*",
    "rule=other,short-*",
    "rule=short-* subject=7203",
    "  rule=short-*   subject=6758,7203  ",
    "severity!=info",
    "severity!=info,critical",
    "rule=short-* rule!=short-small",
    "source=short-sale-reports",
    'key="7203|Example Capital"',
    "key='7203|Example Capital'",
    'key="7203|Example*"',
    "key=7203|*",
    'subject="7203"',
    "subject=72030",
    "label.desk!=tokyo",
    "watchlist!=mine",
    "watchlist!=*",
  ])("%s fits the alert", (text) => {
    expect(matches(text)).toBe(true);
  });

  it.each([
    "rule=short-larg",
    "rule=hort-large",
    "rule=SHORT-*",
    "rule=short-*-large",
    "rule!=short-*",
    "rule=short-* subject=6758",
    "severity=info,critical",
    "source=/sources/short-sale-reports",
    "source=margin-*",
    "label.desk=*",
    "watchlist=*",
    'rule="short-\\*"',
  ])("%s does not", (text) => {
    expect(matches(text)).toBe(false);
  });

  it("asks labels, watchlists and the monitor's own parts by their names", () => {
    const changed = {
      labels: { desk: "tokyo east" },
      watchlists: ["core", "mine"],
      notify: ["email:desk", "webhook:lan"],
      source: "/outputs/email",
    };
    for (const text of [
      'label.desk="tokyo east"',
      "label.desk=tokyo*",
      "watchlist=mine",
      "notify=email:desk",
      "source=outputs/email",
    ])
      expect([text, matches(text, changed)]).toEqual([text, true]);
    for (const text of [
      "watchlist!=mine",
      "label.toString=*",
      "label.desk=osaka",
      "notify!=email:desk",
      "notify=email:duty",
    ])
      expect([text, matches(text, changed)]).toEqual([text, false]);
  });
});

describe("a text that is no matcher", () => {
  it.each([
    ["", 0, "this is about no alert", "for all of them write rule=*"],
    ["   ", 0, "this is about no alert", "for all of them write rule=*"],
    ["*", 0, "this has no key", "for all alerts write rule=*"],
    ["ruel=x", 0, "unknown key `ruel`", "did you mean `rule`?"],
    ["rule=x label=y", 7, "unknown key `label`", "write label.NAME"],
    ["labels.desk=y", 0, "unknown key `labels.desk`", "write label.desk"],
    [
      "stock=7203",
      0,
      "unknown key `stock`",
      "there are rule, key, severity, subject, source, watchlist, notify and label.NAME",
    ],
    ["rule=x severity=warn", 16, "`warn` is no severity", "it is one of info, warning, critical"],
    ["severity=warnign", 9, "`warnign` is no severity", "did you mean `warning`?"],
    ["rule=~short.*", 4, "there are no regular expressions here", "* means any text"],
    ["rule!~x", 4, "there are no regular expressions here", "* means any text"],
    ["rule==x", 4, "one = is enough", "write rule="],
    ["rule = x", 4, "no blanks around =", "write rule="],
    ["rule= x", 5, "a value is missing after =", "no blanks around = and commas"],
    ["rule=a, b", 7, "a value is missing after this comma", "no blanks around = and commas"],
    ["rule=a,,b", 7, "a value is missing after this comma", 'an empty text is written ""'],
    ["rule=", 5, "a value is missing after =", 'an empty text is written ""'],
    ["rule=a and subject=b", 7, "a blank is *and*, a comma between values is *or*", "leave it out"],
    ['key="7203', 4, "this quote has no end", undefined],
    ['key="a"b', 7, "a blank or a comma comes after a value", 'in quotes a value is whole: "a b"'],
    ["key=it's", 6, "a blank or a comma comes after a value", 'in quotes a value is whole: "a b"'],
    ["rule", 0, "`rule` needs a value", "write rule="],
    ["short-large", 0, "`short-large` is no condition", "one looks like rule=short-*"],
    ["=x", 0, "a key is missing here", expect.stringContaining("there are rule, key")],
  ])("%s is told at its place", (text, index, message, suggestion) => {
    expect(parseMatcher(text)).toEqual({ ok: false, mistake: { index, message, suggestion } });
  });

  it("is one with more than 2,000 characters, or more than 100 values in all", () => {
    expect(parseMatcher(`rule=${"x".repeat(1_995)}`).ok).toBe(true);
    expect(parseMatcher(`rule=${"x".repeat(1_996)}`)).toMatchObject({ mistake: { index: 2_000 } });
    const values = (count: number) => Array.from({ length: count }, (_, index) => index).join();
    expect(parseMatcher(`rule=${values(60)} subject=${values(40)}`).ok).toBe(true);
    expect(parseMatcher(`rule=${values(60)} subject=${values(41)}`).ok).toBe(false);
  });

  it("is never one that reading ends in an error of another kind for", () => {
    const signs = fc.constantFrom(
      ...["rule", "severity", "label.a", "=", "!=", ",", " ", "*", '"', "'", "\\", "x"],
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(signs, fc.string())), (parts) => {
        const read = parseMatcher(parts.join(""));
        if (!read.ok) expect(read.mistake.index).toBeLessThanOrEqual(parts.join("").length);
      }),
    );
  });
});

describe("the form of a matcher that editors see", () => {
  it("takes every text that is one, and refuses most that are none", () => {
    const form = new RegExp(matcherForm, "u");
    const value = fc.string({ unit: "grapheme", maxLength: 12 }).map(matcherValue);
    const condition = fc
      .tuple(
        fc.constantFrom("rule", "key", "subject", "label.desk", "watchlist"),
        fc.constantFrom("=", "!="),
        fc.array(value, { minLength: 1, maxLength: 3 }),
      )
      .map(([key, operator, values]) => `${key}${operator}${values.join()}`);
    fc.assert(
      fc.property(
        fc.array(condition, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(" ", "  "),
        (all, blank) => {
          expect(parseMatcher(all.join(blank)).ok).toBe(true);
          expect(all.join(blank)).toMatch(form);
        },
      ),
    );
    for (const text of [
      "",
      "*",
      "rule",
      "rule==x",
      "rule = x",
      "ruel=x",
      "rule=a, b",
      'key="x',
      "rule=a,,b",
      "label.=x",
    ])
      expect(text).not.toMatch(form);
  });
});

describe("the star", () => {
  it("stands for any text, as in a search of every way to fit", () => {
    const word = fc.array(fc.constantFrom("a", "b", "."), { maxLength: 8 }).map((signs) => signs.join(""));
    const starred = fc
      .array(fc.constantFrom("a", "b", ".", "*"), { maxLength: 8 })
      .map((signs) => signs.join(""));
    const anyWay = (pattern: string, text: string): boolean => {
      if (pattern === "") return text === "";
      if (pattern[0] !== "*") return pattern[0] === text[0] && anyWay(pattern.slice(1), text.slice(1));
      return [...text, ""].some((_, from) => anyWay(pattern.slice(1), text.slice(from)));
    };
    fc.assert(
      fc.property(starred, word, (pattern, text) => {
        expect(fits(patternOf(pattern), text)).toBe(anyWay(pattern, text));
      }),
      { numRuns: 2_000 },
    );
  });

  it("takes no time where it would have to be tried everywhere", () => {
    const pattern = patternOf("*a".repeat(900));
    const text = `${"a".repeat(100_000)}b`;
    const ask = () => {
      for (let count = 0; count < 20; count += 1) expect(fits(pattern, text)).toBe(false);
    };
    expect(cpuMs(ask, mostMs)).toBeLessThan(mostMs);
  });
});

describe("a text written as a value", () => {
  it("fits itself alone, whatever characters it has", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 40 }),
        fc.string({ maxLength: 40 }),
        (text, other) => {
          const matcher = matcherOf(`key=${matcherValue(text)}`);
          expect(matcher.matches(factsOf({ key: text }))).toBe(true);
          expect(matcher.matches(factsOf({ key: other }))).toBe(other === text);
        },
      ),
    );
  });
});
