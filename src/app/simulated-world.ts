/** Where the simulated world is in time: the monitor keeps it in the database, and a command goes on from there. */
import { existsSync } from "node:fs";
import type { Clock } from "../lib/clock.ts";
import { jstDay } from "../model/dates.ts";
import { StoreError } from "../model/store-faults.ts";
import type { Simulator } from "../simulator/index.ts";
import { openStoreReader } from "../store/reader.ts";
import { serveSimulator } from "./services.ts";

const worldKey = "simulator";
const rememberedEveryMs = 5_000;

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
 * The simulator with its place in time kept in the database: its business days run ahead of ours, and a world
 * that went back to today at every start would look like one that lost its comments.
 */
export async function openRememberedWorld(meta: Meta, clock: Clock): Promise<Simulator> {
  const place = placeIn(meta.get);
  const startDate = place?.startDate ?? jstDay(clock.now());
  // Time that a crash forgot is skipped rather than played again.
  const elapsedMs = place === undefined ? 0 : place.elapsedMs + rememberedEveryMs;
  const simulator = await serveSimulator({ startDate, elapsedMs, port: 0, clock });
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
 * start and its moment alone. Without a database it begins today. Nothing is asked of the monitor and nothing written.
 */
export async function openSameWorld(state: string, clock: Clock): Promise<SameWorld> {
  const { place, problem } = readPlace(state);
  const startDate = place?.startDate ?? jstDay(clock.now());
  const elapsedMs = place === undefined ? 0 : place.elapsedMs + sinceThen(place, clock);
  const simulator = await serveSimulator({ startDate, elapsedMs, port: 0, clock });
  return problem === undefined ? { simulator } : { simulator, problem };
}

/** No more than what a start skips: a monitor that stopped goes on from there. */
function sinceThen({ at }: Place, clock: Clock): number {
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
