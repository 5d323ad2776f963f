/** Fetches the services' past into a history: the services beside each other, each within its own limits. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { createClients } from "../config/clients.ts";
import type { Config } from "../config/config.ts";
import { isSimulated, originOf } from "../config/services.ts";
import { type Clock, dayMs, systemClock } from "../lib/clock.ts";
import type { Gate } from "../lib/http/gate.ts";
import type { Log } from "../lib/log.ts";
import { Refused } from "../lib/problem.ts";
import { backgroundLane, inLane, nextTurn } from "../lib/turns.ts";
import { jstDay, type TradingCalendar } from "../model/dates.ts";
import type { HistoryPeriod, HistoryReader, HistoryWriter } from "../model/history.ts";
import type { Watchlists } from "../model/watchlists.ts";
import { askedSpan, type WrittenSpan } from "../settings/span.ts";
import type { Simulator } from "../simulator/index.ts";
import type { UpstreamName } from "../sources/index.ts";
import { type HistoryFile, openHistory } from "../store/history/history.ts";
import { type FetchPlan, planFetch } from "./fetch-plan.ts";
import { fetchService } from "./fetch-service.ts";
import { createFetchState, type FetchOutcome, type FetchProgress } from "./fetch-state.ts";

/** What a person asks for. */
export interface AskedFetch extends WrittenSpan {
  /** Names of sources; none: all. */
  readonly sources: readonly string[];
}

export interface FetchSurroundings {
  readonly config: Config;
  /** Given where any service is simulated. */
  readonly simulator: Simulator | undefined;
  readonly clock: Clock;
  /** Ways to the services, shared with whoever else in the process asks them. */
  readonly gates: Readonly<Record<UpstreamName, Gate | undefined>>;
  calendar(): TradingCalendar;
  watchlists(): Watchlists;
  /** Left out: nobody is told of damage that is mended. */
  readonly log?: Pick<Log, "warn">;
}

/** No service tells more, and each day is a question. */
const mostDays = 20 * 366;

/**
 * @param history what is there; undefined: nothing is
 * Throws Refused for days or names that make no sense.
 */
export function planOf(
  { sources, ...written }: AskedFetch,
  { config, simulator, clock, calendar, watchlists }: FetchSurroundings,
  history: Pick<HistoryReader, "fetched"> | undefined,
): FetchPlan {
  const now = timeOf(config, simulator, clock);
  const period = (service: UpstreamName): HistoryPeriod => {
    const { from, to } = askedSpan(written, now(service), calendar());
    if (to - from > mostDays * dayMs)
      throw new Refused(`--since ${written.since.slice(0, 60)} asks for more than 20 years`);
    return { from: jstDay(from), to: jstDay(to) };
  };
  return planFetch({ config, history, watchlists, sources, period, now });
}

/** A fetch that may begin; until it is closed, the history has no other writer. */
export interface OpenFetch {
  readonly plan: FetchPlan;
  start(): HistoryFetch;
  close(): void;
}

/**
 * Opens the history of the settings for a fetch. Throws Refused for days or names that make no sense, a StoreError
 * where the history cannot be written, or has records of another address.
 */
export async function openFetch(asked: AskedFetch, surroundings: FetchSurroundings): Promise<OpenFetch> {
  const { config } = surroundings;
  // Before the file is touched: a call that makes no sense changes nothing.
  const { periods } = planOf(asked, surroundings, undefined);
  const history = openHistory(config.history.file);
  try {
    await mended(history, [...periods.values()], surroundings);
    const plan = planOf(asked, surroundings, history);
    for (const service of plan.periods.keys()) history.claim(service, originOf(config, service));
    return { plan, start: () => startFetch(plan, surroundings, history), close: history.close };
  } catch (error) {
    history.close();
    throw error;
  }
}

/** Forgets what is damaged of these days, so that the plan has it; polls go on meanwhile. */
async function mended(
  history: Pick<HistoryFile, "mend">,
  periods: readonly HistoryPeriod[],
  { log }: Pick<FetchSurroundings, "log">,
): Promise<void> {
  const ends = periods.flatMap(({ from, to }) => [from, to]).sort();
  const [from, to] = [ends[0], ends.at(-1)];
  if (from === undefined || to === undefined) return;
  const damaged = new Map<string, number>();
  for (const found of history.mend({ from, to })) {
    if (found) damaged.set(found.set, (damaged.get(found.set) ?? 0) + 1);
    await nextTurn();
  }
  for (const [set, weeks] of damaged)
    log?.warn({ set, weeks }, "records of the past are damaged, and are fetched again");
}

/** A fetch that is under way. */
export interface HistoryFetch {
  progress(): FetchProgress;
  /** Rejects with a StoreError where the history cannot be written. */
  readonly ended: Promise<FetchOutcome>;
  /** Ends it after what is under way, or after a few seconds; called again, at once. */
  stop(): void;
}

/** Time in which what is under way may end. */
const graceMs = 3_000;

function startFetch(
  plan: FetchPlan,
  { config, simulator, clock, gates }: FetchSurroundings,
  writer: Pick<HistoryWriter, "add" | "finish">,
): HistoryFetch {
  const state = createFetchState(plan, clock.elapsed);
  const clients = createClients(config, simulator, counted(gates, state.asked), clock);
  const stopping = new AbortController();
  const cut = new AbortController();
  const now = timeOf(config, simulator, clock);
  const signals = { stopping: stopping.signal, signal: cut.signal, cut: () => cut.abort() };
  // Beside the history, whose one writer they have.
  const folder = `${config.history.file}.files`;
  const parts = { clients, writer, folder, clock, now, state, ...signals };
  const run = async () => {
    const services = Object.values(plan.services);
    const ends = await Promise.allSettled(services.map((own) => fetchService(own, parts)));
    const broken = ends.find((end) => end.status === "rejected");
    if (broken) throw broken.reason;
    removeEmpty(folder);
    return state.outcome(stopping.signal.aborted);
  };
  const ended = inLane(backgroundLane, run);
  return {
    progress: state.progress,
    ended,
    stop() {
      if (stopping.signal.aborted) return cut.abort();
      stopping.abort();
      // Answers come in real time, whatever the clock says.
      const cancel = systemClock.after(graceMs, () => cut.abort());
      ended.then(cancel, cancel);
    },
  };
}

/** Removes the folder of files where nothing is left in it to go on with. */
function removeEmpty(folder: string): void {
  const all = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  if (!all.some((one) => one.isFile())) rmSync(folder, { recursive: true, force: true });
}

/** Whether everything is there that was asked for and that its service tells. */
export function isWhole({ failed, left }: FetchOutcome): boolean {
  return failed.length === 0 && left === 0;
}

function timeOf(config: Config, simulator: Simulator | undefined, clock: Clock) {
  return (service: UpstreamName) =>
    simulator && isSimulated(config, service) ? Number(simulator.now()) : clock.now();
}

/** The gates, through which each request is counted; simulated services have none. */
function counted(gates: FetchSurroundings["gates"], asked: (service: UpstreamName) => void) {
  const gate = (service: UpstreamName): Gate => ({
    async enter(path, signal) {
      const leave = await gates[service]?.enter(path, signal);
      asked(service);
      return leave ?? (() => {});
    },
  });
  return { market: gate("market"), forum: gate("forum"), statistics: gate("statistics") };
}
