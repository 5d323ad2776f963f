import { known } from "../../lib/known.ts";
import type { EventType } from "../../model/event-types.ts";
import { type Decimals, isWithin } from "../../model/numbers.ts";
import type { ShortSaleRecord } from "../../upstreams/market/records.ts";
import { type Compared, compareFields, type Tolerance } from "../compare-fields.ts";
import type { ShortPosition } from "./events.ts";

/** Stored form of a position: its reports of the last weeks and the last one, see inOrder. */
export interface Position {
  readonly reports: readonly ShortPosition[];
}

/** Ratio, in percent, from which on a position must be reported; a report below it says that it ended. */
export const reportingLine = 0.5;

/** (code, seller, fund) as one text that no name can imitate. */
export function positionKey({
  code,
  seller,
  fund,
}: Pick<ShortSaleRecord, "code" | "seller" | "fund">): string {
  return [code, seller, fund ?? ""].map((text) => text.replace(/[%|]/g, encodeURIComponent)).join("|");
}

export function toReport(record: ShortSaleRecord): ShortPosition {
  const { code, name, seller, fund, ratio, shares, calculatedOn, disclosedOn } = record;
  return known({ code, name, seller, fund, ratio, shares, calculatedOn, disclosedOn });
}

/** Orders reports by calculation date; versions of one report by disclosure. */
export function inOrder(a: ShortPosition, b: ShortPosition): number {
  if (a.calculatedOn !== b.calculatedOn) return a.calculatedOn < b.calculatedOn ? -1 : 1;
  return a.disclosedOn < b.disclosedOn ? -1 : a.disclosedOn > b.disclosedOn ? 1 : 0;
}

/** Options for comparing versions of a report: the decimals of the ratios, and the tolerance. */
export interface Comparing {
  decimals(before: ShortPosition): Decimals;
  readonly tolerance: Tolerance;
}

/** Compares two versions of one report. */
export function compareReports(
  before: ShortPosition,
  next: ShortPosition,
  { decimals, tolerance }: Comparing,
): Compared<ShortPosition> {
  const ratio = decimals(before);
  return compareFields(before, next, {
    fields: ["ratio", "shares"],
    decimals: (field) => (field === "ratio" ? ratio : wholeNumbers),
    tolerance,
  });
}

const wholeNumbers: Decimals = { before: Number.POSITIVE_INFINITY, now: 0 };

/** Finds the event type of a new report against the one before it; undefined if nothing is new. */
export function movement(
  was: Pick<ShortPosition, "ratio" | "shares"> | undefined,
  now: ShortPosition,
  tolerance: Tolerance,
): EventType | undefined {
  const wasOpen = was === undefined ? undefined : was.ratio >= reportingLine;
  if (now.ratio < reportingLine) return wasOpen === false ? undefined : "short.report.closed";
  if (was === undefined || wasOpen === false) return "short.report.opened";
  const grown =
    growth(was.ratio, now.ratio, tolerance.ratio) || growth(was.shares, now.shares, tolerance.shares);
  if (grown === 0) return undefined;
  return grown > 0 ? "short.report.increased" : "short.report.decreased";
}

function growth(was: number | undefined, now: number | undefined, tolerance = 0): number {
  return was === undefined || now === undefined || isWithin(was, now, tolerance) ? 0 : now - was;
}
