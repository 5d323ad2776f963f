/** The ground that a monitor stands on: its clocks, database, simulated services, and the sources that it polls. */
import { connect, merge, type Observable } from "rxjs";
import { createKeptCalendar, type KeptCalendar } from "../calendar/kept-calendar.ts";
import { createClients, createGates, type Gates, type ServiceClients } from "../config/clients.ts";
import type { Config } from "../config/config.ts";
import {
  dueOf,
  isSimulated,
  originOf,
  recordsOptions,
  serviceOf,
  settingsOf,
  simulatedIntervalMs,
  simulatedNames,
} from "../config/services.ts";
import { openRememberedWorld, todayOf } from "../history/simulated-world.ts";
import { type Clock, createSteadyClock, createZone, minuteMs } from "../lib/clock.ts";
import { createCronTimes, steadyTicks$, type Tick } from "../lib/cron.ts";
import type { Log } from "../lib/log.ts";
import type { PublicationFacts } from "../model/commit.ts";
import type { TradingCalendar } from "../model/dates.ts";
import { lastTimeOf } from "../model/event.ts";
import type { Watchlists } from "../model/watchlists.ts";
import { nextLate } from "../pipeline/due.ts";
import { mostSeen } from "../pipeline/likely-polls.ts";
import {
  createPauses,
  createPolls,
  type Extra,
  scheduledTicks$,
  type Watched,
} from "../pipeline/schedule.ts";
import type { Simulator } from "../simulator/index.ts";
import type { UpstreamName } from "../sources/index.ts";
import {
  createIssueNames,
  createNamedSources,
  createRecordSources,
  type KeptNames,
  quarantineDefaults,
} from "../sources/index.ts";
import { refusing } from "../store/sqlite-error.ts";
import { openStore, type Store } from "../store/store.ts";
import type { Journal } from "../store/write.ts";
import { createStatus, type Status } from "../why/status.ts";
import { agingOf } from "./aging.ts";
import { type ClockWatch, createClockWatch } from "./clock-watch.ts";
import type { Closers } from "./closers.ts";
import { type CompanyNames, openCompanyNames } from "./company-names.ts";
import { withExtraPolls } from "./extra-polls.ts";
import { withPacedPolls } from "./paced-polls.ts";
import { type TakenOrigins, takeOrigins } from "./take-origins.ts";

export interface Ground {
  readonly clockWatch: ClockWatch;
  /** The machine's time, which may be set. */
  readonly clock: Clock;
  /** The time of what is written, never less than before. */
  readonly steady: Clock;
  readonly store: Store;
  /** Names of the simulated services. */
  readonly simulated: readonly UpstreamName[];
  readonly origins: TakenOrigins;
  /** The simulator of those services; undefined where all are real. */
  readonly world: Simulator | undefined;
}

interface GroundOptions {
  readonly closers: Closers;
  /** Whether the simulator may play beside real data. */
  readonly mayPlay?: boolean | undefined;
  /** The log that it shares; left out: it is alone. */
  readonly journal?: Journal | undefined;
  /** Whether another machine writes. */
  readonly isFollowing?: boolean;
}

/** Throws Refused where the database cannot be opened, and as takeOrigins does. */
export async function openGround(
  config: Config,
  machine: Clock,
  { closers, mayPlay = false, journal, isFollowing = false }: GroundOptions,
): Promise<Ground> {
  const clockWatch = createClockWatch(machine);
  const { clock } = clockWatch;
  const simulated = simulatedNames(config);
  const aging = agingOf(config);
  const store = refusing(() => openStore(config.state, { now: () => steady.now(), aging, journal }));
  closers.add(store.close);
  const origins = refusing(() => takeOrigins(config, store, { mayPlay, isFollowing }));
  const steady = createSteadyClock(clock, lastTimeOf(store.log));
  const world = simulated.length > 0 ? await openRememberedWorld(store.meta, steady) : undefined;
  if (world) closers.add(world.close);
  return { clockWatch, clock, steady, store, simulated, origins, world };
}

