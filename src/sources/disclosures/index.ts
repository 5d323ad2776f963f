/** Disclosures through TDnet, minutes after they are made. Scope: day of disclosure; key: number. */
import { Failure } from "../../lib/failure.ts";
import { compareTexts } from "../../lib/text/nearest.ts";
import { addDays, isWeekday, lastWeekdays } from "../../model/dates.ts";
import type { EventDraft } from "../../model/event.ts";
import { known } from "../../model/fields.ts";
import type { MarketCallQuery, MarketClient } from "../../upstreams/market/calls.ts";
import { createOddities, type OddityCollector } from "../../upstreams/misfits.ts";
import { allWrites, draft, itemOf, rewriteScope, storedCursor, storedItems } from "../compare.ts";
import type { Diff, PollContext, Polled, Source, SourceState } from "../source.ts";
import {
  type DisclosureRecord,
  disclosedAt,
  disclosure,
  disclosureCall,
  type TimelyDisclosure,
} from "./events.ts";

export function createDisclosureSource(client: MarketClient, today: () => string): Source<DisclosuresAnswer> {
  return { name: "disclosures", poll: (context) => poll(client, today(), context), diff };
}

/** Stored form of a disclosure. */
export interface KeptDisclosure {
  readonly item: TimelyDisclosure;
  readonly isWithdrawn?: true;
}

interface DisclosuresCursor {
  /** The day of the last poll; days before it were read in full, or were before the first sight. */
  readonly day: string;
  /** The service's own cursor of that day; absent: the next poll reads it in full. */
  readonly cursor?: string;
  /** Days whose disclosures are stored, oldest first. */
  readonly days: readonly string[];
}

export interface DisclosuresAnswer {
  readonly day: string;
  readonly cursor: string | undefined;
  /** Days that were asked for, oldest first. */
  readonly days: readonly string[];
  readonly rows: readonly DisclosureRecord[];
}

// A poll.

/** Weekdays of the first sight, which are stored and not told. */
const firstSight = 5;
/** A longer outage than this many weekdays is not caught up with: its oldest days are left out. */
const longestOutage = 30;
/** Status of a cursor that the service does not take. */
const badRequest = 400;

async function poll(
  client: MarketClient,
  day: string,
  { state, signal, progress = () => {} }: PollContext,
): Promise<Polled<DisclosuresAnswer>> {
  const oddities = createOddities();
  const before = storedCursor<DisclosuresCursor>(state);
  const onward = before?.day === day ? before.cursor : undefined;
  const read = (query: MarketCallQuery<typeof disclosureCall>) => readPages(client, query, signal, oddities);
  const more = onward === undefined ? undefined : await unlessRefused(read({ date: day, cursor: onward }));
  if (more !== undefined) {
    // A cursor that is not renewed is good still: what comes again is known.
    const answer = { day, cursor: more.cursor ?? onward, days: [day], rows: more.rows };
    return { answer, failures: [], oddities };
  }
  const days = daysToRead(day, before?.day);
  const rows: DisclosureRecord[] = [];
  let cursor: string | undefined;
  for (const [place, date] of days.entries()) {
    const one = await read({ date });
    // Not spread into push: a day may hold more rows than a call takes arguments.
    for (const row of one.rows) rows.push(row);
    cursor = one.cursor;
    progress(`${date}, day ${place + 1} of ${days.length}`);
  }
  return { answer: { day, cursor, days, rows }, failures: [], oddities };
}

/**
 * All weekdays from that of the last poll on, each in full: rows may come out after the last poll of their day, and
 * nobody says whether the cursor follows the order in which they come. Today alone where it was read already.
 */
function daysToRead(today: string, readTo: string | undefined): string[] {
  if (readTo === undefined) return [...lastWeekdays(addDays(today, -1), firstSight - 1), today];
  const first = lastWeekdays(today, longestOutage)[0] ?? today;
  const days: string[] = [];
  for (let day = readTo < first ? first : readTo; day < today; day = addDays(day, 1))
    if (day === readTo || isWeekday(day)) days.push(day);
  return [...days, today];
}

/** The rows of a day, and the cursor after them. Throws a Failure. */
async function readPages(
  client: MarketClient,
  query: MarketCallQuery<typeof disclosureCall>,
  signal: AbortSignal,
  oddities: OddityCollector,
): Promise<{ readonly rows: readonly DisclosureRecord[]; readonly cursor: string | undefined }> {
  const rows: DisclosureRecord[] = [];
  const pages = client.pages(disclosureCall, query, signal, oddities);
  for (;;) {
    const page = await pages.next();
    if (page.done) return { rows, cursor: page.value };
    // A service that passes over the day would answer with others.
    for (const row of page.value as DisclosureRecord[]) if (row.disclosedOn === query.date) rows.push(row);
  }
}

/** Undefined where the service does not take the cursor: it is lost, and costs a full read. */
async function unlessRefused<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Failure && error.status === badRequest) return undefined;
    throw error;
  }
}

// The comparison. What was told stays as it was told: the service revises no row.

/** Weekdays whose disclosures are stored: of an older one nobody learns what corrects it. */
const weekdaysKept = 10;

