/** The monitor of a day: its store, clients, sources, pipeline, rules, outbox and feed, put together as the program does. */
import { Subject } from "rxjs";
import type { Policy } from "../../../src/alerts/policy.ts";
import { createClockWatch } from "../../../src/app/clock-watch.ts";
import { createClosers } from "../../../src/app/closers.ts";
import { watchedSources } from "../../../src/app/ground.ts";
import { weekdaysOnly } from "../../../src/calendar/trading-calendar.ts";
import { createGates } from "../../../src/config/clients.ts";
import type { Config } from "../../../src/config/config.ts";
import { tellingOf } from "../../../src/config/telling.ts";
import { type ActiveRules, createActiveRules, rulesHashKey } from "../../../src/files/active-rules.ts";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { nextDueOf } from "../../../src/history/moved-house.ts";
import { type Clock, createSteadyClock } from "../../../src/lib/clock.ts";
import type { Pool } from "../../../src/lib/http/exchange.ts";
import { createHttp } from "../../../src/lib/http/http.ts";
import type { TradingCalendar } from "../../../src/model/dates.ts";
import { type LogEntry, lastTimeOf } from "../../../src/model/event.ts";
import { createSender } from "../../../src/outputs/delivery/delivery.ts";
import { givenUpNews } from "../../../src/outputs/delivery/given-up.ts";
import type { Transport } from "../../../src/outputs/delivery/transport.ts";
import { compose } from "../../../src/outputs/email/mailer.ts";
import { losingEmail } from "../../../src/outputs/email/member.ts";
import type { Hub } from "../../../src/outputs/feed/connections/hub.ts";
import type { Change, Committed } from "../../../src/pipeline/change.ts";
import { watchDueMemories } from "../../../src/pipeline/news.ts";
import { pipeline } from "../../../src/pipeline/pipeline.ts";
import type { Watched } from "../../../src/pipeline/schedule.ts";
import type { CompiledRules } from "../../../src/rules/rule-set.ts";
import { openStore, type Store } from "../../../src/store/store.ts";
import { createForumClient } from "../../../src/upstreams/forum/client.ts";
import { createMarketClient } from "../../../src/upstreams/market/client.ts";
import { createStatisticsClient } from "../../../src/upstreams/statistics/client.ts";
import { openHub } from "./readers.ts";

export interface HouseParts {
  readonly path: string;
  readonly epoch: string;
  readonly config: Config;
  readonly rules: CompiledRules;
  readonly machine: Clock;
  readonly pool: Pool;
  readonly transport: Transport;
  readonly random: () => number;
  /** Letters that are being composed: more by this many. */
  composing(more: number): void;
  committed(entries: readonly LogEntry[]): void;
  /** Adds what stands beside the pipeline, and hears of each change from then on. */
  beside?(opened: OpenedParts): { report(committed: Committed): void; stop(): void };
}

export interface OpenedParts {
  readonly store: Store;
  readonly sources: readonly Watched[];
  readonly active: ActiveRules;
  readonly policy: Policy;
  readonly clock: Clock;
  readonly steady: Clock;
  calendar(): TradingCalendar;
  /** Commits a change; throws the StoreError where that could not be written. */
  tell(change: Change): void;
}

export interface DayHouse {
  readonly hub: Hub;
  /** The bug that ended the pipeline. */
  readonly bug: unknown;
  log(): { seq: number; json: string }[];
  /** Looks whether the clock was set, as the monitor does every five seconds. */
  lookAtClock(): void;
  /** Ends everything as a signal does. */
  stop(): Promise<void>;
}

const silent = { info() {}, warn() {}, error() {}, debug() {}, fatal() {}, trace() {} } as never;

