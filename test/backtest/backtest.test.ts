import { expect, test } from "vitest";
import { reportText } from "../../src/commands/rules/backtest.ts";
import { readCommits } from "../../src/pipeline/replay.ts";
import { openStoreReader } from "../../src/store/reader.ts";
import { backtestOf, beginLife, logOf, position, rulesOfText } from "./lived-log.ts";

const none = rulesOfText("rules: []");
const rules = rulesOfText(`
rules:
  - name: large
    on: short.report.opened
    when: now.ratio >= 1
    title: "{{ now.code }} {{ now.ratio }}"
    cooldown: 1h
    notify: [email:desk, email:night]
  - name: twice
    on: short.report.opened
    count: { within: 1d, at_least: 2 }
    title: "{{ now.code }} again"
    notify: [email:night]
  - name: quiet
    on: short.report.opened
    for: 3h
    until: now.ratio < 0.6
    title: "{{ now.code }} stays"
  - name: never
    on: margin.alert.added
    title: never
`);

/** Two days in Japan and a bit of the third. */
function smallLog(): string {
  const life = beginLife(none);
  life.poll("2026-01-05T00:00:00Z", [position("7203", 1.2), position("6758", 0.7)]);
  life.poll("2026-01-05T00:30:00Z", [position("7203", 1.3)]);
  life.poll("2026-01-06T01:00:00Z", [position("6758", 1.1), position("6758", 1.2)]);
  life.poll("2026-01-06T02:00:00Z", [position("7203", 0.5)]);
  life.poll("2026-01-06T20:00:00Z", [position("9984", 2)]);
  life.store.close();
  return life.path;
}

const wholeSpan = { from: "2026-01-05T00:00:00Z", to: "2026-01-06T22:00:00Z" };

test("a day on which nothing came has a row of noughts", () => {
  const { days } = backtestOf(smallLog(), { rules, ...wholeSpan, to: "2026-01-08T22:00:00Z" });
  expect(days.slice(3)).toEqual([
    { day: "2026-01-08", events: 0, alerts: 0, mails: 0 },
    { day: "2026-01-09", events: 0, alerts: 0, mails: 0 },
  ]);
});

test("the report of a small log is exact", () => {
  const report = backtestOf(smallLog(), { rules, ...wholeSpan });
  expect(report).toEqual({
    simulated: [],
    span: {
      from: "2026-01-05T00:00:00.000Z",
      to: "2026-01-06T22:00:00.000Z",
      keptFrom: "2026-01-05T00:00:00.000Z",
    },
    events: 7,
    warmUp: 0,
    alerts: 7,
    resolved: 1,
    mails: 8,
    heldBack: { cooldown: 2 },
    alertsADay: { mean: 2.33, most: 4, busiest: "2026-01-05" },
    mailsADay: [
      { address: "b@example.com", mails: 5, mean: 1.67, most: 2, busiest: "2026-01-05" },
      { address: "a@example.com", mails: 3, mean: 1, most: 1, busiest: "2026-01-05" },
    ],
    mailsByHour: {
      "a@example.com": { 5: 1, 9: 1, 10: 1 },
      "b@example.com": { 5: 1, 9: 2, 10: 2 },
    },
    notices: { "email:desk": { first: 3 }, "email:night": { first: 5 } },
    rules: [
      { rule: "large", alerts: 3, resolved: 0, mails: 6, heldBack: { cooldown: 2 } },
      { rule: "twice", alerts: 2, resolved: 0, mails: 2, heldBack: {} },
      { rule: "quiet", alerts: 2, resolved: 1, mails: 0, heldBack: {} },
    ],
    silent: ["never"],
    limits: [],
    days: [
      { day: "2026-01-05", events: 3, alerts: 4, mails: 3 },
      { day: "2026-01-06", events: 3, alerts: 2, mails: 3 },
      { day: "2026-01-07", events: 1, alerts: 1, mails: 2 },
    ],
    calendar: { "2026-01-05": 3, "2026-01-06": 3, "2026-01-07": 2 },
    stocks: [
      { code: "6758", alerts: 3, mails: 3 },
      { code: "7203", alerts: 3, mails: 3 },
      { code: "9984", alerts: 1, mails: 2 },
    ],
  });
});

