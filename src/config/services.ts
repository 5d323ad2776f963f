/**
 * The sources and services of a config: a source's settings, the service that it watches, and which services are
 * simulated.
 */
import { calendarName } from "../calendar/kept-calendar.ts";
import { createZone } from "../lib/clock.ts";
import type { Event } from "../model/event.ts";
import type { Worded } from "../model/language.ts";
import type { Alert } from "../model/news-items.ts";
import type { Due } from "../pipeline/due.ts";
import { type RecordsOptions, sourceMembers, type UpstreamName } from "../sources/index.ts";
import { credits } from "../upstreams/credits.ts";
import { type CallRegistry, callRegistry } from "../upstreams/market/calls.ts";
import { type DeclaredCalls, declaredCalls } from "../upstreams/market/declared-calls.ts";
import { type RecordSets, recordSetsOf } from "../upstreams/record-sets.ts";
import type { Config } from "./config.ts";

type Settings = Pick<Config, "recordSources"> & Declaring;

/** Settings as far as they declare calls; where they say nothing of services, they declare none. */
export interface Declaring {
  readonly upstreams?: { readonly market: { readonly calls?: DeclaredCalls | undefined } };
}

/** The registry of the market's calls: those that are built in, and those that the settings declare. */
export function callsIn({ upstreams }: Declaring): CallRegistry {
  return callRegistry(declaredCalls(upstreams?.market.calls ?? {}));
}

/** Every set of records that a source of these settings can be made from. */
export function recordSetsIn(settings: Declaring): RecordSets {
  return recordSetsOf(callsIn(settings));
}

/** The configured sets of records, in the order of the settings. */
export function recordsOptions(settings: Settings): RecordsOptions[] {
  const sets = recordSetsIn(settings);
  return settings.recordSources.flatMap(({ name, from, key, compare, tolerance, query }) => {
    const set = sets.get(from);
    return set === undefined ? [] : [{ name, set, key, compare, tolerance, query }];
  });
}

/** The service whose data a source watches; undefined where there is no such source. */
export function serviceOf(source: string, settings: Settings): UpstreamName | undefined {
  const from = settings.recordSources.find(({ name }) => name === source)?.from;
  if (from !== undefined) return upstreamNames.find((name) => from.startsWith(`${name}/`));
  return sourceMembers.find(({ name }) => name === source)?.upstream;
}

type SourceSettings = NonNullable<Config["sources"][keyof Config["sources"]]>;

/** The settings of a source; undefined for a set of records. */
export function settingsOf(name: string, config: Config): SourceSettings | undefined {
  return Object.entries(config.sources).find(([source]) => source === name)?.[1];
}

/** When its publications are due; undefined: they have no due time. */
export function dueOf({ due, grace, timezone }: SourceSettings): Due | undefined {
  if (due === undefined || grace === undefined) return undefined;
  return { ...due, grace, zone: createZone(timezone) };
}

/** Stands for the address of a service that the program serves itself. */
export const simulated = "simulated";

/** A simulated business day may last a minute, so its sources are asked more often than any schedule says. */
export const simulatedIntervalMs = 2_000;

export const upstreamNames = ["market", "forum", "statistics"] as const satisfies readonly UpstreamName[];

export function simulatedNames(config: Pick<Config, "upstreams">): UpstreamName[] {
  return upstreamNames.filter((name) => isSimulated(config, name));
}

export function isSimulated({ upstreams }: Pick<Config, "upstreams">, name: UpstreamName): boolean {
  return upstreams[name].url === simulated;
}

/** Where the records of a service come from, as a history notes it: `simulated`, or its host. */
export function originOf({ upstreams }: Pick<Config, "upstreams">, name: UpstreamName): string {
  const { url } = upstreams[name];
  return url === simulated ? simulated : new URL(url).host;
}

/** Services whose past is made up; of one of which nothing was noted, as the settings say. */
export function simulatedPast(
  config: Pick<Config, "upstreams">,
  origins: ReadonlyMap<string, string>,
): UpstreamName[] {
  return upstreamNames.filter((name) => (origins.get(name) ?? originOf(config, name)) === simulated);
}

/** What a service asks whoever shows its data to say; undefined: nothing, as where it is made up. */
export function creditOf(
  config: Pick<Config, "upstreams">,
  service: UpstreamName | undefined,
): Worded | undefined {
  return service === undefined || isSimulated(config, service) ? undefined : credits[service];
}

/** What has to be said of the data of sources, by default of all that are watched. */
export function creditsOf(config: Config, sources = watchedNames(config)): readonly Worded[] {
  const services = new Set(sources.map((name) => serviceOf(name, config)));
  return [...services].flatMap((service) => creditOf(config, service) ?? []);
}

function watchedNames({ sources, recordSources }: Config): readonly string[] {
  return [...Object.keys(sources), ...recordSources.map(({ name }) => name)];
}

/** The service that an event, or an alert's cause, is about; undefined for the monitor's own news. */
export function eventService(
  settings: Settings,
  { source: own, type, data }: Pick<Event, "source" | "type" | "data">,
): UpstreamName | undefined {
  const { cause } = (type.startsWith("alert.") ? data.now : {}) as Partial<Alert>;
  const source = cause?.origin ?? cause?.source ?? own;
  const name = source.replace("/sources/", "");
  return name === calendarName ? "market" : serviceOf(name, settings);
}

/**
 * Whether an event is made up: it has the mark, or its source's service is simulated, or all of them are. Entries that
 * older versions wrote have no mark.
 */
export function isSimulatedEvent(
  config: Pick<Config, "upstreams" | "recordSources">,
  event: Pick<Event, "source" | "type" | "data" | "simulated">,
): boolean {
  if (event.simulated) return true;
  const service = eventService(config, event);
  if (service) return isSimulated(config, service);
  return simulatedNames(config).length === upstreamNames.length;
}
