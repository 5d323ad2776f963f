/** Items that stand, found by what they are about: the newest of each subject, and those of a rule's key. */
import type { Event } from "../../model/event.ts";
import { isNotOlder } from "../../model/standing.ts";

/** An item as expressions see it, as the `now` of an event. */
export interface HeldItem {
  readonly key: string;
  readonly event: Event;
}

export interface Newest {
  add(kept: HeldItem): void;
  remove(kept: HeldItem): void;
  about(subject: string): HeldItem | undefined;
}

export function createNewest(): Newest {
  /** In order, the newest last. */
  const bySubject = new Map<string, HeldItem[]>();
  return {
    add(kept) {
      const { subject } = kept.event;
      const items = bySubject.get(subject);
      if (items === undefined) bySubject.set(subject, [kept]);
      else items.splice(placeOf(items, kept), 0, kept);
    },
    remove(kept) {
      const { subject } = kept.event;
      const items = bySubject.get(subject) ?? [];
      if (items.length <= 1) bySubject.delete(subject);
      else items.splice(placeOf(items, kept), 1);
    },
    about: (subject) => bySubject.get(subject)?.at(-1),
  };
}

/** Place of an item among items in order, whether it is one of them or not. */
function placeOf(items: readonly HeldItem[], kept: HeldItem): number {
  let from = 0;
  let to = items.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBefore(items[middle] as HeldItem, kept)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** No two items are of one key. */
function isBefore(one: HeldItem, other: HeldItem): boolean {
  const isOlder = !isNotOlder(one.event, other.event);
  const isNewer = !isNotOlder(other.event, one.event);
  return isOlder || (!isNewer && one.key < other.key);
}

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
  change(before: HeldItem | undefined, after: HeldItem | undefined): void;
  /** In no order. */
  at(key: string): readonly HeldItem[];
}

export function createIndexedItems({ keyOf }: Pick<ItemIndex, "keyOf">): IndexedItems {
  // Most keys have one item, and a set takes much more room than that.
  const byKey = new Map<string, HeldItem | Set<HeldItem>>();
  const remove = (kept: HeldItem): void => {
    const key = keyOf(kept.event);
    const there = byKey.get(key);
    if (!(there instanceof Set)) byKey.delete(key);
    else if (there.delete(kept) && there.size === 0) byKey.delete(key);
  };
  const add = (kept: HeldItem): void => {
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
