/** `/api/series-list?find=dollar`: watched series whose code, name or category has all words of a text, page by page. */
import * as z from "zod";
import { fold } from "../../lib/text/fold.ts";
import { nextTurn } from "../../lib/turns.ts";
import type { ListedSeries, SeriesListAnswer } from "../../model/page/series.ts";
import type { JsonRoute } from "../../outputs/output.ts";
import type { PageParts } from "../index.ts";
import { reading, written } from "../query.ts";
import { createSeriesNames, listedIn, type SeriesNames } from "./names.ts";

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
