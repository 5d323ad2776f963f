/**
 * Things in order, which come and go. They lie in parts, so a change moves a few hundred of them at most, and not the
 * hundred thousand that may stand.
 */
export interface Sorted<T> {
  add(one: T): void;
  /** Takes one out that is there, or one that is neither before nor behind it. */
  remove(one: T): void;
  /** How many come before one; with `orEqual` also those that are the same. */
  countBelow(one: T, orEqual?: boolean): number;
  /** The one at a place, 0 the first. */
  at(place: number): T | undefined;
  first(): T | undefined;
  last(): T | undefined;
  size(): number;
}

const mostInPart = 512;

export function createSorted<T>(isBefore: (one: T, other: T) => boolean): Sorted<T> {
  /** In order, each with one at least. */
  const parts: T[][] = [];
  let size = 0;
  /** The first of so many places in order whose one is not before; with `orEqual` nor the same. */
  const firstNotBelow = (places: number, oneAt: (place: number) => T, one: T, orEqual: boolean): number => {
    let from = 0;
    let to = places;
    while (from < to) {
      const middle = (from + to) >> 1;
      const other = oneAt(middle);
      if (isBefore(other, one) || (orEqual && !isBefore(one, other))) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  const lastOf = (part: number): T => parts[part]?.at(-1) as T;
  const partAt = (one: T, orEqual = false) => firstNotBelow(parts.length, lastOf, one, orEqual);
  const placeIn = (part: readonly T[], one: T, orEqual = false) =>
    firstNotBelow(part.length, (at) => part[at] as T, one, orEqual);
  return {
    add(one) {
      size += 1;
      const at = Math.min(partAt(one), parts.length - 1);
      const part = parts[at];
      if (part === undefined) parts.push([one]);
      else {
        part.splice(placeIn(part, one), 0, one);
        if (part.length > mostInPart) parts.splice(at + 1, 0, part.splice(mostInPart >> 1));
      }
    },
    remove(one) {
      const at = partAt(one);
      const part = parts[at];
      if (part === undefined) return;
      size -= 1;
      part.splice(placeIn(part, one), 1);
      if (part.length === 0) parts.splice(at, 1);
    },
    countBelow(one, orEqual) {
      const at = partAt(one, orEqual);
      let count = placeIn(parts[at] ?? [], one, orEqual);
      for (let before = 0; before < at; before += 1) count += parts[before]?.length ?? 0;
      return count;
    },
    at(place) {
      let left = place;
      for (const part of parts) {
        if (left < part.length) return part[left];
        left -= part.length;
      }
      return undefined;
    },
    first: () => parts[0]?.[0],
    last: () => parts.at(-1)?.at(-1),
    size: () => size,
  };
}

export function createSortedNumbers(): Sorted<number> {
  return createSorted((one, other) => one < other);
}
