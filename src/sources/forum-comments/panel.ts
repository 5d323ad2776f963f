/** Comments a day in a stock's forum. */
import { addDays } from "../../model/dates.ts";
import { dayStart, knownFrom, thinned } from "../../model/page/points.ts";
import type { Origin, TimedValue } from "../../model/page/stock.ts";
import { commentSet } from "../../upstreams/forum/past.ts";
import type { PanelPart, StockReading } from "../shown.ts";

const mostComments = 200_000;

export async function commentsPanel(reading: StockReading): Promise<PanelPart> {
  const { past, period } = reading;
  const fetched = await past.fetchedDays(commentSet, period);
  const logged = await past.loggedDays("forum.comment.posted", mostComments);
  const days = (from: ReadonlyMap<string, number>, origin: Origin) =>
    [...from.keys()].map((day) => ({ day, origin }));
  const counts = countsOf(reading, fetched, logged);
  const known = knownFrom([...days(fetched, "history"), ...days(logged, "live")], false);
  return { panel: "forum", isEmpty: counts.length === 0, part: { known, comments: thinned(counts) } };
}

/** Days between the first and the last one without any have none: 0 is known, and not unknown. */
function countsOf(
  { from, to }: StockReading,
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
