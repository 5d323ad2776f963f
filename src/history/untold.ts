/** Sentences on what a played past does not tell: what services never tell, and what was not fetched. */
import type { Config } from "../config/config.ts";
import { addDays } from "../model/dates.ts";
import type { HistoryPeriod, HistoryPiece, HistoryReader } from "../model/history.ts";
import type { Watchlists } from "../model/watchlists.ts";
import { knownDays } from "../upstreams/past.ts";
import { toldSources, untoldSources } from "./told-sources.ts";

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
