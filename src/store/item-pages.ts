/** Reading a few fields of many items. The database takes the bodies apart: as objects they would be large. */
import type { Database } from "./database.ts";
import { intactState, readState } from "./sqlite-error.ts";
import { rowSum } from "./tables/sums.ts";

export type ItemPage = readonly (readonly [key: string, ...fields: (string | number | null)[]])[];

type ReadPage = (
  source: string,
  scope: string,
  fields: readonly string[],
  after: string,
  limit: number,
) => ItemPage;

/** A key, the body and its checksum, then the fields. */
type Row = [key: string, body: string, sum: number | null, ...fields: (string | number | null)[]];

/**
 * @param sql the query, given what follows its columns key, body and sum; it takes @source, @scope, @after and @limit
 * @param part what is damaged where a row is
 */
export function createPages(
  db: Database,
  sql: (columns: string) => string,
  part: "items" | "hold" = "items",
): ReadPage {
  const prepare = (count: number) => {
    const columns = Array.from({ length: count }, (_, at) => `, body ->> @field${at}`).join("");
    return db.prepare<Record<string, string | number>, Row>(sql(columns)).raw();
  };
  const prepared = new Map<number, ReturnType<typeof prepare>>();
  return (source, scope, fields, after, limit) => {
    const statement = prepared.get(fields.length) ?? prepare(fields.length);
    prepared.set(fields.length, statement);
    const named = Object.fromEntries(fields.map((field, at) => [`field${at}`, field]));
    const damage = { part, source };
    const rows = readState(damage, () => statement.all({ ...named, source, scope, after, limit }));
    return rows.map(([key, body, sum, ...values]) =>
      intactState(damage, rowSum("items", source, scope, key, body) === sum, [key, ...values]),
    );
  };
}
