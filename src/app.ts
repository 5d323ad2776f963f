/** The wiring: puts the house together from its config and runs it. */
import { join } from "node:path";
import { createAnswering } from "./app/answers/answering.ts";
import { type Closers, createClosers, type Ground, openGround, watchServices } from "./app/ground.ts";
import { createMonitorMetrics } from "./app/metrics/monitor-metrics.ts";
import { createDigestNews } from "./app/operating/digest-due.ts";
import { keepPlace } from "./app/operating/monitor-place.ts";
import { type AlertLine, createOutcomeLog } from "./app/operating/outcome-log.ts";
import { createReload } from "./app/operating/reload.ts";
import { keepSignOfLife } from "./app/operating/sign-of-life.ts";
import { createOutputs, type Outputs } from "./app/outputs.ts";
import { createPollNow } from "./app/poll-now.ts";
import { followEdits, runPipeline, watchBehind } from "./app/running.ts";
import { seedingAtStart } from "./app/seed-at-start.ts";
import { createDamageWatch, createPutBackNews } from "./app/store-news.ts";
import { endsOfPlayed } from "./app/take-origins.ts";
import { createBench } from "./backtest/bench/bench.ts";
import { simulatedNames } from "./config/services.ts";
import { alwaysTold, policyOf } from "./config/telling.ts";
import { createActiveRules, rulesHashKey } from "./files/active-rules.ts";
import { createActiveStanding, standingAnswers } from "./files/active-standing.ts";
import { lintBehind, logLeftOut, logProblem, logRefusal } from "./files/edits.ts";
import { eventTypesOf } from "./files/event-types.ts";
import { type StartFiles, startFiles } from "./files/start-files.ts";
import { createFetchJob } from "./history/fetch-job.ts";
import { type Clock, systemClock } from "./lib/clock.ts";
import { authority } from "./lib/http/url.ts";
import { createLog, type Log, type LogLines, type OwnLog } from "./lib/log.ts";
import { Refused } from "./lib/problem.ts";
import { createFindPaper } from "./page/find-paper.ts";
import { pageCalls, pageFiles } from "./page/index.ts";
import { createCodeCheck } from "./page/known-code.ts";
import type { PageParts } from "./page/page-call.ts";
import { pollsAhead } from "./page/sources.ts";
import { createNews } from "./pipeline/news.ts";
import type { Watched } from "./pipeline/schedule.ts";
import type { SourceStatus } from "./why/status.ts";

export interface Monitor {
  /** The ready line for the program that started it. */
  readonly ready: {
    ready: true;
    feed: string;
    page: string;
    /** Where people reach the page, if the settings say so. */
    publicUrl?: string;
    simulated: string[];
  };
  /** Rejects with the bug that ended the pipeline; else stays open. */
  readonly broken: Promise<never>;
  /** Resolves once another file stands in the place of the open database: stop, and start `again` with that. */
  readonly displaced: Promise<void>;
  /** Its log, for whoever stops it. */
  readonly log: Log;
  /** Reads settings and rules again, takes what can change at once, and logs what it did. */
  reload(): Promise<void>;
  /** How it is doing now. */
  look(): MonitorLook;
  /** Ends the polls, gives the outputs their time, closes everything. */
  stop(): Promise<void>;
  /** Once it has stopped: another one with its settings, its rules and its port. Throws as `startMonitor` does. */
  again(): Promise<Monitor>;
}

/** What a glance at a running monitor shows. */
export interface MonitorLook {
  readonly sources: Record<string, SourceStatus>;
  /** The last few, the newest first. */
  readonly alerts: readonly AlertLine[];
  /** Readers of the feed now. */
  readonly readers: number;
}

