/** What conditions make of what stood before the first event of a key. */
import { expect, it } from "vitest";
import type { Fields } from "../../../src/model/event.ts";
import type { StandingState } from "../../../src/rules/standing/standing-state.ts";
import { createMemory } from "../../../src/rules/state/index.ts";
import { entry, rulesOf } from "../support.ts";

const shorts = "short-sale-reports";

/** A rule, asked about reports one after the other; each stands after its event, and what stood before is put there. */
function asking(lines: string, values = "") {
  const rules = rulesOf(
    `${values}rules:\n  - { name: test, on: "short.report.*", title: "{{ now.ratio }}", ${lines} }\n`,
  );
  const standing = rules.standing?.create() as StandingState;
  for (const source of rules.standing?.sources ?? []) standing.know(source, true);
  let takeBack = () => {};
  const before = <T>(_seq: number, work: () => T): T => {
    takeBack();
    return work();
  };
  const kept = createMemory();
  const memory = { ...kept, standing, before };
  const stands = (now: Fields & { readonly code: string; readonly seller: string }, occurred?: string) =>
    standing.take({
      source: shorts,
      key: `${now.code}|${now.seller}|`,
      item: { subject: now.code, now, occurred, published: occurred },
    });
  let seq = 0;
  return {
    standing,
    stands,
    /** Answers whether the rule fires. */
    tell(now: Parameters<typeof stands>[0], published = "2026-02-01", was?: Fields): boolean {
      const back = stands(now, published);
      const again = () => void stands(now, published);
      takeBack = () => void (back && standing.take(back));
      seq += 1;
      const event = { type: "short.report.increased" as const, published, now, ...(was && { was }) };
      const firings = rules.match({ ...entry(event), seq }, memory);
      again();
      return firings.length > 0;
    },
    stateOf: (key: string) =>
      kept.recall({ rule: "test", key, meaning: rules.rules[0]?.over.meaning ?? "" }) as
        | { readonly parts: readonly unknown[]; readonly past?: true }
        | undefined,
  };
}

const position = (seller: string, ratio: number, code = "7203") => ({ code, seller, ratio });

it("takes a map of `any` by itself, and what held before is no news", () => {
  const rule = asking(
    "by: now.code, any: [{ crosses: { of: now.ratio, above: 2 } }, { unseen: { of: now.seller } }]",
  );
  rule.stands(position("Alpha", 2.5), "2026-01-05");
  expect(rule.tell(position("Alpha", 2.6))).toBe(false);
  rule.stands(position("Alpha", 1.5, "6758"), "2026-01-05");
  expect(rule.tell(position("Alpha", 1.6, "6758"))).toBe(false);
  expect(rule.tell(position("Beta", 1, "6758"))).toBe(true);
});

it("gives counts and other measures nothing of it", () => {
  const rule = asking("by: now.code, count: { within: 30d, at_least: 2 }, unseen: { of: now.seller }");
  rule.stands(position("Alpha", 1), "2026-01-31");
  expect(rule.tell(position("Beta", 1))).toBe(false);
  expect(rule.tell(position("Alpha", 1))).toBe(false);
  expect(rule.tell(position("Gamma", 1))).toBe(true);
});

it("goes by what is in the window of a condition", () => {
  const unseen = (day: string) => {
    const rule = asking("by: now.code, unseen: { of: now.seller, within: 10d }");
    rule.stands(position("Alpha", 1), day);
    return rule.tell(position("Alpha", 1.1), "2026-02-01");
  };
  expect(unseen("2026-01-21")).toBe(true);
  expect(unseen("2026-01-23")).toBe(false);
});

it("leaves out an item without a value for a condition beside it", () => {
  const rule = asking(
    "by: now.code, unseen: { of: now.seller }, sum: { of: now.shares, within: 9d, at_least: 1 }",
  );
  rule.stands({ ...position("Alpha", 1), shares: 5 }, "2026-01-05");
  rule.stands(position("Beta", 1), "2026-01-05");
  expect(rule.tell({ ...position("Alpha", 1), shares: 5 })).toBe(false);
  expect(rule.tell({ ...position("Beta", 1), shares: 5 })).toBe(true);
});

