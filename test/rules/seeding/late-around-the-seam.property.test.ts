/** Events that are seen after the seam and were published around it, for rules whose conditions cease by time alone. */
import { expect, test } from "vitest";
import { weekdaysOnly } from "../../../src/calendar/trading-calendar.ts";
import type { LogEntry } from "../../../src/model/event.ts";
import type { Alert } from "../../../src/model/news-items.ts";
import { fc } from "../../support/fast-check.ts";
import { runsOf } from "../../support/runs.ts";
import { report } from "../live.ts";
import { rulesOf } from "../support.ts";
import { livePolls, newStore, type Poll, seed } from "./seeded-life.ts";

const numRuns = runsOf({ quick: 12, long: 2_000 });
const start = Date.parse("2026-01-05T09:00:00+09:00");
const minuteMs = 60_000;

const bounds = fc.constantFrom(
  "at_least: 2",
  "at_most: 1",
  "at_least: 1, at_most: 1",
  "at_least: 1, at_most: 2",
);
const rule = fc.record({
  measure: fc.constantFrom("count: { ", "sum: { of: now.ratio, "),
  within: fc.constantFrom(20, 40),
  bounds,
  lasting: fc.constantFrom("", "\n    for: 10m", "\n    for: 30m", "\n    absent: { for: 15m }"),
});
const event = fc.record({
  after: fc.integer({ min: 1, max: 30 }),
  late: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60 })),
  ratio: fc.integer({ min: 0, max: 2 }),
});
const events = fc.array(event, { minLength: 1, maxLength: 8 });

const said = (entries: readonly LogEntry[], first: number) =>
  entries.flatMap(({ event: one }) => {
    const { title } = one.data.now as unknown as Alert;
    const isOld = one.type !== "alert.fired" || Number(title) < first;
    return isOld ? [] : [`${one.time} ${title}`];
  });

test(
  "late events are late for what came before the seam, too",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        rule,
        events,
        events,
        async ({ measure, within, bounds: own, lasting }, before, after) => {
          const condition = `${measure}within: ${within}m, ${own} }${lasting}`;
          const rules = rulesOf(
            `rules:\n  - name: test\n    on: short.report.*\n    title: "{{ now.shares }}"\n    ${condition}\n`,
          );
          const world = { rules, calendar: weekdaysOnly };
          let at = start;
          const polls = [...before, ...after].map(({ after: minutes, late, ratio }, place): Poll => {
            at += minutes * minuteMs;
            const { data, ...draft } = report(ratio);
            const published = new Date(at - late * minuteMs).toISOString();
            return { at, drafts: [{ ...draft, published, data: { now: { ...data.now, shares: place } } }] };
          });
          const [past, lived] = [polls.slice(0, before.length), polls.slice(before.length)];
          const end = at + 120 * minuteMs;
          const whole = newStore("whole");
          const all = said(livePolls(whole, world, polls, end), before.length);
          whole.close();
          const store = newStore("seeded");
          await seed(store, world, past, past.at(-1)?.at ?? 0);
          expect(said(livePolls(store, world, lived, end), before.length)).toEqual(all);
          store.close();
        },
      ),
      { numRuns },
    );
  },
  Math.max(120_000, numRuns * 500),
);
