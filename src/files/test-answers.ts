/** Sources that watch sets of records: what a test lets their service show, and how it is asked for. */
import * as z from "zod";
import { type FailureReason, failureReasons } from "../lib/failure.ts";
import { isDay } from "../model/dates.ts";
import { shortCode } from "../model/fields.ts";
import { type RecordsOptions, sourceMembers } from "../sources/index.ts";
import type { WatchedRecord } from "../upstreams/record.ts";
import { recordItem } from "../upstreams/record.ts";
import type { RecordClients, RecordQuery, RecordSet } from "../upstreams/record-set.ts";

/** Schemas of the answers, in the words of events, by the source's name. */
const answers = Object.fromEntries(sourceMembers.map(({ name, testing }) => [name, testing.answer]));

/** Answers that a test lets the services show, by the source's name. */
export type Polls = Readonly<Record<string, readonly unknown[] | undefined>>;

const anyRecords = z
  .array(z.record(z.string(), z.unknown()))
  .describe("records that a source of the settings watches");

/** @param records the settings' sources that watch records; left out, there may be any */
export function pollsOf(records: readonly RecordSource[] | undefined): z.ZodType<Polls> {
  const own = Object.fromEntries((records ?? []).map(({ name, set }) => [name, recordsOf(set)]));
  const polls = z.strictObject({ ...answers, ...own }).partial();
  return (records === undefined ? polls.catchall(anyRecords) : polls) as unknown as z.ZodType<Polls>;
}

/** Reasons why polls fail, by the source's name. */
export type Failures = Readonly<Record<string, FailureReason | undefined>>;

/** @param records as of pollsOf */
export function failuresOf(records: readonly RecordSource[] | undefined): z.ZodType<Failures> {
  const reason = z.enum(failureReasons).describe("why its poll fails");
  const names = [...sourceMembers.map(({ name }) => name), ...(records ?? []).map(({ name }) => name)];
  const failures = z.strictObject(Object.fromEntries(names.map((name) => [name, reason.optional()])));
  return (records === undefined ? failures.catchall(reason) : failures) as unknown as z.ZodType<Failures>;
}

/** A source of the settings that watches a set of records. */
export type RecordSource = Pick<RecordsOptions, "name" | "set">;

/** The form of an answer: records with the fields of the set. */
function recordsOf({ about, fields, ...set }: RecordSet) {
  const { shape } = recordItem(fields);
  const days = Object.keys(fields).filter((name) => fields[name]?.type === "date");
  const checked = days.map((name) => {
    const about = shape[name]?.description ?? "a day";
    const day = z.string().refine(isDay, { error: "there is no such day; one looks like 2026-11-23" });
    return [name, (fields[name]?.required ? day : day.optional()).describe(about)];
  });
  const named = dayOf(set) === undefined ? "all that there are" : "days that it does not name stay as shown";
  return z.array(z.strictObject({ ...shape, ...Object.fromEntries(checked) })).describe(`${about}: ${named}`);
}

/** Where a set is asked for by days, the fields that say the day of a record; else an answer has all records. */
function dayOf({ day, isWhole }: Pick<RecordSet, "day" | "isWhole">): readonly string[] | undefined {
  return isWhole ? undefined : day;
}

/** The records that a service shows after an answer was given. */
export function showRecords(
  shown: readonly WatchedRecord[],
  given: readonly WatchedRecord[],
  set: RecordSet,
): readonly WatchedRecord[] {
  const fields = dayOf(set);
  if (fields === undefined) return given;
  const days = new Set(given.map((record) => firstText(record, fields)));
  return [...shown.filter((record) => !days.has(firstText(record, fields))), ...given];
}

/** Clients that answer for one set of records. */
export function recordClients(set: RecordSet, shown: () => readonly WatchedRecord[]): RecordClients {
  const asked = async (query: RecordQuery) =>
    structuredClone(shown().filter((record) => isAskedFor(record, query, set)));
  async function* pages(_call: string, query: RecordQuery) {
    yield await asked(query);
  }
  // The records have the form of the set, which is that of the call; a test names their stocks itself.
  return {
    market: { pages: pages as unknown as RecordClients["market"]["pages"], names: async () => new Map() },
    statistics: { catalogue: asked as unknown as RecordClients["statistics"]["catalogue"] },
  };
}

function isAskedFor(
  record: WatchedRecord,
  { date, from, to, ...rest }: RecordQuery,
  set: RecordSet,
): boolean {
  const day = firstText(record, set.day ?? []);
  if (date !== undefined && day !== date) return false;
  if (day !== undefined && (day < (from ?? "") || day > (to ?? day))) return false;
  return Object.entries(rest).every(([name, asked]) => {
    const value = record[name];
    return value === undefined || value === asked || value === shortCode(asked);
  });
}

function firstText(record: WatchedRecord, fields: readonly string[]): string | undefined {
  return fields.map((field) => record[field]).find((value) => typeof value === "string");
}
