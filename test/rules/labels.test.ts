/** Labels with values of each alert. */
import { describe, expect, test } from "vitest";
import type { ExampleEvent } from "../../src/rules/schema/example-schema.ts";
import { entry, rulesOf, ruleWith } from "./support.ts";

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
