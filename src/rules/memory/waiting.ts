/** What a rule says later where nothing comes between: after a time that all lasted, or in which nothing came. */
import { endOf } from "../../model/duration.ts";
import type { Event } from "../../model/event.ts";
import type { TimedFiring } from "../../model/rule.ts";
import type { TradingCalendar } from "../../model/trading-calendar.ts";
import { passingFrom } from "../clock.ts";
import type { OverEvents } from "../compiled-rule.ts";
import { absentAt } from "../life/absence.ts";

export interface Waited {
  /** What is said when its moment comes, ms since 1970. */
  readonly waiting?: (TimedFiring & { readonly due: number }) | undefined;
  /** When the event came from which the time of an absence is counted, ms since 1970. */
  readonly heard?: number | undefined;
}

/** What an event is to a rule that waits. */
interface Heard {
  readonly event: Event;
  readonly calendar: TradingCalendar;
  /** All conditions hold with it. */
  readonly holds: boolean;
  /** They held before it, and go on to. */
  readonly goesOn: boolean;
  /** Up to which event its conditions were asked, as the clock of the rule goes on: ms since 1970. */
  readonly newest: number | undefined;
  say(): TimedFiring;
}

/** What is waited for after an event. */
export function nextWaiting(over: OverEvents, before: Waited | undefined, heard: Heard): Waited {
  const { absence, lasting, clock } = over;
  const { event, calendar, say, newest } = heard;
  const from = passingFrom(event, clock);
  // What an event that comes late makes hold does so from the newest on: before, it is not looked at.
  const since = Math.max(from, newest ?? from);
  if (absence !== undefined) {
    // What plays no part puts nothing off, nor does what is older.
    if (!heard.holds || from < (before?.heard ?? from))
      return { waiting: before?.waiting, heard: before?.heard };
    return { waiting: { ...say(), due: absentAt(absence, since, calendar) }, heard: since };
  }
  if (lasting === undefined || !(heard.holds || heard.goesOn)) return {};
  if (heard.goesOn) return { waiting: before?.waiting };
  return { waiting: { ...say(), due: endOf(since, lasting, calendar) } };
}
