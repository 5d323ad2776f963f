/** The configured sources, each with its schedule. */
import { EMPTY, type Observable } from "rxjs";
import type { Config } from "../config/config.ts";
import { quarantineDefaults } from "../config/sources.ts";
import { systemClock } from "../lib/clock.ts";
import { cronTicks$, steadyTicks$, type Tick } from "../lib/cron.ts";
import { jstDay } from "../model/dates.ts";
import type { Watched } from "../pipeline/house.ts";
import { createPauses } from "../pipeline/pauses.ts";
import type { Simulator } from "../simulator/index.ts";
import { createRecordSources, createSources } from "../sources/index.ts";
import type { Clients } from "./clients.ts";
import { recordsOptions, serviceOf } from "./record-sources.ts";
import { isSimulated, type UpstreamName } from "./simulated.ts";

/** A simulated business day lasts a minute, so its sources are asked more often than any schedule says. */
const simulatedIntervalMs = 2_000;

export function watchedSources(
  config: Config,
  clients: Clients,
  simulator: Simulator | undefined,
): Watched[] {
  const today = (upstream: UpstreamName) => () =>
    jstDay(simulator && isSimulated(config, upstream) ? simulator.now() : new Date());
  const clocks = {
    clock: systemClock,
    today: { market: today("market"), forum: today("forum"), statistics: today("statistics") },
  };
  const sources = [
    ...createSources(config.sources, clients, clocks),
    ...createRecordSources(recordsOptions(config), clients, clocks),
  ];
  return sources.map((source) => {
    const quarantine = settingsOf(source.name, config)?.quarantine ?? quarantineDefaults;
    return { source, ticks$: ticksOf(source.name, config), pauses: createPauses(), quarantine };
  });
}

function settingsOf(name: string, config: Config) {
  return Object.entries(config.sources).find(([source]) => source === name)?.[1];
}

function ticksOf(name: string, config: Config): Observable<Tick> {
  const upstream = serviceOf(name, config);
  if (upstream && isSimulated(config, upstream)) return steadyTicks$(simulatedIntervalMs);
  const settings = settingsOf(name, config);
  return settings ? cronTicks$(settings.schedule, settings.timezone) : EMPTY;
}