test("addresses with as many mails stand in the order of their names", () => {
  const even = rulesOfText(`
rules:
  - name: both
    on: short.report.opened
    title: both
    notify: [email:night, email:desk]
`);
  const { mailsADay } = backtestOf(smallLog(), { rules: even, ...wholeSpan });
  expect(mailsADay.map(({ address, mails }) => [address, mails])).toEqual([
    ["a@example.com", 7],
    ["b@example.com", 7],
  ]);
});

test("what comes before the span fills windows and cooldowns, and is not counted", () => {
  const report = backtestOf(smallLog(), { rules, from: "2026-01-05T00:20:00Z", to: wholeSpan.to });
  expect([report.warmUp, report.events]).toEqual([2, 5]);
  // The second report on 7203 makes two within a day, and is held back by the cooldown of the first.
  expect(report.rules.map(({ rule, alerts, heldBack }) => [rule, alerts, heldBack])).toEqual([
    ["large", 2, { cooldown: 2 }],
    ["twice", 2, {}],
    ["quiet", 2, {}],
  ]);
});

test("what comes after the span plays no part", () => {
  const report = backtestOf(smallLog(), { rules, from: wholeSpan.from, to: "2026-01-05T02:59:59.999Z" });
  expect([report.events, report.alerts, report.silent]).toEqual([3, 2, ["quiet", "never"]]);
});

test("time passes to the end of the span, and brings about what was due by then", () => {
  const alertsUntil = (to: string) => backtestOf(smallLog(), { rules, from: wholeSpan.from, to }).alerts;
  expect(alertsUntil("2026-01-06T22:59:59.999Z")).toBe(7);
  expect(alertsUntil("2026-01-06T23:00:00Z")).toBe(8);
});

test("alerts that are on the log are no events", () => {
  const life = beginLife(rules);
  life.poll("2026-01-05T00:00:00Z", [position("7203", 1.2)]);
  life.store.close();
  expect(logOf(life.path).map(({ event }) => event.type)).toEqual(["short.report.opened", "alert.fired"]);
  const report = backtestOf(life.path, { rules, ...wholeSpan });
  expect([report.events, report.days[0]?.events, report.rules[0]?.alerts]).toEqual([1, 1, 1]);
});

test("nothing is read beyond the end of the log that it is given", () => {
  const reader = openStoreReader(smallLog());
  const asked: number[] = [];
  const log = {
    ...reader.log,
    head: () => 3,
    read(after: number, limit: number) {
      asked.push(after + limit);
      return reader.log.read(after, limit);
    },
  };
  const types = new Set(["short.report.opened"]);
  const seqs = [...readCommits(log, types)].map(({ entries }) => entries.map(({ seq }) => seq));
  expect(seqs).toEqual([[1, 2], [3]]);
  expect(asked).toEqual([3]);
  reader.close();
});

test("events that no rule is about are counted and not read, whatever they say", () => {
  const life = beginLife(none);
  const odd = { name: '","time":"2020-01-01T00:00:00Z","x":"', time: "2020-01-01" };
  life.poll("2026-01-05T00:00:00Z", [position("7203", 1.2), position("6758", 1, odd)]);
  life.poll("2026-01-05T00:30:00Z", [position("7203", 1.3, odd)]);
  life.store.close();
  const reader = openStoreReader(life.path);
  expect([...readCommits(reader.log, new Set())]).toEqual([
    { time: "2026-01-05T00:00:00.000Z", events: 2, lastSeq: 2, entries: [] },
    { time: "2026-01-05T00:30:00.000Z", events: 1, lastSeq: 3, entries: [] },
  ]);
  reader.close();
  const other = rulesOfText("rules: [{ name: never, on: margin.alert.added, title: x }]");
  const report = backtestOf(life.path, { rules: other, ...wholeSpan });
  expect([report.events, report.days[0]?.events, report.silent]).toEqual([3, 3, ["never"]]);
});

test("a rule that remembers as much as it may is named, once", () => {
  const life = beginLife(none);
  const many = Array.from({ length: 20_002 }, (_, at) => position(String(at), 1));
  life.poll("2026-01-05T00:00:00Z", many);
  life.poll("2026-01-05T01:00:00Z", many.slice(0, 10));
  life.store.close();
  const wide = rulesOfText(
    `rules: [{ name: wide, on: short.report.opened, title: x, count: { within: 1d, at_least: 9 } }]`,
  );
  const report = backtestOf(life.path, {
    rules: wide,
    from: "2026-01-06T00:00:00Z",
    to: "2026-01-07T00:00:00Z",
  });
  expect(report.limits).toEqual([{ rule: "wide", limit: "keys" }]);
  expect(reportText(report)).toContain(
    "wide remembers 20,000 combinations of its `by`, and forgot the oldest for each new one\n",
  );
});

