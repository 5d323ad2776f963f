/** The configured sources, each with its schedule. */
import type { Config } from "../config/config.ts";
import { type Clock, createZone } from "../lib/clock.ts";
import { steadyTicks$ } from "../lib/cron.ts";
import type { PublicationFacts } from "../model/commit.ts";
import type { TradingCalendar } from "../model/trading-calendar.ts";
import type { Watched } from "../pipeline/house.ts";
import type { Due } from "../pipeline/lateness.ts";
import { createPauses, scheduledTicks$ } from "../pipeline/schedule.ts";
import type { Simulator } from "../simulator/index.ts";
import { createRecordSources, createSources, quarantineDefaults } from "../sources/index.ts";
import type { Clients } from "./clients.ts";
import { isSimulated, recordsOptions, serviceOf, todayOf, type UpstreamName } from "./services.ts";

/** A simulated business day lasts a minute, so its sources are asked more often than any schedule says. */
const simulatedIntervalMs = 2_000;

/** Clock and calendar by which the schedules go. */
interface Surroundings {
  readonly clock: Clock;
  calendar(): TradingCalendar;
  /** The known facts about a source's publications. */
  publication(source: string): PublicationFacts;
}

/** @param simulator given where any service is simulated */
export function watchedSources(
  config: Config,
  clients: Clients,
  simulator: Simulator | undefined,
  { clock, calendar, publication }: Surroundings,
): Watched[] {
  const today = (upstream: UpstreamName) => () => todayOf(upstream, config, simulator, clock);
  const clocks = {
    clock,
    today: { market: today("market"), forum: today("forum"), statistics: today("statistics") },
  };
  const sources = [
    ...createSources(config.sources, clients, clocks),
    ...createRecordSources(recordsOptions(config), clients, clocks),
  ];
  return sources.map((source) => {
    const settings = settingsOf(source.name, config);
    const quarantine = settings?.quarantine ?? quarantineDefaults;
    const watched = { source, pauses: createPauses(), quarantine };
    const upstream = serviceOf(source.name, config);
    if (!settings || (upstream && isSimulated(config, upstream)))
      return { ...watched, ticks$: steadyTicks$(simulatedIntervalMs, clock) };
    const due = dueOf(settings);
    const published = () => publication(source.name).published;
    const ticks$ = scheduledTicks$({ ...settings, due }, { clock, calendar, published });
    return { ...watched, ticks$, due };
  });
}

type Settings = NonNullable<Config["sources"][keyof Config["sources"]]>;

export function settingsOf(name: string, config: Config): Settings | undefined {
  return Object.entries(config.sources).find(([source]) => source === name)?.[1];
}

export function dueOf({ due, grace, timezone }: Settings): Due | undefined {
  if (due === undefined || grace === undefined) return undefined;
  return { timeMs: due, grace, zone: createZone(timezone) };
}
