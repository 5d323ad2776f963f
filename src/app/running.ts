/** The steps by which a monitor that is put together begins to work; each adds to the closers what ends it. */
import type { Config } from "../config/config.ts";
import { creditOf, eventService, isSimulatedEvent } from "../config/services.ts";
import { tellingOf } from "../config/telling.ts";
import { type ActiveRules, createLimitNews, createOverrunNews } from "../files/active-rules.ts";
import { type ActiveStanding, itemKeys } from "../files/active-standing.ts";
import { takingEdits } from "../files/edits.ts";
import { eventTypesOf } from "../files/event-types.ts";
import type { StartFiles } from "../files/start-files.ts";
import { nextDueOf } from "../history/moved-house.ts";
import type { Seeding } from "../history/seed.ts";
import { systemClock } from "../lib/clock.ts";
import { authority } from "../lib/http/url.ts";
import type { Log } from "../lib/log.ts";
import { type Duration, startOf } from "../model/duration.ts";
import { entryReader } from "../model/event.ts";
import { createCloseOf, createItemPast, createNameOf } from "../outputs/item-past.ts";
import type { Change, Committed } from "../pipeline/change.ts";
import type { House } from "../pipeline/house.ts";
import type { PipelineMeasures } from "../pipeline/measures.ts";
import { type News, watchDueMemories } from "../pipeline/news.ts";
import { pipeline } from "../pipeline/pipeline.ts";
import { type WatchOptions, watchRules } from "../rules/files/watch-rules.ts";
import type { Answering } from "./answers/answering.ts";
import type { Closers } from "./closers.ts";
import type { Ground, WatchedServices } from "./ground.ts";
import type { Metrics } from "./metrics/monitor-metrics.ts";
import type { DigestNews } from "./operating/digest-due.ts";
import type { OutcomeLog } from "./operating/outcome-log.ts";
import type { Outputs } from "./outputs.ts";
import type { PollNow } from "./poll-now.ts";
import type { PutBackNews } from "./store-news.ts";
import { keepRunRecord, startPruning, verifyBehind, watchStore } from "./store-upkeep.ts";

/** A monitor that is put together. */
export interface MonitorParts {
  readonly files: StartFiles;
  readonly log: Log;
  readonly outcomes: OutcomeLog;
  /** The program that verifies a database, if there is one. */
  readonly verifier: string | undefined;
  readonly ground: Ground;
  readonly watched: WatchedServices;
  readonly active: ActiveRules;
  readonly standing: ActiveStanding;
  readonly seeding: Seeding;
  readonly news: News;
  readonly metrics: Metrics;
  /** What the pipeline measures of itself. */
  readonly measured: PipelineMeasures;
  readonly putBack: PutBackNews;
  readonly outputs: Outputs;
  readonly answering: Pick<Answering, "links">;
  readonly polling: Pick<PollNow, "report">;
  readonly digests: DigestNews;
}

/**
 * Starts the pipeline: from here on news is committed. Polls begin as well, but wait until what is stored was looked at.
 * Answers what rejects with the bug that ended it, and the memories of rules that wait for their time.
 */
export function runPipeline(parts: MonitorParts, closers: Closers) {
  const { ground, news } = parts;
  const { store, steady } = ground;
  const due = watchDueMemories(
    () => nextDueOf(store),
    steady,
    () => news.give({ drafts: [], batch: {} }),
  );
  closers.add(due.stop);
  const limitNews = createLimitNews(store.meta.get, steady, news.give);
  closers.add(limitNews.stop);
  const tellOverruns = createOverrunNews(parts.active.current, parts.log);
  const stopping = new AbortController();
  const house = houseOf(parts, stopping.signal, (committed) => {
    news.committed(committed);
    parts.watched.status.report(committed);
    parts.polling.report(committed);
    parts.digests.report(committed);
    parts.measured.report(committed);
    parts.outcomes.report(committed);
    if (!committed.error && committed.remembers) due.look();
    limitNews.reached(committed.limits);
    tellOverruns();
  });
  const broken = new Promise<never>((_, reject) => {
    const running = pipeline(house).subscribe({ error: reject });
    closers.add(() => {
      stopping.abort();
      running.unsubscribe();
    });
  });
  return { broken, due };
}

