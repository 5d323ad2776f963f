/** Answers that every condition gives, asked of each member of the registry by name. */
import { describe, expect, test } from "vitest";
import { weekdaysOnly } from "../../../src/calendar/trading-calendar.ts";
import { variablesOf } from "../../../src/rules/cel/surroundings.ts";
import type { CompiledRule } from "../../../src/rules/compiled-rule.ts";
import type { EventCondition, Seen } from "../../../src/rules/conditions/condition.ts";
import { conditionMembers } from "../../../src/rules/conditions/index.ts";
import { rulesOf } from "../support.ts";

const minute = 60_000;
const start = Date.parse("2026-03-02T00:00:00+09:00");
const types = ["short.report.increased", "margin.alert.added"] as const;

/** Numbers without order, the same each time. */
const comesAndGoes = (index: number) => (index * 7_919 + 13) % 104_729;

/** A rule with one condition, about all that the examples are about. */
function ruleWithOne(key: string, asked: unknown, more: object = {}): CompiledRule {
  const on = ["forum.*", "margin.*", "short.*"];
  const text = JSON.stringify({ rules: [{ name: "a", on, title: "x", [key]: asked, ...more }] });
  const [rule] = rulesOf(text).rules;
  if (rule === undefined) throw new Error(`there is no rule with ${key}`);
  return rule;
}

/** Events of two types, over forty days, whose numbers go up and down and whose texts come again. */
function seenBy(): Seen[] {
  return Array.from({ length: 240 }, (_, index) => {
    const type = types[index % 7 === 6 ? 1 : 0];
    const n = 1 + (comesAndGoes(index) % 40) / 10;
    const now = {
      ...{ code: "7203", ratio: n, rank: Math.round(n * 10), shortRatio: n },
      ...{ seller: `seller ${comesAndGoes(index) % 25}`, author: `author ${comesAndGoes(index) % 30}` },
    };
    const event = { type, subject: "7203", data: { now, was: { ...now, ratio: 1 } } };
    // Six each day, at the same time.
    const at = start + (index % 6) * 3 * minute + Math.floor(index / 6) * 24 * 60 * minute;
    return { at, type, variables: variablesOf(event as never), calendar: weekdaysOnly, seq: index + 1 };
  });
}

/** Answers of a condition about each event, its memory kept as it is or read anew each time. */
function said(condition: EventCondition, events: readonly Seen[], isReadAnew: boolean) {
  let memory: unknown;
  return events.flatMap((seen) => {
    const value = condition.read?.(seen.variables);
    if (value === undefined && condition.read !== undefined) return [];
    const taken = condition.take(memory, seen, value);
    const written = JSON.stringify(taken.memory ?? null);
    memory = isReadAnew ? (JSON.parse(written) ?? undefined) : taken.memory;
    const look = condition.look(memory, seen.at, seen.calendar);
    expect(JSON.stringify(memory ?? null)).toBe(written);
    return [{ ...taken, memory: written, look }];
  });
}

test("no two have one key, or one name elsewhere", () => {
  const keys = conditionMembers.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  for (const { key, borrowed } of conditionMembers) {
    const own = conditionMembers.filter((other) => other.borrowed.functions.test(key));
    expect(
      own.map((other) => other.key),
      `what ${key} is called`,
    ).toEqual([key]);
    expect(borrowed.write).toMatch(new RegExp(`^${key}: \\{ .* \\}$`));
  }
});

describe.each(conditionMembers)("$key", (member) => {
  const { key, examples } = member;
  const rules = examples.map((asked) => ({ asked, rule: ruleWithOne(key, asked) }));
  const compiled = rules.map(({ asked, rule }) => {
    const [condition] = rule.over.conditions;
    if (condition === undefined) throw new Error(`${key} gave no condition`);
    return { asked: member.schema.parse(asked), rule, condition };
  });

  test("has an example that compiles, and text that says what it asks for", () => {
    expect(compiled.length).toBeGreaterThan(0);
    expect(member.about).toMatch(/^[a-z].*[^.]$/);
    for (const { condition } of compiled) expect(condition.text).toMatch(new RegExp(`^${key}: \\{ `));
  });

  test("decides what the rule means", () => {
    const without = ruleWithOne("until", "now.ratio < 1").over.meaning;
    for (const { rule } of compiled) expect(rule.over.meaning).not.toBe(without);
    expect(new Set(compiled.map(({ rule }) => rule.over.meaning)).size).toBe(compiled.length);
  });

  test("says truly whether it can last", () => {
    for (const { asked, condition } of compiled)
      expect(member.isMomentary(asked)).toBe(condition.holdsAt === undefined);
  });

  test("finds what it says it finds", () => {
    const found = new Set<string>();
    for (const { condition } of compiled)
      for (const taken of said(condition, seenBy(), false))
        for (const name of Object.keys(taken.found)) found.add(name);
    expect([...found].sort()).toEqual([...member.found].sort());
  });

  test("remembers JSON, and goes on from what is read anew as from what it kept", () => {
    for (const { condition } of compiled) {
      const events = seenBy();
      const kept = said(condition, events, false);
      expect(kept.length).toBeGreaterThan(0);
      expect(said(condition, events, true)).toEqual(kept);
    }
  });

  test("has a mistake in an expression of its own reported where it is", () => {
    for (const { asked } of compiled) {
      const broken = JSON.stringify(asked).replace(/"now\.\w+"/, '"now.nothing"');
      if (broken === JSON.stringify(asked)) continue;
      expect(() => ruleWithOne(key, JSON.parse(broken))).toThrow(/now\.nothing|nothing/);
    }
  });
});
