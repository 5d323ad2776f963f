/** `yagura history fetch`: reads the services' own past, in the monitor where one runs, else in this process. */
import { existsSync } from "node:fs";
import { createGates } from "../../../config/clients.ts";
import type { Config } from "../../../config/config.ts";
import { simulatedNames } from "../../../config/services.ts";
import { requireConfig, requireFiles } from "../../../files/check-files.ts";
import {
  type AskedFetch,
  type FetchSurroundings,
  isWhole,
  openFetch,
  planOf,
} from "../../../history/fetch-history.ts";
import { historyPath, historyStopPath, type ToldFetch } from "../../../history/fetch-job.ts";
import type { FetchOutcome } from "../../../history/fetch-state.ts";
import { openSameWorld } from "../../../history/simulated-world.ts";
import { type ToldPlan, toldPlan } from "../../../history/told-plan.ts";
import { systemClock } from "../../../lib/clock.ts";
import { Refused } from "../../../lib/problem.ts";
import { StoreError } from "../../../model/store-faults.ts";
import { openHistoryReader } from "../../../store/history/history.ts";
import { refusing } from "../../../store/sqlite-error.ts";
import { keptCalendar, seeMonitor, tellMonitor, tokenOf } from "../../monitor-calls.ts";
import { createProgressLine, terminalOf, translated } from "../../terminal.ts";
import { createFetchProgress, outcomeLines, planLines } from "./fetch-words.ts";

interface Options {
  readonly config: string;
  readonly since: string;
  readonly until?: string;
  readonly source?: readonly string[];
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly token?: string;
}

/** What a fetch tells the person who waits for it. */
interface FetchListener {
  plan(plan: ToldPlan): void;
  /** Called from time to time. */
  progress(line: string): void;
  /** Calls for each signal that asks it to stop; the answer ends that. */
  onStop(call: () => void): () => void;
}

export async function fetchPast({ json = false, ...options }: Options): Promise<void> {
  const { columns, language } = terminalOf();
  const line = createProgressLine();
  let planned: ToldPlan | undefined;
  const listener: FetchListener = {
    plan(plan) {
      planned = plan;
      if (!json) for (const one of planLines(plan, columns, language)) process.stdout.write(`${one}\n`);
    },
    progress: line.show,
    onStop,
  };
  try {
    const outcome = await fetchHistory(options, process.env, listener);
    line.clear();
    const ok = outcome === undefined || isWhole(outcome);
    if (json) process.stdout.write(`${JSON.stringify({ ok, plan: planned, ...(outcome && { outcome }) })}\n`);
    else if (outcome)
      for (const one of outcomeLines(outcome, columns, language)) process.stdout.write(`${one}\n`);
    if (!ok) process.exitCode = 1;
  } catch (error) {
    line.clear();
    if (!(error instanceof StoreError)) throw error;
    if (json) process.stdout.write(`${JSON.stringify({ ok: false, plan: planned, error: error.message })}\n`);
    process.stderr.write(`yagura: ${translated(error.message, language)}\n`);
    process.exitCode = 1;
  }
}

function onStop(call: () => void): () => void {
  const signals = ["SIGTERM", "SIGINT"] as const;
  for (const signal of signals) process.on(signal, call);
  return () => {
    for (const signal of signals) process.off(signal, call);
  };
}

/**
 * The outcome; undefined where nothing was to be asked. Throws Refused where the call is wrong, a StoreError where the
 * history cannot be written.
 */
async function fetchHistory(
  options: Omit<Options, "json">,
  environment: Readonly<Record<string, string | undefined>>,
  listener: FetchListener,
): Promise<FetchOutcome | undefined> {
  const { config: path, since, until, source = [], dryRun = false } = options;
  const config = requireConfig(path, environment);
  const asked = { since, ...(until === undefined ? {} : { until }), sources: source };
  if (!dryRun) {
    const secret = tokenOf(options, environment);
    const monitor = await seeMonitor(config, historyPath, secret);
    if (monitor && "state" in monitor.answer) return followMonitor(config, asked, secret, listener);
  }
  const { rules } = await requireFiles(path, environment);
  const world =
    simulatedNames(config).length > 0 ? await openSameWorld(config.state, systemClock) : undefined;
  const surroundings: FetchSurroundings = {
    config,
    simulator: world?.simulator,
    clock: systemClock,
    gates: createGates(config),
    calendar: () => keptCalendar(config),
    watchlists: () => rules.watchlists ?? {},
  };
  try {
    if (dryRun) listener.plan(planHere(asked, surroundings));
    else return await fetchHere(asked, surroundings, listener);
  } finally {
    await world?.simulator.close();
  }
  return undefined;
}

function planHere(asked: AskedFetch, surroundings: FetchSurroundings): ToldPlan {
  const { config } = surroundings;
  const { file } = config.history;
  const history = existsSync(file) ? refusing(() => openHistoryReader(file)) : undefined;
  try {
    return toldPlan(planOf(asked, surroundings, history), config);
  } finally {
    history?.close();
  }
}

async function fetchHere(
  asked: AskedFetch,
  surroundings: FetchSurroundings,
  listener: FetchListener,
): Promise<FetchOutcome> {
  const opened = await openFetch(asked, surroundings);
  try {
    listener.plan(toldPlan(opened.plan, surroundings.config));
    const fetch = opened.start();
    const stopped = listener.onStop(fetch.stop);
    const progress = createFetchProgress(listener.progress);
    const timer = setInterval(() => progress.show(fetch.progress()), 1_000);
    try {
      return await fetch.ended;
    } finally {
      clearInterval(timer);
      stopped();
    }
  } finally {
    opened.close();
  }
}

// A fetch of the past inside the monitor that runs on the same settings: begun, shown and stopped over its port.

const lookEveryMs = 1_000;

/** Throws Refused where the monitor does not take it or is gone, a StoreError where the history cannot be written. */
async function followMonitor(
  config: Config,
  asked: AskedFetch,
  token: string | undefined,
  listener: FetchListener,
): Promise<FetchOutcome> {
  // Heard from the first moment on: what was begun in the monitor would go on without the one who wanted to stop it.
  let [isBegun, isStopping] = [false, false];
  const stop = () => {
    isStopping = true;
    if (isBegun) void tellMonitor(config, historyStopPath, {}, token).catch(() => undefined);
  };
  const stopped = listener.onStop(stop);
  try {
    let job = await begin(config, asked, token);
    isBegun = true;
    if (isStopping) stop();
    if (job.plan) listener.plan(job.plan);
    const progress = createFetchProgress(listener.progress);
    while (job.state === "running") {
      if (job.progress) progress.show(job.progress);
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
      job = await look(config, token);
    }
    if (job.outcome) return job.outcome;
    throw new StoreError(job.error ?? goneWords);
  } finally {
    stopped();
  }
}

async function begin(config: Config, asked: AskedFetch, token: string | undefined): Promise<ToldFetch> {
  const { status, answer } = await tellMonitor(config, historyPath, asked, token);
  if (status >= 500) throw new StoreError(String(answer.error));
  if (status !== 200) throw new Refused(String(answer.error));
  return answer as unknown as ToldFetch;
}

const goneWords =
  "the monitor that fetched has stopped; what was fetched stays, and the same call goes on with the rest";

async function look(config: Config, token: string | undefined): Promise<ToldFetch> {
  const seen = await seeMonitor(config, historyPath, token);
  if (seen?.status === 200) return seen.answer as unknown as ToldFetch;
  return { state: "none" };
}
