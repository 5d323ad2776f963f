/** The axis of time that a view asks for: some days up to now, or from one day to another. */
import * as z from "zod";
import { isSimulated } from "../../config/services.ts";
import { addDays, isDay, jstDay } from "../../model/dates.ts";
import type { Event, Fields } from "../../model/event.ts";
import { known } from "../../model/fields.ts";
import type { Alert } from "../../model/news-items.ts";
import { dayStart } from "../../model/page/points.ts";
import type { MatchedComment, StockAlert } from "../../model/page/stock.ts";
import type { UpstreamName } from "../../sources/index.ts";
import { shownAmount, shownText } from "../../sources/shown.ts";
import type { PageParts } from "../page-call.ts";
import type { Gathering } from "./gathered.ts";

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

interface Asked {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly days: number;
}

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

interface StockAlerts {
  readonly alerts: readonly StockAlert[];
  readonly isAlertsCut: boolean;
  readonly comments: readonly MatchedComment[];
}

export async function stockAlerts(gathering: Gathering): Promise<StockAlerts> {
  const { alerts, events, isCut } = await alertsWithin(gathering);
  return {
    alerts,
    isAlertsCut: isCut,
    comments: commentsOf(events, gathering),
  };
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
  return { seq: Number(id.slice(id.lastIndexOf("-") + 1)), id, at, rule, severity, title, titles };
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
