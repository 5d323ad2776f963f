/** Series of the central bank's statistics: added, updated, revised, removed. Scope: see events.ts; key: series code. */
import { Failure } from "../../lib/failure.ts";
import type { StatisticsClient } from "../../upstreams/statistics/records.ts";
import { asFailure, refuseNothing } from "../parts.ts";
import type { PartFailure, Polled, Source, SourceState } from "../source.ts";
import {
  type Asking,
  createAsking,
  statisticsMessageId,
  storedSeries,
  type UnreadSeries,
  unknownSeries,
  type WatchAnswer,
} from "./asking.ts";
import { askDatabase, askLayer } from "./by-catalogue.ts";
import { diffSeries } from "./diff.ts";
import {
  type CodeWatch,
  type SeriesWatch,
  scopesOf,
  seriesName,
  toWatches,
  type WatchOption,
} from "./events.ts";
import { byFrequency, createAccept, type Fetched, fetchListed, maxSeries } from "./fetch-series.ts";
import { needsFetch, type ScopeSeries, type StatisticsAnswer, type StoredOf } from "./state.ts";

export interface StatisticsUpdatesOptions {
  readonly watch: readonly WatchOption[];
  readonly tolerance?: { readonly value?: number };
}

export function createStatisticsUpdates(
  options: StatisticsUpdatesOptions,
  client: StatisticsClient,
  today: () => string,
): Source<StatisticsAnswer> {
  const watches = toWatches(options.watch);
  const groupings = new Map<string, Grouping>();
  return {
    name: "statistics-updates",
    poll: ({ state, signal }) =>
      poll(watches, createAsking({ client, state, signal, today: today() }), groupings),
    diff: (answer, state) => diffSeries(answer, state, options.tolerance?.value),
  };
}

/** One watch after another: the service blocks who asks too fast. A watch that fails does not stop the others. */
async function poll(
  watches: readonly SeriesWatch[],
  asking: Asking,
  groupings: Map<string, Grouping>,
): Promise<Polled<StatisticsAnswer>> {
  const scopes: ScopeSeries[] = [];
  const failures: PartFailure[] = [];
  const rest: Rest[] = [];
  for (const [index, watch] of watches.entries()) {
    const isElsewhere = elsewhere(watches.slice(0, index), watch, asking.state, scopes);
    try {
      const answer = await ask(watch, asking, groupings, isElsewhere);
      scopes.push(...answer.scopes);
      failures.push(...answer.failures);
      rest.push(...restOf(answer));
    } catch (error) {
      failures.push({ scope: watchName(watch), failure: asFailure(error) });
    }
  }
  refuseNothing(scopes.length, failures);
  const watched = watches.flatMap(scopesOf);
  const isOneChange = rest.some(({ toCome }) => toCome !== undefined);
  return inParts({ watched, isOneChange }, { scopes, failures, oddities: asking.oddities }, rest);
}

/** More of what a watch asks for. */
type Rest = Required<Pick<WatchAnswer, "next">> & Pick<WatchAnswer, "toCome">;

function restOf({ next, toCome }: WatchAnswer): Rest[] {
  return next === undefined ? [] : [{ next, ...(toCome !== undefined && { toCome }) }];
}

/** Makes a poll of what was read, with a next part if watches have more. */
function inParts(
  whole: Pick<StatisticsAnswer, "watched"> & { readonly isOneChange: boolean },
  { scopes, failures, oddities }: Pick<WatchAnswer, "scopes" | "failures"> & Pick<Asking, "oddities">,
  rest: readonly Rest[],
): Polled<StatisticsAnswer> {
  const { watched, isOneChange } = whole;
  const toCome = rest.reduce((sum, one) => sum + (one.toCome ?? 0), 0);
  const polled = { answer: { watched, scopes }, failures, oddities, ...(isOneChange && { toCome }) };
  const [first, ...others] = rest;
  if (first === undefined) return polled;
  const next = async (): Promise<Polled<StatisticsAnswer> | undefined> => {
    const part = await first.next();
    if (part === undefined) return undefined;
    const all = { scopes: part.scopes, failures: [...failures, ...part.failures], oddities };
    return inParts(whole, all, [...restOf(part), ...others]);
  };
  return { ...polled, next };
}

function ask(
  watch: SeriesWatch,
  asking: Asking,
  groupings: Map<string, Grouping>,
  isElsewhere: (code: string) => boolean,
): Promise<WatchAnswer> {
  if (watch.kind === "codes") return askCodes(watch, asking, groupings);
  return watch.kind === "layer"
    ? askLayer(watch, asking, isElsewhere)
    : askDatabase(watch, asking, isElsewhere);
}

