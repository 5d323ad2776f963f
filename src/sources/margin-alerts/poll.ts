import { Failure } from "../../lib/failure.ts";
import type { MarginAlertRecord, MarketClient } from "../../upstreams/market/records.ts";
import type { PlanDays } from "../days-to-read.ts";
import type { ReadNames } from "../issue-names.ts";
import { isShrunk } from "../shrunk.ts";
import type { PollContext, SourceState } from "../source.ts";
import { storedCursor, storedItems } from "../stored.ts";
import { type Row, toRow } from "./row.ts";

export interface MarginCursor {
  /** The newest publication; absent: none was seen yet. */
  readonly publication?: string;
  /** The last day that was read. */
  readonly readTo: string;
}

/** What was published on each day that was read, oldest first. */
export interface MarginAnswer {
  /** Only the newest days were asked for, so a day may have more rows than are shown here. */
  readonly isPartial?: true;
  readonly days: readonly { readonly day: string; readonly rows: readonly Row[] }[];
}

export interface Asking {
  readonly client: MarketClient;
  readonly today: () => string;
  readonly readNames: ReadNames;
  readonly planDays: PlanDays;
}

/** Reads the days one after another; throws a Failure when one of them cannot be read whole. */
export async function poll(
  { client, today, readNames, planDays }: Asking,
  { state, signal }: PollContext,
): Promise<MarginAnswer> {
  const plan = planDays(today(), storedCursor<MarginCursor>(state)?.readTo);
  const { days, isWhole } = plan;
  const records: MarginAlertRecord[] = [];
  for (const date of days)
    for (const record of await client.marginAlerts({ date }, signal)) records.push(record);
  const nameOf = records.length > 0 ? await readNames(signal) : () => undefined;
  // A row belongs to the day that it says, whichever of its dates the service goes by.
  const read = days.map((day) => ({ day, rows: records.filter(({ publishedOn }) => publishedOn === day) }));
  if (isWhole) requireUnshrunk(read.filter(isWhollyRead), state);
  plan.done();
  return {
    ...(isWhole ? {} : { isPartial: true }),
    days: read.filter(isWhollyRead).map(({ day, rows }) => ({
      day,
      rows: rows.map((record) => toRow(record, nameOf(record.code))),
    })),
  };
}

/** Where the service goes by the day of the figures, what the oldest day published was asked for the day before it. */
function isWhollyRead({ rows }: { rows: readonly unknown[] }, index: number): boolean {
  return index > 0 || rows.length > 0;
}

function requireUnshrunk(
  read: readonly { readonly day: string; readonly rows: readonly unknown[] }[],
  state: SourceState,
): void {
  const known = [...storedItems<Row>(state, "").values()];
  for (const { day, rows } of read) {
    const before = known.filter(({ item }) => item.publishedOn === day).length;
    if (!isShrunk(before, rows.length)) continue;
    throw new Failure("incomplete", `${day} had ${before} rows and now has ${rows.length}`);
  }
}
