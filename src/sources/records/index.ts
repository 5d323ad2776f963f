/** Any set of records that the settings name. Scope: what is asked; key: the fields that name a record. */

import { Failure } from "../../lib/failure.ts";
import { createOddities, type OddityCollector } from "../../upstreams/misfits.ts";
import type { RecordClients, WatchedRecord } from "../../upstreams/record-set.ts";
import { storedCursor, storedItems } from "../compare.ts";
import { isShrunk, pollParts } from "../parts.ts";
import type { PollContext, Polled, Source } from "../source.ts";
import { coverageOf } from "./compare-scope.ts";
import { diff } from "./diff.ts";
import { type Part, partsOf } from "./questions.ts";
import {
  dayOf,
  type RecordsAnswer,
  type RecordsCursor,
  type RecordsOptions,
  recordKey,
  type ScopeAnswer,
  type Stored,
} from "./state.ts";

export function createRecords(
  options: RecordsOptions,
  clients: RecordClients,
  today: () => string,
): Source<RecordsAnswer> {
  return {
    name: options.name,
    poll: (context) => poll(options, clients, today(), context),
    diff: (answer, state) => diff(answer, state, options),
  };
}

/** Asks for every part, in it one question after another. Throws a Failure when every part failed. */
async function poll(
  options: RecordsOptions,
  clients: RecordClients,
  today: string,
  { state, signal }: PollContext,
): Promise<Polled<RecordsAnswer>> {
  const seen = storedCursor<RecordsCursor>(state)?.scopes ?? {};
  const oddities = createOddities();
  const parts = partsOf(options, today, (scope) => seen[scope]?.to);
  const { answers, failures } = await pollParts(
    parts,
    ({ label }) => label,
    async (part) => {
      const own = createOddities();
      const { answer, counts } = await readPart(part, options, clients, signal, own);
      oddities.take(own, part.label);
      refuseShrunk(answer, counts, storedItems<Stored>(state, part.scope), part.label);
      return answer;
    },
  );
  return { answer: { watched: parts.map(({ scope }) => scope), scopes: answers }, failures, oddities };
}

async function readPart(
  { scope, questions, from, to }: Part,
  options: RecordsOptions,
  clients: RecordClients,
  signal: AbortSignal,
  oddities: OddityCollector,
): Promise<{ answer: ScopeAnswer; counts: Counts }> {
  const records = new Map<string, Stored>();
  const counts = new Map<string | undefined, number>();
  for (const { query, day } of questions) {
    const keys = new Set<string>();
    const unread = oddities.badRecords.length;
    const rows = await options.set.read(clients, query, signal, oddities);
    requireKeys(rows, options);
    for (const record of rows) {
      const key = recordKey(record, options);
      keys.add(key);
      const stored = { record, ...dayField(day ?? dayOf(record, options.set)) };
      const other = records.get(key);
      if (other === undefined || isLater(stored, other, options)) records.set(key, stored);
    }
    counts.set(day, keys.size + oddities.badRecords.length - unread);
  }
  const days = questions.flatMap(({ day }) => day ?? []);
  const ends = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  const aside = oddities.badRecords.map(({ known }) => known);
  return {
    answer: {
      scope,
      records,
      ...ends,
      ...(days.length === 0 ? {} : { days }),
      ...(aside.length === 0 ? {} : { aside }),
    },
    counts,
  };
}

/** Throws a Failure where most records share their key with others of their day: it names none of them. */
function requireKeys(rows: readonly WatchedRecord[], options: RecordsOptions): void {
  const { set, key } = options;
  const apart = new Set(rows.map((row) => `${dayOf(row, set)} ${recordKey(row, options)}`));
  if (apart.size * 2 > rows.length) return;
  // A page that came twice is nothing to complain about.
  const records = new Set(rows.map((row) => JSON.stringify(row))).size;
  if (apart.size * 2 >= records) return;
  const message = `${records} records have ${apart.size} values of ${key.join(" and ")}`;
  throw new Failure("malformed", `${set.from}: ${message}: the key does not tell them apart`);
}

function dayField(day: string | undefined): { day?: string } {
  return day === undefined ? {} : { day };
}

/**
 * Whether a record counts before another one with the same key: the one of the later day does; of one day the one
 * whose text is larger, whatever their order, so that it is the same one at every poll.
 */
function isLater(one: Stored, other: Stored, { set }: RecordsOptions): boolean {
  const [day, otherDay] = [rank(one.record), rank(other.record)];
  if (day !== otherDay) return day > otherDay;
  return JSON.stringify(one.record) > JSON.stringify(other.record);

  function rank(record: WatchedRecord): string {
    return dayOf(record, set) ?? "";
  }
}

/** Number of records that were read, by day if days were asked for one by one. */
type Counts = ReadonlyMap<string | undefined, number>;

/** Throws a Failure if an answer lost more of its records than a true one would: it was probably cut. */
function refuseShrunk(
  answer: ScopeAnswer,
  counts: Counts,
  before: ReadonlyMap<string, Stored>,
  label: string,
): void {
  const covers = coverageOf(answer);
  const known = [...before.values()].filter(covers);
  for (const [day, now] of counts) {
    const was = known.filter((stored) => day === undefined || stored.day === day).length;
    if (!isShrunk(was, now)) continue;
    const what = day === undefined ? label : `${label} of ${day}`;
    throw new Failure("incomplete", `${what} had ${was} records and now has ${now}`);
  }
}
