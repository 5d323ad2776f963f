/** The wiring: puts the house together from its config and runs it. The only place that subscribes. */
import { join } from "node:path";
import { Subject } from "rxjs";
import { createActiveRules, rulesHashKey } from "./app/active-rules.ts";
import { alertMails } from "./app/alert-mails.ts";
import { ruleOptions } from "./app/check-files.ts";
import { createClients } from "./app/clients.ts";
import { createClockWatch } from "./app/clock-watch.ts";
import { type Closers, createClosers } from "./app/closers.ts";
import { createDamageWatch } from "./app/damage-watch.ts";
import { watchDueMemories } from "./app/due-memories.ts";
import { logProblem, logRefusal } from "./app/edit-log.ts";
import { eventTypesOf } from "./app/event-types.ts";
import { createGates } from "./app/gates.ts";
import { createKeptCalendar } from "./app/kept-calendar.ts";
import { createLimitNews } from "./app/limit-news.ts";
import { authority } from "./app/monitor-address.ts";
import { logOutcome } from "./app/outcome-log.ts";
import { createOutputs } from "./app/outputs.ts";
import { startPruning } from "./app/pruning.ts";
import { createPutBackNews } from "./app/put-back-news.ts";
import { refusing } from "./app/refused.ts";
import { createOverrunNews } from "./app/rule-overruns.ts";
import { keepRunRecord } from "./app/run-record.ts";
import { isSimulatedEvent, simulatedNames } from "./app/simulated.ts";
import { unmailedAlerts } from "./app/simulated-mails.ts";
import { openRememberedWorld } from "./app/simulated-world.ts";
import { type StartFiles, startFiles } from "./app/start-files.ts";
import { startOutput } from "./app/start-outputs.ts";
import { createStatus } from "./app/status.ts";
import { watchStore } from "./app/store-watch.ts";
import { takingEdits } from "./app/taken-edits.ts";
import { todayOf } from "./app/today.ts";
import { verifyBehind } from "./app/verify-behind.ts";
import { watchedSources } from "./app/watched-sources.ts";
import { type Clock, systemClock } from "./lib/clock.ts";
import { createLog, type Log } from "./lib/log.ts";
import { createSteadyClock } from "./lib/steady-clock.ts";
import { startOf } from "./model/duration.ts";
import { lastTimeOf } from "./model/log.ts";
import type { Committed } from "./pipeline/commit.ts";
import type { Change } from "./pipeline/diff.ts";
import { pipeline } from "./pipeline/pipeline.ts";
import { watchRules } from "./rules/watch-rules.ts";
import { openStore } from "./store/store.ts";

export interface Monitor {
  /** What a program that started it reads. */
  readonly ready: { ready: true; feed: string; page: string; simulated: string[] };
  /** Rejects with the bug that ended the pipeline; else stays open. */
  readonly broken: Promise<never>;
  /** Resolves once another file stands in the place of the open database: stop, and start `again` with that. */
  readonly displaced: Promise<void>;
  /** Ends the polls, gives the outputs their time, closes everything. */
  stop(): Promise<void>;
  /** Once it has stopped: another one with its settings, its rules and its port. Throws as `startMonitor` does. */
  again(): Promise<Monitor>;
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

/**
 * Starts with the last good settings and rules where the files do not open. Throws Refused where there are none, and
 * when a port, a folder or the database is wrong; nothing stays open then.
 */
export async function startMonitor(
  file: string,
  environment: Readonly<Record<string, string | undefined>>,
  { clock = systemClock, verifier, webFolder = join(import.meta.dirname, "web") }: MonitorOptions = {},
): Promise<Monitor> {
  const files = await startFiles(file, environment);
  const { config, warnings, refusal } = files;
  const simulated = simulatedNames(config);
  const log = createLog(config.log.level, simulated.length > 0 ? { SIMULATED: simulated } : {});
  for (const warning of warnings) logProblem(log, warning);
  if (refusal) logRefusal(log, refusal.message, refusal.fromHere);
  return start({ files, log, clock, verifier, webFolder });
}

interface Parts {
  readonly files: StartFiles;
  readonly log: Log;
  readonly clock: Clock;
  readonly verifier: string | undefined;
  readonly webFolder: string;
}

async function start(parts: Parts): Promise<Monitor> {
  const closers = createClosers();
  try {
    return await wire(parts, closers);
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function wire(parts: Parts, closers: Closers): Promise<Monitor> {
  const { files, log, clock: machine, verifier, webFolder } = parts;
  const { config } = files;
  const { rules } = files.active;
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
  const active = createActiveRules(rules, store.meta.get(rulesHashKey), store.ruleMeanings, {
    names: files.before,
    kept: store.meta.get,
  });
  const news$ = new Subject<Change>();
  let last: Committed | undefined;
  const tell = (change: Change): void => {
    news$.next(change);
    if (last?.change !== change) throw new Error("the pipeline does not run yet");
    if (last.error) throw last.error;
  };

  const putBack = createPutBackNews(store, log, (change) => news$.next(change));
  const { feed, email, metrics } = createOutputs({
    config,
    store,
    status,
    sources: names,
    log,
    tell,
    clock: steady,
    putBack: () => putBack.noticed,
    webFolder,
  });
  const tellOverruns = createOverrunNews(active.current, { log, metrics });
  const address = authority(config.feed);
  await startOutput(feed, address);
  closers.add(() => feed.stop(feedStopMs));
  await startOutput(email);
  closers.add(() => email.stop(emailStopMs));
  const bound = { ...config.feed, port: feed.port };
  const listening = authority(bound);

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
      types: eventTypesOf(config),
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

  const edits = takingEdits(active, files, store.path, log);
  const tellEdit = (change: Change | undefined): void => {
    if (change) news$.next(change);
  };
  putBack.tell();
  closers.add(damage.start());
  for (const change of edits.first()) tellEdit(change);
  due.look();
  // Edits of a file come in real time, whatever the clock says.
  const watching = edits.watching(ruleOptions(config));
  closers.add(watchRules(config.rules, watching, systemClock, (...edit) => tellEdit(edits.take(...edit))));
  const keptFrom = () => startOf(clock.now(), config.retention, calendar.current());
  closers.add(calendar.start(tell));
  // The record of this run and the look at the clock go by real time, whatever the clock says.
  closers.add(keepRunRecord(store, { clock: { ...steady, after: systemClock.after }, log }));
  closers.add(watch.start(log, (change) => news$.next(change)));
  closers.add(startPruning(store, keptFrom, { clock, log }));
  const storeWatch = watchStore(store, {
    log,
    recovered() {
      // What could not be written is looked for at once, not at the end of a pause that grew.
      for (const { source, pauses } of sources) if (status.isUnwritten(source.name)) pauses.succeeded();
      putBack.tell();
    },
  });
  closers.add(storeWatch.stop);
  if (verifier !== undefined) closers.add(verifyBehind(verifier, store, log));

  if (simulated.length > 0) log.warn({ simulated }, "SIMULATED: the built-in simulator plays these services");
  log.info({ feed: listening, sources: names, rules: rules.names.length }, "ready");
  const ready = {
    ready: true as const,
    feed: `ws://${listening}/feed`,
    page: `http://${listening}/`,
    simulated,
  };
  return {
    ready,
    broken,
    displaced: storeWatch.displaced,
    stop: closers.close,
    again: () => start({ ...parts, files: { ...edits.current(), config: { ...config, feed: bound } } }),
  };
}
