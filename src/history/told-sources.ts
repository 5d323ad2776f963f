/** The configured sources by whether their services tell a past of them. */
import type { Config } from "../config/config.ts";
import { recordsOptions, serviceOf, settingsOf } from "../config/services.ts";
import { Refused } from "../lib/problem.ts";
import { didYouMean } from "../lib/text/nearest.ts";
import { addDays } from "../model/dates.ts";
import type { HistoryPeriod, HistoryPiece, HistoryReader } from "../model/history.ts";
import type { Watchlists } from "../model/watchlists.ts";
import type { UpstreamName } from "../sources/index.ts";
import {
  type AskedPiece,
  groundPieces,
  type NoHistory,
  recordsHistory,
  type SourceHistory,
  sourceMembers,
} from "../sources/index.ts";
import { knownDays } from "../upstreams/past.ts";

/** A configured source of which there is a past. */
export interface ToldSource {
  readonly name: string;
  readonly settings: unknown;
  readonly past: SourceHistory;
}

/** A configured source of which there is none. */
interface UntoldSource {
  readonly name: string;
  readonly reason: string;
}

/** In the order in which they are polled. */
export function toldSources(config: Config): ToldSource[] {
  return configured(config).flatMap(({ past, ...source }) => ("none" in past ? [] : [{ ...source, past }]));
}

function untoldSources(config: Config): UntoldSource[] {
  return configured(config).flatMap(({ name, past }) =>
    "none" in past ? [{ name, reason: past.none }] : [],
  );
}

interface Configured {
  readonly name: string;
  readonly settings: unknown;
  readonly past: SourceHistory | NoHistory;
}

function configured(config: Config): Configured[] {
  const own = sourceMembers.map(({ name, history }) => ({ name, past: history }));
  const records = recordsOptions(config).map((options) => ({
    name: options.name,
    past: recordsHistory(options),
  }));
  return [...own, ...records].flatMap(({ name, past }) => {
    const settings = settingsOf(name, config);
    return settings === undefined ? [] : [{ name, settings, past }];
  });
}

// The configured sources as a fetch of the past asks them: the pieces of each, or why its service tells none.

/** What is asked about a period, as one source of the past sees it. */
export interface PastSource {
  /** Name of the source; of what every play needs, "ground". */
  readonly name: string;
  readonly service: UpstreamName;
  /** Sentence that says why there is no past; undefined: there is one. */
  readonly none?: string;
  /** The newest first. */
  pieces(period: HistoryPeriod): readonly AskedPiece[];
}

/** What every play needs beside the sources: trading days, and the names of issues. */
const ground: PastSource = { name: "ground", service: "market", pieces: groundPieces };

/**
 * The sources of a config, or those of them that are named, with the ground first.
 * Throws Refused for a name that the config does not have.
 */
export function pastSources(
  config: Config,
  watchlists: () => Watchlists,
  names: readonly string[] = [],
): PastSource[] {
  const all = Object.keys(config.sources);
  for (const name of names) {
    if (all.includes(name)) continue;
    throw new Refused(`no source "${name}" in the settings: ${didYouMean(name, all) ?? all.join(", ")}`);
  }
  const told = toldSources(config).map(({ name, settings, past }) => ({
    ...{ name, service: serviceOf(name, config) },
    pieces: (period: HistoryPeriod) => past.pieces(settings, period, { watchlists }),
  }));
  const untold = untoldSources(config).map(({ name, reason }) => ({
    ...{ name, service: serviceOf(name, config), none: reason },
    pieces: () => [],
  }));
  const asked = [...told, ...untold].filter(({ name }) => names.length === 0 || names.includes(name));
  return [ground, ...asked.flatMap(({ service, ...source }) => (service ? [{ ...source, service }] : []))];
}

// Sentences on what a played past does not tell: what services never tell, and what was not fetched.

interface Asked {
  readonly config: Config;
  readonly history: HistoryReader;
  /** Days that were played. */
  readonly period: HistoryPeriod;
  watchlists(): Watchlists;
}

export function untoldOf({ config, history, period, watchlists }: Asked): string[] {
  const told = toldSources(config);
  const never = untoldSources(config).map(({ name, reason }) => `${name}: nothing is played. ${reason}`);
  const missing = told.flatMap(({ name, settings, past }) => {
    const pieces = past.pieces(settings, period, { watchlists });
    return lackingLines(pieces, history).map((line) => `${name}: ${line}`);
  });
  const calendar =
    knownDays(history).size > 0 ? [] : ["Trading days are not known: every weekday counts as one."];
  return [...never, ...missing, ...calendar, ...facts(told)];
}

/** What services never tell, each sentence once, with the sources that it is about. */
function facts(told: ReturnType<typeof toldSources>): string[] {
  const sources = new Map<string, string[]>();
  for (const { name, past } of told)
    for (const sentence of past.untold) sources.set(sentence, [...(sources.get(sentence) ?? []), name]);
  return [...sources].map(([sentence, names]) => `${names.join(", ")}: ${sentence}`);
}

/** Days that the history lacks, those of one set, question and reason together. */
function lackingLines(pieces: readonly HistoryPiece[], history: HistoryReader): string[] {
  const groups = new Map<string, { readonly why: string; readonly pieces: HistoryPiece[] }>();
  for (const piece of pieces.flatMap((one) => partsOf(one, history))) {
    const fetched = history.fetched(piece);
    if (fetched !== undefined && fetched.refused === undefined) continue;
    const why = fetched === undefined ? "not fetched" : `refused by its service: ${fetched.refused}`;
    const key = JSON.stringify([piece.set, piece.scope, why]);
    const group = groups.get(key) ?? { why, pieces: [] };
    groups.set(key, group);
    group.pieces.push(piece);
  }
  return [...groups.values()].map(({ why, pieces: lacking }) => lackingLine(lacking, why));
}

/** The parts of a piece that were fetched at different times, and those that never were. */
function partsOf(piece: HistoryPiece, history: HistoryReader): HistoryPiece[] {
  const parts: HistoryPiece[] = [];
  for (let { from } = piece; from <= piece.to; from = addDays(parts.at(-1)?.to ?? piece.to, 1)) {
    const isFetched = (to: string) => history.fetched({ ...piece, from, to }) !== undefined;
    if (isFetched(piece.to)) parts.push({ ...piece, from });
    else {
      const has = isFetched(from);
      // The days from here on that are alike: fetched together, or not at all.
      let to = from;
      while (
        to < piece.to &&
        (has ? isFetched(addDays(to, 1)) : !isDayFetched(addDays(to, 1), piece, history))
      )
        to = addDays(to, 1);
      parts.push({ ...piece, from, to });
    }
  }
  return parts;
}

function isDayFetched(day: string, piece: HistoryPiece, history: HistoryReader): boolean {
  return history.fetched({ ...piece, from: day, to: day }) !== undefined;
}

function lackingLine(lacking: readonly HistoryPiece[], why: string): string {
  const ends = lacking.flatMap(({ from, to }) => [from, to]).sort();
  const [from, to] = [ends[0], ends.at(-1)];
  const scope = lacking[0]?.scope;
  const of = scope === undefined || scope === "" ? "" : ` (${scope})`;
  if (lacking.every((piece) => piece.from === piece.to))
    return lacking.length === 1
      ? `${from}${of} is missing, ${why}`
      : `${lacking.length} days${of} from ${from} to ${to} are missing, ${why}`;
  return `${from} to ${to}${of} is missing, ${why}`;
}
