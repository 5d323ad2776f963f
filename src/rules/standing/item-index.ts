/** The items that stand, found by the values of a rule's `by`: what was before the first event of a key. */
import type { Event } from "../../model/event.ts";
import type { Kept } from "./newest.ts";

/** How a rule's key is found by an item alone. Equal ones are kept once, however many rules have them. */
export interface ItemIndex {
  /** Equal for indexes that give every item the same key. */
  readonly id: string;
  readonly source: string;
  /** The fields of an item that the key, or the rule, reads; undefined: all. */
  readonly fields: ReadonlySet<string> | undefined;
  /** The key of an item, which is the `now` of an event without type, id and time. */
  keyOf(item: Event): string;
}

export interface IndexedItems {
  /** An item is another one, new or gone. */
  change(before: Kept | undefined, after: Kept | undefined): void;
  /** In no order. */
  at(key: string): readonly Kept[];
}

export function createIndexedItems({ keyOf }: Pick<ItemIndex, "keyOf">): IndexedItems {
  // Most keys have one item, and a set takes much more room than that.
  const byKey = new Map<string, Kept | Set<Kept>>();
  const remove = (kept: Kept): void => {
    const key = keyOf(kept.event);
    const there = byKey.get(key);
    if (!(there instanceof Set)) byKey.delete(key);
    else if (there.delete(kept) && there.size === 0) byKey.delete(key);
  };
  const add = (kept: Kept): void => {
    const key = keyOf(kept.event);
    const there = byKey.get(key);
    if (there === undefined) byKey.set(key, kept);
    else if (there instanceof Set) there.add(kept);
    else byKey.set(key, new Set([there, kept]));
  };
  return {
    change(before, after) {
      if (before !== undefined) remove(before);
      if (after !== undefined) add(after);
    },
    at(key) {
      const there = byKey.get(key);
      if (there === undefined) return [];
      return there instanceof Set ? [...there] : [there];
    },
  };
}
