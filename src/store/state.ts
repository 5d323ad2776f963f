/** What is stored of one source, as its polls and diffs read it. Same shape as the sources' SourceState. */
import type { ItemsTable } from "./items.ts";
import type { SourceRow } from "./sources.ts";

export interface SourceState {
  /** undefined before the first commit of one. A copy: changing it changes nothing stored. */
  readonly cursor: unknown;
  item(scope: string, key: string): unknown;
  items(scope: string): ReadonlyMap<string, unknown>;
}

/** Reads the last commit each time it is asked; nothing is kept. */
export function createState(
  name: string,
  row: () => Pick<SourceRow, "cursor"> | undefined,
  items: ItemsTable,
): SourceState {
  return {
    get cursor() {
      const json = row()?.cursor ?? null;
      return json === null ? undefined : JSON.parse(json);
    },
    item: (scope, key) => items.one(name, scope, key),
    items: (scope) => items.scope(name, scope),
  };
}
