/** Parts of a rule's state where it begins with a past: what stays of each, and what goes. */
import { expect, test } from "vitest";
import { weekdaysOnly } from "../../../src/calendar/trading-calendar.ts";
import type { EventDraft, LogEntry } from "../../../src/model/event.ts";
import type { Alert } from "../../../src/model/news-items.ts";
import { minuteAt, report } from "../live.ts";
import { rulesOf } from "../support.ts";
import { livePolls, newStore, type Poll, seed } from "./seeded-life.ts";

/** When an event comes, minutes after nine in Japan; published then, or some minutes before. */
const at = (minutes: number, draft: EventDraft, published = minutes): Poll => ({
  at: momentOf(minutes),
  drafts: [{ ...draft, published: new Date(momentOf(published)).toISOString() }],
});
const momentOf = (minutes: number) => Date.parse(`${minuteAt(minutes)}:00+09:00`);
const wordsOf = ({ event }: LogEntry) => {
  const { rule, title } = event.data.now as unknown as Alert;
  return `${event.type.slice("alert.".length)} ${rule}: ${title}`;
};

/** Lives with rules that begin with a past up to the minute 100; answers their states then, and what they say. */
async function lifeAfter(past: readonly Poll[], lived: readonly Poll[], ...lines: string[]) {
  const rules = lines.map(
    (own, index) => `
  - name: rule-${index}
    on: [short.report.*, rules.loaded]
    title: "{{ now.?ratio.orValue(0) }}"
${own.replaceAll(/^/gm, "    ")}`,
  );
  const world = {
    rules: rulesOf(`rules:${rules.join("")}`.replaceAll(", rules.loaded", "")),
    calendar: weekdaysOnly,
  };
  const store = newStore("state");
  const loaded: EventDraft = { type: "rules.loaded", source: "/rules", subject: "rules", data: { now: {} } };
  livePolls(store, world, [{ at: momentOf(99), drafts: [loaded] }], momentOf(99));
  const states = await seed(store, world, past, momentOf(100));
  const entries = livePolls(store, world, lived, momentOf(1_000));
  store.close();
  const said = entries.filter(({ event }) => event.type.startsWith("alert.")).map(wordsOf);
  return { states, said };
}

test("a state names no entry of the past's own log", async () => {
  const opened = { ...report(3), type: "short.report.opened" } as EventDraft;
  const { states, said } = await lifeAfter(
    [at(1, opened), at(50, report(2))],
    [at(110, report(4))],
    "for: 10d",
    "absent: { for: 10d }",
    "until: now.ratio < 1",
    "count: { within: 3h, at_most: 1 }",
    "average: { of: now.ratio, within: 3h, at_least: 1 }\nfor: 3h",
    "sequence: { steps: [{ on: short.report.opened }, { on: short.report.closed }], within: 5d }",
    "any: [{ sequence: { steps: [{ on: short.report.opened }, { on: short.report.closed }], within: 5d } }, { count: { within: 1h, at_least: 9 } }]",
  );
  expect(states.map(({ rule }) => rule)).toEqual([0, 1, 3, 4, 5, 6].map((place) => `rule-${place}`));
  expect(JSON.stringify(states)).not.toMatch(/causeSeq|firing/);
  const steps = states.filter(({ rule }) => rule === "rule-5").map(({ body }) => body);
  expect(steps).toEqual([expect.objectContaining({ parts: [[[momentOf(1), 1]]] })]);
  expect(said).toContain("fired rule-2: 4");
});

test("what was told so often that it would be too much was told to nobody", async () => {
  const past = [at(60, report(2)), at(80, report(3))];
  const lived = [at(110, report(4)), at(111, report(5)), at(112, report(6))];
  const { said } = await lifeAfter(past, lived, "flapping: { times: 2, within: 3h }");
  expect(said).toEqual(["fired rule-0: 4", "fired rule-0: 5"]);
});

test("an event older than the last of the past puts no absence off", async () => {
  const past = [at(90, report(2))];
  const silence = "absent: { for: 30m }";
  expect((await lifeAfter(past, [at(110, report(4), 80)], silence)).said).toEqual([]);
  expect((await lifeAfter(past, [at(110, report(4), 95)], silence)).said).toEqual(["fired rule-0: 4"]);
});

test("time alone makes hold what it would have made hold, and nobody is told of an event that is on no log", async () => {
  const few = "count: { within: 1h, at_most: 1 }";
  const past = [at(80, report(2)), at(90, report(3))];
  const { states, said } = await lifeAfter(past, [at(200, report(4)), at(210, report(5))], few);
  expect(states.map(({ due }) => due)).toEqual([momentOf(140)]);
  // It holds from the minute 140 on, goes on to with the first event, ceases with the second, and begins again by time.
  expect(said).toEqual(["fired rule-0: 5"]);
});

test("what is expected is waited for from when the rules were loaded, whatever the past says of it", async () => {
  const expected = "by: now.code\nabsent: { for: 2h, expected: \"['7203', '6758']\" }";
  const past = [at(60, report(2))];
  const { states, said } = await lifeAfter(past, [at(110, report(4))], expected);
  expect(said).toEqual(["fired rule-0: 0", "fired rule-0: 4"]);
  expect(states.map(({ key, due }) => [key, due])).toEqual([["7203", momentOf(99 + 120)]]);
});

test("a date of the past brings its reminder with the next event that names it", async () => {
  const dated = (ratio: number): EventDraft => {
    const { data, ...draft } = report(ratio);
    return { ...draft, data: { now: { ...data.now, calculatedOn: "2026-01-09" } } };
  };
  const reminder = "before: { date: now.calculatedOn, days: 4d }";
  const past = [at(1, dated(2))];
  expect((await lifeAfter(past, [], reminder)).said).toEqual([]);
  expect((await lifeAfter(past, [at(110, dated(3))], reminder)).said).toEqual(["fired rule-0: 3"]);
});
