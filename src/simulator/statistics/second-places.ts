import type { Series } from "../world/catalogue.ts";
import type { SeriesList } from "../world/series-list.ts";

/** Number of codes of a database that stand at a second place of its catalogue; in a small one at most two. */
const twice: Readonly<Record<string, number>> = { PR01: 474, PR02: 235, PR03: 94, MD09: 2 };
const twiceInSmall = 2;
const small = 1_000;

/** A catalogue with those series once more at its end, in a group of their own. */
export function* withSecondPlaces(list: SeriesList): Generator<Series> {
  const again: Series[] = [];
  let groups = 0;
  for (const series of list) {
    const most = list.length > small ? (twice[series.db] ?? 0) : twiceInSmall;
    if (twice[series.db] !== undefined && again.length < most) again.push(series);
    groups = Math.max(groups, Number(series.layers[0]));
    yield series;
  }
  for (const [at, series] of again.entries())
    yield { ...series, layers: [String(groups + 1), "1", String(at + 1)] };
}
