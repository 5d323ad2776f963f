/** Reported short positions of 0.5 % and more. Scope: ""; key: code, seller, fund. */

import { compareTexts } from "../../lib/text/nearest.ts";
import type { Steps } from "../../lib/turns.ts";
import { lastWeekdays, laterDay } from "../../model/dates.ts";
import type { EventDraft } from "../../model/event.ts";
import { known } from "../../model/fields.ts";
import { decimalsOfAll } from "../../model/numbers.ts";
import type { MarketClient } from "../../upstreams/market/calls.ts";
import { createOddities, type OddityCollector } from "../../upstreams/misfits.ts";
import {
  createPrecision,
  decimalsBetween,
  rewriteScope,
  rowsAStep,
  storedCursor,
  storedItems,
  type Tolerance,
} from "../compare.ts";
import { type DayParts, type PlanDays, type ReadNames, readDays } from "../dated.ts";
import type { Diff, PollContext, Source, SourceState } from "../source.ts";
import { reportCall, reportFields, type ShortPosition, type ShortSaleRecord } from "./events.ts";
import { byCalculation, type Position, positionKey, takeReport } from "./take-report.ts";

export function createShortSaleReports(
  client: MarketClient,
  today: () => string,
  readNames: ReadNames,
  planDays: PlanDays,
  tolerance?: Tolerance,
): Source<ShortAnswer> {
  return {
    name: "short-sale-reports",
    async poll(context) {
      const oddities = createOddities();
      const answer = await poll({ client, today, readNames, planDays }, context, oddities);
      return { answer, failures: [], oddities };
    },
    diff: (answer, state) => diff(answer, state, tolerance),
  };
}

async function poll(
  { client, today, readNames, planDays }: DayParts,
  { state, signal }: PollContext,
  oddities: OddityCollector,
): Promise<ShortAnswer> {
  const plan = planDays(today(), storedCursor<ShortCursor>(state)?.readTo);
  const { days } = plan;
  const records: ShortSaleRecord[] = await readDays(days, (date) =>
    client.read(reportCall, { date }, signal, oddities, reportFields),
  );
  // One dialect names the issue in the report, the other leaves that to the list of issues.
  const isNameless = records.some(({ name }) => name === undefined);
  const nameOf = isNameless ? await readNames(signal, oddities) : () => undefined;
  plan.done();
  return {
    days,
    records: records
      .filter(({ disclosedOn }) => days.includes(disclosedOn))
      .map((record) =>
        record.name === undefined ? known({ ...record, name: nameOf(record.code) }) : record,
      ),
  };
}

/** Weekdays whose reports are kept besides the last one, so that what is read again is known again. */
const weekdaysKept = 15;

interface ShortCursor {
  /** The last day that was read. */
  readonly readTo: string;
}

export interface ShortAnswer {
  /** Days that were read, oldest first. */
  readonly days: readonly string[];
  readonly records: readonly ShortSaleRecord[];
}

/** Takes the reports of the days that were read into the stored positions, in the order in which they were made. */
function* diff(answer: ShortAnswer, state: SourceState, tolerance: Tolerance = {}): Steps<Diff> {
  const before = storedItems<Position>(state, "");
  const cursor = storedCursor<ShortCursor>(state);
  yield;
  const lastDay = answer.days.at(-1);
  if (lastDay === undefined) return { drafts: [], put: [], drop: [], cursor: state.cursor };
  const after = new Map(before);
  const comparing = { decimals: decimalsBefore(answer, before), tolerance };
  const drafts: EventDraft[] = [];
  const seenAgain = new Set<string>();
  yield;
  const records = eachOnce(answer.records);
  for (const [index, record] of records.entries()) {
    if (index % rowsAStep === 0) yield;
    const key = positionKey(record);
    const reports = after.get(key)?.reports ?? [];
    const taken = takeReport(reports, record, comparing);
    if (taken.reports !== reports) after.set(key, { reports: taken.reports });
    drafts.push(...taken.drafts);
    if (taken.seenAgain) seenAgain.add(key);
  }
  const published = answer.records.map(({ disclosedOn }) => disclosedOn).reduce(laterDay, "") || undefined;
  const kept = lastWeekdays(lastDay, Math.max(weekdaysKept, answer.days.length))[0] ?? lastDay;
  for (const [key, { reports }] of after) {
    const some = recent(reports, kept);
    if (some !== reports) after.set(key, { reports: some });
  }
  yield;
  const writes = rewriteScope("", before, after);
  yield;
  if (cursor === undefined) {
    const baselined = { items: after.size, scopes: [""] };
    const first: ShortCursor = { readTo: lastDay };
    return { drafts: [], ...writes, cursor: first, published, baselined };
  }
  const readTo = laterDay(lastDay, cursor.readTo);
  const next: ShortCursor = { readTo };
  return { drafts, ...writes, cursor: next, covers: seenAgain.size, published };
}

/**
 * Finds the decimals with which the ratios of a report were written, on the day of its disclosure and by everything
 * that the answer shows again, and those of the answer.
 */
function decimalsBefore({ days, records }: ShortAnswer, before: ReadonlyMap<string, Position>) {
  const find = () => {
    const read = new Set(days);
    const again = [...before.values()].flatMap(({ reports }) =>
      reports.filter(({ disclosedOn }) => read.has(disclosedOn)),
    );
    const precision = createPrecision(again, ({ disclosedOn }) => disclosedOn, ["ratio"]);
    return { precision, now: { decimals: decimalsOfAll(records.map(({ ratio }) => ratio)), isSure: true } };
  };
  // Looked for only where a ratio differs, and then once.
  let found: ReturnType<typeof find> | undefined;
  return ({ disclosedOn }: ShortPosition) => {
    found ??= find();
    return decimalsBetween(found.precision(disclosedOn, "ratio"), found.now);
  };
}

/**
 * Reports as they were made: by disclosure, those of one day by calculation. Where two rows claim to be one
 * report and differ, the larger counts, whatever their order, so that it is the same one at every poll.
 */
function eachOnce(records: readonly ShortSaleRecord[]): ShortSaleRecord[] {
  const once = new Map<string, ShortSaleRecord>();
  for (const record of records) {
    const key = `${record.disclosedOn}|${record.calculatedOn}|${positionKey(record)}`;
    const other = once.get(key);
    if (other === undefined || isLarger(record, other)) once.set(key, record);
  }
  return [...once.values()].sort(
    (a, b) => compareTexts(a.disclosedOn, b.disclosedOn) || compareTexts(a.calculatedOn, b.calculatedOn),
  );
}

function isLarger(a: ShortSaleRecord, b: ShortSaleRecord): boolean {
  return a.ratio === b.ratio ? (a.shares ?? 0) > (b.shares ?? 0) : a.ratio > b.ratio;
}

/** The reports disclosed since a day, and the last one however old it is. */
function recent(reports: readonly ShortPosition[], from: string): readonly ShortPosition[] {
  // Most are one report, or were all made lately.
  if (reports.length === 1 || reports.every(({ disclosedOn }) => disclosedOn >= from)) return reports;
  const last = [...reports].sort(byCalculation).at(-1);
  const some = reports.filter((report) => report.disclosedOn >= from || report === last);
  return some.length === reports.length ? reports : some;
}
