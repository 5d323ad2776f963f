/** When extra polls are made: by the times of earlier publications, between the written ones, within the share of the plan. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { weekdaysOnly } from "../../src/calendar/trading-calendar.ts";
import { createZone, dayMs, minuteMs } from "../../src/lib/clock.ts";
import { createCronTimes } from "../../src/lib/cron.ts";
import type { Appearance } from "../../src/model/sighting.ts";
import {
  createWrittenAround,
  extraIntervalMs,
  isAhead,
  type Likely,
  likelySpans,
  nextExtra,
} from "../../src/pipeline/likely-polls.ts";

const zone = createZone("Asia/Tokyo");
const monday = "2026-01-05";
const start = zone.moment(monday, 0);
const clockOf = (ms: number) => new Date(ms + 9 * 60 * minuteMs).toISOString().slice(11, 19);

const seenAt = (day: number, time: number, doubtMs = 0): Appearance => ({
  ...{ appearedAt: start + day * dayMs + time * minuteMs, doubtMs },
});
/** One a day before the Monday, each at a minute of the day. */
const daily = (minutes: readonly number[]) => minutes.map((minute, index) => seenAt(-1 - index, minute));

function likely(seen: readonly Appearance[], more: Partial<Likely> = {}): Likely {
  const written = createWrittenAround(createCronTimes("0 */10 16-20 * * *", "Asia/Tokyo"));
  return { written, zone, seen, intervalMs: 30_000, isOpen: () => true, ...more };
}

function extrasOf(plan: Likely, from = start, to = start + dayMs): number[] {
  const found: number[] = [];
  for (let next = nextExtra(plan, from); next !== undefined && next.at < to; next = nextExtra(plan, next.at))
    found.push(next.at);
  return found;
}

const atHalfPastFour = daily([990, 991, 992, 993, 994, 990, 991, 992, 993, 994]);

describe("the spans of a day", () => {
  test("reach over the minutes at which publications came, and tell how many of them did", () => {
    const [span, ...more] = likelySpans([...atHalfPastFour, ...daily(Array(30).fill(992))], monday, zone);
    expect(more).toEqual([]);
    expect(span).toMatchObject({ from: 989 * minuteMs, to: 995 * minuteMs });
    expect(span?.known).toEqual({ within: 40, of: 40, first: 990 * minuteMs, last: 994 * minuteMs });
  });

  test("of publications at random minutes have all but few of the next ones, and where they fill the day, the day", () => {
    const random = fc.array(fc.integer({ min: 0, max: 719 }), { minLength: 61, maxLength: 61 });
    let [within, all] = [0, 0];
    fc.assert(
      fc.property(random, fc.constantFrom(0, 700), (minutes, from) => {
        const [next = 0, ...before] = minutes.map((minute) => minute + from);
        const spans = likelySpans(daily(before), monday, zone);
        all += 1;
        if (spans.some((one) => one.from <= next * minuteMs && next * minuteMs <= one.to)) within += 1;
      }),
    );
    expect(within / all).toBeGreaterThan(0.9);
    const spread = Array.from({ length: 60 }, (_, index) => index * 24);
    expect(likelySpans(daily(spread), monday, zone)).toMatchObject([{ from: 0, to: dayMs }]);
  });

  test("are none for what never came on that weekday, and none for few publications or those of unknown time", () => {
    const tuesdays = Array.from({ length: 10 }, (_, week) => seenAt(1 - 7 * (week + 1), 990));
    expect(likelySpans(tuesdays, monday, zone)).toEqual([]);
    expect(likelySpans(tuesdays, "2026-01-06", zone)).toHaveLength(1);
    expect(likelySpans(tuesdays.slice(0, 4), "2026-01-06", zone)).toEqual([]);
    const doubtful = tuesdays.map((one) => ({ ...one, doubtMs: 8 * 60 * minuteMs }));
    expect(likelySpans(doubtful, "2026-01-06", zone)).toEqual([]);
  });

  test("are those of a weekday where it has a time of its own", () => {
    const weeks = Array.from({ length: 12 }, (_, week) => week + 1);
    const seen = weeks.flatMap((week) => [
      seenAt(-7 * week, 600),
      seenAt(1 - 7 * week, 990),
      seenAt(2 - 7 * week, 800),
    ]);
    expect(likelySpans(seen, monday, zone)).toMatchObject([
      { known: { within: 12, of: 12, first: 600 * minuteMs } },
    ]);
  });
});

