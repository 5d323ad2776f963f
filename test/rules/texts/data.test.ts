/** Data of alerts: what a rule names, or the item of the cause. */
import { describe, expect, test } from "vitest";
import type { LogEntry } from "../../../src/model/event.ts";
import type { Alert } from "../../../src/model/news-items.ts";
import { alertDraft } from "../../../src/pipeline/judging/raising.ts";
import type { CompiledRules } from "../../../src/rules/rule-set.ts";
import type { ExampleEvent } from "../../../src/rules/schema/example-schema.ts";
import { entry, rulesOf, ruleWith } from "../support.ts";

const short: ExampleEvent = {
  type: "short.report.increased",
  now: { code: "7203", seller: "A", ratio: 1.12, shares: 3_640_000 },
  was: { code: "7203", seller: "A", ratio: 0.93 },
};

const dataOf = (lines: readonly string[], example = short) =>
  ruleWith(example.type, lines).match(entry(example))[0]?.data;

/** A rule about the alerts of another one. */
const hearing = (...lines: readonly string[]) =>
  rulesOf(`rules:
  - { name: heard, on: short.report.opened, title: t }
  - name: test
    on: alert.fired
    rules: [heard]
${lines.map((line) => `    ${line}`).join("\n")}`);

/** An alert that it hears. */
const heard = (data?: unknown) =>
  entry({
    type: "alert.fired",
    now: {
      ...{ rule: "heard", key: "7203", severity: "info", title: "t", body: "", labels: {}, recipients: [] },
      ...{ cause: { subject: "7203" }, ...(data !== undefined && { data }) },
    },
  });

/** The alert as it stands on the log. */
function alertOf(rules: CompiledRules, cause: LogEntry): Alert {
  const [firing] = rules.match(cause);
  if (firing === undefined) throw new Error("it stayed silent");
  return alertDraft(firing, cause, {}).data.now as unknown as Alert;
}

describe("the data of an alert", () => {
  test("are the values that its rule names, as JSON has them", () => {
    const lines = [
      "data:",
      "  ratio: now.ratio",
      "  change: now.ratio - was.ratio",
      "  isLarge: now.ratio >= 1",
      "  fields: changed",
      "  day: event.time.substring(0, 10)",
      "  moment: timestamp(event.time)",
    ];
    expect(dataOf(lines)).toEqual({
      ...{ ratio: 1.12, change: 0.19, isLarge: true, fields: ["ratio", "shares"], day: "2026-01-05" },
      moment: "2026-01-05T09:00:00Z",
    });
  });

  test("have no value that is absent, and are empty if all are", () => {
    const lines = ["data: { fund: now.fund, endless: now.ratio / 0, ratio: now.ratio }"];
    expect(dataOf(lines)).toEqual({ ratio: 1.12 });
    expect(dataOf(["data: { fund: now.fund }"])).toEqual({});
  });

  test("may be what the conditions found", () => {
    const lines = ["count: { within: 1d, at_least: 1 }", "data: { count: found.count }"];
    expect(dataOf(lines)).toEqual({ count: 1 });
  });

  test("are the item of the cause if the rule names none", () => {
    expect(alertOf(ruleWith(short.type, []), entry(short)).data).toEqual(short.now);
  });

  test("are those of the alert that is the cause, so that they do not grow from one to the next", () => {
    expect(alertOf(hearing("title: t"), heard({ ratio: 3 })).data).toEqual({ ratio: 3 });
    // Older versions gave alerts without data.
    expect(alertOf(hearing("title: t"), heard())).not.toHaveProperty("data");
  });

  test("are cut where they are long, be they the item or named", () => {
    const comment = entry({
      type: "forum.comment.posted",
      now: { code: "7203", part: 1, body: "決算".repeat(5_000) },
    });
    for (const lines of [[], ["data: { code: now.code, part: now.part, body: now.body }"]]) {
      const { data } = alertOf(ruleWith(comment.event.type, lines), comment);
      expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThanOrEqual(4_096);
      expect(data).toMatchObject({ code: "7203", part: 1, body: expect.stringMatching(/^決算.*…$/) });
    }
  });

  test("are inherited from a template, and may be the rule's own", () => {
    const rules = rulesOf(`rules:
  - { name: a, on: short.report.increased, title: t, data: { ratio: now.ratio }, params: { least: 1 } }
  - { name: b, template: a }
  - { name: c, template: a, data: { shares: now.shares } }`);
    expect(rules.match(entry(short)).map(({ data }) => data)).toEqual([
      { ratio: 1.12 },
      { ratio: 1.12 },
      { shares: 3_640_000 },
    ]);
  });
});

describe("a rule about alerts", () => {
  const fires = (when: string, data: unknown) =>
    hearing("title: t", `when: ${JSON.stringify(when)}`).match(heard(data)).length === 1;
  const data = { ratio: 1.5, seller: "Example Capital", words: ["決算"], part: 3 };

  test.each([
    "now.data.ratio > 1",
    "now.data.ratio - now.data.part < 0",
    "has(now.data.seller) && !has(now.data.fund)",
    "now.data.seller.startsWith('example')",
    "'決算' in now.data.words",
    "now.data.words.exists(word, word == '決算')",
    "now.data.seller == 'Example Capital' && !(now.data.seller == 3)",
  ])("names its data by any name: %s", (when) => {
    expect(fires(when, data)).toBe(true);
    expect(fires(when, undefined)).toBe(false);
  });

  test.each([
    "now.data.ratio > 2",
    "now.data.fund == 'x'",
    "now.data.ratio == '1.5'",
    "now.data.seller.length > 1",
    "now.data.constructor.name == 'Object'",
    "has(now.data.toString)",
    "has(now.data.__proto__)",
  ])("does not hold for what is not there: %s", (when) => {
    expect(fires(when, data)).toBe(false);
  });

  test("shows values of it in its texts", () => {
    const rules = hearing('title: "{{ now.data.seller }} {{ now.data.ratio }} {{ now.data.fund }}"');
    expect(rules.match(heard(data))[0]?.title).toBe("Example Capital 1.5 –");
  });
});
