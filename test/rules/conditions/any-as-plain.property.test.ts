/** Random lasting conditions in one map of `any` say what they say without it, alone and beside another condition. */
import { expect, test } from "vitest";
import type { LogEntry } from "../../../src/model/event.ts";
import { exampleEvent } from "../../../src/rules/check/examples.ts";
import type { CompiledRules } from "../../../src/rules/rule-set.ts";
import { createMemory } from "../../../src/rules/state/index.ts";
import { fc } from "../../support/fast-check.ts";
import { runsOf } from "../../support/runs.ts";
import { rulesOf } from "../support.ts";

const numRuns = runsOf({ quick: 70, long: 5_000 });
const midnight = Date.parse("2026-01-05T00:00:00Z");
const minuteMs = 60_000;

const minutes = fc.integer({ min: 2, max: 20 }).map((length) => `${length}m`);
const within = fc.oneof(
  { weight: 3, arbitrary: minutes },
  fc.constantFrom("10m", "15m").map((tumbling) => ({ tumbling })),
  minutes.map((session) => ({ session })),
);
const level = fc.integer({ min: 0, max: 6 }).map((halves) => halves / 2);
const bounds = fc.oneof(
  { weight: 3, arbitrary: level.map((at_least) => ({ at_least })) },
  { weight: 3, arbitrary: level.map((at_most) => ({ at_most })) },
  level.map((least) => ({ at_least: least, below: least + 2 })),
  level.map((least) => ({ at_least: `now.shares + ${least} - 1` })),
  level.map((most) => ({ at_most: `now.shares + ${most}` })),
);
const own = fc.constantFrom({}, {}, { when: "now.shares > 1" }, { when: "now.shares < 2" });
const of = { of: "now.ratio" };

type Asked = readonly [key: string, asked: object];

const condition = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        fc.constantFrom("count", "sum", "average", "minimum", "maximum", "distinct"),
        ...([within, bounds, own] as const),
      )
      .map(
        ([key, window, bound, more]): Asked => [
          key,
          { ...(key === "count" ? {} : of), within: window, ...bound, ...more },
        ],
      ),
  },
  fc
    .tuple(level, own)
    .map(([above, more]): Asked => ["crosses", { ...of, above, reset: above / 2, ...more }]),
  fc.tuple(minutes, own).map(([since, more]): Asked => ["moves", { ...of, by: 1, since, ...more }]),
  own.map((more): Asked => ["streak", { ...of, direction: "up", times: 2, ...more }]),
);

const report = fc.record({
  after: fc.integer({ min: 0, max: 12 }),
  late: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 25 })),
  ratio: fc.option(
    fc.integer({ min: 0, max: 6 }).map((halves) => halves / 2),
    { freq: 6 },
  ),
  shares: fc.integer({ min: 0, max: 3 }),
});
type Report = typeof report extends fc.Arbitrary<infer One> ? One : never;

function ruleOf(asked: object): CompiledRules {
  const found = ["count", "sum", "average", "minimum", "maximum", "distinct", "value", "moved", "streak"];
  const keys = JSON.stringify(asked);
  const named = found.filter((name) => keys.includes(`"${name}"`));
  const others = [
    ["crosses", "value"],
    ["moves", "moved"],
  ].flatMap(([key, name]) => (keys.includes(`"${key}"`) ? [name] : []));
  const title = [...named, ...others].map((name) => `{{ found.${name} }}`).join(" ");
  return rulesOf(
    JSON.stringify({ rules: [{ name: "a", on: "short.report.increased", title: `x ${title}`, ...asked }] }),
  );
}

/** Alerts with when they were given, as time goes on for an hour after the last event. */
function said(rules: CompiledRules, reports: readonly Report[]): string[] {
  const memory = createMemory();
  const told: string[] = [];
  const pass = (until: number) => {
    for (let due = memory.due(until); due !== undefined; due = memory.due(until)) {
      memory.moveTo(due.due);
      const timed = rules.pass(due, memory);
      if (timed) told.push(`${due.due}: ${timed.firing.title} of ${timed.causeSeq}`);
    }
    memory.moveTo(until);
  };
  let now = midnight;
  for (const [index, { after, late, ratio, shares }] of reports.entries()) {
    now += after * minuteMs;
    pass(now);
    const event = exampleEvent({
      type: "short.report.increased",
      time: new Date(now).toISOString(),
      published: new Date(now - late * minuteMs).toISOString(),
      now: { code: "7203", shares, ...(ratio === null ? {} : { ratio }) },
    } as never);
    const entry: LogEntry = { seq: index + 1, event };
    memory.saw(entry);
    for (const firing of rules.match(entry, memory)) told.push(`${now}: ${firing.title} of ${entry.seq}`);
  }
  pass(now + 60 * minuteMs);
  return told;
}

const conditions = fc
  .uniqueArray(condition, { minLength: 1, maxLength: 2, selector: ([key]) => key })
  .map((all): object => Object.fromEntries(all));
const life = fc.constantFrom<object[]>({}, {}, { for: "5m" }, { for: "15m" });
const reports = fc.array(report, { minLength: 1, maxLength: 14 });

/** A late event that counts for one of two conditions, is the only one to do so, and is too old for the other. */
const lateForOne: [object, object, Report[]] = [
  {
    count: { within: "2m", at_most: 0, when: "now.shares > 1" },
    average: { ...of, within: "2m", at_most: 0 },
  },
  {},
  [
    { after: 0, late: 0, ratio: 0, shares: 0 },
    { after: 0, late: 2, ratio: 0, shares: 2 },
    { after: 1, late: 1, ratio: 0, shares: 0 },
  ],
];

test("by themselves", () => {
  let fired = 0;
  fc.assert(
    fc.property(conditions, life, reports, (asked, more, all) => {
      const plain = said(ruleOf({ ...asked, ...more }), all);
      expect(said(ruleOf({ any: [asked], ...more }), all)).toEqual(plain);
      expect(said(ruleOf({ any: [asked, asked], ...more }), all)).toEqual(plain);
      fired += plain.length;
    }),
    { numRuns, examples: [lateForOne] },
  );
  expect(fired).toBeGreaterThan(numRuns / 4);
});

test("beside another condition, of events with all values", () => {
  let fired = 0;
  const withValue = reports.map((all) => all.map((one) => ({ ...one, ratio: one.ratio ?? 1 })));
  const share = { of: "now.shares > 1", within: "12m", at_least: 50 };
  fc.assert(
    fc.property(conditions, life, withValue, (asked, more, all) => {
      const plain = said(ruleOf({ ...asked, share, ...more }), all);
      expect(said(ruleOf({ any: [asked], share, ...more }), all)).toEqual(plain);
      fired += plain.length;
    }),
    { numRuns },
  );
  expect(fired).toBeGreaterThan(numRuns / 5);
});
