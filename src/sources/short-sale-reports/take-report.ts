/** Compares one report with those before it of the same position: opened, increased, decreased, closed, corrected. */
import type { EventDraft, EventType, Fields } from "../../model/event.ts";
import { known } from "../../model/fields.ts";
import { type Decimals, isWithin } from "../../model/numbers.ts";
import { type ComparedFields, compareFields, draft, itemOf, type Tolerance } from "../compare.ts";
import { type ShortPosition, type ShortSaleRecord, shortPosition } from "./events.ts";

export interface TakenReport {
  readonly reports: readonly ShortPosition[];
  readonly drafts: readonly EventDraft[];
  /** Whether the report, or another version of it, was known before. */
  readonly seenAgain: boolean;
}

/** Takes one report into those that are known of its position, which stay in order. */
export function takeReport(
  reports: readonly ShortPosition[],
  record: ShortSaleRecord,
  comparing: Comparing,
): TakenReport {
  const now = itemOf(shortPosition, record);
  const stored = reports.find((report) => byCalculation(report, now) === 0);
  if (stored !== undefined) {
    const { differing, item } = compareReports(stored, now, comparing);
    const isSame = differing.length === 0;
    // Nothing new at all, as at most polls.
    if (isSame && stored.ratio === item.ratio && stored.shares === item.shares)
      return { reports, drafts: [], seenAgain: true };
    const kept = isSame ? known({ ...stored, ratio: item.ratio, shares: item.shares }) : now;
    const others = reports.map((report) => (report === stored ? kept : report));
    const drafts = isSame ? [] : [tell("short.report.corrected", now, stored)];
    return { reports: others, drafts, seenAgain: true };
  }
  const grown = [...reports, now].sort(byCalculation);
  const versions = reports.filter(({ calculatedOn }) => calculatedOn === now.calculatedOn);
  return {
    reports: grown,
    drafts:
      versions.length > 0 ? correction(versions, now, comparing) : news(reports, record, now, comparing),
    seenAgain: versions.length > 0,
  };
}

/** A further version of a report: told when it is newer than the others and says something else. */
function correction(
  versions: readonly ShortPosition[],
  now: ShortPosition,
  comparing: Comparing,
): EventDraft[] {
  const newest = versions.at(-1);
  if (newest === undefined || newest.disclosedOn > now.disclosedOn) return [];
  if (compareReports(newest, now, comparing).differing.length === 0) return [];
  return [tell("short.report.corrected", now, newest)];
}

function news(
  reports: readonly ShortPosition[],
  record: ShortSaleRecord,
  now: ShortPosition,
  { tolerance }: Comparing,
): EventDraft[] {
  const before = reports.filter(({ calculatedOn }) => calculatedOn < now.calculatedOn).at(-1);
  // The position before a late report is told only where it is known; the report's own word on it may be old.
  if (before === undefined && reports.length > 0) return [];
  const was = before ?? reportedBefore(record);
  const type = movement(was, now, tolerance);
  if (type === undefined) return [];
  return [tell(type, now, type === "short.report.opened" ? undefined : was)];
}

/** The position before, as the report itself tells it; it was open before anyone looked. */
function reportedBefore(
  record: ShortSaleRecord,
): (Fields & Pick<ShortPosition, "ratio" | "shares">) | undefined {
  const { code, name, seller, fund, previousRatio, previousOn } = record;
  if (previousRatio === undefined || previousRatio < reportingLine) return undefined;
  return known({ code, name, seller, fund, ratio: previousRatio, calculatedOn: previousOn });
}

function tell(type: EventType, now: ShortPosition, was?: Fields): EventDraft {
  const position = [now.code, now.seller, now.fund].filter((part) => part !== undefined).join("/");
  return draft("short-sale-reports", {
    type,
    subject: now.code,
    published: now.disclosedOn,
    occurred: now.calculatedOn,
    rewrites: type === "short.report.corrected" ? position : undefined,
    now,
    was,
  });
}

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
  return `${plain(code)}|${plain(seller)}|${plain(fund ?? "")}`;
}

/** The text without the sign that divides a key. Hardly one has it, and to look for it is faster than to replace it. */
function plain(text: string): string {
  return text.includes("|") || text.includes("%") ? text.replace(/[%|]/g, encodeURIComponent) : text;
}

/** Orders reports by calculation date; versions of one report by disclosure. */
export function byCalculation(a: ShortPosition, b: ShortPosition): number {
  if (a.calculatedOn !== b.calculatedOn) return a.calculatedOn < b.calculatedOn ? -1 : 1;
  return a.disclosedOn < b.disclosedOn ? -1 : a.disclosedOn > b.disclosedOn ? 1 : 0;
}

/** Options for comparing versions of a report: the decimals of the ratios, and the tolerance. */
export interface Comparing {
  decimals(before: ShortPosition): Decimals;
  readonly tolerance: Tolerance;
}

/** Compares two versions of one report. */
function compareReports(
  before: ShortPosition,
  next: ShortPosition,
  { decimals, tolerance }: Comparing,
): ComparedFields<ShortPosition> {
  return compareFields(before, next, {
    fields: ["ratio", "shares"],
    decimals: (field) => (field === "ratio" ? decimals(before) : wholeNumbers),
    tolerance,
  });
}

const wholeNumbers: Decimals = { before: Number.POSITIVE_INFINITY, now: 0 };

/** Finds the event type of a new report against the one before it; undefined if nothing is new. */
function movement(
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
