/** Sources as the store knows them: their state, as polls and diffs read it, their quarantine and their status. */
import type {
  BaselineReason,
  HeldPart,
  HoldFacts,
  HoldStage,
  Outage,
  PublicationFacts,
} from "../model/commit.ts";
import type { Cached } from "./commit.ts";
import { isSetAside } from "./origins.ts";
import { factsOf, type HoldRow, type HoldsTable } from "./tables/holds.ts";
import type { ItemPage, ItemPlace, ItemsTable, PlacedItem } from "./tables/items.ts";
import { outageOf, type SourceRow, type StoredStatus } from "./tables/sources.ts";
import type { Tables } from "./tables/tables.ts";

export interface StoredSources {
  state(source: string): SourceState;
  /** What is kept apart of a source: a quarantine, or on its way in or out; null if nothing is. */
  hold(source: string): (HoldFacts & { readonly stage: HoldStage }) | null;
  /** State as it would be after a release. */
  heldState(source: string): SourceState;
  /** At most `limit` items of a source, in the order of their places, after this one. */
  walk(source: string, after: ItemPlace, limit: number): PlacedItem[];
  /** The next part of what is kept apart. */
  heldPart(source: string): HeldPart;
  /** Number of events that are kept apart, and of those among them that tell a rewrite. */
  heldEvents(source: string): { readonly all: number; readonly rewrites: number };
  /** Whether what is kept apart rewrites an item. */
  isRewriteHeld(source: string, item: string): boolean;
  /** Status of each source that was ever polled, by name. */
  sources(): StoredStatus[];
  /** The outage on record, null when all is well. */
  outage(source: string): Outage | null;
  /** Time of its last answer, ms since 1970. */
  answeredAt(source: string): number | undefined;
  /** Known facts about its publications; none before the first. */
  publication(source: string): PublicationFacts;
  /** Reason for a second baseline of a source; undefined: the next one is its first. */
  baselinedAnew(source: string): BaselineReason | undefined;
}

/** State of one source, in the shape that the sources ask for. */
interface SourceState {
  /** Cursor; undefined before the first one was committed. A copy: changing it changes nothing stored. */
  readonly cursor: unknown;
  item(scope: string, key: string): unknown;
  items(scope: string): ReadonlyMap<string, unknown>;
  page(scope: string, fields: readonly string[], after: string, limit: number): ItemPage;
}

/** @param cached what the store keeps in memory, which every commit renews */
export function storedSources({ items, holds }: Tables, cached: Cached): StoredSources {
  const state = (name: string) => createState(name, () => cached.sources.get(name), items);
  return {
    state,
    hold(name) {
      const hold = cached.holds.get(name);
      return hold === undefined ? null : { ...factsOf(hold), stage: hold.stage };
    },
    heldState: (name) => createHeldState(name, state(name), () => keptState(cached.holds.get(name)), holds),
    heldPart(name) {
      const part = holds.part(name);
      const cursor = cached.holds.get(name)?.cursor ?? null;
      return { ...part, cursor: cursor === null || !part.isLast ? undefined : JSON.parse(cursor) };
    },
    heldEvents: holds.events,
    isRewriteHeld: holds.isRewritten,
    walk: items.walk,
    sources: () => statusesOf(cached),
    outage(name) {
      const row = cached.sources.get(name);
      return row === undefined ? null : outageOf(row);
    },
    answeredAt: (name) => cached.sources.get(name)?.successAt ?? undefined,
    publication: (name) => cached.publications.get(name) ?? {},
    baselinedAnew: (name) => cached.sources.get(name)?.anew ?? undefined,
  };
}

/** The status of each source, by name. */
export function statusesOf({
  sources,
  holds,
  publications,
}: Pick<Cached, "sources" | "holds" | "publications">): StoredStatus[] {
  const own = [...sources].filter(([name]) => !isSetAside(name));
  const statuses = own.map(([name, row]): StoredStatus => {
    const hold = quarantineOf(holds.get(name));
    const late = publications.get(name)?.late;
    return {
      name,
      outage: outageOf(row),
      hold,
      ...(late === undefined ? {} : { late }),
      ...(row.attemptAt === null ? {} : { attemptAt: row.attemptAt }),
      ...(row.successAt === null ? {} : { successAt: row.successAt }),
    };
  });
  return statuses.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function quarantineOf(hold: HoldRow | undefined): HoldFacts | null {
  return hold?.stage === "held" ? factsOf(hold) : null;
}

/** What is kept of a rewrite that was taken back is no state of the source any more; what is being stored is none yet. */
function keptState(hold: HoldRow | undefined): HoldRow | undefined {
  return hold?.stage === "taken-back" || hold?.stage === "storing" ? undefined : hold;
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
function createHeldState(
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
