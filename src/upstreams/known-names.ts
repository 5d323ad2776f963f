/** The names that documents give to the fields of a record, in all dialects and languages. */
import { pathName } from "./misfits.ts";
import type { OddityCollector } from "./oddities.ts";
import type { Fields } from "./record.ts";
import { isRecord } from "./shapes.ts";

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