describe("extra polls", () => {
  test("lie where a publication is likely, and nowhere else", () => {
    const found = extrasOf(likely(atHalfPastFour)).map(clockOf);
    expect(found.slice(0, 3)).toEqual(["16:29:00", "16:29:30", "16:30:30"]);
    expect(found.at(-1)).toBe("16:35:00");
  });

  test("are never nearer to one another or to a written poll than the interval, and those of the same inputs are the same", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 1_439 }), { minLength: 5, maxLength: 60 }),
        fc.constantFrom("0 */10 16-20 * * *", "*/20 * * * * *", "0 * 8-20 * * *", "30 7 9 * * 1-5"),
        fc.integer({ min: 15_000, max: 600_000 }),
        fc.integer({ min: 0, max: dayMs }),
        (minutes, cron, intervalMs, from) => {
          const written = createWrittenAround(createCronTimes(cron, "Asia/Tokyo"));
          const plan = likely(daily(minutes), { written, intervalMs });
          const found = extrasOf(plan, start + from, start + from + 30 * minuteMs);
          expect(extrasOf(plan, start + from, start + from + 30 * minuteMs)).toEqual(found);
          for (const [index, at] of found.entries()) {
            const near = [written(at)?.from, written(at)?.to, found[index - 1], found[index + 1]];
            for (const other of near)
              expect(Math.abs((other ?? 0) - at)).toBeGreaterThanOrEqual(intervalMs - 1);
          }
        },
      ),
      { numRuns: process.env.LONG === undefined ? 20 : 1_000 },
    );
  });

  test("are none on a closed day, none without a share, and from the due time on where nothing is known", () => {
    expect(extrasOf(likely(atHalfPastFour, { isOpen: (day) => day !== monday }))).toEqual([]);
    expect(extrasOf(likely(atHalfPastFour, { intervalMs: extraIntervalMs([], 0) }))).toEqual([]);
    const due = { timeMs: 1_050 * minuteMs, zone, grace: { ms: 30 * minuteMs } };
    const found = extrasOf(likely([], { due }));
    expect([found[0], found.at(-1)].map((at) => clockOf(at ?? 0))).toEqual(["17:30:30", "17:59:30"]);
    expect(extrasOf(likely([]))).toEqual([]);
  });

  test("keep to the share of every limit, whatever a poll costs", () => {
    const limit = fc.record({
      requests: fc.integer({ min: 1, max: 500 }),
      windowMs: fc.constantFrom(1_000, 60_050),
      cost: fc.integer({ min: 0, max: 20 }),
    });
    fc.assert(
      fc.property(
        fc.array(limit, { maxLength: 3 }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (limits, share) => {
          const intervalMs = extraIntervalMs(limits, share);
          for (const { requests, windowMs, cost } of limits)
            expect((windowMs / intervalMs) * cost).toBeLessThanOrEqual(share * requests);
        },
      ),
    );
  });
});

test("a publication is ahead from half a day before its due time until it has come", () => {
  const due = { timeMs: 1_050 * minuteMs, zone, grace: { ms: 30 * minuteMs } };
  const ahead = (time: string, published: string) =>
    isAhead(due, weekdaysOnly, Date.parse(`2026-01-06T${time}:00+09:00`), published);
  expect([ahead("17:20", "2026-01-05"), ahead("17:40", "2026-01-05")]).toEqual([true, true]);
  expect([ahead("17:20", "2026-01-06"), ahead("17:40", "2026-01-06")]).toEqual([false, false]);
  expect(isAhead(due, weekdaysOnly, Date.parse("2026-01-10T17:30:00+09:00"), undefined)).toBe(false);
  expect(isAhead(undefined, weekdaysOnly, start, undefined)).toBe(true);
});
