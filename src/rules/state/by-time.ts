/**
 * Moments at which a rule is looked at without an event: a turn, at which time alone may make its conditions hold, and
 * a wait, by `for` or `absent`.
 */
import { jstDay, type TradingCalendar } from "../../model/dates.ts";
import { endOf } from "../../model/duration.ts";
import type { Event } from "../../model/event.ts";
import type { TimedFiring } from "../../model/rule.ts";
import type { Variables } from "../cel/language.ts";
import type { OverEvents } from "../compiled-rule.ts";
import type { Held } from "../conditions/combined/together.ts";
import type { FoundValues } from "../conditions/condition.ts";
import { passingFrom } from "../context/clock.ts";
import { absentAt, dateOf, type Reminder, remindedAt } from "../life/waits.ts";

/** Reading of a rule's clock. */
export interface Reached {
  /** ms since 1970: that of the newest event, or of the moment at which was last looked. */
  readonly at: number;
  /** Delay of the clock, if it tells the day alone: that event was seen so much later. */
  readonly lagMs: number;
  /** When the newest event was, where time has gone past it. */
  readonly newest?: number | undefined;
}

/** When the newest event was, ms since 1970. */
export function newestOf({ at, newest = at }: Reached): number {
  return newest;
}

/** A look at a rule without an event. */
export interface DueTurn {
  /** When it is looked at, ms since 1970. */
  readonly due: number;
  /** The event that an alert will be about; absent: nobody was told of it, and the turn is taken without one. */
  readonly causeSeq?: number | undefined;
  /** What that event found, in a state of a version whose conditions did not all remember it. */
  readonly found?: FoundValues;
}

/** Changes within this time are seen as one, so that a busy rule is not looked at all the time. */
const everyMs = 60_000;

/** Whether time alone may make all conditions hold. */
export function mayTurn({ conditions, absence, reminder }: OverEvents): boolean {
  const isLasting = conditions.every(({ holdsAt }) => holdsAt !== undefined);
  const isAlone = absence === undefined && reminder === undefined;
  return isLasting && isAlone && conditions.some(({ turnsAt }) => turnsAt !== undefined);
}

/** Whether its alerts come after a wait alone. */
export function isWaitingRule({ lasting, absence, reminder }: OverEvents): boolean {
  return lasting !== undefined || absence !== undefined || reminder !== undefined;
}

/** Whether a rule may give an alert at a moment without an event. */
export function isTimed(over: OverEvents): boolean {
  return isWaitingRule(over) || mayTurn(over);
}

/** The next moment at which a condition may begin to hold; undefined: time changes nothing. */
export function nextDueTurn(
  { conditions }: OverEvents,
  { parts }: Pick<Held, "parts">,
  { at, lagMs }: Reached,
  causeSeq: number | undefined,
  calendar: TradingCalendar,
): DueTurn | undefined {
  const moments = conditions.flatMap(
    (condition, index) => condition.turnsAt?.(parts[index] ?? undefined, at, calendar) ?? [],
  );
  if (moments.length === 0) return undefined;
  return { causeSeq, due: Math.ceil((Math.min(...moments) + lagMs) / everyMs) * everyMs };
}

/** A wait of a rule, as its state has it. */
export interface Waited {
  /** The alert that is given when its moment comes, ms since 1970. */
  readonly waiting?: (TimedFiring & { readonly due: number }) | undefined;
  /** When the event came from which the time of an absence is counted, ms since 1970. */
  readonly heard?: number | undefined;
  /** The date of which an alert waits, or was given last; texts of days. */
  readonly date?: string | undefined;
  /** Further dates that were told and are not over. */
  readonly told?: readonly string[] | undefined;
}

/** An event, as a rule that waits by `for` or `absent` sees it. */
interface Heard {
  readonly event: Event;
  readonly variables: Variables;
  /** The moment as of which the rule is asked, ms since 1970. */
  readonly now: number;
  readonly calendar: TradingCalendar;
  /** It plays a part in one of the conditions, if there are any. */
  readonly counts: boolean;
  /** All conditions hold with it. */
  readonly holds: boolean;
  /** They held before it, and go on to. */
  readonly goesOn: boolean;
  /** Up to which event its conditions were asked, as the clock of the rule goes on: ms since 1970. */
  readonly newest: number | undefined;
  say(): TimedFiring;
}

/** The wait after an event. */
export function nextWaiting(over: OverEvents, before: Waited | undefined, heard: Heard): Waited {
  const { absence, lasting, clock } = over;
  const { event, calendar, say, newest } = heard;
  const from = passingFrom(event, clock);
  // A late event makes conditions hold from the newest event on: before that, nobody looks.
  const since = Math.max(from, newest ?? from);
  if (absence !== undefined) {
    // An event that plays no part puts nothing off, nor does an older one.
    if (!heard.holds || from < (before?.heard ?? from))
      return { waiting: before?.waiting, heard: before?.heard };
    return { waiting: { ...say(), due: absentAt(absence, since, calendar) }, heard: since };
  }
  if (over.reminder !== undefined) return remindNext(over.reminder, before, heard);
  if (lasting === undefined || !(heard.holds || heard.goesOn)) return {};
  if (heard.goesOn) return { waiting: before?.waiting };
  return { waiting: { ...say(), due: endOf(since, lasting, calendar) } };
}

/** The wait of a reminder after an event: for the date in its item, once for each date. */
function remindNext(reminder: Reminder, before: Waited | undefined, heard: Heard): Waited {
  const { event, variables, now, calendar } = heard;
  const known = { waiting: before?.waiting, date: before?.date, told: before?.told };
  const date = dateOf(reminder, event.type, variables);
  // Nobody is reminded of an item that is gone, whatever the conditions say of the event that tells it.
  if (date === undefined && heard.counts)
    return { date: before?.waiting === undefined ? before?.date : undefined, told: before?.told };
  if (!heard.holds || date === undefined || (date === before?.date && before.waiting === undefined))
    return known;
  const told = toldDates(before, jstDay(now));
  if (told?.includes(date)) return { date, told };
  const due = remindedAt(reminder, date, now, calendar);
  return due === undefined ? { date, told } : { date, told, waiting: { ...heard.say(), due } };
}

/** Most dates that are remembered as told, those that were told last. */
const mostTold = 32;

/** Dates that were told, where another one comes: nothing is told again of one that is not over. */
function toldDates(before: Waited | undefined, today: string): readonly string[] | undefined {
  const { waiting, date, told = [] } = before ?? {};
  const all = waiting === undefined && date !== undefined ? [...told, date] : told;
  const left = [...new Set(all)].filter((day) => day >= today).slice(-mostTold);
  return left.length === 0 ? undefined : left;
}
