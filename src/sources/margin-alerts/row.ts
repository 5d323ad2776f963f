import { known } from "../../lib/known.ts";
import type { MarginAlert } from "../../model/items.ts";
import { decimalsOfAll, sameFigure } from "../../model/numbers.ts";
import type { MarginAlertRecord } from "../../upstreams/market/records.ts";

/** One published row: what is stored. */
export interface Row {
  readonly item: MarginAlert;
  /** The row is there for another reason than daily publication, so its issue is no member by it. */
  readonly other?: true;
  /** The row of this day could not be read, and the item is that of the row before. */
  readonly standsOn?: string;
}

/** The day on which a row is published. */
export function dayOf({ item, standsOn }: Row): string {
  return standsOn ?? item.publishedOn;
}

const counts = ["shortOutstanding", "shortChange", "longOutstanding", "longChange"] as const;
const ratios = ["shortRatio", "longRatio", "shortLongRatio"] as const;
const figures = [...counts, ...ratios];

/** A correction and the day's own row of one issue can stand in one publication, apart by their application date. */
export function rowKey(row: Row): string {
  const { item, standsOn } = row;
  return `${dayOf(row)}/${item.code}/${standsOn === undefined ? (item.appliedOn ?? "") : "aside"}`;
}

export function toRow(record: MarginAlertRecord, name: string | undefined): Row {
  const { dailyPublication, ...fields } = record;
  const item = known({ name, ...fields });
  return dailyPublication === false ? { item, other: true } : { item };
}

/** How exactly some rows write their ratios. */
export function decimalsOfRows(rows: readonly Row[]): number {
  return decimalsOfAll(rows.flatMap(({ item }) => ratios.map((name) => item[name])));
}

/** Whether two rows about one day say the same, but for ratios rounded to the decimals of the answer. */
export function saysTheSame(before: MarginAlert, next: MarginAlert, decimals: number): boolean {
  return (
    counts.every((name) => before[name] === next[name]) &&
    ratios.every((name) => sameFigure(before[name], next[name], decimals)) &&
    sameStanding(before, next)
  );
}

/** Whether the rows of one issue in two publications differ in more than their dates. */
export function hasNews(before: MarginAlert, next: MarginAlert): boolean {
  return figures.some((name) => before[name] !== next[name]) || !sameStanding(before, next);
}

function sameStanding(a: MarginAlert, b: MarginAlert): boolean {
  return a.regulation === b.regulation && sorted(a.reasons) === sorted(b.reasons);
}

function sorted(reasons: readonly string[] | undefined): string {
  return JSON.stringify(reasons === undefined ? null : [...reasons].sort());
}