export interface WatchedServices {
  readonly calendar: KeptCalendar;
  readonly sources: readonly Watched[];
  readonly names: readonly string[];
  readonly status: Status;
  readonly companies: CompanyNames;
  /** The ways to the services, for whoever else asks them. */
  readonly gates: ReturnType<typeof createGates>;
  readonly clients: ServiceClients;
}

/** The configured sources with the clients that they ask; nothing is asked yet. */
export function watchServices(
  config: Config,
  ground: Ground,
  log: Log,
  watchlists: () => Watchlists,
): WatchedServices {
  const { store, clock, world } = ground;
  const nextPolls = createNextPolls(config, clock, () => calendar.current());
  const nextExtraOf = (service: UpstreamName) =>
    remembered((after) => {
      const own = sources.filter(({ source }) => serviceOf(source.name, config) === service);
      return Math.min(...own.map(({ extra }) => extra?.next(after)?.at ?? Number.POSITIVE_INFINITY));
    }, minuteMs);
  const nextExtra = {
    ...{ market: nextExtraOf("market"), forum: nextExtraOf("forum"), statistics: nextExtraOf("statistics") },
  };
  const calmMs = (service: UpstreamName) =>
    Math.min(nextPolls(service), (nextExtra[service](clock.now()) ?? 0) - clock.now());
  const gates = createGates(config, store.meta, clock, calmMs);
  const clients = createClients(config, world, gates, clock);
  const calendar: KeptCalendar = createKeptCalendar({
    meta: store.meta,
    ask: clients.market.tradingDays,
    origin: originOf(config, "market"),
    today: () => todayOf("market", config, world, clock),
    clock,
    log,
  });
  const companies = openCompanyNames({ config, meta: store.meta, log });
  const sources: readonly Watched[] = watchedSources(config, clients, world, {
    ...{ clock, companies, gates, seen: store },
    calendar: calendar.current,
    publication: store.publication,
    watchlists,
  });
  const names = sources.map(({ source }) => source.name);
  const status = createStatus(names, store.sources());
  return { calendar, sources, names, status, companies, gates, clients };
}

/** Clock and calendar by which the schedules go. */
interface Surroundings {
  readonly clock: Clock;
  calendar(): TradingCalendar;
  /** The known facts about a source's publications. */
  publication(source: string): PublicationFacts;
  /** What is left of the services' limits, and what was seen before; left out: there are no extra polls. */
  readonly gates?: Gates;
  readonly seen?: Pick<Store, "sightings" | "heldState">;
  /** The watchlists as they are now; left out: there are none. */
  watchlists?(): Watchlists;
  /** Keeps the names of companies; left out: nobody does. */
  readonly companies?: KeptNames;
}

/**
 * The configured sources, each with its schedule.
 * @param simulator given where any service is simulated
 */
export function watchedSources(
  config: Config,
  clients: ServiceClients,
  simulator: Simulator | undefined,
  surroundings: Surroundings,
): Watched[] {
  const { clock, calendar, publication, watchlists, companies } = surroundings;
  const today = (upstream: UpstreamName) => () => todayOf(upstream, config, simulator, clock);
  const clocks = {
    clock,
    today: { market: today("market"), forum: today("forum"), statistics: today("statistics") },
    issueNames: createIssueNames(clients.market, today("market"), clock, companies),
  };
  const sources = [
    ...createNamedSources(config.sources, clients, clocks, watchlists),
    ...createRecordSources(recordsOptions(config), clients, clocks, watchlists),
  ];
  const extras: Beside[] = [];
  return sources.map((source) => {
    const settings = settingsOf(source.name, config);
    const quarantine = settings?.quarantine ?? quarantineDefaults;
    const watched = { source, pauses: createPauses(), polls: createPolls(), quarantine };
    const upstream = serviceOf(source.name, config);
    if (!settings || (upstream && isSimulated(config, upstream)))
      return { ...watched, ticks$: steadyTicks$(simulatedIntervalMs, clock) };
    const due = dueOf(settings);
    const published = () => publication(source.name).published;
    const { isFailing } = watched.pauses;
    const ticks$ = scheduledTicks$({ ...settings, due }, { clock, calendar, published, isFailing });
    const thinking = extraPollsOf(watched, config, surroundings, extras);
    if (thinking === undefined) return { ...watched, ticks$, due };
    extras.push({ service: upstream, extra: thinking.extra });
    const withExtra = (scheduled$: Observable<Tick>) => merge(scheduled$, thinking.extra.ticks$(scheduled$));
    return { ...watched, ...thinking, ticks$: ticks$.pipe(connect(withExtra)), due };
  });
}

