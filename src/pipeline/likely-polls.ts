/**
 * Extra polls between those of the written schedule, at the times of day at which the last publications came. Pure: the
 * written schedule, what was seen, the interval that the plan allows and the time are arguments.
 */
import { dayMs, hourMs, minuteMs, type Zone } from "../lib/clock.ts";
import type { CronTimes } from "../lib/cron.ts";
import type { TradingCalendar } from "../model/dates.ts";
import type { Appearance } from "../model/sighting.ts";
import { type Due, lastPublication, nextDue } from "./due.ts";

/** A span of a day in which a publication is likely, ms since its midnight. */
export interface LikelySpan {
  readonly from: number;
  readonly to: number;
  /** What it is known by: how many of the last publications came within it, the first and the last by their time of day. */
  readonly known?: {
    readonly within: number;
    readonly of: number;
    readonly first: number;
    readonly last: number;
  };
}

export interface Likely {
  readonly written: WrittenAround;
  readonly zone: Zone;
  /** The last publications, `mostSeen` at most. */
  readonly seen: readonly Appearance[];
  /** Shortest time between two polls that the plan allows; Infinity: no extra ones. */
  readonly intervalMs: number;
  readonly due?: Due | undefined;
  /** Whether it is polled on a day (YYYY-MM-DD) at all. */
  isOpen(day: string): boolean;
}

/** Publications that are looked back at. */
export const mostSeen = 60;

/** Fewer say nothing of when the next one comes. */
const leastSeen = 5;
/** A publication that was found after a night says nothing of its time. */
const mostDoubtMs = hourMs;
/** One in so many may be far from all others, such as a correction. */
const strays = 30;
const leastReachMs = minuteMs;
/** Where the last ones span so long, a weekday without any has none. */
const sureMs = 35 * dayMs;
/** So many of a weekday alone may say more than all. */
const leastOfWeekday = 8;
/** From the due time on, where too little was seen. */
const dueSpanMs = 30 * minuteMs;

const total = (spans: readonly LikelySpan[]) => spans.reduce((sum, { from, to }) => sum + to - from, 0);

/**
 * Spans of a day in which a publication is likely, in order. Each publication reaches as far around its time as the others
 * lie from one another, but for strays: those that come at four minutes of the day span a few minutes, those at random
 * times the whole day.
 */
export function likelySpans(seen: readonly Appearance[], day: string, zone: Zone): LikelySpan[] {
  const points = seen.filter(({ doubtMs }) => doubtMs <= mostDoubtMs).map((one) => pointOf(one, zone));
  if (points.length < leastSeen) return [];
  const own = points.filter(({ weekday }) => weekday === weekdayOf(day));
  const moments = points.map(({ at }) => at);
  if (own.length === 0 && Math.max(...moments) - Math.min(...moments) >= sureMs) return [];
  const all = spansOf(points);
  if (own.length < leastOfWeekday) return all;
  const ofWeekday = spansOf(own);
  return total(ofWeekday) * 2 < total(all) ? ofWeekday : all;
}

interface Point {
  readonly at: number;
  readonly weekday: number;
  /** Time of day, ms. */
  readonly time: number;
  readonly doubtMs: number;
}

function pointOf({ appearedAt, doubtMs }: Appearance, zone: Zone): Point {
  const day = zone.day(appearedAt);
  return { at: appearedAt, weekday: weekdayOf(day), time: appearedAt - zone.moment(day, 0), doubtMs };
}

const weekdayOf = (day: string) => new Date(day).getUTCDay();

function spansOf(points: readonly Point[]): LikelySpan[] {
  const sorted = points.toSorted((a, b) => a.time - b.time);
  const reachMs = reachOf(sorted);
  const spans: { from: number; to: number; members: Point[] }[] = [];
  for (const point of sorted) {
    const around = reachMs + point.doubtMs;
    const [from, to] = [Math.max(0, point.time - around), Math.min(dayMs, point.time + around)];
    const last = spans.at(-1);
    if (last !== undefined && from <= last.to) {
      last.from = Math.min(last.from, from);
      last.to = Math.max(last.to, to);
      last.members.push(point);
    } else spans.push({ from, to, members: [point] });
  }
  const known = (members: readonly Point[]) => ({
    ...{ within: members.length, of: sorted.length },
    ...{ first: members[0]?.time ?? 0, last: members.at(-1)?.time ?? 0 },
  });
  // What comes at all times of the day is spread over it evenly.
  if (total(spans) * 4 > dayMs * 3) return [{ from: 0, to: dayMs, known: known(sorted) }];
  return spans.map(({ from, to, members }) => ({ from, to, known: known(members) }));
}

/** How far the next publication may be from one that was: as far as these from their nearest, but for strays. */
function reachOf(sorted: readonly Point[]): number {
  const gaps = sorted.slice(1).map(({ time }, index) => time - (sorted[index]?.time ?? time));
  const nearest = sorted.map((_, index) => Math.min(gaps[index - 1] ?? dayMs, gaps[index] ?? dayMs));
  const kept = nearest.toSorted((a, b) => a - b)[sorted.length - 1 - Math.floor(sorted.length / strays)];
  return Math.max(leastReachMs, kept ?? 0);
}

/** A limit of a service, and the requests that one poll of each source takes of it for which a publication is likely now. */
export interface PollCost {
  readonly requests: number;
  readonly windowMs: number;
  readonly cost: number;
}

