/** Looks at the rows that belong together: each by its checksum, their order, and their total. */
import type { Database } from "../database.ts";
import { isDamage } from "../sqlite-error.ts";
import {
  kindOf,
  rowSum,
  type SealedTableName,
  sealedColumns,
  sealedTables,
  type Total,
} from "../tables/sealed-tables.ts";

type Value = string | number | null | Buffer;
type Row = Record<string, Value>;

export interface PartFound {
  /** The first of the key of each row that is damaged; of none where rows are missing or cannot be read. */
  readonly keys: readonly Value[];
}

/** Rows in a slice. */
const slice = 200;

/** One value a slice: undefined while all is well. Ends with what was found, where something was. */
export function* checkPart(
  db: Database,
  name: SealedTableName,
  part: string,
  total: Total | undefined,
): Generator<PartFound | undefined> {
  const { key } = sealedTables[name];
  const columns = sealedColumns(name);
  const { first, next } = pages(db, name, part);
  const isFound = findsByIndex(db, name);
  const keys: Value[] = [];
  let rows = 0;
  let sum = 0;
  let before: readonly Value[] | undefined;
  let isInOrder = true;
  try {
    for (let page = first(); page.length > 0; page = page.length < slice ? [] : next(before ?? [])) {
      for (const row of page) {
        if (rowSum(kindOf(name), ...columns.map((column) => row[column] as Value)) !== row.sum)
          keys.push(row[key[0]] as Value);
        if (!isFound(row)) keys.push(row[key[0]] as Value);
        const place = key.map((column) => row[column] as Value);
        if (before !== undefined && !follows(before, place)) isInOrder = false;
        before = place;
        rows += 1;
        sum += Number(row.sum ?? 0);
      }
      yield undefined;
      if (!isInOrder) break;
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    isInOrder = false;
  }
  const expected = total ?? { rows: 0, sum: 0 };
  if (!isInOrder || keys.length > 0 || expected.rows !== rows || expected.sum !== sum) yield { keys };
}

function pages(db: Database, name: SealedTableName, part: string) {
  const { key, part: by = [] }: { key: readonly string[]; part?: readonly string[] } = sealedTables[name];
  const values = by.length === 0 ? [] : part.split("\x1f");
  const rest = key.filter((column) => !by.includes(column));
  const within = by.map((column) => `${column} = ?`);
  const behind = `(${rest.join(", ")}) > (${rest.map(() => "?").join(", ")})`;
  const select = (conditions: readonly string[]) =>
    `SELECT * FROM ${name} ${conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`}
     ORDER BY ${rest.join(", ")} LIMIT ${slice}`;
  const first = db.prepare<Value[], Row>(select(within));
  const next = db.prepare<Value[], Row>(select([...within, behind]));
  return {
    first: () => first.all(...values),
    next: (before: readonly Value[]) => next.all(...values, ...before.slice(key.length - rest.length)),
  };
}

interface Finding {
  readonly by: readonly string[];
  readonly index?: string;
  /** The index has only rows with this value. */
  readonly only?: readonly [column: string, value: string];
}

/** How a row is found by what it is asked by, where that is not its key; not where the first value is null. */
const finding: Partial<Record<SealedTableName, readonly Finding[]>> = {
  rule_memories: [{ by: ["rule", "key"] }, { by: ["due", "id"], index: "rule_memories_due" }],
  alert_states: [{ by: ["kind", "key"] }, { by: ["due", "kind", "key"], index: "alert_states_due" }],
  notices: [{ by: ["round", "gravity", "alert_seq", "id"], index: "notices_waiting" }],
  notice_rounds: [
    { by: ["receiver", "group_key", "id"], index: "notice_rounds_waiting", only: ["state", "waiting"] },
  ],
  devices: [{ by: ["name", "at", "id"], index: "devices_by_name" }, { by: ["endpoint"] }],
};

/** Whether a row is found by what it is asked by. */
function findsByIndex(db: Database, name: SealedTableName): (row: Row) => boolean {
  const queries = (finding[name] ?? []).map(({ by, index, only }) => {
    const from = index === undefined ? name : `${name} INDEXED BY ${index}`;
    const within = only === undefined ? "" : `${only[0]} = '${only[1]}' AND`;
    const conditions = by.map((column) => `${column} = ?`).join(" AND ");
    const sql = `SELECT id FROM ${from} WHERE ${within} ${conditions}`;
    return { by, only, query: db.prepare<Value[], number>(sql).pluck() };
  });
  return (row) =>
    queries.every(({ by, only, query }) => {
      const values = by.map((column) => row[column] as Value);
      const isElsewhere = values[0] === null || (only !== undefined && row[only[0]] !== only[1]);
      return isElsewhere || query.get(...values) === row.id;
    });
}

/** Whether a key stands behind another one, as SQLite orders them. */
function follows(before: readonly Value[], key: readonly Value[]): boolean {
  for (const [at, value] of key.entries()) {
    const other = before[at];
    if (value === other) continue;
    // A column holds numbers alone, or texts alone.
    if (typeof value === "number") return value > Number(other);
    return Buffer.compare(Buffer.from(String(value)), Buffer.from(String(other))) > 0;
  }
  return false;
}
