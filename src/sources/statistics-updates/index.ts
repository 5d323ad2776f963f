/** Series of the central bank's statistics: added, updated, revised, removed. Scope: see watch.ts; key: series code. */
import type { StatisticsClient } from "../../upstreams/statistics/records.ts";
import { asFailure, refuseNothing } from "../parts.ts";
import type { PartFailure, Polled, Source, SourceState } from "../source.ts";
import { type Asking, createAsking, storedSeries, type WatchAnswer } from "./asking.ts";
import { askDatabase, askLayer } from "./by-catalogue.ts";
import { askCodes, type Grouping } from "./by-code.ts";
import { diff } from "./diff.ts";
import type { ScopeAnswer, StatisticsAnswer } from "./state.ts";
import { scopesOf, seriesName, toWatches, type Watch, type WatchOption } from "./watch.ts";

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
    diff: (answer, state) => diff(answer, state, options.tolerance?.value),
  };
}

/** One watch after another: the service blocks who asks too fast. A watch that fails does not stop the others. */
async function poll(
  watches: readonly Watch[],
  asking: Asking,
  groupings: Map<string, Grouping>,
): Promise<Polled<StatisticsAnswer>> {
  const scopes: ScopeAnswer[] = [];
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
  watch: Watch,
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
  earlier: readonly Watch[],
  { db }: Watch,
  state: SourceState,
  scopes: readonly ScopeAnswer[],
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

function watchName(watch: Watch): string {
  if (watch.kind !== "codes") return watch.scope;
  const [first = "", ...others] = watch.codes;
  return `${seriesName(watch.db, first)}${others.length === 0 ? "" : ` and ${others.length} more`}`;
}
