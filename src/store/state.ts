/** Stored state of one source, as its polls and diffs read it. Same shape as the sources' SourceState. */
import type { HoldRow, HoldsTable } from "./tables/holds.ts";
import type { ItemPage, ItemsTable } from "./tables/items.ts";
import type { SourceRow } from "./tables/sources.ts";

export interface SourceState {
  /** Cursor; undefined before the first one was committed. A copy: changing it changes nothing stored. */
  readonly cursor: unknown;
  item(scope: string, key: string): unknown;
  items(scope: string): ReadonlyMap<string, unknown>;
  page(scope: string, fields: readonly string[], after: string, limit: number): ItemPage;
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
    page: (scope, fields, after, limit) => items.page(name, scope, fields, after, limit),
  };
}

/** State as it would be after a release; without a quarantine the state itself. */
export function createHeldState(
  name: string,
  state: SourceState,
  hold: () => HoldRow | undefined,
  holds: HoldsTable,
): SourceState {
  return {
    get cursor() {
      const json = hold()?.cursor ?? null;
      return json === null ? state.cursor : JSON.parse(json);
    },
    item(scope, key) {
      const held = hold() && holds.item(name, scope, key);
      if (held === undefined) return state.item(scope, key);
      return held === null ? undefined : held.body;
    },
    items: (scope) => (hold() ? holds.scope(name, scope) : state.items(scope)),
    page: (scope, fields, after, limit) =>
      hold() ? holds.page(name, scope, fields, after, limit) : state.page(scope, fields, after, limit),
  };
}