function houseOf(parts: MonitorParts, signal: AbortSignal, report: (committed: Committed) => void): House {
  const { files, log, ground, watched, active, standing, seeding, outputs } = parts;
  const { config } = files;
  const types = eventTypesOf(config);
  const telling = tellingOf(config, {
    types,
    monitorUrl: () => `http://${authority(outputs.listener())}/`,
    publicUrl: config.publicUrl,
    stockPage: config.upstreams.market.stockPage,
    links: parts.answering.links,
    entryAt: entryReader([], ground.store.log),
    itemKey: itemKeys(config),
    pastOf: createItemPast(ground.store.aboutSubject, types),
    closeOf: createCloseOf(ground.store.aboutSubject, types, watched.calendar.current),
    nameOf: createNameOf(ground.store.aboutSubject, types, watched.companies.shown),
    simulated: ({ event }) => isSimulatedEvent(config, event),
    creditOf: (event) => creditOf(config, eventService(config, event)),
    watchlists: active.watchlists,
    devices: ground.store.devices.of,
  });
  return {
    sources: watched.sources,
    news$: parts.news.news$,
    store: ground.store,
    outputs: outputs.all,
    rules: active.current,
    standing,
    seeding,
    unmailed: telling.unmailed,
    played: ground.origins.played,
    alerts: { ...telling.alerts, memory: ground.store.alerts },
    calendar: watched.calendar.current,
    now: ground.steady.now,
    timeOfDay: ground.clock.now,
    signal,
    progress: (source, at) => log.info({ source, at }, "the poll is under way"),
    times: parts.measured.times,
    report,
  };
}

/** The edits that are taken while a monitor runs. */
export interface FollowedEdits {
  /** The files for a start that goes on from here, with the settings in effect. */
  current(): StartFiles;
  /** Reads the rules again as these settings have them; `told` is called once, when they are active or refused. */
  takeRules(config: Config, told: (outcome: { ok: boolean; rules: number }) => void): void;
}

type EditParts = Pick<MonitorParts, "files" | "log" | "ground" | "active" | "standing" | "metrics"> & {
  readonly news: Pick<News, "give">;
};

/** Tells what the files of the start are, then takes each edit of the rules. */
export function followEdits(
  { files, log, ground, active, standing, news, metrics }: EditParts,
  closers: Closers,
): FollowedEdits {
  let { config } = files;
  const edits = takingEdits(active, files, { state: ground.store.path, log, now: ground.clock.now });
  metrics.add(edits.measures);
  const give = (change: Change | undefined): void => {
    if (change) news.give(change);
  };
  for (const change of edits.first()) give(change);
  // Edits of a file come in real time, whatever the clock says.
  const watch = (options: WatchOptions, taken: (ok: boolean) => void = () => undefined) =>
    watchRules(config.rules, options, systemClock, (edited, emptied) =>
      standing.activate(edited.ok ? edited.rules : undefined, () => {
        give(edits.take(edited, emptied));
        taken(edited.ok && emptied.length === 0);
      }),
    );
  let unwatch = watch(edits.watching(config));
  let isStopped = false;
  closers.add(() => {
    isStopped = true;
    unwatch();
  });
  return {
    current: () => ({ ...edits.current(), config }),
    takeRules(settings, told) {
      // The settings were read meanwhile.
      if (isStopped) return;
      unwatch();
      config = settings;
      let isTold = false;
      unwatch = watch(edits.watchingAnew(config), (ok) => {
        if (!isTold) told({ ok, rules: active.current().names.length });
        isTold = true;
      });
    },
  };
}

/** Starts what goes on beside the polls: the calendar, the record of the run, looks at the clock and the database. */
export function watchBehind(
  { files, log, verifier, ground, watched, news, putBack }: MonitorParts,
  closers: Closers,
): { readonly displaced: Promise<string> } {
  const { store, steady, clock, clockWatch } = ground;
  const { calendar, sources, status } = watched;
  closers.add(calendar.start(news.tell));
  // The record of this run and the look at the clock go by real time, whatever the clock says.
  closers.add(keepRunRecord(store, { clock: { ...steady, after: systemClock.after }, log }));
  closers.add(clockWatch.start(log, news.give));
  const { log: kept, authors } = files.config.retention;
  const since = (length: Duration) => startOf(clock.now(), length, calendar.current());
  const limits = () => ({ before: since(kept), ...(authors && { blankBefore: since(authors) }) });
  closers.add(startPruning(store, limits, { clock, log }));
  const storeWatch = watchStore(store, {
    log,
    recovered() {
      // A change that could not be written is looked for at once, not at the end of a pause that grew.
      for (const { source, pauses } of sources) if (status.isUnwritten(source.name)) pauses.succeeded();
      putBack.tell();
    },
  });
  closers.add(storeWatch.stop);
  if (verifier !== undefined) closers.add(verifyBehind(verifier, store, log));
  return storeWatch;
}
