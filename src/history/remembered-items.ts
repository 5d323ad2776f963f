/**
 * The items of sources in memory, in the place of their table: for a store that nobody else reads meanwhile, such as that
 * of a played past, in which every poll would read some twenty thousand of them again.
 */
import { countFirst } from "../lib/collections.ts";
import { compareTexts } from "../lib/text/nearest.ts";
import type { CommitBatch, SourceWrite } from "../model/commit.ts";
import type { SourceState } from "../sources/source.ts";
import type { Store } from "../store/store.ts";

/** Items of a scope. */
interface Items {
  readonly bodies: Map<string, unknown>;
  /** Keys in their order; undefined: one came or went since they were sorted. */
  sorted: readonly string[] | undefined;
  /** Whether the bodies are in the order of their keys, too. */
  isInOrder: boolean;
}

/** @returns the store, and what writes the items into their table in the end */
export function rememberItems(store: Store): { readonly store: Store; keep(): void } {
  const sources = new Map<string, Map<string, Items>>();
  /** Sources with something in quarantine, which is compared with the table. */
  const stored = new Set<string>();
  const scopesOf = (source: string) => {
    const scopes = sources.get(source) ?? new Map<string, Items>();
    sources.set(source, scopes);
    return scopes;
  };
  const keep = (source: string): void => {
    const put = [...scopesOf(source)].flatMap(([scope, items]) =>
      [...items.bodies].map(([key, body]) => ({ scope, key, body })),
    );
    sources.delete(source);
    stored.add(source);
    store.commit({ ...nothing, source: { name: source, put, drop: [], outage: store.outage(source) } });
  };
  const commit = (batch: CommitBatch): void => {
    const { source } = batch;
    if (source?.hold !== undefined && !stored.has(source.name)) keep(source.name);
    const isRemembered = source !== undefined && !stored.has(source.name);
    store.commit(isRemembered ? { ...batch, source: { ...source, put: [], drop: [] } } : batch);
    if (isRemembered) take(source, scopesOf(source.name));
  };
  const stateOf = (source: string, state: SourceState): SourceState =>
    stored.has(source) ? state : rememberedState(state, scopesOf(source));
  return {
    store: {
      ...store,
      commit,
      state: (source) => stateOf(source, store.state(source)),
      heldState: (source) => stateOf(source, store.heldState(source)),
    },
    keep: () => [...sources.keys()].forEach(keep),
  };
}

const nothing = { entries: [], cooldowns: [], mails: [] } as const;

function take({ put, drop }: Pick<SourceWrite, "put" | "drop">, scopes: Map<string, Items>): void {
  const itemsOf = (scope: string): Items => {
    const items = scopes.get(scope) ?? { bodies: new Map(), sorted: [], isInOrder: true };
    scopes.set(scope, items);
    return items;
  };
  for (const { scope, key } of drop) {
    const items = itemsOf(scope);
    if (items.bodies.delete(key)) items.sorted = undefined;
  }
  for (const { scope, key, body } of put) {
    const items = itemsOf(scope);
    if (!items.bodies.has(key)) {
      items.sorted = undefined;
      items.isInOrder = false;
    }
    items.bodies.set(key, body);
  }
}

function rememberedState(state: SourceState, scopes: Map<string, Items>): SourceState {
  return {
    get cursor() {
      return state.cursor;
    },
    item: (scope, key) => scopes.get(scope)?.bodies.get(key),
    items: (scope) => inOrder(scopes.get(scope)),
    page(scope, fields, after, limit) {
      const items = scopes.get(scope);
      const keys = sortedKeys(items);
      const start = countFirst(keys.length, (place) => compareTexts(keys[place], after) <= 0);
      return keys.slice(start, start + limit).map((key) => {
        const body = items?.bodies.get(key);
        return [key, ...fields.map((field) => fieldOf(body, field))];
      });
    },
  };
}

/** The items of a scope in the order of their keys, as the table gives them. */
function inOrder(items: Items | undefined): ReadonlyMap<string, unknown> {
  if (items === undefined) return new Map();
  if (!items.isInOrder) {
    const entries = sortedKeys(items).map((key) => [key, items.bodies.get(key)] as const);
    items.bodies.clear();
    for (const [key, body] of entries) items.bodies.set(key, body);
    items.isInOrder = true;
  }
  return items.bodies;
}

function sortedKeys(items: Items | undefined): readonly string[] {
  if (items === undefined) return [];
  items.sorted ??= [...items.bodies.keys()].sort(compareTexts);
  return items.sorted;
}

function fieldOf(body: unknown, field: string): string | number | null {
  const value = (body as Readonly<Record<string, unknown>>)[field];
  return typeof value === "string" || typeof value === "number" ? value : null;
}
