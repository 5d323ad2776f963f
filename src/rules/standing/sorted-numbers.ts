/**
 * Numbers in order, which come and go. They lie in parts, so a change moves a few hundred of them at most, and not the
 * hundred thousand that may stand.
 */
export interface SortedNumbers {
  add(value: number): void;
  /** Takes one out that is there. */
  remove(value: number): void;
  /** How many are less than a number; with `orEqual` also those that are the same. */
  countBelow(value: number, orEqual?: boolean): number;
  first(): number | undefined;
  last(): number | undefined;
  size(): number;
}

const mostInPart = 512;

export function createSortedNumbers(): SortedNumbers {
  /** In order, each with a number at least. */
  const parts: number[][] = [];
  let size = 0;
  const lastOf = (part: number): number => parts[part]?.at(-1) as number;
  /** The first part that has a number which is not less, or, with `orEqual`, a greater one. */
  const partAt = (value: number, orEqual = false) => firstNotBelow(parts.length, lastOf, value, orEqual);
  return {
    add(value) {
      size += 1;
      const at = Math.min(partAt(value), parts.length - 1);
      const part = parts[at];
      if (part === undefined) parts.push([value]);
      else {
        part.splice(placeIn(part, value), 0, value);
        if (part.length > mostInPart) parts.splice(at + 1, 0, part.splice(mostInPart >> 1));
      }
    },
    remove(value) {
      const at = partAt(value);
      const part = parts[at];
      if (part === undefined) return;
      size -= 1;
      part.splice(placeIn(part, value), 1);
      if (part.length === 0) parts.splice(at, 1);
    },
    countBelow(value, orEqual) {
      const at = partAt(value, orEqual);
      let count = placeIn(parts[at] ?? [], value, orEqual);
      for (let before = 0; before < at; before += 1) count += parts[before]?.length ?? 0;
      return count;
    },
    first: () => parts[0]?.[0],
    last: () => parts.at(-1)?.at(-1),
    size: () => size,
  };
}

function placeIn(part: readonly number[], value: number, orEqual = false): number {
  return firstNotBelow(part.length, (at) => part[at] as number, value, orEqual);
}

/** The first of so many places in order whose number is not less; with `orEqual` nor the same. */
function firstNotBelow(
  places: number,
  numberAt: (place: number) => number,
  value: number,
  orEqual: boolean,
): number {
  let from = 0;
  let to = places;
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = numberAt(middle);
    if (other < value || (orEqual && other === value)) from = middle + 1;
    else to = middle;
  }
  return from;
}
