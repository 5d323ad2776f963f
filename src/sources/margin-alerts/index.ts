/** Issues under daily publication of margin outstanding. Scope: ""; key: a published row. */
import { Failure } from "../../lib/failure.ts";
import { lastWeekdays, laterDay } from "../../model/dates.ts";
import type { EventDraft, EventType } from "../../model/event.ts";
import { known } from "../../model/fields.ts";
import type { MarketClient } from "../../upstreams/market/calls.ts";
import { createOddities, type OddityCollector } from "../../upstreams/misfits.ts";
import {
  compareKeyed,
  decimalsBetween,
  draft,
  rewriteScope,
  storedCursor,
  storedItems,
  type Tolerance,
} from "../compare.ts";
import { type DayParts, type PlanDays, type ReadNames, readDays } from "../dated.ts";
import { isShrunk } from "../parts.ts";
import type { Diff, PollContext, Source, SourceState } from "../source.ts";
import { type MarginAlert, type MarginAlertRecord, marginCall, marginFields } from "./events.ts";
import {
  type AsideRow,
  asideRows,
  compareRows,
  hasNews,
  isSpared,
  MarginBook,
  newestPublication,
  type Publication,
  type PublishedRow,
  publicationDay,
  publicationOn,
  rowKey,
  standIn,
  toRow,
  writtenBy,
} from "./rows.ts";

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
    diff: (answer, state) => diffMargins(answer, state, tolerance),
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
  readonly days: readonly { readonly day: string; readonly rows: readonly PublishedRow[] }[];
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
  const known = [...storedItems<PublishedRow>(state, "").values()];
  for (const { day, rows } of read) {
    const before = known.filter((row) => publicationDay(row) === day).length;
    const unread = aside.filter((row) => (row.day ?? day) === day).length;
    if (!isShrunk(before, rows.length + unread)) continue;
    throw new Failure("incomplete", `${day} had ${before} rows and now has ${rows.length}`);
  }
}

// Compares the rows of the days that were read with the book: who came, left or changed, and what was corrected.

/** Weekdays whose rows are kept, so that a correction finds what it corrects. */
const weekdaysKept = 12;

export function diffMargins(answer: MarginAnswer, state: SourceState, tolerance: Tolerance = {}): Diff {
  const before = storedItems<PublishedRow>(state, "");
  const cursor = storedCursor<MarginCursor>(state);
  const lastDay = answer.days.at(-1)?.day;
  if (lastDay === undefined) return { drafts: [], put: [], drop: [], cursor: state.cursor };
  const book = new MarginBook(before.values());
  if (cursor === undefined) return baseline(answer, book, lastDay);
  const drafts: EventDraft[] = [];
  const seenAgain = new Set<string>();
  let newest = cursor.publication === undefined ? undefined : standingOn(book, cursor.publication);
  for (const { day, rows } of answer.days) {
    const merged = merge(book, { day, rows, aside: answer.aside, isPartial: answer.isPartial }, tolerance);
    standIn(book, newest, day, answer.aside ?? []);
    drafts.push(...merged.drafts);
    for (const code of merged.seenAgain) seenAgain.add(code);
    const publication = day === newest?.day ? standingOn(book, day) : publicationOn(book, day);
    if (publication === undefined || (newest !== undefined && day < newest.day)) continue;
    drafts.push(...tellMembers(book, newest, publication, tolerance));
    newest = publication;
  }
  forget(book, lastDay, Math.max(weekdaysKept, answer.days.length), newest);
  const readTo = laterDay(lastDay, cursor.readTo);
  const cursorNow = cursorOf(newest, readTo);
  const writes = rewriteScope("", before, book.rows);
  return { drafts, ...writes, cursor: cursorNow, covers: seenAgain.size, published: newest?.day };
}

function baseline(answer: MarginAnswer, book: MarginBook, lastDay: string): Diff {
  for (const { rows } of answer.days) for (const row of rows) book.set(row);
  const newest = newestPublication(book);
  forget(book, lastDay, weekdaysKept, newest);
  return {
    drafts: [],
    ...rewriteScope("", new Map(), book.rows),
    cursor: cursorOf(newest, lastDay),
    published: newest?.day,
    baselined: { items: newest?.members.size ?? 0, scopes: [""] },
  };
}

/** A day that was a publication stays one, also when all that it had turned out to be corrections. */
function standingOn(book: MarginBook, day: string): Publication {
  return publicationOn(book, day) ?? { day, members: new Map() };
}

