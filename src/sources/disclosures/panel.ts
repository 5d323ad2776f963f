/** What a company disclosed: how much a day, and the newest titles. */
import { jstDay } from "../../model/dates.ts";
import { known } from "../../model/fields.ts";
import { dayStart, knownFrom, thinned } from "../../model/page/points.ts";
import type { TimedValue, TimelyRow } from "../../model/page/stock.ts";
import {
  labelsOf,
  type OriginRow,
  originRows,
  type PanelPart,
  type StockReading,
  shownText,
} from "../shown.ts";
import { disclosure, disclosureCall } from "./events.ts";

const set = `market/${disclosureCall}`;
const mostRows = 1_000;

export async function timelyPanel(reading: StockReading): Promise<PanelPart> {
  const { past, from, to } = reading;
  const { rows, isCut } = await originRows(reading, { set, types: ["disclosure.published"], stored: [] });
  const { events } = await past.logged(["disclosure.withdrawn"], 200);
  const withdrawn = new Set(events.map(({ data }) => data.now.number));
  const all = rowsOf(rows, withdrawn).filter(
    ({ disclosedOn }) => dayStart(disclosedOn) >= dayStart(jstDay(from)) && dayStart(disclosedOn) <= to,
  );
  const part = {
    known: knownFrom(
      all.map(({ disclosedOn: day, origin }) => ({ day, origin })),
      isCut || all.length > mostRows,
    ),
    labels: labelsOf(disclosure, ["disclosedOn", "disclosedTime", "title", "papers", "number", "corrects"]),
    counts: thinned(countsOf(all)),
    rows: all.slice(0, mostRows),
  };
  return { panel: "timely", isEmpty: all.length === 0, part };
}

/** Each once, as it was told, newest first. */
function rowsOf(rows: readonly OriginRow[], withdrawn: ReadonlySet<unknown>): TimelyRow[] {
  const byNumber = new Map<string, TimelyRow>();
  for (const { row, origin } of rows) {
    const [number, title, disclosedOn] = [row.number, row.title, row.disclosedOn].map(shownText);
    if (number === undefined || title === undefined || disclosedOn === undefined) continue;
    const papers = Array.isArray(row.papers) ? row.papers.map(String) : undefined;
    const isWithdrawn = withdrawn.has(number) ? true : undefined;
    const [disclosedTime, corrects] = [row.disclosedTime, row.corrects].map(shownText);
    byNumber.set(
      number,
      known({ number, title, disclosedOn, disclosedTime, papers, corrects, isWithdrawn, origin }),
    );
  }
  const at = ({ disclosedOn, disclosedTime = "" }: TimelyRow) => `${disclosedOn} ${disclosedTime}`;
  return [...byNumber.values()].toSorted((a, b) => (at(a) < at(b) ? 1 : at(a) > at(b) ? -1 : 0));
}

/** Number of disclosures by day; days without one are left out. */
function countsOf(rows: readonly TimelyRow[]): TimedValue[] {
  const counts = new Map<string, number>();
  for (const { disclosedOn } of rows) counts.set(disclosedOn, (counts.get(disclosedOn) ?? 0) + 1);
  return [...counts].sort().map(([day, count]) => [dayStart(day), count]);
}
