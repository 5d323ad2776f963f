/** How many times as much as usual came, in windows of twelfths. */
import { daysBefore } from "./calendar.ts";
import type { Case, Happening, Spike } from "./case.ts";
import type { FoundValues } from "./past.ts";
import { levelOf } from "./rule-parts.ts";
import type { Timed } from "./windows.ts";

/** What a spike finds at a moment, or undefined where it does not hold. */
export function findSpike(
  calendar: Case["calendar"],
  spike: Spike,
  events: readonly Timed[],
  moment: number,
  newest: Happening | undefined,
): FoundValues | undefined {
  const twelfth = spike.within / 12;
  const end = (Math.floor(moment / twelfth) + 1) * twelfth;
  const ends = endsOfUsual(calendar, spike, end);
  const amount = (to: number) => {
    const inside = events.filter(({ at }) => at >= to - spike.within && at < to);
    if (spike.of === undefined) return inside.length;
    return Math.round(inside.reduce((sum, { of }) => sum + Number(of), 0) * 1e9) / 1e9;
  };
  const oldest = Math.min(...ends) - spike.within;
  if (!events.some(({ at }) => at <= oldest)) return undefined;
  const usual = ends.reduce((sum, to) => sum + amount(to), 0) / ends.length;
  const now = amount(end);
  if (now < (levelOf(spike.at_least, newest) ?? 1) || usual < (spike.usual_at_least ?? 1)) return undefined;
  const times = now / usual;
  return times >= spike.times - 1e-9 ? { spike: times, usual } : undefined;
}

/** When the window begins that is compared with what is usual. */
export function startOfSpike({ within }: Spike, moment: number): number {
  const twelfth = within / 12;
  return (Math.floor(moment / twelfth) + 1) * twelfth - within;
}

/** The ends of the windows that are compared with; the day of a window is that in which it ends. */
function endsOfUsual(calendar: Case["calendar"], { against, within }: Spike, end: number): number[] {
  if ("windows" in against) {
    return Array.from({ length: against.windows }, (_, index) => end - (index + 1) * within);
  }
  return daysBefore(calendar, end - 1, against.days).map((before) => before + 1);
}

/** The moments at which what a spike compares may be other although nothing came. */
export function changesOfSpike(spike: Spike, from: number, to: number): number[] {
  const twelfth = spike.within / 12;
  const changes: number[] = [];
  for (let at = Math.ceil(from / twelfth) * twelfth; at <= to; at += twelfth) changes.push(at);
  return changes;
}
