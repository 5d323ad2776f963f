/** The five sources on their real clients, pipeline and store, polled by hand. */
import { join } from "node:path";
import { Subject } from "rxjs";
import { weekdaysOnly } from "../../src/calendar/trading-calendar.ts";
import { createSteadyClock } from "../../src/lib/clock.ts";
import type { Tick } from "../../src/lib/cron.ts";
import { createGate } from "../../src/lib/http/gate.ts";
import { createHttp, type Http } from "../../src/lib/http/http.ts";
import type { LogEntry } from "../../src/model/event.ts";
import type { Change, Committed } from "../../src/pipeline/change.ts";
import { pipeline } from "../../src/pipeline/pipeline.ts";
import { createPauses, createPolls } from "../../src/pipeline/schedule.ts";
import { createNamedSources } from "../../src/sources/index.ts";
import { openStore } from "../../src/store/store.ts";
import { createForumClient } from "../../src/upstreams/forum/client.ts";
import { createMarketClient } from "../../src/upstreams/market/client.ts";
import { createStatisticsClient } from "../../src/upstreams/statistics/client.ts";
import { rulesOf } from "../rules/support.ts";
import { until } from "../support/until.ts";
import type { PassingClock } from "./service-clock.ts";

export type Event = LogEntry["event"];

export const sourceNames = [
  "forum-comments",
  "forum-ranking",
  "margin-alerts",
  "short-sale-reports",
  "statistics-updates",
] as const;

const options = {
  "forum-comments": { codes: ["7203", "6758"], pageSize: 50 },
  "forum-ranking": { terms: ["daily" as const, "weekly" as const], activity: false },
  "margin-alerts": {},
  "short-sale-reports": {},
  "statistics-updates": { watch: [{ db: "FM08", codes: ["FXERD01"] }, { db: "FM01" }] },
};

/** Above every answer of the small world. */
const maxBytes = 4_000_000;
/** Of real time, for services that say nothing at all. */
const hastyMs = 1_000;

export interface Surroundings {
  readonly clock: PassingClock;
  readonly today: () => string;
  /** Where the simulator's address is asked, of each request anew. */
  readonly reach: (url: string) => string;
  /** Whether nobody waits long for an answer. */
  readonly isHasty: () => boolean;
  readonly simulatorUrl: string;
  /** Of the database. */
  readonly folder: string;
}

export function openHouse({ clock, today, reach, isHasty, simulatorUrl, folder }: Surroundings) {
  const store = openStore(join(folder, "state.db"), { now: () => clock.now() });
  const http = (service: string): Http => {
    const gate = createGate({ service, clock });
    const common = { clock, gate, retries: 1, random: () => 0.5 };
    const patient = createHttp({ ...common, limits: { maxBytes } });
    const limits = { maxBytes, headersTimeoutMs: hastyMs, connectTimeoutMs: hastyMs };
    const hasty = createHttp({ ...common, limits });
    return { get: (url, request) => (isHasty() ? hasty : patient).get(reach(url), request) };
  };
  const clients = {
    market: createMarketClient({ url: `${simulatorUrl}/market/v2`, apiKey: "any", http: http("market") }),
    forum: createForumClient({ url: `${simulatorUrl}/forum`, http: http("forum"), clock }),
    statistics: createStatisticsClient({
      url: `${simulatorUrl}/statistics`,
      language: "en",
      http: http("statistics"),
    }),
  };
  const sources = createNamedSources(options, clients, {
    clock,
    today: { market: today, forum: today, statistics: today },
  });
  const watched = sources.map((source) => ({
    source,
    ticks$: new Subject<Tick>(),
    pauses: createPauses(),
    polls: createPolls(),
    quarantine: { items: 50, share: 0.2 },
  }));
  const done = new Set<string>();
  const bugs: unknown[] = [];
  const stopping = new AbortController();
  const steady = createSteadyClock(clock, 0);
  const rules = rulesOf("rules: []");
  const running = pipeline({
    sources: watched,
    news$: new Subject<Change>(),
    store,
    outputs: [],
    rules: () => rules,
    unmailed: () => [],
    calendar: () => weekdaysOnly,
    now: steady.now,
    timeOfDay: clock.now,
    signal: stopping.signal,
    report({ change, error }: Committed) {
      if (error) bugs.push(error);
      const result = change.poll?.result;
      const isPart = result !== undefined && "next" in result && result.next !== undefined;
      if (change.poll && !isPart) done.add(change.poll.watched.source.name);
    },
  }).subscribe({ error: (error: unknown) => void bugs.push(error) });
  let head = 0;
  return {
    /** Polls sources once, all that there are by default; answers what was told. */
    async poll(names: readonly string[] = sourceNames): Promise<Event[]> {
      done.clear();
      const tick = { at: clock.now(), elapsed: clock.elapsed(), intervalMs: 1_000 };
      // Who makes a pause is not asked.
      const asked = watched.filter(
        ({ source, pauses }) => names.includes(source.name) && pauses.allows(tick),
      );
      for (const { ticks$ } of asked) ticks$.next(tick);
      const left = () =>
        asked.filter(({ source }) => !done.has(source.name)).map(({ source }) => source.name);
      await until("the polls", () => left().length === 0 || bugs.length > 0, 60_000).catch(() => {
        throw new Error(`no poll of ${left().join(", ")} came to an end`);
      });
      if (bugs.length > 0) throw bugs[0];
      const entries = store.log.read(head, 100_000);
      head = store.log.head();
      return entries.map(({ json }) => JSON.parse(json) as Event);
    },
    close() {
      stopping.abort();
      running.unsubscribe();
      store.close();
    },
    outages: () => sourceNames.filter((name) => store.outage(name) !== null),
  };
}
