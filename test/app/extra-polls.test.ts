/** Extra polls of a source: measured, within the share of the plan, and given up once they are for nothing. */
import { expect, onTestFinished, test } from "vitest";
import { withExtraPolls } from "../../src/app/extra-polls.ts";
import { weekdaysOnly } from "../../src/calendar/trading-calendar.ts";
import { createZone, dayMs } from "../../src/lib/clock.ts";
import { cronTicks$ } from "../../src/lib/cron.ts";
import type { PollContext, Source } from "../../src/sources/source.ts";
import { createHandClock } from "../support/hand-clock.ts";

const zone = createZone("Asia/Tokyo");
const at = (time: string) => Date.parse(`2026-01-06T${time}+09:00`);
const timeOf = (ms: number) => new Date(ms + 9 * 3_600_000).toISOString().slice(11, 19);

/** A source that is due at half past four and came within some minutes on the last ten days; a poll of it costs three requests. */
function stage(others: readonly number[] = [], share = 0.25) {
  const clock = createHandClock(at("16:00:00"));
  const state = { asked: 0, taken: 0, pausedMs: 0, isFailing: false, published: "2026-01-05" };
  const own: Source = {
    name: "own",
    poll: async () => {
      state.asked += 3;
      return { answer: undefined, failures: [] };
    },
    diff: () => ({ drafts: [], put: [], drop: [], cursor: 0 }),
  };
  const usage = () => {
    const { taken, pausedMs, asked } = state;
    return [{ calls: "", requests: 120, windowMs: 60_050, taken, pausedMs, asked: () => asked }];
  };
  const { source, extra } = withExtraPolls(own, {
    schedule: {
      ...{ schedule: "0 */10 16-20 * * *", timezone: "Asia/Tokyo", zone },
      due: { timeMs: 16.5 * 3_600_000, zone, grace: { ms: 1_800_000 } },
    },
    ...{ share, clock, gate: { usage }, calendar: () => weekdaysOnly },
    others: () => [others],
    seen: () =>
      Array.from({ length: 10 }, (_, index) => ({
        appearedAt: at("16:31:00") - (index + 1) * dayMs + (index % 4) * 60_000,
        doubtMs: 0,
      })),
    published: () => state.published,
    isFailing: () => state.isFailing,
  });
  const ticks: { at: string; intervalMs: number }[] = [];
  const written$ = cronTicks$("0 */10 16-20 * * *", "Asia/Tokyo", clock);
  const following = extra
    .ticks$(written$)
    .subscribe((tick) => ticks.push({ at: timeOf(tick.at), intervalMs: tick.intervalMs }));
  onTestFinished(() => following.unsubscribe());
  const poll = () => source.poll({} as PollContext);
  const until = (time: string) => {
    ticks.length = 0;
    clock.moveTo(at(time));
    return ticks.map((tick) => tick.at);
  };
  return { clock, state, ticks, poll, until, extra };
}

test("none is made before a poll was measured", async () => {
  const { until, poll, extra, clock } = stage();
  expect(until("16:31:00")).toEqual([]);
  await poll();
  // The next tick of the schedule plans them.
  until("16:40:00");
  expect(extra.next(clock.now())).toBeDefined();
});

test("they lie evenly where the publication is likely, and a failure pauses by the written schedule", async () => {
  const { until, poll, ticks } = stage();
  await poll();
  expect(until("16:31:00")).toEqual(["16:30:15", "16:30:30", "16:30:45", "16:31:00"]);
  expect(ticks[0]?.intervalMs).toBe(600_000);
});

test("none is made while the source fails, its service pauses, or the share of the last minute is used", async () => {
  for (const hindrance of [{ isFailing: true }, { pausedMs: 1 }, { taken: 28 }]) {
    const { until, poll, state } = stage();
    await poll();
    Object.assign(state, hindrance);
    expect(until("16:31:00")).toEqual([]);
    Object.assign(state, { isFailing: false, pausedMs: 0, taken: 27 });
    expect(until("16:31:15")).toEqual(["16:31:15"]);
  }
});

test("a poll that takes more than the share at once is not made, nor told as the next one", async () => {
  const { until, poll, extra, clock } = stage([], 0.02);
  await poll();
  expect(until("16:35:00")).toEqual([]);
  expect(extra.next(clock.now())).toBeUndefined();
});

test("they end once the publication has come, and what is next says why", async () => {
  const { until, poll, state, extra, clock } = stage();
  await poll();
  until("16:31:00");
  const next = extra.next(clock.now());
  expect(timeOf(next?.at ?? 0)).toBe("16:31:15");
  expect(next).toMatchObject({ span: { known: { within: 10, of: 10 } } });
  state.published = "2026-01-06";
  expect(until("16:35:00")).toEqual([]);
  expect(extra.next(clock.now())?.at ?? Number.POSITIVE_INFINITY).toBeGreaterThan(at("23:59:59"));
});

test("the share is for all sources for which something is likely at once", async () => {
  const { until, poll } = stage([12]);
  await poll();
  // Fifteen requests a round, thirty a minute: every 33 s, and evenly between two written ones.
  expect(until("16:32:00")).toEqual(["16:30:33", "16:31:06", "16:31:40"]);
});
