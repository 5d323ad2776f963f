/** `/api/sources`: how each source is doing, when it is polled and due, and what is left of its service's limits. */
import * as z from "zod";
import { dueOf, isSimulated, serviceOf, settingsOf, simulatedIntervalMs } from "../config/services.ts";
import { eventTypesOf } from "../files/event-types.ts";
import { createCronTimes } from "../lib/cron.ts";
import type { JsonRoute } from "../lib/http/port.ts";
import { addDays, jstDay, type TradingCalendar } from "../model/dates.ts";
import type { Event, EventDraft, EventType, StoredEntry } from "../model/event.ts";
import type {
  HeldSampleShown,
  NextWhy,
  PublicationDue,
  ServiceLimit,
  ShownSource,
  SourceAnswer,
  SourceNewsItem,
  SourcesAnswer,
} from "../model/page/sources.ts";
import { changeWords } from "../outputs/event-words.ts";
import { unknownCodesOf } from "../pipeline/drift.ts";
import { type Due, isAwaited, lastPublication, nextDue, nextLate } from "../pipeline/due.ts";
import { type ExtraPoll, type Schedule, sparseMs } from "../pipeline/schedule.ts";
import type { UpstreamName } from "../sources/index.ts";
import { noticeTimes } from "../why/notice-figures.ts";
import { unwrittenReason } from "../why/status.ts";
import { type PageParts, queryOf, refusal } from "./page-call.ts";

const askedOne = z.object({
  name: z.string(),
  after: z.coerce.number().int().min(-1).default(-1),
});

export function sourceCalls(page: PageParts): JsonRoute[] {
  const parts = { ...page, noticed: createNoticed(page) };
  return [
    {
      right: "read",
      method: "GET",
      path: "/api/sources",
      answer: () => ({ status: 200, body: sourcesAnswer(parts) }),
    },
    {
      right: "read",
      method: "GET",
      path: "/api/source",
      answer: ({ query }) =>
        queryOf(askedOne, query, ({ name, after }) => {
          const source = shownSources(parts).find((one) => one.name === name);
          if (source === undefined) return refusal(404, "the monitor watches no such source");
          const limits = limitsOf(parts).filter(({ service }) => service === source.service);
          return { status: 200, body: sourceAnswer(source, limits, after, parts) };
        }),
    },
  ];
}

interface SourceParts extends PageParts {
  readonly noticed: ReturnType<typeof createNoticed>;
}

/** They change little within a minute, and the page asks every few seconds. */
const noticedForMs = 60_000;

function createNoticed({ store, status, now }: Pick<PageParts, "store" | "status" | "now">) {
  let known: { readonly at: number; readonly times: ReturnType<typeof noticeTimes> } | undefined;
  return () => {
    const at = now();
    if (known === undefined || Math.abs(at - known.at) >= noticedForMs)
      known = { at, times: noticeTimes(store, Object.keys(status.sources()), at) };
    return known.times;
  };
}

function sourcesAnswer(parts: SourceParts): SourcesAnswer {
  const to = parts.calendar().known?.to;
  return {
    sources: shownSources(parts),
    limits: limitsOf(parts),
    ...(to !== undefined && { calendarTo: to }),
  };
}

function shownSources(parts: SourceParts): ShownSource[] {
  const attempts = new Map(parts.store.sources().map(({ name, attemptAt }) => [name, attemptAt]));
  const names = Object.keys(parts.status.sources());
  const noticed = parts.noticed();
  return names.map((name) => {
    const times = noticed.get(name);
    return { ...shownSource(name, attempts.get(name), parts), ...(times && { noticed: times }) };
  });
}

function shownSource(name: string, attemptAt: number | undefined, parts: PageParts): ShownSource {
  const { config, store, status } = parts;
  const { state, lastSuccess, late, reason, message, since } = status.sources()[name] ?? { state: "waiting" };
  const service = serviceOf(name, config) ?? "";
  const hold = store.hold(name);
  const { published } = store.publication(name);
  // What could not be written is known in memory alone.
  const unwritten =
    reason === unwrittenReason ? { since: since ?? "", reason, message: message ?? "" } : undefined;
  const unknownCodes = unknownCodesOf(name, store.meta.get);
  const outage = unwritten ?? store.outage(name) ?? undefined;
  return {
    ...{ name, service, state, isSimulated: isSimulatedService(service, parts) },
    ...pollsAhead(name, parts, attemptAt),
    ...(lastSuccess !== undefined && { lastSuccess }),
    ...(attemptAt !== undefined && { attemptAt }),
    ...(outage && { outage }),
    ...(unknownCodes.length > 0 && { unknownCodes }),
    ...(hold?.stage === "held" && {
      hold: { since: hold.since, items: hold.items, message: hold.message },
    }),
    ...(published !== undefined && { published }),
    ...(late && { late }),
  };
}

