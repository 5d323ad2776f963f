/** The built-in simulator: which services it stands in for. */
import type { Config } from "../config/config.ts";
import { systemClock } from "../lib/clock.ts";
import { jstDay } from "../model/dates.ts";
import type { Event } from "../model/event.ts";
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
