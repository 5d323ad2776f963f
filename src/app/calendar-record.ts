/** The trading calendar as the database keeps it: one line of small facts. */
import { addDays } from "../model/dates.ts";

export interface CalendarRecord {
  /** The service's day on which the calendar was read last; undefined: never. */
  readonly readOn?: string;
  /** Since when it could not be read, ISO; absent where the last reading went well. */
  readonly failingSince?: string;
  /** Whether the service has no day of this year for the account's plan. */
  readonly outsidePlan?: true;
  /** Whether it was told that the calendar runs out, so that a restart does not tell it again. */
  readonly warned?: true;
  /** Whether the exchange is open, by day. */
  readonly days: ReadonlyMap<string, boolean>;
}

/** Days as they are stored: one character each from the first on, since a calendar has no holes. */
const marks = { open: "1", closed: "0", unknown: "-" } as const;

export function writeCalendar({ days, ...facts }: CalendarRecord): string {
  const told = [...days.keys()].sort();
  const [from, to] = [told[0], told.at(-1)];
  if (from === undefined || to === undefined) return JSON.stringify(facts);
  let line = "";
  for (let day = from; day <= to; day = addDays(day, 1)) line += markOf(days.get(day));
  return JSON.stringify({ ...facts, from, days: line });
}

function markOf(open: boolean | undefined): string {
  if (open === undefined) return marks.unknown;
  return open ? marks.open : marks.closed;
}

/** @param text what writeCalendar wrote; undefined: nothing was kept yet */
export function readCalendar(text: string | undefined): CalendarRecord {
  if (text === undefined) return { days: new Map() };
  const { from = "", days: line = "", ...facts } = JSON.parse(text);
  const days = new Map<string, boolean>();
  [...line].forEach((mark, index) => {
    if (mark !== marks.unknown) days.set(addDays(from, index), mark === marks.open);
  });
  return { ...facts, days };
}
