/** Issues under daily publication of margin outstanding. Scope: ""; key: a published row. */
import { Failure } from "../../lib/failure.ts";
import type { MarketClient } from "../../upstreams/market/calls.ts";
import { createOddities, type OddityCollector } from "../../upstreams/misfits.ts";
import { storedCursor, storedItems, type Tolerance } from "../compare.ts";
import { type DayParts, type PlanDays, type ReadNames, readDays } from "../dated.ts";
import { isShrunk } from "../parts.ts";
import type { PollContext, Source, SourceState } from "../source.ts";
import { diff } from "./diff.ts";
import { type MarginAlertRecord, marginCall, marginFields } from "./events.ts";
import { type AsideRow, asideRows } from "./publication.ts";
import { dayOf, type Row, toRow } from "./rows.ts";

export function createMarginAlerts(
  client: MarketClient,
  today: () => string,
  readNames: ReadNames,
  planDays: PlanDays,
  tolerance?: Tolerance,
): Source<MarginAnswer> {
  return {
    name: "margin-alerts",
    async poll(context) {
      const oddities = createOddities();
      const answer = await poll({ client, today, readNames, planDays }, context, oddities);
      return { answer, failures: [], oddities };
    },
    diff: (answer, state) => diff(answer, state, tolerance),
  };
}

export interface MarginCursor {
  /** The newest publication; absent: none was seen yet. */
  readonly publication?: string;
  /** The last day that was read. */
  readonly readTo: string;
}

/** Publications of each day that was read, oldest first. */
export interface MarginAnswer {
  /** Only the newest days were asked for, so a day may have more rows than are shown here. */
  readonly isPartial?: true;
  readonly days: readonly { readonly day: string; readonly rows: readonly Row[] }[];
  /** Rows that could not be read; absent: all could. */
  readonly aside?: readonly AsideRow[];
}

async function poll(
  { client, today, readNames, planDays }: DayParts,
  { state, signal }: PollContext,
  oddities: OddityCollector,
): Promise<MarginAnswer> {
  const plan = planDays(today(), storedCursor<MarginCursor>(state)?.readTo);
  const { days, isWhole } = plan;
  const records: MarginAlertRecord[] = await readDays(days, (date) =>
    client.read(marginCall, { date }, signal, oddities, marginFields),
  );
  const aside = asideRows(oddities.badRecords);
  const nameOf = records.length > 0 ? await readNames(signal, oddities) : () => undefined;
  // A row belongs to the day that it says, whichever of its dates the service goes by.
  const read = days.map((day) => ({ day, rows: records.filter(({ publishedOn }) => publishedOn === day) }));
  if (isWhole) requireUnshrunk(read.filter(isWhollyRead), aside, state);
  plan.done();
  return {
    ...(isWhole ? {} : { isPartial: true }),
    days: read.filter(isWhollyRead).map(({ day, rows }) => ({
      day,
      rows: rows.map((record) => toRow(record, nameOf(record.code))),
    })),
    ...(aside.length === 0 ? {} : { aside }),
  };
}

/**
 * Whether a day was read as a whole. If the service goes by the day of the figures, the publication of the oldest day
 * was asked for under the day before it.
 */
function isWhollyRead({ rows }: { rows: readonly unknown[] }, index: number): boolean {
  return index > 0 || rows.length > 0;
}

function requireUnshrunk(
  read: readonly { readonly day: string; readonly rows: readonly unknown[] }[],
  aside: readonly AsideRow[],
  state: SourceState,
): void {
  const known = [...storedItems<Row>(state, "").values()];
  for (const { day, rows } of read) {
    const before = known.filter((row) => dayOf(row) === day).length;
    const unread = aside.filter((row) => (row.day ?? day) === day).length;
    if (!isShrunk(before, rows.length + unread)) continue;
    throw new Failure("incomplete", `${day} had ${before} rows and now has ${rows.length}`);
  }
}