function diff(answer: DisclosuresAnswer, state: SourceState): Diff {
  const before = storedCursor<DisclosuresCursor>(state);
  const kept = createKept(state, before?.days ?? []);
  const drafts: EventDraft[] = [];
  let seenAgain = 0;
  for (const row of inOrder(answer.rows)) {
    const stored = kept.get(row);
    const isWithdrawn = row.status === "delete";
    if (stored !== undefined) seenAgain += 1;
    if (stored === undefined) {
      const item = itemOf(disclosure, row);
      const whole = known({ ...item, corrects: correctedBy(item, kept.all()) });
      kept.set(row, { item: whole, ...(isWithdrawn && { isWithdrawn }) });
      // Nobody was told of what was gone before it was seen.
      if (!isWithdrawn) drafts.push(tell("disclosure.published", whole));
    } else if (isWithdrawn && stored.isWithdrawn === undefined) {
      kept.set(row, { ...stored, isWithdrawn });
      drafts.push(tell("disclosure.withdrawn", stored.item));
    }
  }
  const oldest = [
    answer.days[0] ?? answer.day,
    lastWeekdays(answer.day, weekdaysKept)[0] ?? answer.day,
  ].sort()[0];
  const { days, ...writes } = kept.writes(oldest ?? answer.day);
  const cursor: DisclosuresCursor = known({ day: answer.day, cursor: answer.cursor, days });
  if (before !== undefined) return { drafts, ...writes, cursor, covers: seenAgain };
  return { drafts: [], ...writes, cursor, baselined: { items: answer.rows.length, scopes: answer.days } };
}

/** By the time at which they were disclosed. */
function inOrder(rows: readonly DisclosureRecord[]): DisclosureRecord[] {
  return rows.toSorted(
    (a, b) => compareTexts(disclosedAt(a), disclosedAt(b)) || compareTexts(a.number, b.number),
  );
}

type Row = Pick<DisclosureRecord, "disclosedOn" | "number">;

/** The stored disclosures with those that a poll adds; days are read as they are asked about. */
function createKept(state: SourceState, known: readonly string[]) {
  const days = new Map<string, Map<string, KeptDisclosure>>();
  const ofDay = (day: string) => {
    const read = days.get(day) ?? new Map(storedItems<KeptDisclosure>(state, day));
    days.set(day, read);
    return read;
  };
  return {
    get: ({ disclosedOn, number }: Row) => ofDay(disclosedOn).get(number),
    set: ({ disclosedOn, number }: Row, told: KeptDisclosure) => void ofDay(disclosedOn).set(number, told),
    *all(): Generator<TimelyDisclosure, void, void> {
      for (const day of new Set([...known, ...days.keys()]))
        for (const { item } of ofDay(day).values()) yield item;
    },
    /** Forgets the days before one; the days that are left, oldest first. */
    writes(oldest: string): Pick<Diff, "put" | "drop"> & { readonly days: readonly string[] } {
      const all = [...new Set([...known, ...days.keys()])].sort();
      const writes = all.flatMap((day) => {
        const after = day < oldest ? new Map<string, KeptDisclosure>() : days.get(day);
        return after === undefined ? [] : [rewriteScope(day, storedItems(state, day), after)];
      });
      return { ...allWrites(writes), days: all.filter((day) => day >= oldest) };
    },
  };
}

function tell(type: "disclosure.published" | "disclosure.withdrawn", now: TimelyDisclosure): EventDraft {
  const at = disclosedAt(now);
  return draft("disclosures", {
    type,
    subject: now.code,
    published: at,
    occurred: at,
    rewrites: type === "disclosure.withdrawn" ? now.number : undefined,
    now,
  });
}

// Which disclosure another one corrects. The service does not say it: a corrected file is a row of its own, and its title
// says 訂正.

const mark = /訂正/;
/** Brackets around the mark, and the words that stand with it. */
const marks = [
  /[（(【［[〔][^（(【［[〔）)】］\]〕]*訂正[^）)】］\]〕]*[）)】］\]〕]/g,
  /の?(一部|追加|再)*(の)?訂正(に関する)?(の?お知らせ|について)?/g,
  /(に関するお知らせ|のお知らせ|について)$/g,
];

/** Whether a title says that it corrects something. */
function isCorrection(title: string): boolean {
  return mark.test(title);
}

/** The title without what says that it corrects, in one form of letters. */
function plainTitle(title: string): string {
  let plain = title.normalize("NFKC").replace(/[\s「」『』"]/g, "");
  for (const one of marks) plain = plain.replace(one, "");
  return plain;
}

/** A shorter title is contained in many. */
const leastLength = 6;

/**
 * The number of what a disclosure corrects: of those before it about the same stock the last with the same title, else
 * the last whose title is within its own, or the other way round. Undefined: none is found.
 */
function correctedBy(now: TimelyDisclosure, others: Iterable<TimelyDisclosure>): string | undefined {
  if (!isCorrection(now.title)) return undefined;
  const title = plainTitle(now.title);
  if (title.length < leastLength) return undefined;
  const at = disclosedAt(now);
  const earlier = [...others]
    .filter((one) => one.code === now.code && one.number !== now.number && disclosedAt(one) <= at)
    .sort((a, b) => compareTexts(disclosedAt(a), disclosedAt(b)) || compareTexts(a.number, b.number));
  const titled = earlier.map((one) => ({ number: one.number, title: plainTitle(one.title) }));
  const isWithin = (one: string) => one.length >= leastLength && (one.includes(title) || title.includes(one));
  return (titled.findLast((one) => one.title === title) ?? titled.findLast((one) => isWithin(one.title)))
    ?.number;
}
