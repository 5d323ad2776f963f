/** Reported short positions of a stock: a line each seller and fund while a report stands, and their sum. */
import { addDays } from "../../model/dates.ts";
import { known } from "../../model/fields.ts";
import { dayStart, knownFrom, thinned, within } from "../../model/page/points.ts";
import type { SellerLine, ShortReport, TimedValue } from "../../model/page/stock.ts";
import {
  labelsOf,
  type OriginRow,
  originRows,
  type PanelPart,
  type StockReading,
  shownAmount,
  shownText,
} from "../shown.ts";
import { shortPosition } from "./events.ts";
import { type Position, reportingLine } from "./take-report.ts";

const set = "market/markets/short-sale-report";
const types = ["opened", "increased", "decreased", "closed", "corrected"].map(
  (verb) => `short.report.${verb}`,
);
const mostReports = 1_000;
const mostSellers = 60;
/** The history is read from the beginning: a report stands however old it is. */
const everSince = "1970-01-01";

export async function shortsPanel(reading: StockReading): Promise<PanelPart> {
  const { code, past, from, to } = reading;
  const stored = past.stored("", `${code}|`).flatMap((body) => (body as Position).reports);
  const { rows, isCut } = await originRows(reading, { set, types, stored, since: everSince });
  const reports = reportsOf(rows);
  const lines = [...byPosition(reports).values()].map((own) => lineOf(own, from, to));
  const shown = reports.filter(
    ({ calculatedOn }) => dayStart(calculatedOn) >= from && dayStart(calculatedOn) <= to,
  );
  const part = {
    known: knownFrom(
      reports.map(({ calculatedOn, origin }) => ({ day: calculatedOn, origin })),
      isCut,
    ),
    labels: labelsOf(shortPosition, ["seller", "fund", "ratio", "shares", "calculatedOn", "disclosedOn"]),
    sellers: lines
      .filter(({ line }) => line.points.length > 0)
      .toSorted((one, other) => other.last - one.last)
      .slice(0, mostSellers)
      .map(({ line }) => ({ ...line, points: thinned(line.points) })),
    total: thinned(standingUntil(to, within(totalOf(lines.map(({ whole }) => whole)), from, to))),
    reports: shown
      .toSorted((one, other) => (one.calculatedOn < other.calculatedOn ? 1 : -1))
      .slice(0, mostReports),
  };
  return { panel: "shorts", isEmpty: reports.length === 0, part };
}

function positionOf({ seller, fund }: Pick<ShortReport, "seller" | "fund">): string {
  return JSON.stringify([seller, fund ?? ""]);
}

function byPosition(reports: readonly ShortReport[]): ReadonlyMap<string, readonly ShortReport[]> {
  const positions = new Map<string, ShortReport[]>();
  for (const report of reports) {
    const own = positions.get(positionOf(report)) ?? [];
    positions.set(positionOf(report), own);
    own.push(report);
  }
  return positions;
}

/** One report a position and day: the version that was disclosed last, and where it was seen first. */
function reportsOf(rows: readonly OriginRow[]): ShortReport[] {
  const reports = new Map<string, ShortReport>();
  for (const { row, origin } of rows) {
    const [seller, calculatedOn, ratio] = [
      shownText(row.seller),
      shownText(row.calculatedOn),
      shownAmount(row.ratio),
    ];
    if (seller === undefined || calculatedOn === undefined || ratio === undefined) continue;
    const [fund, shares, disclosedOn] = [
      shownText(row.fund),
      shownAmount(row.shares),
      shownText(row.disclosedOn),
    ];
    const report: ShortReport = known({ seller, fund, ratio, shares, calculatedOn, disclosedOn, origin });
    const key = JSON.stringify([calculatedOn, positionOf(report)]);
    const before = reports.get(key);
    if (before !== undefined && (before.disclosedOn ?? "") > (disclosedOn ?? "")) continue;
    reports.set(key, { ...report, origin: before?.origin ?? origin });
  }
  return [...reports.values()].toSorted((one, other) => (one.calculatedOn < other.calculatedOn ? -1 : 1));
}

interface PositionLine {
  readonly line: SellerLine;
  /** Points before the axis too. */
  readonly whole: readonly TimedValue[];
  /** Last value; 0 where nothing stands, to be the last in the order. */
  readonly last: number;
}

/** @param reports of one position, in the order of their days */
function lineOf(reports: readonly ShortReport[], from: number, to: number): PositionLine {
  const whole: TimedValue[] = [];
  for (const [place, { calculatedOn, ratio }] of reports.entries()) {
    whole.push([dayStart(calculatedOn), ratio]);
    if (ratio >= reportingLine) continue;
    // What fell below the line is not reported any more: from the day after it is unknown, and not zero.
    const after = addDays(calculatedOn, 1);
    if (reports[place + 1]?.calculatedOn !== after) whole.push([dayStart(after), null]);
  }
  const [last] = reports.slice(-1);
  const isStanding = last !== undefined && last.ratio >= reportingLine;
  const points = standingUntil(to, within(whole, from, to));
  const { seller = "", fund } = last ?? {};
  return { line: known({ seller, fund, points, isStanding }), whole, last: isStanding ? last.ratio : 0 };
}

/** A line whose last value holds is drawn up to the end of the axis. */
function standingUntil(to: number, points: readonly TimedValue[]): readonly TimedValue[] {
  const [last] = points.slice(-1);
  return last === undefined || last[1] === null || last[0] >= to ? points : [...points, [to, last[1]]];
}

/** Sum of the values that are known at each moment at which one changes; null where none is. */
export function totalOf(lines: readonly (readonly TimedValue[])[]): TimedValue[] {
  const changes = lines
    .flatMap((points, line) => points.map(([at, value]) => ({ at, line, value })))
    .toSorted((one, other) => one.at - other.at);
  const standing = new Map<number, number>();
  const total: TimedValue[] = [];
  for (const [place, { at, line, value }] of changes.entries()) {
    if (value === null) standing.delete(line);
    else standing.set(line, value);
    if (changes[place + 1]?.at === at) continue;
    const sum = [...standing.values()].reduce((all, one) => all + one, 0);
    total.push([at, standing.size === 0 ? null : Number(sum.toFixed(4))]);
  }
  return total;
}
