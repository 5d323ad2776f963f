/** Labels with values of each alert. */
import { describe, expect, test } from "vitest";
import { alertFactsOf } from "../../../src/alerts/life/alert-facts.ts";
import { matcherOf } from "../../../src/alerts/matcher.ts";
import { numbered } from "../../../src/model/event.ts";
import { alertDraft } from "../../../src/pipeline/judging/raising.ts";
import type { ExampleEvent } from "../../../src/rules/schema/example-schema.ts";
import { entry, rulesOf, ruleWith } from "../support.ts";

const short: ExampleEvent = {
  type: "short.report.opened",
  now: { code: "7203", seller: "Example Capital", ratio: 1.2, shares: 3_640_000 },
};

const labelsOf = (labels: string, example = short) =>
  ruleWith(example.type, [`labels: { ${labels} }`]).match(entry(example))[0]?.labels;

describe("a label with {{ }}", () => {
  test("has the values of its alert, as programs read them", () => {
    expect(
      labelsOf(`book: japan, size: "{{ now.ratio >= 1 ? 'large' : 'small' }}", shares: "s{{ now.shares }}"`),
    ).toEqual({ book: "japan", size: "large", shares: "s3640000" });
  });

  test("is left out where a value is absent or nothing is left of it", () => {
    expect(labelsOf(`fund: "{{ now.fund }}", both: "{{ now.code }}-{{ now.fund }}"`)).toEqual({});
    expect(labelsOf(`empty: "{{ '' }}", blank: " {{ ' ' }} ", code: "{{ now.code }}"`)).toEqual({
      code: "7203",
    });
  });

  test("is one line of bounded length, whatever strangers write", () => {
    const now = { code: "7203", part: 1, body: `<b>\u202e\r\nX-Evil: 1\u0000${"x".repeat(5_000)}` };
    const { body } = labelsOf('body: "{{ now.body }}"', { type: "forum.comment.posted", now }) ?? {};
    expect(body).toMatch(/^<b> X-Evil: 1x+…$/);
    expect(body).toHaveLength(200);
  });

  test("is what matchers of routes and silences see", () => {
    const fits = (match: string, ratio: number) => {
      const example = { ...short, now: { ...short.now, ratio } };
      const lines = ["labels: { size: \"{{ now.ratio >= 1 ? 'large' : '' }}\" }"];
      const [firing] = ruleWith(example.type, lines).match(entry(example));
      if (firing === undefined) throw new Error("it stayed silent");
      const place = { epoch: "e", seq: 2, time: "2026-01-05T09:00:00Z" };
      return matcherOf(match).matches(alertFactsOf(numbered(alertDraft(firing, entry(example), {}), place)));
    };
    expect([fits("label.size=large", 1.2), fits("label.size!=*", 1.2)]).toEqual([true, false]);
    expect([fits("label.size=*", 0.6), fits("label.size!=*", 0.6)]).toEqual([false, true]);
  });

  test("may name what the conditions found, and what was inherited from a template", () => {
    const rules = rulesOf(`rules:
  - name: a
    on: short.report.opened
    title: t
    count: { within: 1d, at_least: 1 }
    labels: { count: "n{{ found.count }}" }
  - { name: b, template: a, labels: { seller: "{{ now.seller }}" } }`);
    expect(rules.match(entry(short)).map(({ labels }) => labels)).toEqual([
      { count: "n1" },
      { seller: "Example Capital" },
    ]);
  });
});
