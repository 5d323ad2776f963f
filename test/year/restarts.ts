/**
 * One restart a week, or every four days in the quick runs: in order while nothing goes on, in order in the middle of
 * polls, and as a crash.
 */
import { isLong } from "../support/runs.ts";
import type { Lived } from "./lived.ts";
import { dayAt, dayMs, japan, startsAt } from "./plan.ts";

/** Times of the schedules, so that polls are under way. */
const times = ["16:30", "08:50", "17:30", "12:00", "20:30", "10:50", "19:30"] as const;

/** Days of which each has one restart. */
const between = isLong ? 7 : 4;

/** Lives `weeks` weeks from the start. Each restart has its own day, hour and kind. */
export async function liveWeeks(lived: Lived, weeks: number): Promise<void> {
  for (let count = 0; count * between < weeks * 7; count += 1) {
    const day = dayAt(startsAt + (count * between + ((count * 3) % between)) * dayMs);
    const at = japan(day, times[count % times.length] ?? "12:00");
    if (count % 3 === 0) {
      await lived.until(at + 60_000);
      await lived.restart();
    } else {
      await lived.interrupt(at, 1 + ((count * 11) % 60));
      await (count % 3 === 1 ? lived.restart() : lived.crash());
    }
  }
}
