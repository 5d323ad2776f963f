/** The wiring: puts the house together from its config and runs it. */
import { join } from "node:path";
import { assemble, openOutputs } from "./app/assembly.ts";
import { type Closers, createClosers } from "./app/closers.ts";
import { openGround } from "./app/ground.ts";
import { keptPlace, type Monitor, nextParts, readyOf, type StartParts } from "./app/monitor.ts";
import { createOutcomeLog } from "./app/operating/outcome-log.ts";
import { createReload } from "./app/operating/reload.ts";
import { keepSignOfLife } from "./app/operating/sign-of-life.ts";
import { followEdits, type MonitorParts, runPipeline, watchBehind } from "./app/running.ts";
import type { Shared } from "./app/shared.ts";
import { createDamageWatch } from "./app/store-news.ts";
import { endsOfPlayed } from "./app/take-origins.ts";
import { simulatedNames } from "./config/services.ts";
import { lintBehind, logLeftOut, logProblem, logRefusal } from "./files/edits.ts";
import { startFiles } from "./files/start-files.ts";
import { type Clock, systemClock } from "./lib/clock.ts";
import { authority } from "./lib/http/url.ts";
import { createLog, type LogLines } from "./lib/log.ts";
import { Refused } from "./lib/problem.ts";

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
  /** Whether the machine may write where it is one of a cluster; by default it may. */
  readonly mayWrite?: boolean | undefined;
  /** Ends the wait for the servers of a cluster; left out: nothing does. */
  readonly signal?: AbortSignal;
  /** What it has of a cluster that it writes for; by default what the settings say. */
  readonly shared?: Shared | undefined;
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
    mayWrite = true,
    signal = new AbortController().signal,
    shared,
    webFolder = join(import.meta.dirname, "web"),
  }: MonitorOptions = {},
): Promise<Monitor> {
  const files = await startFiles(file, environment);
  const { config, warnings, refusal } = files;
  const simulated = simulatedNames(config);
  const base = simulated.length > 0 ? { SIMULATED: simulated } : {};
  const log = createLog(config.log.level, base, logLines);
  for (const warning of warnings) logProblem(log, warning);
  logLeftOut(log, config.rules, files.active.rules);
  if (refusal) logRefusal(log, refusal.message, refusal.fromHere);
  const parts = { file, environment, files, log, clock, verifier, mayPlay, webFolder };
  if (config.cluster === undefined) {
    if (!mayWrite)
      throw new Refused("a gateway follows a cluster, and the settings have no section `cluster`");
    return startWriting(parts, shared);
  }
  // Loaded where there is a cluster alone.
  const { startMachine } = await import("./app/cluster/roles.ts");
  return startMachine(parts, { settings: config.cluster, mayWrite, startWriting, signal });
}

/** @param shared what it has of a cluster that it writes for; left out: it is alone */
async function startWriting(parts: StartParts, shared?: Shared): Promise<Monitor> {
  const closers = createClosers();
  try {
    return await wire(parts, closers, shared);
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function wire(parts: StartParts, closers: Closers, shared?: Shared): Promise<Monitor> {
  const { files, log } = parts;
  const { config } = files;
  const { clock: machine, mayPlay } = parts;
  const ground = await openGround(config, machine, { closers, mayPlay, journal: shared?.journal });
  const assembled = assemble(parts, ground, closers);
  const { store, clock } = ground;
  const { active, watched, seeding, news, nextAt, putBack } = assembled;
  const ways = {
    reload: () => reload(),
    confirm: shared?.confirm,
    heard: shared?.consumers,
    standing: shared?.standing,
  };
  const outputs = await openOutputs(parts, assembled, ways);
  const outcomes = createOutcomeLog(log);
  const monitor = { ...parts, ...assembled, outcomes, outputs };
  // Polls wait from here until what is stored was looked at, which begins once the outputs run.
  const damage = createDamageWatch(store, { tell: news.tell, spoiled: shared?.spoiled, log });
  // Stopped after the pipeline, so that they deliver what it committed last; started once it takes their news.
  closers.add(outputs.stop);
  const { broken, due } = runPipeline(monitor, closers);
  await outputs.start();
  putBack.tell();
  for (const change of endsOfPlayed(ground.origins, store, log)) news.give(change);
  closers.add(damage.start());
  closers.add(keptPlace(store.path, outputs, log));
  const edits = followEdits(monitor, closers);
  const reload = createReload(parts, edits);
  due.look();
  closers.add(assembled.digests.start());
  seeding.start(due.look);
  closers.add(seeding.stop);
  const { displaced } = watchBehind(monitor, closers);
  closers.add(keepSignOfLife(config.alive, { ...watched, store, clock, nextAt, rules: active }, log));
  const ready = readyOf(outputs, ground.simulated, config.publicUrl);
  if (shared) closers.add(shared.serve({ store, passed: outputs.passed, page: () => ready.page }));
  logReady(monitor);
  closers.add(lintBehind(files, log));
  const next = () => nextParts(parts, edits.current(), outputs);
  return {
    ready,
    broken,
    over: Promise.race([displaced, ...(shared ? [shared.over] : [])]),
    log,
    reload,
    look: () => ({
      sources: watched.status.sources(),
      alerts: outcomes.latestAlerts(),
      readers: outputs.readers(),
    }),
    stop: closers.close,
    next,
    again: () => startWriting(next(), shared),
  };
}

function logReady({
  files,
  log,
  ground: { simulated },
  watched,
  outputs,
}: Pick<MonitorParts, "files" | "log" | "ground" | "watched" | "outputs">): void {
  if (simulated.length > 0) log.warn({ simulated }, "SIMULATED: the built-in simulator plays these services");
  const rules = files.active.rules.names.length;
  log.info({ feed: authority(outputs.listener()), sources: watched.names, rules }, "ready");
}