function isSimulatedService(service: string, { config }: Pick<PageParts, "config">): boolean {
  return service !== "" && isSimulated(config, service as UpstreamName);
}

/**
 * When it is polled, and what is due; both change with the calendar.
 *
 * @param attemptAt of its last poll; left out: it is looked up
 */
export function pollsAhead(
  name: string,
  parts: Pick<PageParts, "config" | "store" | "clock" | "sources" | "calendar">,
  attemptAt = parts.store.sources().find((one) => one.name === name)?.attemptAt,
): Pick<ShownSource, "pausedMs" | "nextAt" | "nextWhy" | "schedule" | "due"> {
  const { config, store, clock } = parts;
  const watched = parts.sources.find(({ source }) => source.name === name);
  const pausedMs = watched?.pauses.leftMs(clock.elapsed()) ?? 0;
  const settings = settingsOf(name, config);
  const now = clock.now();
  if (settings === undefined || isSimulatedService(serviceOf(name, config) ?? "", parts)) {
    const nextAt = Math.max(now + pausedMs, (attemptAt ?? now) + simulatedIntervalMs);
    return { pausedMs, nextAt };
  }
  const due = dueOf(settings);
  const { published } = store.publication(name);
  const moment = { now, calendar: parts.calendar(), published };
  const { schedule, timezone, on } = settings;
  const isFailing = watched?.pauses.isFailing();
  const writtenAt = nextPoll({ schedule, timezone, on, due }, { ...moment, attemptAt, pausedMs, isFailing });
  const extra = isFailing ? undefined : watched?.extra?.next(now);
  const isExtra = extra !== undefined && extra.at < (writtenAt ?? Number.POSITIVE_INFINITY);
  const nextAt = isExtra ? extra.at : writtenAt;
  return {
    pausedMs,
    ...(nextAt !== undefined && { nextAt }),
    ...(isExtra && { nextWhy: nextWhy(extra) }),
    schedule: { cron: schedule, timezone, onTradingDays: on !== undefined },
    ...(due && { due: dueNow(due, moment) }),
  };
}

/** Times of day as clocks of the source's zone show them. */
function nextWhy(extra: ExtraPoll): NextWhy {
  if ("paces" in extra)
    return { paces: extra.paces.map(({ scope, perHour }) => ({ scope, perHour: Math.round(perHour) })) };
  const { from, to, known } = extra.span;
  const clock = (ms: number) => new Date(ms).toISOString().slice(11, 16);
  if (known === undefined) return { from: clock(from), to: clock(to) };
  const { within, of, first, last } = known;
  return { from: clock(first), to: clock(last), known: { within, of } };
}

/** What is left of each limit. A simulated service has none. */
function limitsOf({ gates, config }: Pick<PageParts, "gates" | "config">): ServiceLimit[] {
  return Object.entries(gates).flatMap(([service, gate]) =>
    (gate?.usage() ?? []).map(({ calls, requests, windowMs, taken, pausedMs }) => ({
      ...{ service, calls, windowMs, pausedMs },
      ...(service === "market" && { plan: config.upstreams.market.tier }),
      ...(requests !== undefined && { requests, left: Math.max(0, requests - taken) }),
    })),
  );
}

// `/api/source`: one source with its last news, and samples of what its quarantine holds.
const newsTypes = ["baselined", "failed", "recovered", "late", "drifted", "quarantined", "released"].map(
  (end) => `source.${end}` as EventType,
);
const most = { news: 30, samples: 20 };

