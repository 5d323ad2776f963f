/**
 * Looks whether all that is stored is whole, a little at a time: each row by its checksum, the order of the keys,
 * the totals of what belongs together, and the chain of the log.
 */
import type { Damage } from "../../model/store-faults.ts";
import type { Database } from "../database.ts";
import { isDamage, readable } from "../sqlite-error.ts";
import { type SealedTableName, sealedTableNames, sealedTables } from "../tables/sealed-tables.ts";
import type { Tables } from "../tables/tables.ts";
import { checkPart, type PartFound } from "./check-part.ts";

/** Tables that decide what is told: they are checked before the first poll. */
export const stateTables: readonly SealedTableName[] = [
  "sources",
  "holds",
  "held_items",
  "held_drafts",
  "publications",
  "meta",
  "cooldowns",
  "rule_memories",
  "alert_states",
  "notice_rounds",
  "consumers",
  "devices",
  "items",
];

const otherTables = sealedTableNames.filter((name) => !stateTables.includes(name));

/** A slice: what was found, often nothing. */
export type Slice = readonly Damage[];

/** All tables but the log. @param names by default all */
export function* checkTables(
  db: Database,
  tables: Tables,
  names: readonly SealedTableName[] = [...stateTables, ...otherTables],
): Generator<Slice> {
  for (const name of names) {
    for (const part of partsOf(db, tables, name)) {
      for (const found of checkPart(db, name, part, tables.sums.get(name, part)))
        yield found === undefined ? [] : damageOf(name, part, found);
    }
  }
}

/** Finds the entries of the log that are not whole. */
export function* checkLog(
  { log }: Pick<Tables, "log">,
  tell: (read: number, all: number) => void = () => {},
): Generator<Slice> {
  const head = log.head();
  const oldest = log.oldest() ?? head + 1;
  let position = oldest - 1;
  while (position < head) {
    const read = log.read(position, slice).filter(({ seq }) => seq <= head);
    const gaps: Damage[] = [];
    for (const { seq } of read) {
      if (seq > position + 1) gaps.push({ part: "log", from: position + 1, to: seq - 1 });
      position = seq;
    }
    if (read.length === 0) {
      gaps.push({ part: "log", from: position + 1, to: head });
      position = head;
    }
    tell(position - oldest + 1, head - oldest + 1);
    yield gaps;
  }
}

/** SQLite's own look: the structure of the file, the order in it, its indexes. */
export function checkFile(db: Database): Damage[] {
  const lines: string[] = [];
  try {
    // One by one: what was said counts though it ends with an error.
    for (const line of db.prepare<[], string>(`PRAGMA integrity_check(${mostLines})`).pluck().iterate())
      if (line !== "ok") lines.push(line);
  } catch (error) {
    if (!isDamage(error)) throw error;
    lines.push((error as Error).message);
  }
  return lines
    .flatMap((line) => line.split("\n"))
    .filter(isHarm)
    .map((message) => ({ part: "file", message }));
}

/** Pages that nothing uses, as a table leaves them that was made anew, are lost room and nothing else. */
function isHarm(line: string): boolean {
  return line !== "" && !/^\*\*\* in database|never used$/.test(line);
}

/** Most lines of SQLite's report that are read; a file that is damaged all over has many more. */
const mostLines = 20;
/** Entries of the log that are looked at in one slice. */
const slice = 200;

/** Lists the parts that should be there, and those that are there all the same. */
function partsOf(db: Database, { sums }: Tables, name: SealedTableName): string[] {
  const { part: columns = [] }: { key: readonly string[]; part?: readonly string[] } = sealedTables[name];
  const [column] = columns;
  if (column === undefined) return [""];
  const known = new Set(sums.parts(name));
  // Rows that cannot be read are found in the parts that are known.
  const others = readable(() =>
    name === "items"
      ? strangers(db, known)
      : db.prepare<[], string>(`SELECT DISTINCT ${column} FROM ${name}`).pluck().all(),
  );
  return [...new Set([...known, ...(others ?? []).map(String)])];
}

/** Scopes of items of which no total is known. */
function strangers(db: Database, known: ReadonlySet<string>): string[] {
  const next = db.prepare<[string, string], Place>(
    "SELECT source, scope FROM items WHERE (source, scope) > (?, ?) ORDER BY source, scope LIMIT 1",
  );
  const found: string[] = [];
  const first = db.prepare<[], Place>("SELECT source, scope FROM items LIMIT 1");
  // Where the order is broken the next one may be the same, or one before; the parts that are known find that.
  let before: Place | undefined;
  for (let at = first.get(); at !== undefined && isBehind(before, at); at = next.get(at.source, at.scope)) {
    const part = `${at.source}\x1f${at.scope}`;
    if (!known.has(part)) found.push(part);
    before = at;
  }
  return found;
}

interface Place {
  readonly source: string;
  readonly scope: string;
}

function isBehind(before: Place | undefined, { source, scope }: Place): boolean {
  if (before === undefined) return true;
  const order = Buffer.compare(Buffer.from(String(before.source)), Buffer.from(String(source)));
  return (
    order < 0 ||
    (order === 0 && Buffer.compare(Buffer.from(String(before.scope)), Buffer.from(String(scope))) < 0)
  );
}

function damageOf(name: SealedTableName, part: string, found: PartFound): Damage[] {
  switch (name) {
    case "items": {
      const source = part.split("\x1f")[0] ?? "";
      return [{ part: "items", source }];
    }
    case "held_items":
    case "held_drafts":
      return [{ part: "hold", source: part }];
    case "holds":
      return found.keys.map((source) => ({ part: "hold", source: String(source) }));
    case "rule_memories":
      return [part === "" ? { part: "memories" } : { part: "memories", rule: part }];
    case "cooldowns":
      return [{ part: "cooldowns" }];
    case "outbox":
      return [{ part: "mails", ids: found.keys.map(Number).filter(Number.isSafeInteger) }];
    case "alert_states":
      return [{ part: part === "silence" ? "silences" : "alerts" }];
    case "notices":
    case "notice_rounds":
      return [{ part: "notices" }];
    case "consumers":
      return [{ part: "consumers" }];
    case "devices":
      return [{ part: "devices" }];
    case "sources":
    case "meta":
    case "publications":
      return [{ part: "notes" }];
    default:
      return [{ part: "history" }];
  }
}
