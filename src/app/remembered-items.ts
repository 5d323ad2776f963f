/**
 * The items of sources in memory, in the place of their table: for a store that nobody else reads meanwhile, such as that
 * of a played past, in which every poll would read some twenty thousand of them again.
 */
import { compareTexts } from "../lib/text/compare-texts.ts";
import type { CommitBatch, SourceWrite } from "../model/commit.ts";
import type { SourceState } from "../sources/source.ts";
import type { Store } from "../store/store.ts";

type Items = Map<string, unknown>;

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
      [...items].map(([key, body]) => ({ scope, key, body })),
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
  for (const { scope, key } of drop) scopes.get(scope)?.delete(key);
  for (const { scope, key, body } of put) {
    const items = scopes.get(scope) ?? new Map();
    scopes.set(scope, items.set(key, body));
  }
}

function rememberedState(state: SourceState, scopes: Map<string, Items>): SourceState {
  /** The items of a scope in the order of their keys, as the table gives them. */
  const items = (scope: string): Items => {
    const own = scopes.get(scope) ?? new Map<string, unknown>();
    let last = "";
    for (const key of own.keys()) {
      if (compareTexts(key, last) < 0) return sorted(scope, own);
      last = key;
    }
    return own;
  };
  const sorted = (scope: string, own: Items): Items => {
    const inOrder = new Map([...own].sort(([one], [other]) => compareTexts(one, other)));
    scopes.set(scope, inOrder);
    return inOrder;
  };
  return {
    get cursor() {
      return state.cursor;
    },
    item: (scope, key) => scopes.get(scope)?.get(key),
    items,
    page: (scope, fields, after, limit) =>
      [...items(scope)]
        .filter(([key]) => key > after)
        .slice(0, limit)
        .map(([key, body]) => [key, ...fields.map((field) => fieldOf(body, field))]),
  };
}

function fieldOf(body: unknown, field: string): string | number | null {
  const value = (body as Readonly<Record<string, unknown>>)[field];
  return typeof value === "string" || typeof value === "number" ? value : null;
}
