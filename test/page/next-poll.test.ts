/** The next poll as the page foretells it, against the ticks that polls go by. */
import { expect, onTestFinished, test } from "vitest";
import { createTradingCalendar } from "../../src/calendar/trading-calendar.ts";
import { createZone } from "../../src/lib/clock.ts";
import { dueNow, nextPoll } from "../../src/page/sources.ts";
import { scheduledTicks$ } from "../../src/pipeline/schedule.ts";
import { createHandClock } from "../support/hand-clock.ts";

const minuteMs = 60_000;
const zone = createZone("Asia/Tokyo");
/** Monday the 12th is a holiday. */
const calendar = createTradingCalendar(new Map([["2026-01-12", false]]));
const at = (text: string) => Date.parse(`${text}+09:00`);
const due = { timeMs: 16.5 * 3_600_000, zone, grace: { ms: 33 * minuteMs } };

test.each([
  [
    "on trading days with a due time",
    { schedule: "0 7-57/10 14-20 * * *", timezone: "Asia/Tokyo", on: "trading-days", due },
  ],
  ["on every day with a due time", { schedule: "30 */25 * * * *", timezone: "Asia/Tokyo", due }],
  ["without a due time", { schedule: "0 */10 17-21 * * 1-5", timezone: "Asia/Tokyo" }],
] as const)("is the next tick over days with a weekend and a holiday, %s", (_, plan) => {
  const clock = createHandClock(at("2026-01-09T12:00:00"));
  let published: string | undefined = "2026-01-08";
  const ticks: number[] = [];
  // An outage before the publication is due, when few ticks are used.
  const isFailing = () => clock.now() >= at("2026-01-13T14:00:00") && clock.now() < at("2026-01-13T15:10:00");
  const following = scheduledTicks$(plan, {
    clock,
    calendar: () => calendar,
    published: () => published,
    isFailing,
  }).subscribe((tick) => void ticks.push(tick.at));
  onTestFinished(() => following.unsubscribe());
  let told = 0;
  while (clock.now() < at("2026-01-14T12:00:00")) {
    const attemptAt = ticks.at(-1);
    const foretold = nextPoll(plan, {
      ...{ now: clock.now(), calendar, attemptAt, published, pausedMs: 0 },
      isFailing: isFailing(),
    });
    const before = ticks.length;
    clock.move(10 * minuteMs);
    const [next] = ticks.slice(before);
    if (next === undefined) expect(foretold).toBeGreaterThan(clock.now() - 1_000);
    else {
      expect(Math.abs(next - (foretold ?? 0))).toBeLessThanOrEqual(1_000);
      told += 1;
    }
    // The publication of a trading day is seen at five.
    const day = zone.day(clock.now());
    if (clock.now() >= at(`${day}T17:00:00`) && calendar.isTradingDay(day)) published = day;
  }
  expect(told).toBeGreaterThan(25);
});

test("waits for the end of a pause", () => {
  const plan = { schedule: "0 * * * * *", timezone: "Asia/Tokyo" };
  const now = at("2026-01-08T12:00:10");
  expect(nextPoll(plan, { now, calendar, pausedMs: 0 })).toBe(at("2026-01-08T12:01:00"));
  expect(nextPoll(plan, { now, calendar, pausedMs: 3 * minuteMs })).toBe(at("2026-01-08T12:04:00"));
});

test("the last publication and the next are those of trading days", () => {
  const now = at("2026-01-12T18:00:00");
  expect(dueNow(due, { now, calendar, published: "2026-01-09" })).toMatchObject({
    last: { day: "2026-01-09", isSeen: true, dueAt: at("2026-01-09T16:30:00") },
    next: { day: "2026-01-13", isSeen: false, dueAt: at("2026-01-13T16:30:00") },
  });
});