interface MonitorOptions {
  /** The clock for schedules and for the time of what is told; the system's by default. */
  readonly clock?: Clock;
  /** The program that verifies a database; left out: the whole of it is not looked at behind the start. */
  readonly verifier?: string | undefined;
  /** Where the lines of its log go; left out: to stderr as they are. */
  readonly logLines?: LogLines | undefined;
  /** Whether the simulator may play services of which the database has real data. */
  readonly mayPlay?: boolean | undefined;
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
  {
    clock = systemClock,
    verifier,
    logLines,
    mayPlay,
    webFolder = join(import.meta.dirname, "web"),
  }: MonitorOptions = {},
): Promise<Monitor> {
  const files = await startFiles(file, environment);
  const { config, warnings, refusal } = files;
  // Alone it would be a second writer.
  if (config.cluster !== undefined) throw new Refused("this version runs no cluster: leave `cluster` out");
  const simulated = simulatedNames(config);
  const base = simulated.length > 0 ? { SIMULATED: simulated } : {};
  const log = createLog(config.log.level, base, logLines);
  for (const warning of warnings) logProblem(log, warning);
  logLeftOut(log, config.rules, files.active.rules);
  if (refusal) logRefusal(log, refusal.message, refusal.fromHere);
  return start({ file, environment, files, log, clock, verifier, mayPlay, webFolder });
}

