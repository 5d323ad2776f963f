import { known } from "../../lib/known.ts";
import type { EventDraft, Fields } from "../../model/event.ts";
import type { EventType } from "../../model/event-types.ts";
import type { ShortSaleRecord } from "../../upstreams/market/records.ts";
import { draft } from "../draft.ts";
import type { ShortPosition } from "./events.ts";
import { type Comparing, compareReports, inOrder, movement, reportingLine, toReport } from "./position.ts";

export interface Taken {
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
): Taken {
  const now = toReport(record);
  const stored = reports.find((report) => inOrder(report, now) === 0);
  if (stored !== undefined) {
    const { differing, item } = compareReports(stored, now, comparing);
    const isSame = differing.length === 0;
    const kept = isSame ? known({ ...stored, ratio: item.ratio, shares: item.shares }) : now;
    const others = reports.map((report) => (report === stored ? kept : report));
    const drafts = isSame ? [] : [tell("short.report.corrected", now, stored)];
    return { reports: others, drafts, seenAgain: true };
  }
  const grown = [...reports, now].sort(inOrder);
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
  // What stood before a late report is known or it is not told; what the report itself says of it may be old.
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
