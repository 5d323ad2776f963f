import { nextTurn } from "../../lib/next-turn.ts";
import type { SeriesInfo } from "./records.ts";

/** Rows that are looked at before everything else has its turn: the largest catalogue has 166,513. */
const perTurn = 20_000;

/**
 * One row a series, in the order in which they came: a catalogue lists some codes at several places. Of days of
 * update that differ the later one counts.
 */
export async function joinPlaces(rows: readonly SeriesInfo[]): Promise<SeriesInfo[]> {
  const joined = new Map<string, SeriesInfo>();
  for (const [at, row] of rows.entries()) {
    if (at % perTurn === perTurn - 1) await nextTurn();
    const first = joined.get(row.code);
    if (first === undefined) {
      joined.set(row.code, row);
      continue;
    }
    first.alsoAt = [...(first.alsoAt ?? []), row.layers];
    if (row.lastUpdate !== undefined && row.lastUpdate > (first.lastUpdate ?? ""))
      first.lastUpdate = row.lastUpdate;
  }
  return [...joined.values()];
}
