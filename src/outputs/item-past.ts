/** Facts for mails that the log has: the past of an item, and the name of a stock. */
import { isDay, jstDay, type TradingCalendar } from "../model/dates.ts";
import type { Event, Fields, LogEntry, StoredEntry } from "../model/event.ts";
import { type EventTypes, type Tracked, trackedField } from "../model/event-types.ts";
import { freshDays, type LastClose } from "../model/holding.ts";
import type { CompanyName } from "../model/language.ts";
import type { PastValues } from "./member.ts";

/** Finds the newest entries about a subject, in the order of the log. */
type AboutSubject = (question: {
  readonly subject: string;
  readonly types: readonly string[];
  /** Only entries before this seq. */
  readonly before: number;
  readonly limit: number;
}) => readonly StoredEntry[];

/** Most points, and most events that are looked at for them. */
const mostPoints = 60;
const mostEvents = 120;

/** Newest events in one of which the name is, if it is known at all. */
const fewEvents = 5;

/** Makes the question for the past of an event's item, up to the event. */
export function createItemPast(
  aboutSubject: AboutSubject,
  types: EventTypes,
): (entry: LogEntry) => PastValues | undefined {
  return ({ seq, event }) => {
    const { type, subject, data } = event;
    const tracked = types.known.get(type)?.tracks;
    const field = tracked && trackedField(tracked, data);
    if (tracked === undefined || field === undefined) return undefined;
    const family = type.slice(0, type.lastIndexOf(".") + 1);
    const alike = [...types.known].filter(([name, facts]) => name.startsWith(family) && facts.tracks);
    const asked = { subject, types: alike.map(([name]) => name), before: seq, limit: mostEvents };
    const before = aboutSubject(asked)
      .map(({ json }): Event => JSON.parse(json))
      .filter((one) => one.source === event.source && isSameItem(one.data.now, data.now, tracked));
    return { field, points: pointsOf([...before, event], field, tracked) };
  };
}

/** Newest events among which the last day is: a correction of an earlier one may have come after it. */
const closeEvents = 10;

/**
 * Makes the question for the last close of a stock at a moment, ms since 1970: of the newest event of a type that tracks it.
 * Made-up prices say nothing of a holding.
 */
export function createCloseOf(
  aboutSubject: AboutSubject,
  types: EventTypes,
  calendar: () => TradingCalendar,
): (code: string, at: number) => LastClose | undefined {
  const closing = new Map(
    [...types.known].flatMap(([type, { tracks }]) =>
      tracks?.fields.includes("close") ? [[type as string, tracks.on] as const] : [],
    ),
  );
  return (subject, at) => {
    if (closing.size === 0) return undefined;
    const asked = {
      subject,
      types: [...closing.keys()],
      before: Number.MAX_SAFE_INTEGER,
      limit: closeEvents,
    };
    let last: Omit<LastClose, "isOld"> | undefined;
    for (const { json } of aboutSubject(asked)) {
      const event = JSON.parse(json) as Event;
      const on = closing.get(event.type);
      const [close, day] = [event.data.now.close, on === undefined ? dayOf(event) : event.data.now[on]];
      if (event.simulated || typeof close !== "number" || typeof day !== "string" || !isDay(day)) continue;
      if (last === undefined || day >= last.day) last = { close, day };
    }
    return last && { ...last, isOld: calendar().addTradingDays(last.day, freshDays + 1) <= jstDay(at) };
  };
}

/**
 * Makes the question for the company of a stock.
 * @param listed the list of issues; a stock that it lacks has its name in the newest event that says it
 */
export function createNameOf(
  aboutSubject: AboutSubject,
  types: EventTypes,
  listed: () => ReadonlyMap<string, CompanyName>,
): (code: string) => CompanyName | undefined {
  const naming = [...types.known]
    .filter(
      ([, { item, namesOther, sources }]) => sources && !namesOther && Object.hasOwn(item.shape, "name"),
    )
    .map(([type]) => type);
  return (subject) => {
    const own = listed().get(subject);
    if (own?.name !== undefined) return own;
    const newest = aboutSubject({
      subject,
      types: naming,
      before: Number.MAX_SAFE_INTEGER,
      limit: fewEvents,
    });
    const names = newest.map(({ json }) => (JSON.parse(json) as Event).data.now.name);
    const name = names.findLast((one) => typeof one === "string");
    return name === undefined ? own : { ...own, name };
  };
}

function isSameItem(one: Fields, other: Fields, { by = [], form }: Tracked): boolean {
  const isOfOneForm = form === undefined || (one[form] === undefined) === (other[form] === undefined);
  return isOfOneForm && by.every((field) => one[field] === other[field]);
}

/** The latest number of each day or period; before the first event it is what that event changed. */
function pointsOf(events: readonly Event[], field: string, { on }: Tracked): [string, number][] {
  const points = new Map<string, number>();
  const put = (day: unknown, value: unknown) => {
    if (typeof day !== "string" || typeof value !== "number") return;
    points.delete(day);
    points.set(day, value);
  };
  const [first] = events;
  if (on !== undefined) put(first?.data.was?.[on], first?.data.was?.[field]);
  for (const event of events) {
    const { now } = event.data;
    put(on === undefined ? dayOf(event) : now[on], now[field]);
  }
  return [...points].slice(-mostPoints);
}

function dayOf({ occurred, published, time }: Event): string {
  const known = occurred ?? published ?? time;
  const ms = Date.parse(known);
  return known.length > 10 && !Number.isNaN(ms) ? jstDay(ms) : known;
}