/** @param after position of the last sample that was shown; -1: none was */
function sourceAnswer(
  source: ShownSource,
  limits: readonly ServiceLimit[],
  after: number,
  parts: PageParts,
): SourceAnswer {
  const { store } = parts;
  const question = { subject: source.name, types: newsTypes, before: store.log.head() + 1, limit: most.news };
  const news = store.aboutSubject(question).reverse().map(newsOf);
  const held = source.hold === undefined ? undefined : heldOf(source.name, after, parts);
  return { source, limits, news, ...(held && { held }) };
}

function newsOf({ seq, type, json }: StoredEntry): SourceNewsItem {
  const { time, data } = JSON.parse(json) as Event;
  const { reason, message } = data.now;
  return {
    ...{ seq, time, type },
    ...(typeof reason === "string" && { reason }),
    ...(typeof message === "string" && { message }),
  };
}

function heldOf(name: string, after: number, parts: PageParts): SourceAnswer["held"] {
  const { all, rewrites } = parts.store.heldEvents(name);
  const found = parts.store.page.held.rewrites(name, after, most.samples + 1);
  const next = found.length > most.samples ? found[most.samples - 1]?.position : undefined;
  const samples = found.slice(0, most.samples).map(({ draft }) => sampleOf(draft, parts));
  return { events: all, rewrites, samples, ...(next !== undefined && { next }) };
}

function sampleOf({ type, subject, data }: EventDraft, { config, clock }: PageParts): HeldSampleShown {
  const { name } = data.now;
  const rows = changeWords({ type, data }, eventTypesOf(config), clock.now());
  return { type, subject, ...(typeof name === "string" && { name }), rows };
}

// When a source is polled next, as its schedule, the calendar, what is awaited and its pauses say now.

interface Moment {
  /** ms since 1970. */
  readonly now: number;
  readonly calendar: TradingCalendar;
  /** The last poll; undefined: none is known. */
  readonly attemptAt?: number | undefined;
  /** The newest day whose publication was seen. */
  readonly published?: string | undefined;
  /** Time that is left of a pause, ms. */
  readonly pausedMs: number;
  /** Whether its last poll was in vain. */
  readonly isFailing?: boolean | undefined;
}

/** More ticks of a schedule are not looked through; closed days are passed over as one. */
const mostTicks = 2_000;

/** ms since 1970; undefined: no poll is in sight. */
export function nextPoll({ schedule, timezone, on, due }: Schedule, moment: Moment): number | undefined {
  const { now, calendar, attemptAt = Number.NEGATIVE_INFINITY, published, isFailing = false } = moment;
  const timeAfter = createCronTimes(schedule, timezone);
  const isUsed = (at: number) =>
    due === undefined || isFailing || at - attemptAt >= sparseMs || isAwaited(due, calendar, at, published);
  const after = moment.pausedMs > 0 ? now + moment.pausedMs - 1 : now;
  const becomesLate = due && nextLate(due, calendar, after);
  const lateAt = becomesLate !== undefined && isUsed(becomesLate) ? becomesLate : undefined;
  let at = timeAfter(after);
  for (let ticks = 0; at !== undefined && ticks < mostTicks; ticks += 1) {
    if (lateAt !== undefined && lateAt <= at) break;
    if (on !== undefined && !calendar.isTradingDay(jstDay(at))) at = timeAfter(endOfDay(at));
    else if (isUsed(at)) return at;
    else at = timeAfter(at);
  }
  return lateAt ?? at;
}

/** The last moment of a day in Japan. */
function endOfDay(at: number): number {
  return Date.parse(`${addDays(jstDay(at), 1)}T00:00:00+09:00`) - 1;
}

/** The last publication that was due, and the first that will be. */
export function dueNow(
  due: Due,
  { now, calendar, published }: Pick<Moment, "now" | "calendar" | "published">,
): { readonly last?: PublicationDue; readonly next?: PublicationDue } {
  const shown = (at: number | undefined): PublicationDue | undefined => {
    const one = at === undefined ? undefined : lastPublication("dueAt", due, calendar, at);
    if (one === undefined) return undefined;
    const { day, from, dueAt, lateAt } = one;
    return { day, dueAt, lateAt, isSeen: published !== undefined && published >= from };
  };
  const last = shown(now);
  const next = shown(nextDue(due, calendar, now));
  return { ...(last && { last }), ...(next && { next }) };
}
