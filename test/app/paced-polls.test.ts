/** Extra polls of busy parts: within a share of the schedule's requests, and given up where the service is in need. */
import { expect, onTestFinished, test } from "vitest";
import { withPacedPolls } from "../../src/app/paced-polls.ts";
import { weekdaysOnly } from "../../src/calendar/trading-calendar.ts";
import { cronTicks$ } from "../../src/lib/cron.ts";
import type { Source, SourceState } from "../../src/sources/source.ts";
import { createHandClock } from "../support/hand-clock.ts";

const schedule = { schedule: "0 * * * * *", timezone: "Asia/Tokyo", on: "trading-days" } as const;
const at = (time: string, day = "2026-01-06") => Date.parse(`${day}T${time}+09:00`);

/** Eight forums, two of them busy; a poll of a forum takes a request, or as many as the test says. */
function stage(share = 0.25, start = at("10:00:00")) {
  const clock = createHandClock(start);
  const state = { asked: 0, each: 1, pausedMs: 0, isFailing: false, busy: 40 };
  const paces = () => [
    { scope: "7203", perHour: state.busy },
    { scope: "6758", perHour: state.busy / 2 },
    ...["1", "2", "3", "4", "5", "6"].map((scope) => ({ scope, perHour: 1 })),
  ];
  const own: Source = {
    name: "own",
    async poll({ scopes = [] }) {
      state.asked += state.each * scopes.length;
      return { answer: undefined, failures: [] };
    },
    diff: () => ({ drafts: [], put: [], drop: [], cursor: 0 }),
  };
  const usage = () => [
    { calls: "", windowMs: 0, taken: 0, pausedMs: state.pausedMs, asked: () => state.asked },
  ];
  const { source, extra } = withPacedPolls(
    { ...own, paces },
    {
      ...{ schedule, share, clock, gate: { usage }, calendar: () => weekdaysOnly },
      ...{ state: () => ({}) as SourceState, isFailing: () => state.isFailing },
    },
  );
  const ticks: string[] = [];
  const following = extra
    .ticks$(cronTicks$(schedule.schedule, schedule.timezone, clock))
    .subscribe((tick) => {
      const { signal } = new AbortController();
      ticks.push(`${new Date(tick.at).toISOString().slice(14, 19)} ${tick.scopes?.join(" ")}`);
      void source.poll({ state: {} as SourceState, signal, scopes: tick.scopes });
    });
  onTestFinished(() => following.unsubscribe());
  const until = (time: string) => {
    ticks.length = 0;
    clock.moveTo(at(time));
    return [...ticks];
  };
  return { clock, state, until, extra };
}

test("they ask the busy ones alone, with a quarter of the requests of the schedule, and what is next says why", () => {
  const { until, extra, clock } = stage();
  expect(until("10:02:00")).toEqual(["00:30 7203 6758", "01:30 7203 6758"]);
  expect(extra.next(clock.now())).toMatchObject({
    at: at("10:02:30"),
    paces: [
      { scope: "7203", perHour: 40 },
      { scope: "6758", perHour: 20 },
    ],
  });
  expect(stage(0.12).until("10:02:00")).toEqual([]);
});

test("who gets busy between two polls of the schedule is asked from the next moment on", () => {
  const { until, state, extra, clock } = stage();
  state.busy = 1;
  expect(until("10:00:20")).toEqual([]);
  expect(extra.next(clock.now())).toBeUndefined();
  state.busy = 40;
  expect(until("10:01:00")).toEqual(["00:30 7203 6758"]);
});

test("pages with which one catches up are taken from the next ones", async () => {
  const { until, state } = stage();
  const minute = async (time: string) => {
    const asked = until(time);
    await new Promise(setImmediate);
    return asked;
  };
  // Two a minute: these took five.
  state.each = 2.5;
  expect(await minute("10:01:00")).toEqual(["00:30 7203 6758"]);
  state.each = 1;
  expect(await minute("10:02:00")).toEqual([]);
  expect(await minute("10:03:00")).toEqual(["02:30 7203"]);
  expect(await minute("10:04:00")).toEqual(["03:30 7203 6758"]);
});

test("none is made while the source fails, its service pauses, or the schedule has a closed day", () => {
  for (const hindrance of [{ isFailing: true }, { pausedMs: 1 }]) {
    const { until, state } = stage();
    Object.assign(state, hindrance);
    expect(until("10:03:00")).toEqual([]);
  }
  const sunday = stage(0.25, at("10:00:00", "2026-01-04"));
  sunday.clock.moveTo(at("10:03:00", "2026-01-04"));
  expect(sunday.extra.next(sunday.clock.now())).toBeUndefined();
  expect(sunday.state.asked).toBe(0);
});
