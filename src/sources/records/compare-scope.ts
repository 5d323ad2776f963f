import type { EventDraft } from "../../model/event.ts";
import { type Comparison, compareFields } from "../compare-fields.ts";
import { compareKeyed } from "../keyed.ts";
import { createPrecision, decimalsBetween } from "../precision.ts";
import { coverageOf, forgottenBefore } from "./coverage.ts";
import type { RecordsOptions } from "./options.ts";
import { itemName, mayBe } from "./record-key.ts";
import type { ScopeAnswer, Seen, Stored } from "./state.ts";
import { rewriteVerb, tell } from "./tell.ts";

export interface ComparedScope {
  /** Events in the order of the answer, then those of what is gone. */
  readonly drafts: readonly EventDraft[];
  /** Content of the scope now. */
  readonly after: ReadonlyMap<string, Stored>;
  /** Names of the items that were there before and are there now. */
  readonly seenAgain: readonly string[];
}

/** @param known undefined at the first sight, of which nothing is told by the caller */
export function compareScope(
  answer: ScopeAnswer,
  before: ReadonlyMap<string, Stored>,
  known: Seen | undefined,
  options: RecordsOptions,
): ComparedScope {
  const comparison = comparisonOf(answer, before, options);
  const drafts: EventDraft[] = [];
  const seenAgain: string[] = [];
  const after = new Map<string, Stored>();
  const { standing, gone } = compareKeyed(before, answer.records);
  for (const { key, now, was } of standing) {
    if (was === undefined) {
      after.set(key, now);
      // What a longer window shows of days that were never read is no news.
      const isOld = now.day !== undefined && known?.from !== undefined && now.day < known.from;
      if (!isOld) drafts.push(tell("added", now.record, options));
      continue;
    }
    seenAgain.push(itemName(now.record, options));
    const { differing, item } = compareFields(was.record, now.record, comparison(was, now));
    after.set(key, { ...now, record: item });
    if (differing.length > 0)
      drafts.push(tell(rewriteVerb(was.record, item, options), item, options, was.record));
  }
  drafts.push(...leave(answer, gone, after, options));
  return { drafts, after, seenAgain };
}

/** Tells what an answer that covers it does not hold any more, and keeps what it does not cover or could not read. */
function leave(
  answer: ScopeAnswer,
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
  { records }: ScopeAnswer,
  before: ReadonlyMap<string, Stored>,
  { set, compare, tolerance }: RecordsOptions,
) {
  const numeric = compare.filter((field) => set.fields[field]?.type === "number");
  const written = (stored: Iterable<Stored>) => {
    const days = new Map([...stored].map(({ record, day }) => [record, day]));
    return createPrecision(days.keys(), (record) => days.get(record), numeric);
  };
  const was = written([...records.keys()].flatMap((key) => before.get(key) ?? []));
  const is = written(records.values());
  return (old: Stored, now: Stored): Comparison => ({
    fields: compare,
    tolerance,
    decimals: (field) => decimalsBetween(was(old.day, field), is(now.day, field)),
  });
}
