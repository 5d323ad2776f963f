/** Ranks of a stock's forum. */
import { jstDay } from "../../model/dates.ts";
import { markOf } from "../../model/fields.ts";
import { type DatedRow, knownFrom, thinned, within } from "../../model/page/points.ts";
import type { TimedValue } from "../../model/page/stock.ts";
import { type PanelPart, type StockReading, shownAmount, shownText } from "../shown.ts";
import { type RankingRow, rankingRow } from "./events.ts";

const rankTypes = ["entered", "moved", "left"].map((verb) => `forum.ranking.${verb}`);
/** The newest entries that are read: a stock may move in three rankings every five minutes. */
const mostRanks = 10_000;

export async function ranksPanel({ code, past, from, to, timeOf }: StockReading): Promise<PanelPart> {
  const { events, isCut } = await past.logged(rankTypes, mostRanks);
  const rows: DatedRow[] = [];
  const pointsOf = new Map<string, TimedValue[]>(rankingRow.shape.term.options.map((term) => [term, []]));
  for (const event of events) {
    const { now, was } = event.data;
    const points = pointsOf.get(shownText(now.term) ?? "");
    const rank = shownAmount(now.rank);
    if (points === undefined || rank === undefined) continue;
    const at = timeOf(event);
    rows.push({ day: jstDay(at), origin: "live" });
    // Before its first move it stood where that began, for who knows how long.
    const before = points.length === 0 ? shownAmount(was?.rank) : undefined;
    if (before !== undefined) points.push([at - 1, before]);
    points.push([at, event.type.endsWith(".left") ? null : rank]);
  }
  const ranks = [...pointsOf].flatMap(([term, points]) => {
    const current = (past.storedOne(term, code) as RankingRow | undefined)?.rank;
    const shown = [...within(points, from, to)];
    if (current !== undefined) shown.push([to, current]);
    return shown.length === 0 ? [] : [{ term, points: thinned(shown) }];
  });
  const words = markOf(rankingRow.shape.term)?.words?.values ?? {};
  const part = { ranks, ranksKnown: knownFrom(rows, isCut), terms: words };
  return { panel: "forum", isEmpty: ranks.length === 0, part };
}