/** Extra polls of a source of a service. */
interface Beside {
  readonly service: UpstreamName | undefined;
  readonly extra: Extra;
}

/**
 * Extra polls of a source: within a share of its service's limits, or, where there is none, of its busy parts; undefined:
 * it has no such.
 * @param extras of all sources that have such, once they are there
 */
function extraPollsOf(
  { source, pauses }: Pick<Watched, "source" | "pauses">,
  config: Config,
  { clock, calendar, publication, gates, seen }: Surroundings,
  extras: readonly Beside[],
) {
  const [settings, service] = [settingsOf(source.name, config), serviceOf(source.name, config)];
  const gate = service && gates?.[service];
  if (settings === undefined || gate === undefined || seen === undefined || settings.share === 0)
    return undefined;
  const common = { clock, calendar, share: settings.share, gate, isFailing: pauses.isFailing };
  const { name, paces } = source;
  // Of one request at a time no share can be taken.
  if (gate.usage().some(({ requests = 0 }) => requests > 1)) {
    const made: ReturnType<typeof withExtraPolls> = withExtraPolls(source, {
      ...common,
      schedule: { ...settings, due: dueOf(settings), zone: createZone(settings.timezone) },
      others: (at) =>
        extras
          .filter((one) => one.service === service && one.extra !== made.extra)
          .map(({ extra }) => extra.demand(at)),
      seen: () => seen.sightings.newest(name, 0, mostSeen),
      published: () => publication(name).published,
    });
    return made;
  }
  if (paces === undefined) return undefined;
  return withPacedPolls(
    { ...source, paces },
    { ...common, schedule: settings, state: () => seen.heldState(name) },
  );
}

// The next polls by the schedules, so that long work knows when it has a service to itself.

/** The first moment after another, both in ms since 1970; undefined: there is none. */
type NextTime = (after: number) => number | undefined;

/**
 * Computes how long no source of a service is due to be polled, in ms; Infinity where none ever is. No poll is earlier,
 * but for those at the start: closed days and pauses only leave some out.
 */
export function createNextPolls(
  config: Config,
  clock: Pick<Clock, "now">,
  calendar: () => TradingCalendar,
): (service: UpstreamName) => number {
  const times = new Map<UpstreamName, NextTime[]>();
  for (const name of Object.keys(config.sources)) {
    const [settings, service] = [settingsOf(name, config), serviceOf(name, config)];
    if (settings === undefined || service === undefined) continue;
    const due = dueOf(settings);
    const own = [
      remembered(createCronTimes(settings.schedule, settings.timezone)),
      ...(due === undefined ? [] : [remembered((after) => nextLate(due, calendar(), after))]),
    ];
    times.set(service, [...(times.get(service) ?? []), ...own]);
  }
  return (service) => {
    const now = clock.now();
    const next = (times.get(service) ?? []).map((time) => time(now) ?? Number.POSITIVE_INFINITY);
    return Math.min(...next, Number.POSITIVE_INFINITY) - now;
  };
}

/** It is asked at every request, and the answer stays the same until it has passed, or for `forMs`. */
function remembered(time: NextTime, forMs = Number.POSITIVE_INFINITY): NextTime {
  let known: { readonly from: number; readonly next: number | undefined } | undefined;
  return (after) => {
    const isKnown =
      known !== undefined &&
      after >= known.from &&
      after < known.from + forMs &&
      (known.next ?? after + 1) > after;
    if (!isKnown) known = { from: after, next: time(after) };
    return known?.next;
  };
}
