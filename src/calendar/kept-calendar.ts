/**
 * The market service's trading calendar: kept in the database, read once a day of the service, used by everything
 * that counts trading days. Until it is known weekdays count; nothing ever waits for it.
 */
import type { Clock } from "../lib/clock.ts";
import { Failure } from "../lib/failure.ts";
import { createRepeats, type Log, type Repeats } from "../lib/log.ts";
import { inLane } from "../lib/turns.ts";
import { addDays, type TradingCalendar } from "../model/dates.ts";
import type { EventDraft } from "../model/event.ts";
import { StoreError } from "../model/store-faults.ts";
import { marketRefusal } from "../upstreams/market/refusals.ts";
import {
  type CalendarRecord,
  calendarShortage,
  readCalendar,
  type Shortage,
  writeCalendar,
} from "./calendar-record.ts";
import { createTradingCalendar } from "./trading-calendar.ts";

/** The source that its news name. */
export const calendarName = "trading-calendar";

/** Key of the table meta under which it is kept. */
export const calendarKey = "trading-calendar";

/** Interval of the looks whether the service has a new day, and the wait after a reading that failed. */
const lookMs = 3_600_000;
const retryMs = 30 * 60_000;

/** Range that is asked for: enough of the past for durations that look back, and what the service has of the future. */
const daysBack = 40;
const daysAhead = 400;

/** The calendar that a database keeps, for commands that only read it. */
export function storedCalendar(meta: (key: string) => string | undefined): TradingCalendar {
  return createTradingCalendar(readCalendar(meta(calendarKey)).days);
}

/** Keeps a calendar that was not asked for: the days of a played past. */
export function storeCalendar(
  meta: { set(key: string, value: string): void },
  days: ReadonlyMap<string, boolean>,
): void {
  meta.set(calendarKey, writeCalendar({ days }));
}

interface CalendarParts {
  readonly meta: { get(key: string): string | undefined; set(key: string, value: string): void };
  /** Asks the service for whether the exchange is open, on each day that it has. Throws a Failure. */
  ask(range: { from: string; to: string }, signal: AbortSignal): Promise<ReadonlyMap<string, boolean>>;
  /** The service, as the calendar's record names it: days of another one are not known. */
  readonly origin: string;
  /** The service's day. */
  today(): string;
  readonly clock: Clock;
  readonly log: Log;
}

/** News of the calendar, with the facts that are to be kept in the same commit. */
interface CalendarNews {
  readonly drafts: readonly EventDraft[];
  readonly batch: { readonly meta: Readonly<Record<string, string>> };
}

export interface KeptCalendar {
  current(): TradingCalendar;
  /** Reads again what the database keeps, where another machine wrote it. */
  readAgain(): void;
  /**
   * Reads it now if that was not done today, then each day; the answer ends it.
   * @param tell commits news; throws a StoreError if they could not be written
   */
  start(tell: (news: CalendarNews) => void): () => void;
}

/** The calendar that the database keeps, until `start` asks the service. */
export function createKeptCalendar(parts: CalendarParts): KeptCalendar {
  const { meta, clock } = parts;
  const keptHere = (): CalendarRecord => {
    const kept = readCalendar(meta.get(calendarKey));
    return kept.origin === undefined || kept.origin === parts.origin ? kept : { days: new Map() };
  };
  const first = keptHere();
  const book: Book = {
    ...{ ...parts, record: first, calendar: createTradingCalendar(first.days) },
    readings: createRepeats(
      parts.log,
      {
        level: "warn",
        begins: "the trading calendar could not be read",
        ends: "the trading calendar was read",
      },
      clock,
    ),
  };
  return {
    current: () => book.calendar,
    readAgain() {
      book.record = keptHere();
      book.calendar = createTradingCalendar(book.record.days);
    },
    start(tell) {
      const stopping = new AbortController();
      let cancel = (): void => undefined;
      const look = async (): Promise<void> => {
        const well = await refresh(book, stopping.signal);
        if (stopping.signal.aborted) return;
        warn(book, tell);
        cancel = clock.after(well ? lookMs : retryMs, () => void look());
      };
      void look();
      return () => {
        stopping.abort();
        cancel();
      };
    },
  };
}

/** The parts, and the calendar as it is known now. */
interface Book extends CalendarParts {
  record: CalendarRecord;
  calendar: TradingCalendar;
  readonly readings: Repeats;
}

function keep(book: Book, record: CalendarRecord): void {
  const owned = { ...record, origin: book.origin };
  book.record = owned;
  book.calendar = createTradingCalendar(record.days);
  written(book.log, () => book.meta.set(calendarKey, writeCalendar(owned)));
}

/** Whether the service was read today, or said that it has nothing for this account. */
async function refresh(book: Book, signal: AbortSignal): Promise<boolean> {
  if (book.record.readOn === book.today()) return true;
  try {
    await read(book, signal);
    book.readings.ended("", {});
    return true;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (signal.aborted) return false;
    const { reason, message } = error;
    if (marketRefusal(error) === "window") {
      leaveOut(book, message);
      return true;
    }
    book.readings.failed("", reason, { reason, message });
    const failingSince = new Date(book.clock.now()).toISOString();
    if (book.record.failingSince === undefined) keep(book, { ...book.record, failingSince });
    return false;
  }
}

/** The account's plan does not cover these days. That is as it should be: weekdays count, and it is asked again tomorrow. */
function leaveOut(book: Book, message: string): void {
  const { failingSince: _, outsidePlan, ...rest } = book.record;
  if (!outsidePlan)
    book.log.info({ message }, "the plan has no trading calendar of these days: weekdays count");
  keep(book, { ...rest, readOn: book.today(), outsidePlan: true });
}

async function read(book: Book, signal: AbortSignal): Promise<void> {
  const readOn = book.today();
  const range = { from: addDays(readOn, -daysBack), to: addDays(readOn, daysAhead) };
  const days = await inLane(calendarName, () => book.ask(range, signal), true);
  // The database is closed by now.
  if (signal.aborted) return;
  if (days.size === 0) throw new Failure("incomplete", "/markets/calendar has no day of the next year");
  const { warned, days: known } = book.record;
  // A day that an answer leaves out stays as it was told before.
  const before = [...known].filter(([day]) => day >= range.from);
  keep(book, { readOn, ...(warned ? { warned } : {}), days: new Map([...before, ...days]) });
}

/** Tells once that the calendar runs out; again only if it was well in between. */
function warn(book: Book, tell: (news: CalendarNews) => void): void {
  const { warned, ...rest } = book.record;
  const shortage = calendarShortage(rest, book.today(), book.clock.now());
  if ((shortage !== undefined) === (warned === true)) return;
  if (shortage === undefined) {
    keep(book, rest);
    return;
  }
  const record = { ...rest, origin: book.origin, warned: true as const };
  written(book.log, () => {
    tell(runsOut(shortage, writeCalendar(record)));
    book.record = record;
  });
}

function runsOut({ ahead, since, message }: Shortage, meta: string): CalendarNews {
  const now = {
    source: calendarName,
    reason: "calendar-runs-out",
    message,
    ...(since === undefined ? {} : { since }),
    items: ahead,
  };
  const about = { source: `/sources/${calendarName}`, subject: calendarName };
  return {
    drafts: [{ type: "source.late", ...about, data: { now } }],
    batch: { meta: { [calendarKey]: meta } },
  };
}

/** A database that cannot be written says so at every poll; the calendar is in memory, and is written another time. */
function written(log: Log, write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    log.error({ error: error.message }, "the trading calendar could not be kept");
  }
}
