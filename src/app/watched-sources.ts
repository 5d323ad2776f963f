/** The configured sources, each with its schedule. */
import { EMPTY, type Observable } from "rxjs";
import type { Config } from "../config/config.ts";
import { quarantineDefaults } from "../config/sources.ts";
import type { Clock } from "../lib/clock.ts";
import { cronTicks$, steadyTicks$, type Tick } from "../lib/cron.ts";
import { jstDay } from "../model/dates.ts";
import type { Watched } from "../pipeline/house.ts";
import { createPauses } from "../pipeline/pauses.ts";
import type { Simulator } from "../simulator/index.ts";
import { createSources, upstreamOf } from "../sources/index.ts";
import type { Clients } from "./clients.ts";
import { isSimulated, type UpstreamName } from "./simulated.ts";

/** A simulated business day lasts a minute, so its sources are asked more often than any schedule says. */
const simulatedIntervalMs = 2_000;

/** @param simulator given where any service is simulated */
export function watchedSources(
  config: Config,
  clients: Clients,
  simulator: Simulator | undefined,
  clock: Clock,
): Watched[] {
  const today = (upstream: UpstreamName) => () =>
    jstDay(simulator && isSimulated(config, upstream) ? simulator.now() : clock.now());
  const clocks = {
    clock,
    today: { market: today("market"), forum: today("forum"), statistics: today("statistics") },
  };
  return createSources(config.sources, clients, clocks).map((source) => {
    const quarantine = settingsOf(source.name, config)?.quarantine ?? quarantineDefaults;
    return { source, ticks$: ticksOf(source.name, config, clock), pauses: createPauses(), quarantine };
  });
}

function settingsOf(name: string, config: Config) {
  return Object.entries(config.sources).find(([source]) => source === name)?.[1];
}

function ticksOf(name: string, config: Config, clock: Clock): Observable<Tick> {
  const upstream = upstreamOf(name);
  if (upstream && isSimulated(config, upstream)) return steadyTicks$(simulatedIntervalMs, clock);
  const settings = settingsOf(name, config);
  return settings ? cronTicks$(settings.schedule, settings.timezone, clock) : EMPTY;
}