function cursorOf(newest: Publication | undefined, readTo: string): MarginCursor {
  return newest === undefined ? { readTo } : { publication: newest.day, readTo };
}

/** Drops what is too old to be corrected; the newest publication stays however old it is. */
function forget(book: MarginBook, lastDay: string, weekdays: number, newest: Publication | undefined): void {
  const from = [lastWeekdays(lastDay, weekdays)[0] ?? lastDay, newest?.day ?? lastDay].sort()[0] ?? lastDay;
  for (const row of [...book.rows.values()]) if (publicationDay(row) < from) book.remove(row);
}

/** Compares a publication with the one before it, or with an earlier version of itself. */
function tellMembers(
  book: MarginBook,
  before: Publication | undefined,
  next: Publication,
  tolerance: Tolerance,
): EventDraft[] {
  const drafts: EventDraft[] = [];
  const { standing, gone } = compareKeyed(before?.members ?? new Map<string, PublishedRow>(), next.members);
  for (const { now: row, was: member } of standing) {
    if (member === undefined) {
      drafts.push(tell("margin.alert.added", row));
    } else if (row.standsOn === undefined && (before?.day !== next.day || member.standsOn !== undefined)) {
      const was = book.newestVersion(member);
      if (hasNews(was.item, row.item, tolerance)) drafts.push(tell("margin.alert.changed", row, was));
    }
  }
  for (const { was } of gone) drafts.push(lifted(book.newestVersion(was), next.day));
  return drafts;
}

function tell(type: EventType, { item }: PublishedRow, was?: PublishedRow): EventDraft {
  return draft("margin-alerts", {
    type,
    subject: item.code,
    published: item.publishedOn,
    occurred: item.appliedOn,
    rewrites: type === "margin.alert.corrected" ? item.code : undefined,
    now: item,
    was: was?.item,
  });
}

/** The last state of an issue that the publication of a day does not hold any more. */
function lifted({ item }: PublishedRow, day: string): EventDraft {
  return draft("margin-alerts", {
    type: "margin.alert.lifted",
    subject: item.code,
    published: day,
    now: item,
  });
}

interface Merged {
  /** The corrections that the rows brought. */
  readonly drafts: readonly EventDraft[];
  /** Codes of the issues with a row that was published before. */
  readonly seenAgain: readonly string[];
}

/** Rows that the service now shows for a day. */
interface Shown {
  readonly day: string;
  readonly rows: readonly PublishedRow[];
  /** Rows that could not be read. */
  readonly aside?: readonly AsideRow[] | undefined;
  /** It may have more rows than these. */
  readonly isPartial?: true | undefined;
}

/** Makes the book hold what the service now shows for a day, and what it had where a row could not be read. */
function merge(book: MarginBook, { day, rows, aside = [], isPartial }: Shown, tolerance: Tolerance): Merged {
  const drafts: EventDraft[] = [];
  const seenAgain: string[] = [];
  // A row that stands on two pages was updated while they were read; the later page is the newer one.
  const shown = new Map(rows.map((row) => [rowKey(row), row]));
  const decimals = decimalsBetween(writtenBy(book.on(day)), writtenBy(rows));
  for (const [key, row] of shown) {
    const stored = book.get(key);
    const before = stored ?? book.versionBefore(row);
    if (before !== undefined) seenAgain.push(row.item.code);
    const compared = before && compareRows(before.item, row.item, decimals, tolerance);
    const same = compared === undefined || compared.differing.length === 0;
    if (before !== undefined && !same && before.other === undefined && row.other === undefined) {
      drafts.push(tell("margin.alert.corrected", row, before));
    }
    book.set(
      stored !== undefined && compared !== undefined && same ? refreshed(stored, row, compared.item) : row,
    );
  }
  const codes = new Set(rows.map(({ item }) => item.code));
  for (const row of book.on(day)) {
    const isReplaced = row.standsOn !== undefined && codes.has(row.item.code);
    if (shown.has(rowKey(row)) || (isPartial && !isReplaced)) continue;
    if (!isSpared(aside, row.item.code, day)) book.remove(row);
  }
  return { drafts, seenAgain };
}

/** The more exact figures, with the name and the flag of today. */
function refreshed(stored: PublishedRow, next: PublishedRow, exact: MarginAlert): PublishedRow {
  const item = known({ ...exact, name: next.item.name ?? stored.item.name });
  return next.other === undefined ? { item } : { item, other: true };
}