test("an empty log gives an empty report", () => {
  const life = beginLife(none);
  life.store.close();
  const report = backtestOf(life.path, { rules, ...wholeSpan });
  expect([report.events, report.alerts, report.span.keptFrom]).toEqual([0, 0, undefined]);
  expect(reportText(report)).toContain("The log is empty.");
});

test("a log that does not reach back to the span says since when it is kept", () => {
  const report = backtestOf(smallLog(), { rules, from: "2025-11-01T00:00:00Z", to: wholeSpan.to });
  expect(report.days.map(({ day }) => day)).toEqual(["2026-01-05", "2026-01-06", "2026-01-07"]);
  expect(reportText(report)).toContain("The log is kept from 2026-01-05 09:00:00 JST on");
});

test("progress tells how far the log is read", () => {
  const life = beginLife(none);
  const many = Array.from({ length: 6_000 }, (_, at) => position(String(at), 0.6));
  life.poll("2026-01-05T00:00:00Z", many);
  life.poll("2026-01-05T00:01:00Z", many);
  life.store.close();
  const told: number[] = [];
  backtestOf(life.path, { rules: none, ...wholeSpan, progress: (read) => told.push(read) });
  expect(told).toEqual([6_000, 12_000]);
});

test("people read the same in lines", () => {
  const text = reportText(backtestOf(smallLog(), { rules, ...wholeSpan }));
  expect(text).toBe(`7 events from 2026-01-05 09:00:00 JST to 2026-01-07 07:00:00 JST
0 events before that were judged as well and not counted, from 2026-01-05 09:00:00 JST on.

7 alerts, 1 resolved, 8 mails, held back: cooldown 2
2.33 alerts a day, 4 on the busiest, 2026-01-05

Days
day         events  alerts  mails
2026-01-05  3       4       3
2026-01-06  3       2       3
2026-01-07  1       1       2

Mails a day
address        mails  mean  most  on
b@example.com  5      1.67  2     2026-01-05
a@example.com  3      1     1     2026-01-05

Mails by the hour of the day in Japan
address        hours
a@example.com  05: 1, 09: 1, 10: 1
b@example.com  05: 1, 09: 2, 10: 2

Decisions about notifications
receiver     decisions
email:desk   first 3
email:night  first 5

Mails by day, a week a row
2026-01: 8
            Mo  Tu  We  Th  Fr  Sa  Su
2026-01-05   3   3   2

Loudest stocks
stock  name  alerts  mails
6758         3       3
7203         3       3
9984         1       2

Loudest rules
rule   alerts  mails  held back
large  3       6      cooldown 2
twice  2       2
quiet  2       0

Never fired: never
`);
});

test("what stands is as it was at each event, also after alerts ended by time", () => {
  const rules = rulesOfText(`standing:
  sellers: { of: short-sale-reports, distinct: now.seller, by: [now.code] }
rules:
  - { name: crossed, on: short.report.*, by: now.code, crosses: { of: standing.sellers, above: 1 }, title: x }
  - { name: alone, on: short.report.*, when: standing.sellers == 1, title: x }
`);
  const life = beginLife(rulesOfText("rules: []"));
  const baseline = { source: "short-sale-reports", kind: "first", items: 0 };
  life.poll("2026-01-05T00:00:00Z", [
    {
      type: "source.baselined",
      source: "/sources/short-sale-reports",
      subject: "short-sale-reports",
      data: { now: baseline },
    },
  ]);
  // Two days lie between one report and the next: the alerts before are over by then.
  for (const [index, code] of ["7203", "7203", "6758", "6758"].entries())
    life.poll(`2026-01-${12 + 2 * index}T00:00:00Z`, [position(code, 1, { seller: `Seller ${index}` })]);
  life.store.close();
  const { rules: outcomes } = backtestOf(life.path, {
    rules,
    from: "2026-01-05T00:00:00Z",
    to: "2026-01-30T00:00:00Z",
  });
  const counts = Object.fromEntries(outcomes.map(({ rule, alerts }) => [rule, alerts]));
  expect(counts).toEqual({ crossed: 2, alone: 2 });
});
