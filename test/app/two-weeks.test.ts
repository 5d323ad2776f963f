/** Two weeks of the monitor's own wiring of schedules, polls and lateness, on a clock that the test moves. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { NEVER } from "rxjs";
import { expect, onTestFinished, test } from "vitest";
import { watchedSources } from "../../src/app/ground.ts";
import { createTradingCalendar } from "../../src/calendar/trading-calendar.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { Failure } from "../../src/lib/failure.ts";
import { isWeekday } from "../../src/model/dates.ts";
import { pipeline } from "../../src/pipeline/pipeline.ts";
import { openStore } from "../../src/store/store.ts";
import { createMemoryMarket } from "../sources/memory-market.ts";
import { createHandClock } from "../support/hand-clock.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const minuteMs = 60_000;
const holiday = "2026-01-12";
const calendar = createTradingCalendar(new Map([[holiday, false]]));
const start = Date.parse("2026-01-08T12:00:00+09:00");
const end = Date.parse("2026-01-22T00:00:00+09:00");

/** Publications come at 16:35, but for these: hours late, the next morning, a day without. */
const lateUntil: Readonly<Record<string, string | undefined>> = {
  "2026-01-09": "2026-01-09T19:12:00+09:00",
  "2026-01-13": "2026-01-14T08:00:00+09:00",
  "2026-01-16": "2026-03-01T00:00:00+09:00",
};
/** The service is down from shortly before the publication is due until late. */
const downFrom = Date.parse("2026-01-20T16:00:00+09:00");
const downTo = Date.parse("2026-01-20T18:00:00+09:00");

const outAt = (day: string) => Date.parse(lateUntil[day] ?? `${day}T16:35:00+09:00`);

const japanTime = (ms: number) => new Date(ms + 9 * 60 * minuteMs).toISOString().slice(0, 16);

function scene() {
  const folder = tmpFolder();
  const file = join(folder, "monitor.yaml");
  writeFileSync(
    file,
    `upstreams: { market: { url: "http://127.0.0.1:9" } }
sources: { margin-alerts: { schedule: "0 */10 14-20 * * *", on: trading-days, due: "16:30", grace: 30m } }`,
  );
  const loaded = loadConfig(file, {});
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const clock = createHandClock(start);
  const polls = new Set<string>();
  const market = createMemoryMarket();
  market.read = (async (_call: string, { date }: { date: string }) => {
    const now = clock.now();
    polls.add(japanTime(now));
    if (now >= downFrom && now < downTo) throw new Failure("unreachable", "connection refused");
    if (!isWeekday(date) || date === holiday || now < outAt(date)) return [];
    return [{ code: "7203", publishedOn: date, appliedOn: date, shortOutstanding: 1000 }];
  }) as unknown as typeof market.read;
  const clients = { market } as unknown as Parameters<typeof watchedSources>[1];
  const begin = () => {
    const store = openStore(join(folder, "state.db"), { now: clock.now });
    const surroundings = { clock, calendar: () => calendar, publication: store.publication };
    const running = pipeline({
      sources: watchedSources(loaded.config, clients, undefined, surroundings),
      news$: NEVER,
      store,
      outputs: [],
      rules: () => ({
        hash: "",
        files: [],
        names: [],
        meanings: new Map(),
        match: () => [],
        pass: () => undefined,
      }),
      unmailed: () => [],
      calendar: () => calendar,
      now: clock.now,
      timeOfDay: clock.now,
      signal: new AbortController().signal,
      report: () => undefined,
    }).subscribe();
    return {
      store,
      stop() {
        running.unsubscribe();
        store.close();
      },
    };
  };
  return { clock, polls, begin };
}

test("late publications are told on their days, once, over restarts; holidays are silent; polls are sparse and dense", async () => {
  const { clock, polls, begin } = scene();
  let monitor = begin();
  const starts: string[] = [];
  onTestFinished(() => monitor.stop());
  for (let minute = 0; clock.now() < end; minute++) {
    // Now and then the program is started anew, also while something is late.
    if (minute % 1_111 === 0 && minute > 0) {
      monitor.stop();
      monitor = begin();
      starts.push(japanTime(clock.now()));
    }
    // All that a poll awaits is in memory: it is through within a few turns.
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    clock.move(minuteMs);
  }
  const events = monitor.store.log.read(0, 1_000).map(({ json }) => JSON.parse(json));
  const late = events.filter(({ type }) => type === "source.late");
  expect(late.map(({ time, occurred, data }) => [time, occurred, data.now.since])).toEqual([
    ["2026-01-09T08:00:00.000Z", "2026-01-09", "2026-01-09T07:30:00.000Z"],
    ["2026-01-13T08:00:00.000Z", "2026-01-13", "2026-01-13T07:30:00.000Z"],
    ["2026-01-16T08:00:00.000Z", "2026-01-16", "2026-01-16T07:30:00.000Z"],
    ["2026-01-20T08:00:00.000Z", "2026-01-20", "2026-01-20T07:30:00.000Z"],
  ]);
  expect(events.filter(({ type }) => type === "source.failed")).toHaveLength(1);
  expect(monitor.store.publication("margin-alerts")).toEqual({ published: "2026-01-21" });

  const pollsOf = (day: string) => [...polls].filter((at) => at.startsWith(day)).map((at) => at.slice(11));
  // An ordinary day: sparse, dense from half past four until it is there, sparse.
  expect(pollsOf("2026-01-15").filter((at) => at >= "14")).toEqual([
    ...["14:00", "14:30", "15:00", "15:30", "16:00", "16:30", "16:40"],
    ...["17:10", "17:40", "18:10", "18:40", "19:10", "19:40", "20:10", "20:40"],
  ]);
  expect(pollsOf("2026-01-16").filter((at) => at >= "16:30" && at < "17:30")).toEqual([
    ...["16:30", "16:40", "16:50", "17:00", "17:10", "17:20"],
  ]);
  // On closed days only what a start asks.
  const onClosed = (times: Iterable<string>) =>
    [...times].filter((at) => !calendar.isTradingDay(at.slice(0, 10)));
  expect(onClosed(starts).length).toBeGreaterThan(3);
  expect(onClosed(polls)).toEqual(onClosed(starts));
});