interface Parts {
  /** The config file as the person named it. */
  readonly file: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly files: StartFiles;
  readonly log: OwnLog;
  readonly clock: Clock;
  readonly verifier: string | undefined;
  readonly mayPlay: boolean | undefined;
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

/** Puts together what stands below the outputs. */
function assemble({ files, log, environment }: Parts, ground: Ground, closers: Closers) {
  const { config } = files;
  const { store, steady, clock } = ground;
  const active = createActiveRules(files.active.rules, store.meta.get(rulesHashKey), store.ruleMeanings, {
    names: files.before,
    kept: store.meta.get,
  });
  const watched = watchServices(config, ground, log, active.watchlists);
  const standing = createActiveStanding(
    active.current,
    standingAnswers(config),
    store,
    watched.calendar.current,
  );
  closers.add(standing.stop);
  const seeding = seedingAtStart(files, { ground, active, log });
  const news = createNews();
  const { metrics, measured } = createMonitorMetrics(config, { ground, watched, active }, closers);
  const putBack = createPutBackNews(store, log, news.give);
  const answering = createAnswering({
    ...{ store, policy: policyOf(config), types: eventTypesOf(config), publicUrl: config.publicUrl },
    people: config.people,
    ...{ calendar: watched.calendar.current, now: steady.now, tell: news.tell },
  });
  const { sources, gates, calendar } = watched;
  const asked = { config, clock, gates, calendar: calendar.current, watchlists: active.watchlists };
  const fetching = createFetchJob({ ...asked, simulator: ground.world }, log);
  closers.add(fetching.stop);
  const bench = createBench(config, environment);
  closers.add(bench.stop);
  const polled = { config, store, sources, clock, calendar: calendar.current };
  const next = (name: string) => pollsAhead(name, polled);
  const nextAt = (name: string) => pollsAhead(name, { ...polled, sources: sources.map(withoutExtra) }).nextAt;
  const polling = createPollNow({ config, sources, gates, clock, nextAt });
  const digests = createDigestNews({
    ...{ store, clock: steady, calendar: calendar.current, watchlists: active.watchlists, tell: news.tell },
    ...{ policy: policyOf(config), receivers: alwaysTold(config), sources: watched.names },
  });
  return {
    ...{ ground, active, watched, standing, seeding, news, metrics, measured, putBack, fetching },
    ...{ answering, bench, polled, next, nextAt, polling, digests },
  };
}

/** By its schedule alone: extra polls may be left out at any time. */
const withoutExtra = ({ extra: _, ...watched }: Watched): Watched => watched;

/** The outputs and the port, with the calls that it answers. */
function openOutputs(
  { files: { config }, log, webFolder }: Parts,
  { ground, active, watched, news, metrics, measured, putBack, ...answerers }: ReturnType<typeof assemble>,
  reload: () => Promise<void>,
): Promise<Outputs> {
  const { fetching, answering, bench, polled, next, polling } = answerers;
  const { store, steady, clock } = ground;
  const { status, gates } = watched;
  const page: PageParts = {
    ...{ ...polled, gates, rules: active, status, now: steady.now, tell: news.tell, reload, bench },
    findPaper: createFindPaper(watched.clients, clock),
    knownCode: createCodeCheck({ config, clients: watched.clients, clock }),
    companies: watched.companies,
    servicesNow: () => Number(ground.world?.now() ?? steady.now()),
    quietedNow: answering.quietedNow,
  };
  return createOutputs({
    ...{ config, store, metrics, log, webFolder, status, next, notes: measured.notes },
    ...{ clock: steady, sources: watched.names, tell: news.tell },
    putBack: () => putBack.noticed,
    ...{ watchlists: active.watchlists, calendar: watched.calendar.current },
    routes: [...fetching.routes, ...answering.routes, polling.route, ...pageCalls(page)],
    open: pageFiles(page),
    quietedNow: answering.quietedNow,
    pages: answering.pages,
  });
}

async function wire(parts: Parts, closers: Closers): Promise<Monitor> {
  const { files, log } = parts;
  const { config } = files;
  const ground = await openGround(config, parts.clock, { closers, mayPlay: parts.mayPlay });
  const assembled = assemble(parts, ground, closers);
  const { store, clock } = ground;
  const { active, watched, seeding, news, nextAt, putBack } = assembled;
  const outputs = await openOutputs(parts, assembled, () => reload());
  const outcomes = createOutcomeLog(log);
  const monitor = { ...parts, ...assembled, outcomes, outputs };
  // Polls wait from here until what is stored was looked at, which begins once the outputs run.
  const damage = createDamageWatch(store, { tell: news.tell, log });
  // Stopped after the pipeline, so that they deliver what it committed last; started once it takes their news.
  closers.add(outputs.stop);
  const { broken, due } = runPipeline(monitor, closers);
  await outputs.start();
  putBack.tell();
  for (const change of endsOfPlayed(ground.origins, store, log)) news.give(change);
  closers.add(damage.start());
  closers.add(keptPlace(store.path, outputs, log));
  const edits = followEdits(monitor, closers);
  const reload = createReload({
    ...parts,
    ...edits,
    path: parts.file,
    current: () => edits.current().config,
  });
  due.look();
  closers.add(assembled.digests.start());
  seeding.start(due.look);
  closers.add(seeding.stop);
  const { displaced } = watchBehind(monitor, closers);
  closers.add(keepSignOfLife(config.alive, { ...watched, store, clock, nextAt, rules: active }, log));
  const ready = readyOf(outputs, ground.simulated, config.publicUrl);
  if (ground.simulated.length > 0)
    log.warn({ simulated: ground.simulated }, "SIMULATED: the built-in simulator plays these services");
  const rules = files.active.rules.names.length;
  log.info({ feed: authority(outputs.listener()), sources: watched.names, rules }, "ready");
  closers.add(lintBehind(files, log));
  return {
    ready,
    broken,
    displaced,
    log,
    reload,
    look: () => ({
      sources: watched.status.sources(),
      alerts: outcomes.latestAlerts(),
      readers: outputs.readers(),
    }),
    stop: closers.close,
    again() {
      // On the ports of this one.
      const current = edits.current();
      const { outputs: bound } = outputs.settings();
      return start({ ...parts, files: { ...current, config: { ...current.config, outputs: bound } } });
    },
  };
}

/** A place that cannot be written costs only those commands that would need it. */
function keptPlace(state: string, outputs: Outputs, log: Log): () => void {
  const { host, port } = outputs.listener();
  try {
    return keepPlace(state, { pid: process.pid, host, port });
  } catch (error) {
    log.warn({ error: String(error) }, "commands may not find this monitor: its place could not be written");
    return () => undefined;
  }
}

function readyOf(
  outputs: Outputs,
  simulated: readonly string[],
  publicUrl: string | undefined,
): Monitor["ready"] {
  const address = authority(outputs.listener());
  return {
    ...{ ready: true, feed: `ws://${address}/feed`, page: `http://${address}/` },
    ...(publicUrl !== undefined && { publicUrl: `${publicUrl}/` }),
    simulated: [...simulated],
  };
}
