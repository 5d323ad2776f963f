/** One restart a week: in order while nothing goes on, in order in the middle of polls, and as a crash. */
import type { Lived } from "./lived.ts";
import { dayAt, dayMs, japan, startsAt } from "./plan.ts";

/** Times of the schedules, so that polls are under way. */
const times = ["16:30", "08:50", "17:30", "12:00", "20:30", "10:50", "19:30"] as const;

/** Lives `weeks` weeks from the start. Each week has its own day, hour and kind of restart. */
export async function liveWeeks(lived: Lived, weeks: number): Promise<void> {
  for (let week = 0; week < weeks; week += 1) {
    const day = dayAt(startsAt + (week * 7 + ((week * 3) % 7)) * dayMs);
    const at = japan(day, times[week % times.length] ?? "12:00");
    if (week % 3 === 0) {
      await lived.until(at + 60_000);
      await lived.restart();
    } else {
      await lived.interrupt(at, 1 + ((week * 11) % 60));
      await (week % 3 === 1 ? lived.restart() : lived.crash());
    }
  }
}
