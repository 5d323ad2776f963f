/** Computes when a cron expression comes next, for any moment, so that time can be an argument. */
import { createTask, parse } from "node-cron";
import { createZone } from "./zone.ts";

const secondMs = 1_000;
const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;
/** The 29th of February on a given weekday comes back within 40 years. */
const furthestMs = 41 * 366 * dayMs;

/** The first time after a moment, both in ms since 1970; undefined where there is none. */
export type CronTimes = (after: number) => number | undefined;

/**
 * Computes the times of a schedule. It goes on through the hour that comes twice when clocks are set back; times that
 * are skipped when they are set forward are skipped. Throws for an invalid expression or time zone.
 */
export function createCronTimes(expression: string, timezone: string): CronTimes {
  const fields = parse(expression);
  const hours = new Set(fields.hour);
  const minutes = new Set(fields.minute);
  const seconds = new Set(fields.second);
  const isDue = dayTest(expression);
  const { offsetMs } = createZone(timezone);
  /** Steps from `at` to the next midnight there, or by an hour if the clocks change before that. */
  const toNextDay = (at: number, wall: number): number => {
    const ms = dayMs - (wall % dayMs);
    return offsetMs(at + ms) === wall - at ? ms : hourMs - (wall % hourMs);
  };
  return (after) => {
    let at = (Math.floor(after / secondMs) + 1) * secondMs;
    for (const end = after + furthestMs; at < end; ) {
      const wall = at + offsetMs(at);
      if (!isDue(wall)) at += toNextDay(at, wall);
      else if (!hours.has(Math.floor(wall / hourMs) % 24)) at += hourMs - (wall % hourMs);
      else if (!minutes.has(Math.floor(wall / minuteMs) % 60)) at += minuteMs - (wall % minuteMs);
      else {
        const second = Math.floor(wall / secondMs) % 60;
        const next = firstFrom(seconds, second);
        if (next === second) return at;
        at += (next - second) * secondMs;
      }
    }
    return undefined;
  };
}

/** The first of some seconds that is not before one; the next minute where there is none. */
function firstFrom(seconds: ReadonlySet<number>, from: number): number {
  for (let second = from; second < 60; second++) if (seconds.has(second)) return second;
  return 60;
}

/** Whether a day matches the day, month and weekday of an expression; given as wall time, asked once a day. */
function dayTest(expression: string): (wall: number) => boolean {
  const days = expression.trim().split(/\s+/).slice(3).join(" ");
  const task = createTask(`0 0 0 ${days}`, () => undefined, { timezone: "UTC" });
  void task.destroy();
  let known = { day: Number.NaN, matches: false };
  return (wall) => {
    const day = Math.floor(wall / dayMs);
    if (day !== known.day) known = { day, matches: task.match(new Date(day * dayMs)) };
    return known.matches;
  };
}
