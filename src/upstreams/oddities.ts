/** Collects what is odd in answers and stops nothing: fields that no document names, records that cannot be read. */
import type { BadRecord, Oddities, UnknownField } from "../lib/failure.ts";
import { isCode, isRecord, pathName, shapeOf } from "./misfits.ts";
import type { Fields } from "./record.ts";

/**
 * Collects what is odd in the answers of calls that it is passed to. A call that gets none is strict: one record
 * that cannot be read fails the answer.
 */
export interface OddityCollector extends Oddities {
  unknownField(path: string, value: unknown): void;
  setAside(record: BadRecord): void;
  /**
   * All of another collection; `scope` tells its records from those with the same keys elsewhere. One that is a code
   * itself, of a database or a stock, is a part of their names.
   */
  take(other: Oddities, scope?: string): void;
}

/** Records keyed by data would have names without end. */
const mostFields = 100;

/** Each path and each record is kept once, as first seen. */
export function createOddities(): OddityCollector {
  const fields = new Map<string, UnknownField>();
  const records = new Map<string, BadRecord>();
  const addField = (field: UnknownField) => {
    if (fields.size < mostFields && !fields.has(field.path)) fields.set(field.path, field);
  };
  const addRecord = (record: BadRecord) => {
    if (!records.has(record.id)) records.set(record.id, record);
  };
  return {
    get unknownFields() {
      return [...fields.values()];
    },
    get badRecords() {
      return [...records.values()];
    },
    unknownField(path, value) {
      if (!fields.has(path)) addField({ path, found: shapeOf(value) });
    },
    setAside: addRecord,
    take({ unknownFields, badRecords }, scope) {
      unknownFields.forEach(addField);
      for (const record of badRecords) addRecord(scope === undefined ? record : within(scope, record));
    },
  };
}

function within(scope: string, record: BadRecord): BadRecord {
  const name = record.name !== undefined && isCode(scope) ? `${scope}/${record.name}` : record.name;
  return { ...record, id: `${scope}/${record.id}`, name };
}

/** Known names, each with the names within the field if those are known too. */
export type KnownNames = ReadonlyMap<string, ReadonlySet<string> | undefined>;

/** `more`: names that no table reads. */
export function knownNames(fields: Fields, more: readonly string[] = []): KnownNames {
  const names = new Map<string, ReadonlySet<string> | undefined>(more.map((name) => [name, undefined]));
  for (const { wire, holds } of Object.values(fields)) {
    for (const { name } of wire) names.set(name, names.get(name) ?? (holds && new Set(holds)));
  }
  return names;
}

/** Tells the fields of a record that no document names. Within a field, one that holds null says nothing. */
export function noteUnknownFields(
  record: unknown,
  names: KnownNames,
  at: { where: string; path: readonly PropertyKey[] },
  oddities: OddityCollector,
): void {
  if (!isRecord(record)) return;
  for (const name in record) {
    const value = record[name];
    const within = names.get(name);
    if (!names.has(name)) oddities.unknownField(pathName(at.where, [...at.path, name]), value);
    if (within === undefined || !isRecord(value)) continue;
    for (const inner in value)
      if (!within.has(inner) && value[inner] !== null)
        oddities.unknownField(pathName(at.where, [...at.path, name, inner]), value[inner]);
  }
}