export function openHouse(parts: HouseParts): DayHouse {
  const { config, machine, pool, rules, random } = parts;
  const closers = createClosers();
  let lookAtClock = () => {};
  const watch = createClockWatch(machine, {
    after(_, call) {
      lookAtClock = call;
      return () => {};
    },
  });
  const { clock } = watch;
  const opened = openStore(parts.path, { now: () => steady.now(), epoch: () => parts.epoch });
  closers.add(opened.close);
  const steady = createSteadyClock(clock, lastTimeOf(opened.log));
  const commit: typeof opened.commit = (batch) => {
    opened.commit(batch);
    parts.committed(batch.entries);
  };
  const store = { ...opened, commit };
  const gates = createGates(config, store.meta, clock);
  const { market, forum, statistics } = config.upstreams;
  const http = (service: keyof typeof gates) => createHttp({ clock, random, pool, gate: gates[service] });
  const clients = {
    market: createMarketClient({ url: market.url, apiKey: market.apiKey ?? "", http: http("market") }),
    forum: createForumClient({ url: forum.url, userAgent: forum.userAgent, http: http("forum"), clock }),
    statistics: createStatisticsClient({
      url: statistics.url,
      language: statistics.language,
      http: http("statistics"),
    }),
  };
  const calendar = () => weekdaysOnly;
  const sources = watchedSources(config, clients, undefined, {
    clock,
    calendar,
    publication: store.publication,
  });
  const active = createActiveRules(rules, store.meta.get(rulesHashKey), store.ruleMeanings);
  const news$ = new Subject<Change>();
  let last: Committed | undefined;
  let hear = (_: Committed): void => undefined;
  const tell = (change: Change): void => {
    news$.next(change);
    if (last?.error) throw last.error;
  };
  const hub = openHub(store.log);
  closers.add(() => hub.close());
  const email = createSender(
    "email",
    {
      outbox: store.outbox.of("email"),
      transport: parts.transport,
      async compose(draft) {
        parts.composing(1);
        try {
          return await compose(draft);
        } finally {
          parts.composing(-1);
        }
      },
      clock: steady,
      onFailed: (mail, reason, error) =>
        tell(givenUpNews(losingEmail, { mail, reason, error, at: clock.now() }, store.log)),
      log: silent,
      attemptMaxMs: 300_000,
    },
    () => {},
  );
  closers.add(() => email.stop(5_000));
  void email.start();
  const telling = tellingOf(config, {
    ...{ types: builtInTypes, monitorUrl: () => "http://127.0.0.1/", watchlists: () => ({}) },
    simulated: () => false,
  });
  const due = watchDueMemories(
    () => nextDueOf(store),
    steady,
    () => news$.next({ drafts: [], batch: {} }),
  );
  closers.add(due.stop);
  const stopping = new AbortController();
  let bug: unknown;
  const house = {
    sources,
    news$,
    store,
    outputs: [
      { name: "feed", start: async () => {}, stop: async () => {}, wake: () => hub.wake() },
      { name: "email", start: async () => {}, stop: async () => {}, wake: () => email.wake() },
    ],
    rules: active.current,
    unmailed: telling.unmailed,
    alerts: { ...telling.alerts, memory: store.alerts },
    calendar,
    now: steady.now,
    timeOfDay: clock.now,
    signal: stopping.signal,
    report(committed: Committed) {
      last = committed;
      hear(committed);
      if (!committed.error && committed.remembers) due.look();
    },
  };
  const running = pipeline(house).subscribe({
    error(error: unknown) {
      bug = error;
    },
  });
  closers.add(() => {
    stopping.abort();
    running.unsubscribe();
  });
  const { policy } = telling.alerts;
  const beside = parts.beside?.({ store, sources, active, policy, clock, steady, calendar, tell });
  if (beside !== undefined) {
    hear = beside.report;
    closers.add(beside.stop);
  }
  const loaded = active.take({ ok: true, rules });
  if (loaded) news$.next(loaded);
  due.look();
  closers.add(watch.start(silent, (change) => news$.next(change)));
  return {
    hub,
    get bug() {
      return bug;
    },
    log: () => opened.log.read(0, 1_000_000).map(({ seq, json }) => ({ seq, json })),
    lookAtClock: () => lookAtClock(),
    stop: closers.close,
  };
}
