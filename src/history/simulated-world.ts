/**
 * The simulator, served by the program itself, and where its world is in time: the monitor keeps that in the database,
 * and a command goes on from there.
 */
import { existsSync } from "node:fs";
import type { Config } from "../config/config.ts";
import { isSimulated } from "../config/services.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { Refused } from "../lib/problem.ts";
import { jstDay } from "../model/dates.ts";
import { StoreError } from "../model/store-faults.ts";
import {
  businessDaysBefore,
  openSimulator,
  type Simulator,
  type SimulatorOptions,
} from "../simulator/index.ts";
import type { UpstreamName } from "../sources/index.ts";
import { openStoreReader } from "../store/reader.ts";

/** Key of the table meta under which the simulator keeps its place: in a database without it all was real. */
export const worldKey = "simulator";
const rememberedEveryMs = 5_000;

/** Business days from a new world's first to today: at one a minute, two hours full of news. */
const newWorldDays = 120;

function newWorldStart(clock: Clock): string {
  return businessDaysBefore(jstDay(clock.now()), newWorldDays);
}

interface Place {
  readonly startDate: string;
  readonly elapsedMs: number;
  /** When that was, ms since 1970; older versions did not say. */
  readonly at?: number;
}

interface Meta {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
}

/**
 * The simulator with its place in time kept in the database: a world that went back to its first day at every start
 * would look like one that lost its comments.
 */
export async function openRememberedWorld(meta: Meta, clock: Clock): Promise<Simulator> {
  const place = placeIn(meta.get);
  const startDate = place?.startDate ?? newWorldStart(clock);
  // Time that a crash forgot is skipped rather than played again.
  const simulator = await goOn({ startDate, place, skippedMs: rememberedEveryMs, clock });
  const remember = (): void => {
    const now: Place = { startDate, elapsedMs: simulator.elapsedMs(), at: clock.now() };
    try {
      meta.set(worldKey, JSON.stringify(now));
    } catch (error) {
      // The disk is full: every poll says so, and the world can go back a little.
      if (!(error instanceof StoreError)) throw error;
    }
  };
  let cancel = (): void => undefined;
  const keepRemembering = (): void => {
    remember();
    cancel = clock.after(rememberedEveryMs, keepRemembering);
  };
  keepRemembering();
  return {
    ...simulator,
    async close() {
      cancel();
      remember();
      await simulator.close();
    },
  };
}

interface SameWorld {
  readonly simulator: Simulator;
  /** Why it is not the monitor's, where there is a database. */
  readonly problem?: string;
}

/**
 * The monitor's world in a simulator of our own, at the moment at which the monitor has it: a world follows from its
 * start and its moment alone. Without a database it is as new as at a monitor's first start. Nothing is asked of the
 * monitor and nothing written.
 */
export async function openSameWorld(state: string, clock: Clock): Promise<SameWorld> {
  const { place, problem } = readPlace(state);
  const startDate = place?.startDate ?? newWorldStart(clock);
  const simulator = await goOn({ startDate, place, skippedMs: sinceThen(place, clock), clock });
  return problem === undefined ? { simulator } : { simulator, problem };
}

interface GoingOn {
  readonly startDate: string;
  /** Undefined: the world is new. */
  readonly place: Place | undefined;
  /** Time after that place, of which nothing was written. */
  readonly skippedMs: number;
  readonly clock: Clock;
}

function goOn({ startDate, place, skippedMs, clock }: GoingOn): Promise<Simulator> {
  const left = place === undefined ? {} : { elapsedMs: place.elapsedMs, skippedMs };
  return serveSimulator({ startDate, catchesUp: true, port: 0, clock, ...left });
}

/** No more than what a start skips: a monitor that stopped goes on from there. */
function sinceThen(place: Place | undefined, clock: Clock): number {
  const at = place?.at;
  return at === undefined ? 0 : Math.min(Math.max(0, clock.now() - at), rememberedEveryMs);
}

function readPlace(state: string): { place?: Place | undefined; problem?: string } {
  if (!existsSync(state)) return {};
  try {
    const reader = openStoreReader(state);
    try {
      return { place: placeIn(reader.meta) };
    } finally {
      reader.close();
    }
  } catch (error) {
    if (error instanceof StoreError) return { problem: error.message };
    throw error;
  }
}

function placeIn(get: Meta["get"]): Place | undefined {
  const written = get(worldKey);
  return written === undefined ? undefined : JSON.parse(written);
}

/** Serves the simulator, by default from today on; a port in use or a date without a weekday is refused. */
export async function serveSimulator(options: Partial<SimulatorOptions>): Promise<Simulator> {
  const { clock = systemClock } = options;
  try {
    return await openSimulator({ startDate: jstDay(clock.now()), ...options, clock });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof RangeError) throw new Refused(message);
    if (code === "EADDRINUSE") throw new Refused(`port ${options.port} is in use`);
    if (code === "EACCES" || code === "EADDRNOTAVAIL") throw new Refused(message);
    throw error;
  }
}

/** The day (YYYY-MM-DD in Japan) that a service takes for today: a simulated one has its own. */
export function todayOf(
  upstream: UpstreamName,
  config: Config,
  simulator: Simulator | undefined,
  clock: Clock,
): string {
  return jstDay(simulator && isSimulated(config, upstream) ? simulator.now() : clock.now());
}
