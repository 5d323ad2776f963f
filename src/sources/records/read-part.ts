/** Reads a part of a poll: at once or, where the service does not take its range of days, day by day. */
import { Failure, failedAt, type Step } from "../../lib/failure.ts";
import type { Watchlists } from "../../model/watchlists.ts";
import { createOddities } from "../../upstreams/misfits.ts";
import type { WatchedRecord } from "../../upstreams/record.ts";
import type { RecordClients, RecordQuery, RecordReading } from "../../upstreams/record-set.ts";
import { type RecordPart, type RecordQuestion, recordParts, withCodes } from "./questions.ts";
import { type RecordsOptions, recordDay, recordKey, type ScopeRecords, type Stored } from "./state.ts";

/** Number of records that were read, by day if days were asked for one by one. */
export type DayCounts = ReadonlyMap<string | undefined, number>;

/** Means of a reading. */
export interface PartMeans {
  readonly clients: RecordClients;
  /** The scopes whose days the service is known not to take at once; each is one of the settings. */
  readonly refusedRanges: Set<string>;
}

/** Throws a Failure, which says how far it came. */
export async function readPart(
  part: RecordPart,
  options: RecordsOptions,
  means: PartMeans,
  reading: RecordReading,
): Promise<{ answer: ScopeRecords; counts: DayCounts }> {
  const { dayByDay, scope, questions } = part;
  if (dayByDay === undefined) return readQuestions(part, questions, options, means, reading);
  if (!means.refusedRanges.has(scope))
    try {
      return await readQuestions(part, questions, options, means, reading);
    } catch (error) {
      if (!(error instanceof Failure) || options.set.refusesRange?.(error) !== true) throw error;
      means.refusedRanges.add(scope);
    }
  return readQuestions(part, dayByDay, options, means, reading);
}

async function readQuestions(
  { scope, from, to }: RecordPart,
  questions: readonly RecordQuestion[],
  options: RecordsOptions,
  { clients }: PartMeans,
  reading: RecordReading,
): Promise<{ answer: ScopeRecords; counts: DayCounts }> {
  const { badRecords } = reading.oddities;
  const before = badRecords.length;
  const records = new Map<string, Stored>();
  const counts = new Map<string | undefined, number>();
  for (const [place, { query, day }] of questions.entries()) {
    const unread = reading.oddities.badRecords.length;
    const step = day === undefined ? undefined : { name: day, place, of: questions.length, word: "days" };
    const rows = await readQuestion(query, step, options, clients, reading);
    const keysOfRows = rows.map((record) => recordKey(record, options));
    const keys = new Set(keysOfRows);
    requireKeys(rows, keysOfRows, keys.size, options);
    for (const [at, record] of rows.entries()) {
      const key = keysOfRows[at] ?? "";
      const stored = { record, ...dayField(day ?? recordDay(record, options.set)) };
      const other = records.get(key);
      if (other === undefined || isLater(stored, other, options)) records.set(key, stored);
    }
    counts.set(day, keys.size + reading.oddities.badRecords.length - unread);
  }
  const days = questions.flatMap(({ day }) => day ?? []);
  const lastDay = to ?? days.at(-1);
  const aside = reading.oddities.badRecords.slice(before).map(({ known }) => known);
  return {
    answer: {
      scope,
      records,
      ...(from === undefined ? {} : { from }),
      ...(lastDay === undefined ? {} : { to: lastDay }),
      ...(days.length === 0 ? {} : { days }),
      ...(aside.length === 0 ? {} : { aside }),
    },
    counts,
  };
}

/** @param step the day among the days that are asked for one by one */
async function readQuestion(
  query: RecordQuery,
  step: Step | undefined,
  { set }: RecordsOptions,
  clients: RecordClients,
  reading: RecordReading,
): Promise<readonly WatchedRecord[]> {
  if (step === undefined) return set.read(clients, query, reading);
  const at = `${step.name}, day ${step.place + 1} of ${step.of}`;
  try {
    const progress = (place: string) => reading.progress(`${at}: ${place}`);
    const rows = await set.read(clients, query, { ...reading, progress });
    reading.progress(at);
    return rows;
  } catch (error) {
    throw failedAt(step, error);
  }
}

/** Asks the first question of a first sight, for its first page: one value of a list, one day. */
export async function askFirst(
  options: RecordsOptions,
  clients: RecordClients,
  today: string,
  watchlists: Watchlists,
): Promise<unknown> {
  const { set } = options;
  const [part] = recordParts(withCodes(options, watchlists), today, () => undefined);
  const signal = new AbortController().signal;
  const reading = { signal, oddities: createOddities(), progress: () => {}, isSample: true };
  const ask = (questions: readonly RecordQuestion[] = []) =>
    set.read(clients, questions[0]?.query ?? {}, reading);
  try {
    return await ask(part?.questions);
  } catch (error) {
    if (!(error instanceof Failure) || set.refusesRange?.(error) !== true || part?.dayByDay === undefined)
      throw error;
    return ask(part.dayByDay.slice(-1));
  }
}

/** Throws a Failure where most records share their key with others of their day: it names none of them. */
function requireKeys(
  rows: readonly WatchedRecord[],
  keys: readonly string[],
  different: number,
  { set, key }: RecordsOptions,
): void {
  if (different * 2 > rows.length) return;
  const apart = new Set(rows.map((row, at) => `${recordDay(row, set)} ${keys[at]}`));
  if (apart.size * 2 > rows.length) return;
  // A page that came twice is nothing to complain about.
  const records = new Set(rows.map((row) => JSON.stringify(row))).size;
  if (apart.size * 2 >= records) return;
  const message = `${records} records have ${apart.size} values of ${key.join(" and ")}`;
  throw new Failure("malformed", `${set.from}: ${message}: the key is the same for both`);
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
    return recordDay(record, set) ?? "";
  }
}