/** Finds series of a watch's database that an earlier watch tells: by code, stored, or seen in this poll. */
function elsewhere(
  earlier: readonly SeriesWatch[],
  { db }: SeriesWatch,
  state: SourceState,
  scopes: readonly ScopeSeries[],
): (code: string) => boolean {
  const taken = new Set<string>();
  for (const watch of earlier.filter((other) => other.db === db)) {
    if (watch.kind === "codes") for (const code of watch.codes) taken.add(seriesName(db, code));
    else {
      for (const code of storedSeries(state, watch.scope).keys())
        taken.add(seriesName(db, code.toUpperCase()));
      const seen = scopes.find(({ scope }) => scope === watch.scope);
      for (const { series } of seen?.fetched ?? []) taken.add(seriesName(db, series.code.toUpperCase()));
    }
  }
  if (taken.size === 0) return () => false;
  return (code) => taken.has(seriesName(db, code.toUpperCase()));
}

function watchName(watch: SeriesWatch): string {
  if (watch.kind !== "codes") return watch.scope;
  const [first = "", ...others] = watch.codes;
  return `${seriesName(watch.db, first)}${others.length === 0 ? "" : ` and ${others.length} more`}`;
}

// Series that are watched by their codes.

/** Distribution of a database's codes over calls, if one call for all of them was refused. */
interface Grouping {
  readonly groups: readonly (readonly string[])[];
  /** Codes that the catalogue does not have. */
  readonly unknown: readonly string[];
  /** The day on which it was learnt; the day after, one call for all is tried again. */
  readonly day: string;
}

const refusals = [unknownSeries, "M181014E"];

/** Asks for all codes at every poll where one call holds them, else for those that the catalogue says changed. */
async function askCodes(
  watch: CodeWatch,
  asking: Asking,
  groupings: Map<string, Grouping>,
): Promise<WatchAnswer> {
  const { db } = watch;
  const storedOf: StoredOf = (code) => [...storedSeries(asking.state, seriesName(db, code)).values()][0];
  const fetched =
    watch.codes.length > maxSeries
      ? await askChanged(watch, asking, storedOf)
      : await askAll(watch, asking, storedOf, groupings);
  const scopes = fetched.series.map((series) => ({
    scope: seriesName(db, series.series.code.toUpperCase()),
    open: false,
    fetched: [series],
    known: storedOf(series.series.code.toUpperCase()) === undefined ? 0 : 1,
    gone: [],
    elsewhere: [],
  }));
  return { scopes, failures: fetched.failures };
}

async function askAll(
  { db, codes }: CodeWatch,
  asking: Asking,
  storedOf: StoredOf,
  groupings: Map<string, Grouping>,
): Promise<Fetched> {
  const { client, signal, today } = asking;
  const ask = (some: readonly string[]) =>
    asking.data(db, (oddities) => client.dataByCode({ db, codes: some }, signal, oddities));
  const learnt = groupings.get(db);
  if (learnt?.day !== today) {
    try {
      return createAccept()(db, codes, await ask(codes), storedOf);
    } catch (error) {
      if (!refusals.includes(statisticsMessageId(error))) throw error;
    }
  }
  const grouping = learnt?.day === today ? learnt : await learn(db, codes, asking);
  groupings.set(db, grouping);
  const failures = grouping.unknown.map((code) => unknownCode(db, code));
  const series = [];
  const accept = createAccept();
  for (const group of grouping.groups) {
    const fetched = await accept(db, group, await ask(group), storedOf);
    series.push(...fetched.series);
    failures.push(...fetched.failures);
  }
  return { series, failures };
}

/** The catalogue tells which codes exist, and which go together. */
async function learn(db: string, codes: readonly string[], asking: Asking): Promise<Grouping> {
  const { listed, unknown, unread } = lookUp(codes, await asking.catalogue(db), asking.unlisted(db));
  const groups = byFrequency(listed).map((infos) => infos.map(({ code }) => code));
  return { groups: [...groups, ...unread.map((code) => [code])], unknown, day: asking.today };
}

async function askChanged({ db, codes }: CodeWatch, asking: Asking, storedOf: StoredOf): Promise<Fetched> {
  const { today } = asking;
  const { listed, unknown } = lookUp(codes, await asking.catalogue(db), asking.unlisted(db));
  const changed = listed.filter((info) => needsFetch(info, storedOf(info.code.toUpperCase()), today));
  const { series, failures } = await fetchListed(asking, db, changed, storedOf);
  return { series, failures: [...unknown.map((code) => unknownCode(db, code)), ...failures] };
}

function lookUp<Info extends { code: string }>(
  codes: readonly string[],
  catalogue: readonly Info[],
  unlisted: UnreadSeries,
) {
  const byCode = new Map(catalogue.map((info) => [info.code.toUpperCase(), info]));
  const missing = codes.filter((code) => !byCode.has(code));
  return {
    listed: codes.flatMap((code) => byCode.get(code) ?? []),
    unknown: missing.filter((code) => !unlisted.has(code)),
    /** They may be there, and it cannot be read how. */
    unread: missing.filter(unlisted.has),
  };
}

function unknownCode(db: string, code: string): PartFailure {
  const failure = new Failure("unknown-code", `database ${db} has no series ${code}`);
  return { scope: seriesName(db, code), failure };
}
