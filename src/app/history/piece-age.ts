/** Whether a piece that was fetched has to be asked for again: its service may have told more since then. */
import { addDays, isWeekday, japanMoment, jstDay } from "../../model/dates.ts";
import type { FetchedPiece, HistoryReader } from "../../model/history.ts";
import type { AskedPiece } from "../../sources/index.ts";
import type { MarketCall } from "../../upstreams/market/call.ts";
import { marketCalls } from "../../upstreams/market/calls.ts";
import { outTimes } from "../../upstreams/market/past-records.ts";

/** Weekdays for which services still correct a day, or add what came late. */
const openWeekdays = 5;

/** For sets of which nobody knows when they are published. */
const freshMs = 3_600_000;

/**
 * The fetched pieces that together have all days of a piece, where none of them is to be asked for again: a plan may
 * have refused some days of a piece and told the others. Undefined: some day lacks.
 * @param now of its service, ms since 1970
 */
export function keptParts(
  piece: AskedPiece,
  history: Pick<HistoryReader, "fetched">,
  now: number,
): readonly FetchedPiece[] | undefined {
  const parts: FetchedPiece[] = [];
  for (let from = piece.from; from <= piece.to; ) {
    const part = history.fetched({ ...piece, from }) ?? history.fetched({ ...piece, from, to: from });
    if (part === undefined || !isThere(piece, part, now)) return undefined;
    parts.push(part);
    from = addDays(part.to, 1);
  }
  return parts;
}

/**
 * A piece is there for good once it was fetched after the fifth weekday after its end. Until then it is asked for once a
 * day, and again when it was published meanwhile. Refused ones are asked for again the next day.
 */
function isThere(asked: AskedPiece, { at, to, refused }: FetchedPiece, now: number): boolean {
  // A piece that has more days is as old as those that are wanted.
  const last = to < asked.to ? to : asked.to;
  const [day, today] = [jstDay(at), jstDay(now)];
  if (refused !== undefined) return day === today;
  if (day > weekdaysAfter(last, openWeekdays)) return true;
  if (day !== today) return false;
  const isOver = last < today;
  const times = publicationTimes(asked, isOver ? last : today);
  if (times.length === 0) return isOver || now - at < freshMs;
  return !times.some((time) => time > at && time <= now);
}

/** Times of a day at which the set of a piece is published, ms since 1970; none: nobody knows. */
function publicationTimes({ service, call }: AskedPiece, day: string): number[] {
  const known = service === "market" && Object.entries(marketCalls).find(([name]) => name === call);
  if (!known) return [];
  const { records }: MarketCall = known[1];
  return outTimes(records).map((time) => japanMoment(day, time));
}

function weekdaysAfter(day: string, count: number): string {
  let last = day;
  for (let left = count; left > 0; ) {
    last = addDays(last, 1);
    if (isWeekday(last)) left -= 1;
  }
  return last;
}
