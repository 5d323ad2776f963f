/** `/api/series-list?find=dollar`: watched series whose code, name or category has all words of a text, page by page. */
import * as z from "zod";
import type { JsonRoute } from "../../lib/http/port.ts";
import { fold } from "../../lib/text/fold.ts";
import { nextTurn } from "../../lib/turns.ts";
import type { ListedSeries, SeriesListAnswer } from "../../model/page/series.ts";
import { sourceMembers } from "../../sources/index.ts";
import type { Store } from "../../store/store.ts";
import { type PageParts, reading, written } from "../page-call.ts";

const question = z.object({
  find: written.default(""),
  after: z.coerce.number().int().min(0).max(10_000_000).default(0),
});

const mostFound = 100;
/** Lines that are looked through in one turn. */
const linesAtOnce = 2_000;

export function seriesListCall({ store, now }: PageParts): JsonRoute {
  const names = createSeriesNames(store, now);
  return reading("/api/series-list", question, async ({ find, after }) => ({
    status: 200,
    body: await found(find, after, await names()),
  }));
}

/** @param after the line at which the page begins */
async function found(
  find: string,
  after: number,
  { lines, isWhole }: SeriesNames,
): Promise<SeriesListAnswer> {
  // A code may be written with its database, as everywhere else.
  const words = fold(find).replaceAll("/", " ").split(/\s+/).filter(Boolean);
  const some: ListedSeries[] = [];
  for (let at = after; at < lines.length; at += 1) {
    if (some.length === mostFound) return { found: some, next: at, isWhole };
    const line = lines[at] ?? "";
    const folded = fold(line);
    if (words.every((word) => folded.includes(word))) some.push(listedIn(line));
    if (at % linesAtOnce === linesAtOnce - 1) await nextTurn();
  }
  return { found: some, isWhole };
}

// Codes and names of all stored series, read in turns when somebody first looks for one: there may be 166,000, and
// their bodies are large, so nothing but a line of each is kept.

/** Turns that a question waits for the reading to end. */
const mostTurns = 400;
/** Time for which what was read stays good: series are seldom added. */
const keptMs = 10 * 60_000;

export interface SeriesNames {
  /** Each by one line that `listedIn` reads, in the order of scopes and codes. */
  readonly lines: readonly string[];
  /** Whether all were read. */
  readonly isWhole: boolean;
}

type ReadStore = Pick<Store, "state">;

interface Reading {
  /** When it began, ms since 1970. */
  readonly at: number;
  readonly lines: string[];
  isOver: boolean;
  error?: unknown;
}

/** Asks for the names, of which some may be missing while they are read for the first time. */
export function createSeriesNames(store: ReadStore, now: () => number): () => Promise<SeriesNames> {
  let known: SeriesNames = { lines: [], isWhole: false };
  let reading: Reading | undefined;
  const read = async (own: Reading) => {
    for await (const line of linesOf(store)) own.lines.push(line);
    own.isOver = true;
    known = { lines: own.lines, isWhole: true };
  };
  return async () => {
    if (reading === undefined || (reading.isOver && Math.abs(now() - reading.at) > keptMs)) {
      const own: Reading = { at: now(), lines: [], isOver: false };
      reading = own;
      // Whoever asks next hears of it; nobody waits for this one, and the store may close meanwhile.
      read(own).catch((error: unknown) => {
        own.isOver = true;
        own.error = error;
      });
    }
    for (let turns = 0; !known.isWhole && !reading.isOver && turns < mostTurns; turns += 1) await nextTurn();
    if (reading.error !== undefined) throw reading.error;
    return known.isWhole ? known : { lines: [...reading.lines], isWhole: false };
  };
}

async function* linesOf({ state }: ReadStore): AsyncGenerator<string, void, void> {
  for (const { name, shown } of sourceMembers)
    if (shown.series !== undefined)
      for await (const one of shown.series.listed(state(name))) yield lineOf(one);
}

function lineOf({ db, code, name = "", frequency = "", category = "" }: ListedSeries): string {
  return [db, code, name, frequency, category].map((text) => text.replace(/\s+/g, " ")).join("\t");
}

function listedIn(line: string): ListedSeries {
  const [db = "", code = "", name, frequency, category] = line.split("\t");
  return { db, code, ...(name && { name }), ...(frequency && { frequency }), ...(category && { category }) };
}
