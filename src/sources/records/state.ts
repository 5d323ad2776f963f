/** A watched set of records: its options, its state, the answer of a poll, the key and day of a record, what stands. */
import { Failure } from "../../lib/failure.ts";
import { weekdayAfter } from "../../model/dates.ts";
import type { StandingAnswers, StandingDates } from "../../model/standing.ts";
import type { OnWatchlist } from "../../settings/values.ts";
import { fieldsKey, type WatchedRecord } from "../../upstreams/record.ts";
import type { RecordSet } from "../../upstreams/record-set.ts";

/** A day YYYY-MM-DD, a word, or a number of weekdays up to today or from today on. */
export type Days = string | { readonly last: number } | { readonly next: number };

/** A set of records that the settings watch. */
export interface RecordsOptions {
  /** The name that the settings give it. */
  readonly name: string;
  readonly set: RecordSet;
  /** The fields that name a record. */
  readonly key: readonly string[];
  /** The fields whose change counts. */
  readonly compare: readonly string[];
  readonly tolerance: Readonly<Record<string, number>>;
  /** Values to ask for, by the call's parameter. A list is asked for one by one, and so is a watchlist. */
  readonly query: Readonly<Record<string, Days | readonly string[] | OnWatchlist>>;
}

/** One stored record. */
export interface Stored {
  readonly record: WatchedRecord;
  /** The day it was asked for under, else its own. */
  readonly day?: string;
}

/** Findings of a poll about one scope. */
export interface ScopeRecords {
  readonly scope: string;
  /** The first and the last day that were asked for, where they were. */
  readonly from?: string;
  readonly to?: string;
  /** Days that were asked for one by one; absent where the set was asked for at once. */
  readonly days?: readonly string[];
  /** Records by key, in the order of the answer. */
  readonly records: ReadonlyMap<string, Stored>;
  /** Readable fields of the records that could not be read whole; absent: there were none. */
  readonly aside?: readonly WatchedRecord[];
}

export interface RecordsAnswer {
  /** All scopes that are watched now, also those that failed. */
  readonly watched: readonly string[];
  readonly scopes: readonly ScopeRecords[];
}

/** Range in which a scope is known. */
export interface SeenDays {
  /** Records of days before it were never told; absent where no day begins the set. */
  readonly from?: string;
  readonly to?: string;
}

export interface RecordsCursor {
  readonly scopes: Readonly<Record<string, SeenDays>>;
  /** The fields that could be read then; versions before did not say. */
  readonly fields?: readonly string[];
}

/** Makes the key of a record. Throws a Failure for a record that has none of the fields. */
export function recordKey(record: WatchedRecord, { set, key }: Pick<RecordsOptions, "set" | "key">): string {
  if (key.some((field) => record[field] !== undefined)) return fieldsKey(record, key);
  throw new Failure("malformed", `${set.from}: a record without ${key.join(" and ")}`);
}

/** Whether a record may be one that could not be read: what could be read of that one's key is the same. */
export function mayBe(
  aside: WatchedRecord,
  record: WatchedRecord,
  { key }: Pick<RecordsOptions, "key">,
): boolean {
  return key.every(
    (field) => aside[field] === undefined || fieldsKey(aside, [field]) === fieldsKey(record, [field]),
  );
}

/** The day by which the service chooses the record. */
export function recordDay(record: WatchedRecord, { day = [] }: Pick<RecordSet, "day">): string | undefined {
  for (const field of day) {
    const value = record[field];
    if (typeof value === "string") return value;
  }
  return undefined;
}

/** Finds the time at which a record was published: if it does not say more, the last day on which it may have been. */
export function recordPublishedOn(record: WatchedRecord, set: RecordSet): string | undefined {
  const told = set.published === undefined ? undefined : record[set.published];
  if (typeof told === "string") return told;
  const day = recordDay(record, set);
  return day === undefined ? undefined : weekdayAfter(day, set.outAfter ?? 0);
}

/** Whether two records of different days are of two forms, so that what lies between them is no step. */
export function areOfTwoForms(was: WatchedRecord, now: WatchedRecord, set: RecordSet): boolean {
  const { form } = set;
  if (form === undefined || recordDay(was, set) === recordDay(now, set)) return false;
  return (was[form] === undefined) !== (now[form] === undefined);
}

/** The dates of a record's events. */
export function datesOf(
  record: WatchedRecord,
  { occurred, published }: Pick<RecordSet, "occurred" | "published">,
): StandingDates {
  const textOf = (field: string | undefined) => {
    const value = field === undefined ? undefined : record[field];
    return typeof value === "string" ? value : undefined;
  };
  return { published: textOf(published), occurred: textOf(occurred) };
}

/** The stock code where a record has one, else its key. */
export function subjectOf(record: WatchedRecord, { set, key }: Pick<RecordsOptions, "set" | "key">): string {
  const isStock = set.fields.code?.type === "code";
  return isStock && typeof record.code === "string" ? record.code : fieldsKey(record, key);
}

/**
 * Names the item under which a rewrite is counted. If one day has records of many, a record that is rewritten on five
 * days counts once; if one code is asked for its history, each of its records counts.
 */
export function itemName(record: WatchedRecord, { set, key, query }: RecordsOptions): string {
  const lasting = key.filter((field) => !set.day?.includes(field));
  return fieldsKey(record, query.code !== undefined || lasting.length === 0 ? key : lasting);
}

/** How a record stands: as its service showed it last, until it is gone or forgotten. */
export function standingRecords(options: Pick<RecordsOptions, "set" | "key">): StandingAnswers {
  const { set, key } = options;
  return {
    passing: [],
    effect: (type) => (type.endsWith(".removed") ? "gone" : "stands"),
    keyOf: (now) => fieldsKey(now, key),
    subjectOf: (now) => subjectOf(now, options),
    datesOf: (now) => datesOf(now, set),
    replaces: () => true,
    stored: (body) => ({ now: (body as Stored).record }),
    past: undefined,
  };
}
