/** The newest item about each subject: by what it is about, then by its publication, then in the order of keys. */
import type { Event } from "../../model/event.ts";
import { isNotOlder } from "../../model/standing.ts";

/** An item as expressions see it, as the `now` of an event. */
export interface Kept {
  readonly key: string;
  readonly event: Event;
}

export interface Newest {
  add(kept: Kept): void;
  remove(kept: Kept): void;
  about(subject: string): Kept | undefined;
}

export function createNewest(): Newest {
  /** In order, the newest last. */
  const bySubject = new Map<string, Kept[]>();
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
function placeOf(items: readonly Kept[], kept: Kept): number {
  let from = 0;
  let to = items.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBefore(items[middle] as Kept, kept)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** No two items are of one key. */
function isBefore(one: Kept, other: Kept): boolean {
  const isOlder = !isNotOlder(one.event, other.event);
  const isNewer = !isNotOlder(other.event, one.event);
  return isOlder || (!isNewer && one.key < other.key);
}
