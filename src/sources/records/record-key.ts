/** What names a record, and which day it is of. */
import { Failure } from "../../lib/failure.ts";
import type { RecordSet, WatchedRecord } from "../../upstreams/record-set.ts";
import type { RecordsOptions } from "./options.ts";

/** The values of some fields as one text that no other values give. */
function keyOf(record: WatchedRecord, fields: readonly string[]): string {
  const parts = fields.map((field) => {
    const value = record[field];
    const text = typeof value === "object" ? JSON.stringify(value) : String(value ?? "");
    return text.replace(/[%/]/g, encodeURIComponent);
  });
  return parts.join("/");
}

/** The same. Throws a Failure for a record that has none of the fields. */
export function recordKey(record: WatchedRecord, { set, key }: Pick<RecordsOptions, "set" | "key">): string {
  if (key.some((field) => record[field] !== undefined)) return keyOf(record, key);
  throw new Failure("malformed", `${set.from}: a record without ${key.join(" and ")}`);
}

/** The day by which the service chooses the record. */
export function dayOf(record: WatchedRecord, { day = [] }: Pick<RecordSet, "day">): string | undefined {
  for (const field of day) {
    const value = record[field];
    if (typeof value === "string") return value;
  }
  return undefined;
}

/** When the record was published: where it does not say so itself, on its day. */
export function publishedOn(record: WatchedRecord, set: RecordSet): string | undefined {
  const told = set.published === undefined ? undefined : record[set.published];
  return typeof told === "string" ? told : dayOf(record, set);
}

/** Whether the key says the day, so that a record of another day is another record. */
export function hasDay({ set, key }: Pick<RecordsOptions, "set" | "key">): boolean {
  return key.some((field) => set.day?.includes(field));
}

/** The stock code where a record has one, else its key. */
export function subjectOf(record: WatchedRecord, { set, key }: Pick<RecordsOptions, "set" | "key">): string {
  const isStock = set.fields.code?.type === "code";
  return isStock && typeof record.code === "string" ? record.code : keyOf(record, key);
}

/**
 * What is counted when a poll rewrites much. Where one day holds records of many, one that is rewritten on five days
 * is one; where one code is asked for its history, each of its records is.
 */
export function itemName(record: WatchedRecord, { set, key, query }: RecordsOptions): string {
  const lasting = key.filter((field) => !set.day?.includes(field));
  return keyOf(record, query.code !== undefined || lasting.length === 0 ? key : lasting);
}
