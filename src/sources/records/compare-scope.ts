/** Compares the records of one scope with those that are stored. */

import type { Steps } from "../../lib/turns.ts";
import { addDays } from "../../model/dates.ts";
import type { EventDraft } from "../../model/event.ts";
import type { RecordVerb } from "../../model/event-types.ts";
import type { WatchedRecord } from "../../upstreams/record.ts";
import { recordPrefix } from "../../upstreams/record-set.ts";
import {
  type Comparison,
  compareFields,
  compareKeyed,
  createPrecision,
  decimalsBetween,
  draft,
  type Precision,
  rowsAStep,
} from "../compare.ts";
import {
  areOfTwoForms,
  datesOf,
  itemName,
  mayBe,
  type RecordsOptions,
  recordDay,
  type ScopeRecords,
  type SeenDays,
  type Stored,
  subjectOf,
} from "./state.ts";

export interface ComparedScope {
  /** Events in the order of the answer, then those of what is gone. */
  readonly drafts: readonly EventDraft[];
  /** Content of the scope now. */
  readonly after: ReadonlyMap<string, Stored>;
  /** Names of the items that were there before and are there now. */
  readonly seenAgain: readonly string[];
}

/** @param known undefined at the first sight, of which nothing is told by the caller */
export function* compareScope(
  answer: ScopeRecords,
  before: ReadonlyMap<string, Stored>,
  known: SeenDays | undefined,
  options: RecordsOptions,
): Steps<ComparedScope> {
  const comparison = comparisonOf(answer, before, options);
  const drafts: EventDraft[] = [];
  const seenAgain: string[] = [];
  const after = new Map<string, Stored>();
  const { standing, gone } = compareKeyed(before, answer.records);
  for (const [index, { key, now, was }] of standing.entries()) {
    // The first step has read what is stored.
    if (index % rowsAStep === rowsAStep - 1) yield;
    if (was === undefined || areOfTwoForms(was.record, now.record, options.set)) {
      after.set(key, now);
      // Records of days that were never read, which a longer window shows, are no news.
      const isOld = now.day !== undefined && known?.from !== undefined && now.day < known.from;
      if (!isOld) drafts.push(tell("added", now.record, options));
      continue;
    }
    seenAgain.push(itemName(now.record, options));
    // A record of a played past may be the very one that is stored.
    if (now.record === was.record && now.day === was.day) {
      after.set(key, was);
      continue;
    }
    const { differing, item } = compareFields(was.record, now.record, comparison(was, now));
    after.set(key, item === now.record ? now : { ...now, record: item });
    if (differing.length > 0)
      drafts.push(tell(rewriteVerb(was.record, item, options), item, options, was.record));
  }
  drafts.push(...leave(answer, gone, after, options));
  return { drafts, after, seenAgain };
}

/** Tells what an answer that covers it does not hold any more, and keeps what it does not cover or could not read. */
function leave(
  answer: ScopeRecords,
  gone: readonly { readonly key: string; readonly was: Stored }[],
  after: Map<string, Stored>,
  options: RecordsOptions,
): EventDraft[] {
  const covers = coverageOf(answer);
  const limit = forgottenBefore(answer, options);
  const drafts: EventDraft[] = [];
  for (const { key, was } of gone) {
    if (answer.aside?.some((aside) => mayBe(aside, was.record, options))) after.set(key, was);
    else if (covers(was)) drafts.push(tell("removed", was.record, options));
    else if (was.day === undefined || limit === undefined || was.day >= limit) after.set(key, was);
  }
  return drafts;
}

/** Numbers are compared as exactly as those beside them were and are written. */
function comparisonOf(
  { records }: ScopeRecords,
  before: ReadonlyMap<string, Stored>,
  { set, compare, tolerance }: RecordsOptions,
) {
  const numeric = compare.filter((field) => set.fields[field]?.type === "number");
  const written = (stored: Iterable<Stored>) => {
    const days = new Map([...stored].map(({ record, day }) => [record, day]));
    return createPrecision(days.keys(), (record) => days.get(record), numeric);
  };
  // Asked for only where numbers differ, and then once.
  let was: Precision | undefined;
  let is: Precision | undefined;
  const decimalsOf = (old: Stored, now: Stored, field: string) => {
    was ??= written([...records.keys()].flatMap((key) => before.get(key) ?? []));
    is ??= written(records.values());
    return decimalsBetween(was(old.day, field), is(now.day, field));
  };
  return (old: Stored, now: Stored): Comparison => ({
    fields: compare,
    tolerance,
    decimals: (field) => decimalsOf(old, now, field),
  });
}

export /** Whether an answer would have a stored record if it were still there. */
type Covers = (stored: Stored) => boolean;

/**
 * Days that were asked for one by one are covered, under whichever of its dates the service chose a record. Else
 * what is within the days asked for, from the first day of the answer on: what fell out at the start of a moving
 * window is not gone.
 */
export function coverageOf({ days, from, to, records }: ScopeRecords): Covers {
  if (days !== undefined) {
    const read = new Set(days);
    return ({ day }) => day !== undefined && read.has(day);
  }
  const first = firstDay(records);
  return ({ day }) => {
    if (day === undefined) return true;
    return first !== undefined && day >= first && day >= (from ?? "") && day <= (to ?? day);
  };
}

function firstDay(records: ScopeRecords["records"]): string | undefined {
  let first: string | undefined;
  for (const { day } of records.values()) {
    if (day !== undefined && (first === undefined || day < first)) first = day;
  }
  return first;
}

/** Days for which records that may come again under a later day are kept after their day is no longer read. */
const keptDays = 30;

/**
 * The day before which records are forgotten; undefined where they are kept for ever. Where the key says the day,
 * nothing read later is compared with them; where it says another date, hardly anything is.
 */
export function forgottenBefore(answer: ScopeRecords, { set, key }: RecordsOptions): string | undefined {
  const start = answer.from ?? firstDay(answer.records);
  if (start === undefined) return undefined;
  if (set.isAhead || key.some((field) => set.day?.includes(field))) return start;
  return key.some((field) => set.fields[field]?.type === "date") ? addDays(start, -keptDays) : undefined;
}

/** A record that is another one of the same day was corrected; one without a day, or of another one, has changed. */
function rewriteVerb(
  was: WatchedRecord,
  now: WatchedRecord,
  options: Pick<RecordsOptions, "set" | "key">,
): "corrected" | "changed" {
  const { set } = options;
  const day = recordDay(now, set);
  const isOfDay = !set.isAhead && day !== undefined && day === recordDay(was, set);
  return isOfDay && !isNext(was, now, options) ? "corrected" : "changed";
}

/**
 * Whether a record came after another one rather than in its place: where the settings name records by less than their
 * set does, such as disclosures by their company, one day may have several.
 */
function isNext(
  was: WatchedRecord,
  now: WatchedRecord,
  { set, key }: Pick<RecordsOptions, "set" | "key">,
): boolean {
  return key.every((field) => set.key.includes(field)) && set.key.some((field) => was[field] !== now[field]);
}

function tell(
  verb: RecordVerb,
  now: WatchedRecord,
  options: RecordsOptions,
  was?: WatchedRecord,
): EventDraft {
  const { name, set } = options;
  const told = draft(name, {
    type: `${recordPrefix(set)}.${verb}`,
    subject: subjectOf(now, options),
    ...datesOf(now, set),
    now,
    was,
  });
  return verb === "corrected" ? { ...told, rewrites: itemName(now, options) } : told;
}
