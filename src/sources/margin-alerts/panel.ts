/** Margin balances of a stock under daily publication: a line ends where the stock leaves it. */
import { addDays, lastWeekdays } from "../../model/dates.ts";
import type { Event, Fields } from "../../model/event.ts";
import { known } from "../../model/fields.ts";
import { dayStart, knownFrom, thinned } from "../../model/page/points.ts";
import type { MarginLine, MarginPanel, MarginRow, TimedValue } from "../../model/page/stock.ts";
import {
  labelsOf,
  type OriginRow,
  originRows,
  type PanelPart,
  type StockReading,
  shownAmount,
  shownText,
} from "../shown.ts";
import { marginAlertItem } from "./events.ts";
import type { MarginCursor } from "./index.ts";
import type { PublishedRow } from "./rows.ts";

const set = "market/markets/margin-alert";
const types = ["added", "changed", "corrected"].map((verb) => `margin.alert.${verb}`);
const lifted = "margin.alert.lifted";
const lines: readonly MarginLine[] = [
  ...(["shortOutstanding", "longOutstanding", "shortLongRatio", "shortRatio", "longRatio"] as const),
];
/** Publications that are kept with the source's state. */
const weekdaysKept = 20;
/** A stock that was not published for so many days left daily publication meanwhile. */
const gapDays = 10;

export async function marginPanel(reading: StockReading): Promise<PanelPart> {
  const { past, from, to } = reading;
  const { rows, isCut } = await originRows(reading, { set, types, stored: storedRows(reading) });
  const { events } = await past.logged([lifted], 200);
  const all = [...rowsOf(rows), ...events.flatMap(liftedRow)].filter(
    ({ day }) => dayStart(day) >= from && dayStart(day) <= to,
  );
  const inOrder = all.toSorted((one, other) =>
    one.day < other.day ? -1 : one.day > other.day ? 1 : liftedLast(one, other),
  );
  const pointsOf = (line: MarginLine) => [line, thinned(linePoints(inOrder, line))] as const;
  const part = {
    known: knownFrom(all, isCut),
    labels: labelsOf(marginAlertItem, [...lines, "appliedOn", "publishedOn", "regulation", "reasons"]),
    lines: Object.fromEntries(lines.map(pointsOf)) as unknown as MarginPanel["lines"],
    rows: inOrder.toReversed(),
  };
  return { panel: "margin", isEmpty: all.length === 0, part };
}

/** Publications that the source keeps, which begin with their day. */
function storedRows({ code, past, period }: StockReading): Fields[] {
  const { readTo = period.to } = (past.cursor ?? {}) as Partial<MarginCursor>;
  return lastWeekdays(readTo, weekdaysKept)
    .flatMap((day) => past.stored("", `${day}/${code}/`))
    .map((row) => (row as PublishedRow).item);
}

/** One row a day: the version that was published last. */
function rowsOf(rows: readonly OriginRow[]): MarginRow[] {
  const byDay = new Map<string, MarginRow>();
  for (const { row, origin } of rows) {
    const publishedOn = shownText(row.publishedOn);
    const day = shownText(row.appliedOn) ?? publishedOn;
    if (day === undefined) continue;
    const before = byDay.get(day);
    if (before !== undefined && (before.publishedOn ?? "") > (publishedOn ?? "")) continue;
    const numbers = Object.fromEntries(lines.map((line) => [line, shownAmount(row[line])]));
    const reasons = Array.isArray(row.reasons) ? row.reasons.map(String) : undefined;
    const regulation = shownText(row.regulation);
    byDay.set(
      day,
      known({ day, publishedOn, regulation, reasons, ...numbers, origin: before?.origin ?? origin }),
    );
  }
  return [...byDay.values()];
}

function liftedRow({ published, data }: Event): MarginRow[] {
  const day = published ?? shownText(data.now.publishedOn);
  return day === undefined ? [] : [{ day, publishedOn: day, isLifted: true, origin: "live" }];
}

function liftedLast(one: MarginRow, other: MarginRow): number {
  return Number(one.isLifted ?? false) - Number(other.isLifted ?? false);
}

function linePoints(rows: readonly MarginRow[], line: MarginLine): TimedValue[] {
  const points: TimedValue[] = [];
  let last: string | undefined;
  for (const { day, isLifted, [line]: value } of rows) {
    const end = last && addDays(last, 1);
    if (end !== undefined && (isLifted || addDays(end, gapDays) < day)) points.push([dayStart(end), null]);
    last = isLifted || value === undefined ? undefined : day;
    if (!isLifted && value !== undefined) points.push([dayStart(day), value]);
  }
  return points;
}
