/** `/api/sources`: how each source is doing, when it is polled and due, and what is left of its service's limits. */
import * as z from "zod";
import type { ServiceLimit, ShownSource, SourcesAnswer } from "../../model/page/sources.ts";
import type { JsonRoute } from "../../outputs/output.ts";
import { unknownCodesOf } from "../../pipeline/unknown-codes.ts";
import { simulatedIntervalMs } from "../ground.ts";
import { dueOf, isSimulated, serviceOf, settingsOf, type UpstreamName } from "../services.ts";
import { unwrittenReason } from "../status.ts";
import type { PageParts } from "./index.ts";
import { dueNow, nextPoll } from "./next-poll.ts";
import { queryOf, refusal } from "./query.ts";
import { sourceAnswer } from "./source.ts";

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
    ...pollsOf(name, parts, attemptAt),
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
export function pollsOf(
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
