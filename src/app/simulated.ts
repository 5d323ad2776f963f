/** The built-in simulator: which services it stands in for, and where its world goes on after a restart. */
import type { Config } from "../config/config.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { jstDay } from "../model/dates.ts";
import type { Event } from "../model/event.ts";
import { StoreError } from "../model/store-error.ts";
import { openSimulator, type Simulator, type SimulatorOptions } from "../simulator/index.ts";
import { calendarName } from "./kept-calendar.ts";
import { serviceOf } from "./record-sources.ts";
import { Refused } from "./refused.ts";

/** What an operator may choose of the simulator. */
export { dialects, parseFault, parseLate, plans } from "../simulator/index.ts";

const upstreamNames = ["market", "forum", "statistics"] as const;
export type UpstreamName = (typeof upstreamNames)[number];

export function simulatedNames(config: Pick<Config, "upstreams">): UpstreamName[] {
  return upstreamNames.filter((name) => isSimulated(config, name));
}

export function isSimulated({ upstreams }: Pick<Config, "upstreams">, name: UpstreamName): boolean {
  return upstreams[name].url === "simulated";
}

/** Whether what an event tells is made up: its source's service is, or all of them are. */
export function isSimulatedEvent(
  config: Pick<Config, "upstreams" | "recordSources">,
  { source }: Pick<Event, "source">,
): boolean {
  const name = source.replace("/sources/", "");
  const upstream = name === calendarName ? "market" : serviceOf(name, config);
  if (upstream) return isSimulated(config, upstream);
  return simulatedNames(config).length === upstreamNames.length;
}

/** Serves the simulator; a port in use or a date without a weekday is refused. */
export async function serveSimulator(options: Partial<SimulatorOptions>): Promise<Simulator> {
  try {
    const startDate = jstDay(new Date());
    return await openSimulator({ clock: systemClock, startDate, ...options });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof RangeError) throw new Refused(message);
    if (code === "EADDRINUSE") throw new Refused(`port ${options.port} is in use`);
    if (code === "EACCES" || code === "EADDRNOTAVAIL") throw new Refused(message);
    throw error;
  }
}

const worldKey = "simulator";
const rememberedEveryMs = 5_000;

interface Meta {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
}

/**
 * The simulator with its place in time kept in the database: its business days run ahead of ours, and a world
 * that went back to today at every start would look like one that lost its comments.
 */
export async function openRememberedWorld(meta: Meta, clock: Clock): Promise<Simulator> {
  const place: { startDate?: string; elapsedMs?: number } = JSON.parse(meta.get(worldKey) ?? "{}");
  const startDate = place.startDate ?? jstDay(clock.now());
  // What a crash forgot is skipped rather than played again.
  const elapsedMs = place.elapsedMs === undefined ? 0 : place.elapsedMs + rememberedEveryMs;
  const simulator = await serveSimulator({ startDate, elapsedMs, port: 0, clock });
  const remember = (): void => {
    try {
      meta.set(worldKey, JSON.stringify({ startDate, elapsedMs: simulator.elapsedMs() }));
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
