import { known } from "../../lib/known.ts";
import { type Decimals, decimalsOfAll } from "../../model/numbers.ts";
import type { MarginAlertRecord } from "../../upstreams/market/records.ts";
import { type Compared, compareFields, type Tolerance } from "../compare-fields.ts";
import { isEnough, type Written } from "../precision.ts";
import type { MarginAlert } from "./events.ts";

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
const told = [...counts, ...ratios, "regulation", "reasons"];
const isRatio: ReadonlySet<string> = new Set(ratios);
const exactly: Decimals = { before: Number.POSITIVE_INFINITY, now: Number.POSITIVE_INFINITY };

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

/** Decimals with which some rows of one day write their ratios. */
export function writtenBy(rows: readonly Row[]): Written {
  const values = rows.flatMap(({ item }) => ratios.flatMap((name) => item[name] ?? []));
  return { decimals: decimalsOfAll(values), isSure: isEnough(values.length) };
}

/** Compares two rows about one day; ratios may be written more or less exactly. */
export function compareRows(
  before: MarginAlert,
  next: MarginAlert,
  decimals: Decimals,
  tolerance: Tolerance,
): Compared<MarginAlert> {
  return compareFields(before, next, {
    fields: told,
    decimals: (field) => (isRatio.has(field) ? decimals : exactly),
    tolerance,
  });
}

/** Whether the rows of one issue in two publications differ in more than their dates. */
export function hasNews(before: MarginAlert, next: MarginAlert, tolerance: Tolerance): boolean {
  return (
    compareFields(before, next, { fields: told, decimals: () => exactly, tolerance }).differing.length > 0
  );
}
