/** The wiring: puts the house together from its config and runs it. The only place that subscribes. */
import { join } from "node:path";
import { Subject } from "rxjs";
import { createActiveRules, rulesHashKey } from "./app/active-rules.ts";
import { alertMails } from "./app/alert-mails.ts";
import { requireFiles, ruleOptions } from "./app/check-files.ts";
import { createClients } from "./app/clients.ts";
import { createClockWatch } from "./app/clock-watch.ts";
import { type Closers, createClosers } from "./app/closers.ts";
import { createDamageWatch } from "./app/damage-watch.ts";
import { watchDueMemories } from "./app/due-memories.ts";
import { logEdit, logProblem } from "./app/edit-log.ts";
import { createGates } from "./app/gates.ts";
import { createKeptCalendar } from "./app/kept-calendar.ts";
import { createLimitNews } from "./app/limit-news.ts";
import { authority } from "./app/monitor-address.ts";
import { logOutcome } from "./app/outcome-log.ts";
import { createOutputs } from "./app/outputs.ts";
import { startPruning } from "./app/pruning.ts";
import { refusing } from "./app/refused.ts";
import { createOverrunNews } from "./app/rule-overruns.ts";
import { keepRunRecord } from "./app/run-record.ts";
import { isSimulatedEvent, simulatedNames } from "./app/simulated.ts";
import { unmailedAlerts } from "./app/simulated-mails.ts";
import { openRememberedWorld } from "./app/simulated-world.ts";
import { startOutput } from "./app/start-outputs.ts";
import { createStatus } from "./app/status.ts";
import { todayOf } from "./app/today.ts";
import { verifyBehind } from "./app/verify-behind.ts";
import { watchedSources } from "./app/watched-sources.ts";
import type { Config } from "./config/config.ts";
import { type Clock, systemClock } from "./lib/clock.ts";
import { createLog, type Log } from "./lib/log.ts";
import { createSteadyClock } from "./lib/steady-clock.ts";
import { startOf } from "./model/duration.ts";
import { lastTimeOf } from "./model/log.ts";
import type { RuleSet } from "./model/rule.ts";
import type { Committed } from "./pipeline/commit.ts";
import type { Change } from "./pipeline/diff.ts";
import { pipeline } from "./pipeline/pipeline.ts";
import type { LoadedRules } from "./rules/load-rules.ts";
import { watchRules } from "./rules/watch-rules.ts";
import { openStore } from "./store/store.ts";

export interface Monitor {
  /** What a program that started it reads. */
  readonly ready: { ready: true; feed: string; page: string; simulated: string[] };
  /** Rejects with the bug that ended the pipeline; else stays open. */
  readonly broken: Promise<never>;
  /** Ends the polls, gives the outputs their time, closes everything. */
  stop(): Promise<void>;
}

/** Of the ten seconds that a stop may take: mails in flight, then readers of the feed. */
const emailStopMs = 5_000;
const feedStopMs = 3_000;

interface MonitorOptions {
  /** What it schedules by, and the time that it tells; the system's by default. */
  readonly clock?: Clock;
  /** The program that verifies a database; left out: the whole of it is not looked at behind the start. */
  readonly verifier?: string | undefined;
  /** Folder of the page's files; by default what lies beside the bundled program. */
  readonly webFolder?: string;
}

/** Throws Refused when the config, a rule, a port, a folder or the database is wrong; nothing stays open then. */
export async function startMonitor(
  file: string,
  environment: Readonly<Record<string, string | undefined>>,
  { clock = systemClock, verifier, webFolder = join(import.meta.dirname, "web") }: MonitorOptions = {},
): Promise<Monitor> {
  const { config, rules, warnings } = await requireFiles(file, environment);
  const simulated = simulatedNames(config);
  const log = createLog(config.log.level, simulated.length > 0 ? { SIMULATED: simulated } : {});
  for (const warning of warnings) logProblem(log, warning);
  const closers = createClosers();
  try {
    return await wire({ config, rules, log, closers, clock, verifier, webFolder });
  } catch (error) {
    await closers.close();
    throw error;
  }
}

interface Parts {
  readonly config: Config;
  readonly rules: RuleSet;
  readonly log: Log;
  readonly closers: Closers;
  readonly clock: Clock;
  readonly verifier: string | undefined;
  readonly webFolder: string;
}

