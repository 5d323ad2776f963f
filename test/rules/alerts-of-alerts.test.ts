/** Rules about the alerts of other rules, through judge and a real database, and the same again in a replay. */
import { describe, expect, test } from "vitest";
import type { EventDraft } from "../../src/model/event.ts";
import { runExamples } from "../../src/rules/check/examples.ts";
import type { CompiledRules } from "../../src/rules/rule-set.ts";
import { livedAgain, report } from "./live.ts";
import { rulesOf } from "./support.ts";

const start = Date.parse("2026-01-05T09:00:00+09:00");
type Steps = readonly (readonly [minute: number, ...drafts: EventDraft[]])[];

const lived = (rules: CompiledRules, steps: Steps) =>
  livedAgain(
    rules,
    steps.map(([minute, ...drafts]) => [start + minute * 60_000, ...drafts]),
  );

const two = (more: string) =>
  rulesOf(`rules:
  - { name: large, on: short.report.increased, when: now.ratio >= 2, title: "large {{ now.ratio }}" }
  - { name: any-rise, on: short.report.increased, title: "rise {{ now.ratio }}", severity: warning, labels: { book: japan } }
${more}`);

describe("a rule about alerts", () => {
  test("is asked in the same commit, after the events, and sees the alert", () => {
    const { said, replayed } = lived(
      two(`  - name: score
    on: alert.fired
    rules: [large, any-*]
    when: now.severity == "warning" || now.rule == "large"
    count: { within: 1d, at_least: 2 }
    title: "{{ found.count }} alerts, the last of {{ now.rule }} about {{ now.cause.type }}: {{ now.title }}"`),
      [
        [0, report(1)],
        [1, report(3), report(1)],
      ],
    );
    expect(said).toEqual([
      ["any-rise 7203: rise 1"],
      [
        "large 7203: large 3",
        "any-rise 7203: rise 3",
        "any-rise 7203: rise 1",
        "score 7203: 2 alerts, the last of large about short.report.increased: large 3",
      ],
    ]);
    expect(replayed).toEqual(said.flat());
  });

  test("hears those of the rules that it names alone, and one about alerts may be among them", () => {
    const { said, replayed } = lived(
      two(`  - { name: first, on: alert.fired, rules: [large], title: "of {{ now.rule }}" }
  - { name: second, on: alert.fired, rules: [first], title: "of {{ now.rule }} of {{ now.cause.origin }}" }`),
      [[0, report(3)]],
    );
    expect(said).toEqual([
      [
        "large 7203: large 3",
        "any-rise 7203: rise 3",
        "first 7203: of large",
        "second 7203: of first of /sources/short-sale-reports",
      ],
    ]);
    expect(replayed).toEqual(said.flat());
  });

  test("waits for what is absent after an alert, and tells of it over a restart", () => {
    const { said, replayed } = lived(
      two(
        `  - { name: calm, on: alert.fired, rules: [large], absent: { for: 10m }, title: "nothing after {{ now.title }}" }`,
      ),
      [[0, report(3)], [5, report(1)], [11], [30, report(4)], [45]],
    );
    expect(said).toEqual([
      ["large 7203: large 3", "any-rise 7203: rise 3"],
      ["any-rise 7203: rise 1"],
      ["calm 7203: nothing after large 3"],
      ["large 7203: large 4", "any-rise 7203: rise 4"],
      ["calm 7203: nothing after large 4"],
    ]);
    expect(replayed).toEqual(said.flat());
  });

  test("is asked about alerts that time gives, as of then", () => {
    const { said, replayed } = lived(
      two(`  - { name: quiet, on: short.report.increased, absent: { for: 10m }, title: quiet }
  - { name: told, on: alert.fired, rules: [quiet], for: 5m, title: "of {{ now.rule }}" }`),
      [[0, report(1)], [20]],
    );
    expect(said.flat()).toContain("quiet 7203: quiet");
    expect(replayed.slice(-1)).toEqual(["told 7203: of quiet"]);
  });

  test("has examples", () => {
    const rules = two(`  - name: score
    on: alert.fired
    rules: [large]
    title: x
    examples:
      - fires: { type: alert.fired, subject: "7203", now: { rule: large } }
      - silent: { type: alert.fired, subject: "7203", now: { rule: any-rise } }`);
    expect(runExamples(rules).map(({ ok }) => ok)).toEqual([true, true]);
  });
});

describe("is refused", () => {
  const alerts = (name: string, rules: string) =>
    `  - { name: ${name}, on: alert.fired, rules: [${rules}], title: x }\n`;
  test.each([
    ["a rule about its own alerts", alerts("one", "one"), "one -> one"],
    ["one that its own prefix means", alerts("one", '"on*"'), "one -> one"],
    ["two about each other", alerts("one", "two") + alerts("two", "one"), "one -> two -> one"],
    [
      "three in a ring",
      alerts("one", "two") + alerts("two", '"thr*"') + alerts("three", "large, one"),
      "one -> two -> three -> one",
    ],
    ["a name that no rule has", alerts("one", "lagre"), "no rule is called `lagre`"],
    ["alerts without the rules", "  - { name: one, on: alert.fired, title: x }\n", "says of which rules"],
    [
      "rules without alerts",
      "  - { name: one, on: short.report.*, rules: [large], title: x }\n",
      "about no alerts",
    ],
    ["a star in the middle", alerts("one", '"a*b"'), "at the end of a name"],
  ])("%s", (_, lines, words) => {
    expect(() => two(lines)).toThrow(words);
  });
});
