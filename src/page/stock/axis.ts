/** The axis of time that a view asks for, what each panel of a stock is made with on it, and alerts about the stock. */
import * as z from "zod";
import { isSimulated } from "../../config/services.ts";
import { countFirst } from "../../lib/collections.ts";
import { addDays, isDay, jstDay } from "../../model/dates.ts";
import { type Event, type Fields, seqOfId } from "../../model/event.ts";
import type { EventTypes } from "../../model/event-types.ts";
import { known } from "../../model/fields.ts";
import type { Alert } from "../../model/news-items.ts";
import { dayStart } from "../../model/page/points.ts";
import type { MatchedComment, StockAlert } from "../../model/page/stock.ts";
import type { PastOfSubject, UpstreamName } from "../../sources/index.ts";
import { shownAmount, shownText } from "../../sources/shown.ts";
import type { PageParts } from "../page-call.ts";
import type { PastReading } from "../read-past.ts";

const day = z.string().refine(isDay, { error: "a day is written YYYY-MM-DD" });

/** Most days that are asked for: what is older than all services. */
const mostDays = 36_500;

export const axisQuery = {
  from: day.optional(),
  to: day.optional(),
  days: z.coerce.number().int().min(1).max(mostDays).default(180),
};

export interface Axis {
  /** Days in Japan, both included. */
  readonly period: { readonly from: string; readonly to: string };
  /** ms since 1970. */
  readonly from: number;
  readonly to: number;
}

type Asked = z.output<z.ZodObject<typeof axisQuery>>;

/** The latest time that one of these services has, ms since 1970: a made-up one may be months behind the clock. */
export function latestTime(
  services: readonly UpstreamName[],
  { config, now, servicesNow }: Pick<PageParts, "config" | "now" | "servicesNow">,
): number {
  return Math.max(...services.map((name) => (isSimulated(config, name) ? servicesNow() : now())));
}

/** @param now the latest time that a service has, ms since 1970 */
export function axisOf({ from, to, days }: Asked, now: number): Axis {
  const today = jstDay(now);
  const last = to === undefined || to > today ? today : to;
  const first = from ?? addDays(last, 1 - days);
  const isOrdered = first <= last;
  const period = { from: isOrdered ? first : last, to: last };
  return { period, from: dayStart(period.from), to: last === today ? now : dayStart(addDays(last, 1)) - 1 };
}

// Alerts about a stock on the axis of time, and the comments that rules matched.

const mostAlerts = 500;
const mostComments = 100;

export async function stockAlerts(gathering: Gathering) {
  const { alerts, events, isCut } = await alertsWithin(gathering);
  return { alerts, isAlertsCut: isCut, comments: commentsOf(events, gathering) };
}

type AlertGathering = Pick<Gathering, "past" | "time" | "from" | "to" | "isSimulated">;

/** Alerts about a subject on an axis, newest first, with the events that they are. */
export async function alertsWithin({ past, time, from, to, isSimulated }: AlertGathering) {
  const { events, isCut } = await past.logged(["alert.fired"], mostAlerts);
  const placed = events
    .map((event) => ({ event, at: time.at(event, isSimulated(event)) }))
    .filter(({ at }) => at >= from && at <= to)
    .toReversed();
  const alerts = placed.map(({ event, at }) => alertOf(event, at));
  return { alerts, events: placed.map(({ event }) => event), isCut };
}

function alertOf({ id, data }: Event, at: number): StockAlert {
  const { rule, severity, title, texts = {} } = data.now as unknown as Alert;
  const titles = Object.fromEntries(
    Object.entries(texts).map(([language, own]) => [language, own?.title ?? title]),
  );
  return { seq: seqOfId(id), id, at, rule, severity, title, titles };
}

/** @param alerts newest first */
function commentsOf(alerts: readonly Event[], { entryAt }: Gathering): MatchedComment[] {
  const found = new Map<number, MatchedComment>();
  for (const { id, data } of alerts) {
    const { rule, cause } = data.now as unknown as Alert;
    if (!cause.type.startsWith("forum.comment.")) continue;
    const item = entryAt(cause.seq)?.data.now;
    const part = shownAmount(item?.part);
    if (item === undefined || part === undefined) continue;
    const before = found.get(part);
    if (before === undefined && found.size === mostComments) break;
    const others = before?.alerts ?? [];
    found.set(part, { ...(before ?? commentOf(item, part)), alerts: [{ id, rule }, ...others] });
  }
  return [...found.values()];
}

function commentOf(item: Fields, part: number): Omit<MatchedComment, "alerts"> {
  return known({
    ...{ part, author: shownText(item.author), name: shownText(item.name), title: shownText(item.title) },
    ...{ body: shownText(item.body) ?? "", postedAt: shownText(item.postedAt) },
    ...{ yes: shownAmount(item.yes), no: shownAmount(item.no) },
  });
}

/**
 * The axis of time of what services tell. A made-up service has days of its own, of which one may last a minute, so what
 * has only the time at which it was seen is put between those that say when they were.
 */
interface ServiceTime {
  /** Moment of an event on the axis, ms since 1970: when it was seen, of a made-up service when its own world had it. */
  at(event: Event, isSimulated: boolean): number;
}

interface Sample {
  /** ms since 1970. */
  readonly seen: number;
  readonly own: number;
}

/**
 * @param events of made-up services, in the order in which they were seen
 * @param now the time, and the time of the services' own world
 */
export function serviceTime(events: readonly Event[], now: Sample): ServiceTime {
  const samples: Sample[] = [];
  for (const event of events) {
    const own = momentIn(event.published ?? event.occurred);
    if (own !== undefined) samples.push({ seen: Date.parse(event.time), own });
  }
  samples.push(now);
  return {
    at(event, isSimulated) {
      const seen = Date.parse(event.time);
      if (!isSimulated) return seen;
      const stated = momentIn(event.published ?? event.occurred);
      if (stated !== undefined) return stated;
      const after = countFirst(samples.length, (place) => (samples[place]?.seen ?? 0) < seen);
      const [before, next] = [samples[after - 1], samples[after] ?? now];
      if (before === undefined || next.seen === before.seen) return next.own;
      return before.own + ((next.own - before.own) * (seen - before.seen)) / (next.seen - before.seen);
    },
  };
}

/** The moment of a day or a time, ms since 1970; a day begins at midnight in Japan. */
function momentIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = Date.parse(text.length === 10 ? `${text}T00:00:00+09:00` : text);
  return Number.isNaN(ms) ? undefined : ms;
}

/** What each panel of a stock is made with. */
export interface Gathering extends Axis {
  readonly code: string;
  readonly past: PastReading;
  readonly types: EventTypes;
  readonly time: ServiceTime;
  isSimulated(event: Event): boolean;
  /** Undefined where it is not kept any more. */
  entryAt(seq: number): Event | undefined;
}

/** The past of the subject as one source has it. */
export function pastOf(source: string, past: PastReading): PastOfSubject {
  return {
    ...past,
    stored: (scope, beginning) => past.stored({ source, scope, beginning }),
    storedOne: (scope, key) => past.storedOne(source, scope, key),
    get cursor() {
      return past.cursor(source);
    },
  };
}
