/** Rows joined to series, and series that an answer without an error left out. */
import { createHash } from "node:crypto";
import type { BadRecord, Place } from "../../lib/failure.ts";
import { nextTurn } from "../../lib/turns.ts";
import type { OddityCollector } from "../misfits.ts";
import type { SeriesData, SeriesInfo } from "./records.ts";

type Points = SeriesData["points"];

/**
 * One record a series, in the order in which they came, periods oldest first. A series that came in several
 * parts is joined; where parts overlap the later one counts.
 */
export function joinSeries(parts: readonly SeriesData[]): SeriesData[] {
  const joined = new Map<string, { series: SeriesData; points: Points[] }>();
  for (const part of parts) {
    const entry = joined.get(part.code) ?? { series: part, points: [] };
    joined.set(part.code, entry);
    entry.points.push(part.points);
  }
  return [...joined.values()].map(({ series, points }) => ({ ...series, points: inOrder(points.flat()) }));
}

/** Periods of one frequency have one form, in which the order of texts is that of time. Of the same period the last counts. */
function inOrder(points: Points): Points {
  // Services send them in order; an answer may have tens of thousands.
  if (points.every(({ period }, at) => at === 0 || (points[at - 1]?.period ?? "") < period)) return points;
  const values = new Map(points.map(({ period, value }) => [period, value]));
  return [...values]
    .map(([period, value]) => ({ period, value }))
    .sort((a, b) => (a.period < b.period ? -1 : 1));
}

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

/** The record of a series that was asked for and did not come, the same at every poll. */
export function leftOutRecord(where: string, code: string): BadRecord {
  return seriesRecord(where, "left out", code, { expected: `series ${code}`, found: "nothing" });
}

function seriesRecord(
  where: string,
  what: string,
  code: string,
  { expected, found }: Pick<Place, "expected" | "found">,
): BadRecord {
  const places = [{ path: `${where} RESULTSET[]`, expected, found }];
  const id = createHash("sha256")
    .update(JSON.stringify([where, what, code]))
    .digest("hex");
  return { id: id.slice(0, 16), name: code, known: { code }, places, sample: "" };
}

/**
 * The series without those that were not asked for, each of which is set aside.
 *
 * @param codes all that were asked for; none: any series may come
 */
export function onlyAsked(
  rows: readonly SeriesData[],
  { where, codes }: { readonly where: string; readonly codes: readonly string[] },
  oddities: OddityCollector | undefined,
): readonly SeriesData[] {
  if (codes.length === 0) return rows;
  const asked = new Set(codes.map((code) => code.toUpperCase()));
  return rows.filter(({ code }) => {
    if (asked.has(code.toUpperCase())) return true;
    const odd = { expected: "a series that was asked for", found: `series ${code}` };
    oddities?.setAside(seriesRecord(where, "not asked for", code, odd));
    return false;
  });
}

/**
 * Sets aside each code of the request that did not come.
 *
 * @param aside what is known of records that came and could not be read; one without a code may be any series
 */
export function noteLeftOut(
  { where, codes }: { readonly where: string; readonly codes: readonly string[] },
  came: ReadonlySet<string>,
  aside: readonly Readonly<Record<string, unknown>>[],
  oddities: OddityCollector,
): void {
  const unread = aside.map(({ code }) => (typeof code === "string" ? code.toUpperCase() : undefined));
  if (unread.includes(undefined)) return;
  for (const code of codes) {
    const upper = code.toUpperCase();
    if (!came.has(upper) && !unread.includes(upper)) oddities.setAside(leftOutRecord(where, code));
  }
}
