/** Reading a few fields of many items. The database takes the bodies apart: as objects they would be large. */
import type { Database } from "./database.ts";

export type ItemPage = readonly (readonly [key: string, ...fields: (string | number | null)[]])[];

type ReadPage = (
  source: string,
  scope: string,
  fields: readonly string[],
  after: string,
  limit: number,
) => ItemPage;

/** @param sql the query, given what follows its column `key`; it takes @source, @scope, @after and @limit */
export function createPages(db: Database, sql: (columns: string) => string): ReadPage {
  const prepare = (count: number) => {
    const columns = Array.from({ length: count }, (_, at) => `, body ->> @field${at}`).join("");
    return db.prepare<Record<string, string | number>, ItemPage[number]>(sql(columns)).raw();
  };
  const prepared = new Map<number, ReturnType<typeof prepare>>();
  return (source, scope, fields, after, limit) => {
    const statement = prepared.get(fields.length) ?? prepare(fields.length);
    prepared.set(fields.length, statement);
    const named = Object.fromEntries(fields.map((field, at) => [`field${at}`, field]));
    return statement.all({ ...named, source, scope, after, limit });
  };
}