it("is given once: what an event brings that a condition's own `when` leaves out is no past of it", () => {
  const rule = asking('by: now.code, crosses: { of: now.ratio, above: 2, when: "now.ratio != was.ratio" }');
  const was = position("Alpha", 1);
  expect(rule.tell(position("Alpha", 3), "2026-02-01", position("Alpha", 3))).toBe(false);
  expect(rule.stateOf("7203")).toMatchObject({ parts: [null], past: true });
  rule.stands(position("Beta", 3), "2026-02-01");
  expect(rule.tell(position("Alpha", 3), "2026-02-02", was)).toBe(true);
  expect(rule.stateOf("7203")?.past).toBeUndefined();
});

it("gives a condition the value that stood, whether or not the first event meets the condition's own `when`", () => {
  const values = "standing:\n  total: { of: short-sale-reports, sum: now.ratio, by: now.code }\n";
  const rule = asking(
    'by: now.code, crosses: { of: standing.total, above: 5, when: "now.ratio > 1" }',
    values,
  );
  rule.stands(position("Alpha", 6), "2026-01-05");
  expect(rule.tell(position("Beta", 0.5))).toBe(false);
  // It was above the level all the time.
  expect(rule.tell(position("Beta", 2), "2026-02-02")).toBe(false);
  expect(rule.tell(position("Alpha", 1.5), "2026-02-03")).toBe(false);
  expect(rule.tell(position("Alpha", 4), "2026-02-04")).toBe(true);
});

it("asks a value beside what stands of the event's item as it was", () => {
  const values = "standing:\n  total: { of: short-sale-reports, sum: now.ratio, by: now.code }\n";
  const lines = 'by: [now.code, now.seller], crosses: { of: "now.ratio / standing.total", above: 0.5 }';
  const rule = asking(lines, values);
  rule.stands(position("Alpha", 2), "2026-01-05");
  rule.stands(position("Beta", 1), "2026-01-05");
  expect(rule.tell(position("Alpha", 2.2), "2026-02-01", position("Alpha", 2))).toBe(false);
  // Two of five, then over a half.
  expect(rule.tell(position("Beta", 1.5), "2026-02-01", position("Beta", 1))).toBe(false);
  expect(rule.tell(position("Beta", 4), "2026-02-02", position("Beta", 1.5))).toBe(true);
});

it("finds nothing where `by` is not that of an item, and names no source for it then", () => {
  const rule = (by: string) =>
    rulesOf(
      `rules: [{ name: test, on: "short.report.*", title: x, by: ["${by}"], unseen: { of: now.seller } }]`,
    );
  for (const by of ["was.seller", "event.type", "tradingDaysBetween(now.calculatedOn, now.disclosedOn)"])
    expect(rule(by).standing, by).toBeUndefined();
  expect(rule("event.subject").standing?.sources).toEqual([shorts]);
  expect(rule("now.code").standing?.sources).toEqual([shorts]);
});

it("keeps the fields alone that the rule reads, and nothing for rules that look at no past", () => {
  const rule = asking('by: now.code, when: "now.ratio > 0.5", unseen: { of: now.seller }');
  rule.stands({ ...position("Alpha", 1), shares: 100, name: "Example" }, "2026-01-05");
  const [index] = rulesOf(
    'rules: [{ name: test, on: "short.report.*", title: x, by: now.code, when: now.ratio > 0.5, unseen: { of: now.seller } }]',
  ).rules.flatMap(({ past }) => past?.indexes ?? []);
  expect(index?.fields).toEqual(new Set(["code", "ratio", "seller"]));
  const items = rule.standing.items(index as never, "7203");
  expect(items?.map(({ event }) => event.data.now)).toEqual([position("Alpha", 1)]);
  const counting = rulesOf(
    'rules: [{ name: test, on: "short.report.*", title: x, count: { within: 1h, at_least: 2 } }]',
  );
  expect(counting.standing).toBeUndefined();
});

it("takes the newest of too many, and those that a budget of steps allows", () => {
  const rule = asking(`by: now.code, unseen: { of: now.seller }, when: "now.name.matches('x[a-f]{0,8}y?x')"`);
  const name = "x".repeat(19_000);
  for (let index = 0; index < 60; index += 1)
    rule.stands(
      { ...position(`S${index}`, 1), name },
      new Date(86_400_000 * (20_000 + index)).toISOString().slice(0, 10),
    );
  // Each costs a tenth of the steps and more.
  expect(rule.tell({ ...position("S59", 1), name }, "2026-02-01")).toBe(false);
  expect(rule.tell({ ...position("S0", 1), name }, "2026-02-01")).toBe(true);
});
