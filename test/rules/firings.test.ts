import { describe, expect, it } from "vitest";
import type { ExampleEvent } from "../../src/rules/schema/example-schema.ts";
import { fc } from "../support/fast-check.ts";
import { entry, rulesOf, ruleWith } from "./support.ts";

const short: ExampleEvent = {
  type: "short.report.opened",
  now: { code: "7203", seller: "A | B", ratio: 1.2000000001, shares: 3640000 },
  published: "2026-01-06",
};

function firing(lines: readonly string[], example: ExampleEvent = short) {
  const [first] = ruleWith(example.type, lines).match(entry(example));
  if (first === undefined) throw new Error("it stayed silent");
  return first;
}

describe("a firing", () => {
  it("has the values that its texts name, as people write them", () => {
    const { title, body } = firing([
      'title: "{{ now.seller }}: {{ now.ratio }} % ({{ now.ratio * 2 }}), {{ now.shares }}, {{ now.ratio > 1 }}"',
      'body: "{{ event.published }} {{ event.occurred }} {{ now.fund }} {{ now.ratio / 0 }} {{ [1, 2] }} {{ size(now.code) }}"',
    ]);
    expect(title).toBe("A | B: 1.2 % (2.4), 3,640,000, true");
    expect(body).toBe("2026-01-06 – – – 1, 2 4");
  });

  it("leaves out a line of several of which every value is absent, and nothing else", () => {
    const lines = [
      "body: |",
      "  Fund: {{ now.fund }}.",
      "  {{ now.seller }} {{ now.fund }}",
      "  ",
      "  plain",
    ];
    expect(firing(lines).body).toBe("A | B –\n\nplain");
    expect(firing(['body: "Fund: {{ now.fund }}."']).body).toBe("Fund: –.");
  });

  it("tells a moment in Japan's time, and leaves days and what only begins like a moment", () => {
    const timed = { ...short, time: "2026-11-20T08:31:02.123Z" };
    const body =
      "body: \"{{ event.time }}, {{ timestamp(event.time) }}, {{ event.published }}, {{ event.time + ' x' }}\"";
    expect(firing([body], timed).body).toBe(
      "2026-11-20 17:31:02 JST, 2026-11-20 17:31:02 JST, 2026-01-06, 2026-11-20T08:31:02.123Z x",
    );
  });

  it("takes braces inside quotes as text", () => {
    expect(firing([`title: "{{ 'a }} b' }} and {{ now.code }}"`]).title).toBe("a }} b and 7203");
  });

  it("has the event's subject as key, or what `by` gives", () => {
    expect(firing([]).key).toBe("7203");
    expect(firing(["by: now.shares"]).key).toBe("3640000");
    expect(firing(["by: [now.code, now.fund]"]).key).toBe("7203|–");
  });

  it("has different keys for different combinations, also where a value holds the separator", () => {
    const key = (code: string, seller: string) =>
      firing(["by: [now.code, now.seller]"], { ...short, now: { code, seller, ratio: 1 } }).key;
    expect(key("1|2", "3")).not.toBe(key("1", "2|3"));
  });

  it("has what the rule says of severity, labels and recipients", () => {
    expect(
      firing(["severity: critical", "notify: [email:desk, email:desk]", "labels: { team: a }"]),
    ).toMatchObject({
      severity: "critical",
      notify: ["email:desk"],
      labels: { team: "a" },
    });
    expect(firing([])).toMatchObject({ severity: "info", notify: [], labels: {}, body: "" });
  });

  it("has a title of one line and a body without control characters, whatever strangers write", () => {
    const rules = ruleWith("forum.comment.posted", [
      'title: "{{ now.body }}"',
      'body: "a {{ now.body }}"',
      "by: now.body",
    ]);
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (body) => {
        const [first] = rules.match(entry({ type: "forum.comment.posted", now: { code: "7203", body } }));
        expect(first?.title).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029]/u);
        expect(first?.key).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029]/u);
        expect(first?.body.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029]/u);
        expect(first?.title.length).toBeLessThanOrEqual(200);
        expect(first?.title).not.toBe("");
      }),
      { numRuns: 1_000 },
    );
  });

  it("leaves what strangers write as it is: a template in a comment is text", () => {
    const { title } = firing(['title: "{{ now.seller }}"'], {
      ...short,
      now: { ...short.now, seller: "{{ now.code }}" },
    });
    expect(title).toBe("{{ now.code }}");
  });
});

describe("a rule set", () => {
  it("asks the rules whose `on` means the event, in the order of the file", () => {
    const rules = rulesOf(`rules:
  - { name: c, on: short.report.*, title: x }
  - { name: a, on: [short.report.closed, short.report.opened], title: x }
  - { name: b, on: short.report.increased, title: x }
  - { name: d, on: short.report.opened, title: x, when: now.ratio > 1 }
`);
    expect(rules.match(entry(short)).map(({ rule }) => rule)).toEqual(["c", "a", "d"]);
    expect(rules.match(entry({ ...short, type: "alert.fired" }))).toEqual([]);
  });

  it("checks a field against all types of `on`: one that has it is enough", () => {
    const rules = ruleWith("[margin.alert.added, short.report.opened]", [
      "when: now.ratio > 1 || has(now.reasons)",
    ]);
    expect(rules.match(entry(short))).toHaveLength(1);
    const margin: ExampleEvent = { type: "margin.alert.added", now: { code: "7203", reasons: [] } };
    expect(rules.match(entry(margin))).toHaveLength(1);
    expect(() => ruleWith("[margin.alert.added, short.report.opened]", ["when: now.yes > 1"])).toThrow(
      "no field",
    );
  });

  it("answers the same for the same event", () => {
    const rules = ruleWith(short.type, ["when: changed.exists(c, c == 'ratio') || now.ratio > 1"]);
    expect(rules.match(entry(short))).toEqual(rules.match(entry(short)));
  });

  it("has lists for the rules of the same file", () => {
    const text =
      'lists: { core: ["7203"] }\nrules: [{ name: a, on: short.report.opened, title: x, when: now.code in lists.core }]';
    expect(rulesOf(text).match(entry(short))).toHaveLength(1);
    const other = { ...short, now: { ...short.now, code: "9984" } };
    expect(rulesOf(text).match(entry(other))).toHaveLength(0);
  });
});
