import { describe, expect, test } from "vitest";
import { createTradingCalendar } from "../../src/calendar/trading-calendar.ts";
import { createZone } from "../../src/lib/clock.ts";
import { scheduledTicks$ } from "../../src/pipeline/schedule.ts";
import { createHandClock } from "../support/hand-clock.ts";

const minuteMs = 60_000;
/** The Monday is a holiday. */
const calendar = createTradingCalendar(new Map([["2026-01-12", false]]));
const zone = createZone("Asia/Tokyo");
const due = (hour: number, graceMinutes = 30) => ({
  timeMs: hour * 60 * minuteMs,
  zone,
  grace: { ms: graceMinutes * minuteMs },
});

/** The times (in Japan) of the ticks from one time to another; `published` is what is known by then. */
function ticks(
  from: string,
  to: string,
  schedule: Omit<Parameters<typeof scheduledTicks$>[0], "timezone">,
  published: (time: string) => string | undefined = () => undefined,
  isFailing: (time: string) => boolean = () => false,
): string[] {
  const clock = createHandClock(Date.parse(`${from}:00+09:00`));
  const time = () => new Date(clock.now() + 9 * 60 * minuteMs).toISOString().slice(0, 16);
  const told: string[] = [];
  const surroundings = {
    clock,
    calendar: () => calendar,
    published: () => published(time()),
    isFailing: () => isFailing(time()),
  };
  const running = scheduledTicks$({ timezone: "Asia/Tokyo", ...schedule }, surroundings).subscribe(
    () => void told.push(time()),
  );
  clock.moveTo(Date.parse(`${to}:00+09:00`));
  running.unsubscribe();
  expect(clock.waiting).toBe(0);
  return told;
}

describe("on trading days", () => {
  test("ticks of other days are left out, but for one at the start", () => {
    const schedule = { schedule: "0 0 12 * * *", on: "trading-days" } as const;
    expect(ticks("2026-01-10T08:00", "2026-01-14T13:00", schedule)).toEqual([
      "2026-01-10T08:00",
      "2026-01-13T12:00",
      "2026-01-14T12:00",
    ]);
  });

  test("days are Japan's, whatever the time zone of the schedule", () => {
    // Sunday evening in New York is Monday in Japan, a holiday; the Tuesday there is Wednesday here.
    const schedule = { schedule: "0 0 20 * * *", on: "trading-days", timezone: "America/New_York" } as const;
    expect(ticks("2026-01-10T08:00", "2026-01-14T13:00", schedule)).toEqual([
      "2026-01-10T08:00",
      "2026-01-13T10:00",
      "2026-01-14T10:00",
    ]);
  });
});

describe("with a due time", () => {
  const schedule = { schedule: "0 */10 8-17 * * *", on: "trading-days", due: due(9) } as const;

  test("polls are sparse before it, dense until the publication is there, and sparse after it", () => {
    const published = (time: string) => (time >= "2026-01-09T09:25" ? "2026-01-09" : "2026-01-08");
    expect(
      ticks("2026-01-09T07:55", "2026-01-09T10:10", schedule, published).map((at) => at.slice(11)),
    ).toEqual(["07:55", "08:30", "09:00", "09:10", "09:20", "09:50"]);
  });

  test("every tick is used while the source fails: it is seen within the schedule when it is back", () => {
    const published = () => "2026-01-08";
    const told = ticks(
      "2026-01-09T07:55",
      "2026-01-09T08:55",
      schedule,
      published,
      (time) => time < "2026-01-09T08:25",
    );
    expect(told.map((at) => at.slice(11))).toEqual(["07:55", "08:00", "08:10", "08:20", "08:50"]);
  });

  test("there is a poll at the moment when it is late, when the schedule's hours are over", () => {
    const early = { schedule: "0 0 8 * * *", on: "trading-days", due: due(9, 45) } as const;
    expect(ticks("2026-01-09T07:55", "2026-01-13T10:00", early, () => "2026-01-08")).toEqual([
      "2026-01-09T07:55",
      "2026-01-09T09:45",
      "2026-01-13T08:00",
      "2026-01-13T09:45",
    ]);
  });
});
