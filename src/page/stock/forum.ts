/** A stock's forum: comments a day, and its ranks. */
import { addDays, jstDay } from "../../model/dates.ts";
import { markOf } from "../../model/fields.ts";
import type { Worded } from "../../model/language.ts";
import type { ForumPanel, Origin, TimedValue } from "../../model/page/stock.ts";
import { type DatedRow, dayStart, knownFrom, thinned, within } from "../past/service-time.ts";
import { amount, type Gathering, text } from "./gathered.ts";

const set = "forum/comments";
const terms = ["daily", "weekly", "monthly"];
const rankTypes = ["entered", "moved", "left"].map((verb) => `forum.ranking.${verb}`);

/** The newest entries that are read: a stock may move in three rankings every five minutes. */
const mostRanks = 10_000;
const mostComments = 200_000;

export async function forumPanel(gathering: Gathering): Promise<ForumPanel | undefined> {
  const { past, period, types } = gathering;
  const fetched = await past.fetchedDays(set, period);
  const logged = await past.loggedDays("forum.comment.posted", mostComments);
  const counts = countsOf(gathering, fetched, logged);
  const { ranks, rows, isCut } = await ranksOf(gathering);
  if (counts.length === 0 && ranks.length === 0) return undefined;
  const days = (from: ReadonlyMap<string, number>, origin: Origin): DatedRow[] =>
    [...from.keys()].map((day) => ({ day, origin }));
  const term = types.known.get("forum.ranking.moved")?.item.shape.term;
  return {
    known: knownFrom([...days(fetched, "history"), ...days(logged, "live")], false),
    comments: thinned(counts),
    ranks,
    ranksKnown: knownFrom(rows, isCut),
    terms: ((term && markOf(term)?.words?.values) ?? {}) as Readonly<Record<string, Worded>>,
  };
}

/** Days between the first and the last one without any have none: 0 is known, and not unknown. */
function countsOf(
  { from, to }: Gathering,
  fetched: ReadonlyMap<string, number>,
  logged: ReadonlyMap<string, number>,
): TimedValue[] {
  const known = [...fetched.keys(), ...logged.keys()].filter(
    (day) => dayStart(day) >= from && dayStart(day) <= to,
  );
  const [first, last] = [known.toSorted()[0], known.toSorted().at(-1)];
  if (first === undefined || last === undefined) return [];
  const counts: TimedValue[] = [];
  for (let day = first; day <= last; day = addDays(day, 1))
    counts.push([dayStart(day), Math.max(fetched.get(day) ?? 0, logged.get(day) ?? 0)]);
  return counts;
}

async function ranksOf({ code, past, time, from, to, isSimulated }: Gathering) {
  const { events, isCut } = await past.logged(rankTypes, mostRanks);
  const rows: DatedRow[] = [];
  const pointsOf = new Map(terms.map((term) => [term, [] as TimedValue[]]));
  for (const event of events) {
    const { now, was } = event.data;
    const points = pointsOf.get(text(now.term) ?? "");
    const rank = amount(now.rank);
    if (points === undefined || rank === undefined) continue;
    const at = time.at(event, isSimulated(event));
    rows.push({ day: jstDay(at), origin: "live" });
    // Before its first move it stood where that began, for who knows how long.
    const before = points.length === 0 ? amount(was?.rank) : undefined;
    if (before !== undefined) points.push([at - 1, before]);
    points.push([at, event.type.endsWith(".left") ? null : rank]);
  }
  const ranks = [...pointsOf].flatMap(([term, points]) => {
    const current = amount(
      (past.storedOne("forum-ranking", term, code) as { rank?: unknown } | undefined)?.rank,
    );
    const shown = [...within(points, from, to)];
    if (current !== undefined) shown.push([to, current]);
    return shown.length === 0 ? [] : [{ term, points: thinned(shown) }];
  });
  return { ranks, rows, isCut };
}