async function wire({
  config,
  rules,
  log,
  closers,
  clock: machine,
  verifier,
  webFolder,
}: Parts): Promise<Monitor> {
  const watch = createClockWatch(machine);
  const { clock } = watch;
  const simulated = simulatedNames(config);
  const store = refusing(() => openStore(config.state, { now: () => steady.now() }));
  closers.add(store.close);
  const steady = createSteadyClock(clock, lastTimeOf(store.log));
  const world = simulated.length > 0 ? await openRememberedWorld(store.meta, steady) : undefined;
  if (world) closers.add(world.close);

  const clients = createClients(config, world, createGates(config, store.meta, clock), clock);
  const calendar = createKeptCalendar({
    meta: store.meta,
    ask: clients.market.tradingDays,
    today: () => todayOf("market", config, world, clock),
    clock,
    log,
  });
  const sources = watchedSources(config, clients, world, {
    clock,
    calendar: calendar.current,
    publication: store.publication,
  });
  const names = sources.map(({ source }) => source.name);
  const status = createStatus(names, store.sources());
  const active = createActiveRules(rules, store.meta.get(rulesHashKey), store.ruleMeanings);
  const news$ = new Subject<Change>();
  let last: Committed | undefined;
  const tell = (change: Change): void => {
    news$.next(change);
    if (last?.change !== change) throw new Error("the pipeline does not run yet");
    if (last.error) throw last.error;
  };

  const { feed, email, metrics } = createOutputs({
    config,
    store,
    status,
    sources: names,
    log,
    tell,
    clock: steady,
    webFolder,
  });
  const tellOverruns = createOverrunNews(active.current, { log, metrics });
  const address = authority(config.feed);
  await startOutput(feed, address);
  closers.add(() => feed.stop(feedStopMs));
  await startOutput(email);
  closers.add(() => email.stop(emailStopMs));
  const listening = authority({ ...config.feed, port: feed.port });

  const stopping = new AbortController();
  const wake = () => news$.next({ drafts: [], batch: {} });
  const due = watchDueMemories(store.nextDueMemory, steady, wake);
  closers.add(due.stop);
  const limitNews = createLimitNews(store.meta.get, steady, (change) => news$.next(change));
  closers.add(limitNews.stop);
  const house = {
    sources,
    news$,
    store,
    outputs: [feed, email],
    rules: active.current,
    mails: alertMails({
      from: config.email.from,
      recipients: config.email.recipients,
      feedUrl: `http://${listening}/`,
      simulated: ({ event }) => isSimulatedEvent(config, event),
    }),
    unmailed: unmailedAlerts(config),
    calendar: calendar.current,
    now: steady.now,
    timeOfDay: clock.now,
    signal: stopping.signal,
    report(committed: Committed) {
      last = committed;
      status.report(committed);
      metrics.report(committed);
      logOutcome(log, committed);
      if (!committed.error && committed.remembers) due.look();
      limitNews.reached(committed.limits);
      tellOverruns();
    },
  };
  const damage = createDamageWatch(store, { tell, log });
  const broken = new Promise<never>((_, reject) => {
    const running = pipeline(house).subscribe({ error: reject });
    closers.add(() => {
      stopping.abort();
      running.unsubscribe();
    });
  });

  const loaded = (change: Change | undefined): void => {
    if (change) news$.next(change);
  };
  closers.add(damage.start());
  loaded(active.take({ ok: true, rules }));
  due.look();
  const watching = { ...ruleOptions(config), loadedHash: rules.hash };
  // Edits of a file come in real time, whatever the clock says.
  const take = (edited: LoadedRules): void => {
    const change = active.take(edited);
    if (change) logEdit(log, config.rules, edited);
    loaded(change);
  };
  closers.add(watchRules(config.rules, watching, systemClock, take));
  const keptFrom = () => startOf(clock.now(), config.retention, calendar.current());
  closers.add(calendar.start(tell));
  // The record of this run and the look at the clock go by real time, whatever the clock says.
  closers.add(keepRunRecord(store, { clock: { ...steady, after: systemClock.after }, log }));
  closers.add(watch.start(log, (change) => news$.next(change)));
  closers.add(startPruning(store, keptFrom, { clock, log }));
  if (verifier !== undefined) closers.add(verifyBehind(verifier, store, log));

  if (simulated.length > 0) log.warn({ simulated }, "SIMULATED: the built-in simulator plays these services");
  log.info({ feed: listening, sources: names, rules: rules.names.length }, "ready");
  const ready = {
    ready: true as const,
    feed: `ws://${listening}/feed`,
    page: `http://${listening}/`,
    simulated,
  };
  return { ready, broken, stop: closers.close };
}
