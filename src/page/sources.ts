/** `/api/sources`: how each source is doing, when it is polled and due, and what is left of its service's limits. */
import * as z from "zod";
import { dueOf, isSimulated, serviceOf, settingsOf, simulatedIntervalMs } from "../config/services.ts";
import { eventTypesOf } from "../files/event-types.ts";
import type { JsonRoute } from "../lib/http/port.ts";
import type { Event, EventDraft, EventType, StoredEntry } from "../model/event.ts";
import type {
  HeldSampleShown,
  ServiceLimit,
  ShownSource,
  SourceAnswer,
  SourceNewsItem,
  SourcesAnswer,
} from "../model/page/sources.ts";
import { changeWords } from "../outputs/event-words.ts";
import { unknownCodesOf } from "../pipeline/drift.ts";
import type { UpstreamName } from "../sources/index.ts";
import { unwrittenReason } from "../why/status.ts";
import { dueNow, nextPoll } from "./next-poll.ts";
import { type PageParts, queryOf, refusal } from "./page-call.ts";

const askedOne = z.object({
  name: z.string(),
  after: z.coerce.number().int().min(-1).default(-1),
});

export function sourceCalls(parts: PageParts): JsonRoute[] {
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

function sourcesAnswer(parts: PageParts): SourcesAnswer {
  const to = parts.calendar().known?.to;
  return {
    sources: shownSources(parts),
    limits: limitsOf(parts),
    ...(to !== undefined && { calendarTo: to }),
  };
}

function shownSources(parts: PageParts): ShownSource[] {
  const attempts = new Map(parts.store.sources().map(({ name, attemptAt }) => [name, attemptAt]));
  return Object.keys(parts.status.sources()).map((name) => shownSource(name, attempts.get(name), parts));
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
): Pick<ShownSource, "pausedMs" | "nextAt" | "schedule" | "due"> {
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
  const nextAt = nextPoll(
    { schedule, timezone, on, due },
    { ...moment, attemptAt, pausedMs, isFailing: watched?.pauses.isFailing() },
  );
  return {
    pausedMs,
    ...(nextAt !== undefined && { nextAt }),
    schedule: { cron: schedule, timezone, onTradingDays: on !== undefined },
    ...(due && { due: dueNow(due, moment) }),
  };
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