/** Nobody gains by a poll that is nearer to the one before. */
export const leastIntervalMs = 15_000;
/** Polls of a window may be one more than fit into it. */
const slack = 1.1;

/**
 * The shortest time between two polls of a source, by the limits that its requests count in.
 * @param share of each limit, 0 to 1, for all sources of a service together
 */
export function extraIntervalMs(limits: readonly PollCost[], share: number): number {
  if (share <= 0) return Number.POSITIVE_INFINITY;
  const own = limits.map(({ requests, windowMs, cost }) => (cost * windowMs * slack) / (share * requests));
  return Math.max(leastIntervalMs, ...own);
}

/** More polls of the written schedule are not looked past at once. */
const mostLooks = 50;
const furthestDays = 8;

/** The first extra poll after a moment, both in ms since 1970; undefined: none is in sight. */
export function nextExtra(
  likely: Likely,
  after: number,
): { readonly at: number; readonly span: LikelySpan } | undefined {
  if (!Number.isFinite(likely.intervalMs)) return undefined;
  let at = after;
  for (let looks = 0; looks < mostLooks; looks++) {
    const next = nextSpan(likely, at);
    if (next === undefined) return undefined;
    const slot = nextSlot(likely, Math.max(at, next.from - 1));
    if (slot === undefined) return undefined;
    if (slot.at > next.to) at = next.to;
    else if (slot.isExtra) return { at: slot.at, span: next.span };
    else at = slot.at;
  }
  return undefined;
}

/** Whether a publication is likely at a moment. */
export function isLikelyAt(likely: Omit<Likely, "written" | "intervalMs">, at: number): boolean {
  return (nextSpan(likely, at)?.from ?? Number.POSITIVE_INFINITY) <= at;
}

/** The first span that ends after a moment, ms since 1970. */
function nextSpan(likely: Omit<Likely, "written" | "intervalMs">, after: number) {
  const { zone } = likely;
  let day = zone.day(after);
  for (let count = 0; count < furthestDays; count++) {
    for (const span of likely.isOpen(day) ? spansOfDay(likely, day) : []) {
      const [from, to] = [zone.moment(day, span.from), zone.moment(day, span.to)];
      if (to > after) return { from, to, span };
    }
    day = new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
  }
  return undefined;
}

function spansOfDay({ seen, zone, due }: Pick<Likely, "seen" | "zone" | "due">, day: string): LikelySpan[] {
  const spans = likelySpans(seen, day, zone);
  const isKnown = spans.length > 0 || seen.length >= leastSeen || due === undefined;
  return isKnown ? spans : [{ from: due.timeMs, to: Math.min(dayMs, due.timeMs + dueSpanMs) }];
}

/** The next moment for a poll after another: an extra one, evenly between two written ones, or the next written one. */
function nextSlot({ written, intervalMs }: Likely, after: number) {
  const around = written(after);
  if (around === undefined) return undefined;
  const { from, to } = around;
  const parts = Math.floor((to - from) / intervalMs);
  if (parts < 2) return { at: to, isExtra: false };
  const step = (to - from) / parts;
  const slotOf = (count: number) => Math.ceil(from + count * step);
  const count = Math.floor((after - from) / step) + 1;
  const at = slotOf(count) > after ? slotOf(count) : slotOf(count + 1);
  return at < to ? { at, isExtra: true } : { at: to, isExtra: false };
}

/** The times of a written schedule around a moment, ms since 1970: the last up to it, and the next. */
export type WrittenAround = (at: number) => { readonly from: number; readonly to: number } | undefined;

/** Finds them; undefined where one of them is too far. What was found is remembered until it has passed. */
export function createWrittenAround(written: CronTimes): WrittenAround {
  let known = { from: 0, to: 0 };
  return (at) => {
    if (known.from <= at && at < known.to) return known;
    const [from, to] = [lastUpTo(written, at), written(at)];
    if (from === undefined || to === undefined) return undefined;
    known = { from, to };
    return known;
  };
}

function lastUpTo(written: CronTimes, at: number): number | undefined {
  const isAfter = (from: number) => (written(from) ?? Number.POSITIVE_INFINITY) <= at;
  let back = minuteMs;
  while (!isAfter(at - back)) {
    if (back > furthestDays * dayMs) return undefined;
    back *= 2;
  }
  // Between these two moments it lies, and comes nearer with each look.
  let [from, to] = [at - back, at];
  while (to - from > 1_000) {
    const middle = Math.floor((from + to) / 2);
    if (isAfter(middle)) from = middle;
    else to = middle;
  }
  return written(from);
}

/** How far from its due time a publication may come to be looked for. */
const aroundDueMs = 12 * hourMs;

/** Whether the publication that is due about a moment has not come; one without a due time may come at any time. */
export function isAhead(
  due: Due | undefined,
  calendar: TradingCalendar,
  at: number,
  published: string | undefined,
): boolean {
  if (due === undefined) return true;
  const last = lastPublication("dueAt", due, calendar, at);
  const nextAt = nextDue(due, calendar, at);
  const next = nextAt === undefined ? undefined : lastPublication("dueAt", due, calendar, nextAt);
  const far = (one: typeof last) => Math.abs((one?.dueAt ?? Number.POSITIVE_INFINITY) - at);
  const nearest = far(last) <= far(next) ? last : next;
  return nearest !== undefined && far(nearest) <= aroundDueMs && (published ?? "") < nearest.from;
}
