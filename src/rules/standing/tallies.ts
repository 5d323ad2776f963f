/**
 * Tallies of a group of items: each item is added with its value and taken out with the same. What they give is that
 * of the values, or the items, that are in, in whichever order they came and went.
 */
import { countFirst } from "../../lib/collections.ts";
import { withoutNoise } from "../../model/numbers.ts";
import type { MeasureName, TallyValue } from "../cel/language.ts";
import type { HeldItem } from "./kept-items.ts";

export interface GroupTally {
  add(value: TallyValue, item: HeldItem): void;
  remove(value: TallyValue, item: HeldItem): void;
  /** Undefined where nothing is in that it could be of, and where it gives items. */
  value(): number | undefined;
  /** The item at a place, 1 the first; of a tally that gives items. */
  at?(place: number): HeldItem | undefined;
}

/** Whether a measure gives an item, and not a number. */
export function givesItem(measure: MeasureName): boolean {
  return measure === "largest" || measure === "smallest";
}

/** Values where nothing stands: counts and sums are 0, and there is no average, least or greatest. */
export const groupTallies: Readonly<Record<MeasureName, () => GroupTally>> = {
  count: createCount,
  sum: () => createSum((sum) => sum),
  average: () => createSum((sum, count) => (count === 0 ? undefined : withoutNoise(sum / count))),
  minimum: () => createEnds((sorted) => sorted.first()),
  maximum: () => createEnds((sorted) => sorted.last()),
  distinct: createDistinct,
  largest: () => createPlaces((one, other) => one > other),
  smallest: () => createPlaces((one, other) => one < other),
};

export const measures = Object.keys(groupTallies) as readonly MeasureName[];

/** What a measure is where nothing stands. */
export function ofNothing(measure: MeasureName): number | undefined {
  return groupTallies[measure]().value();
}

function createCount(): GroupTally {
  let count = 0;
  return {
    add() {
      count += 1;
    },
    remove() {
      count -= 1;
    },
    value: () => count,
  };
}

/** Nine decimals, more than any source tells, as a whole number: such sums are exact. */
const unit = 1_000_000_000;
const wholeUnit = BigInt(unit);

/** Values and sums up to here are exact as numbers of units; what is beyond is kept apart. */
const mostUnits = 2 ** 52;

function createSum(read: (sum: number, count: number) => number | undefined): GroupTally {
  let units = 0;
  let beyond = 0n;
  let count = 0;
  const take = (value: number, sign: 1 | -1) => {
    const whole = Math.trunc(value);
    const own = whole * unit + Math.round((value - whole) * unit);
    if (Math.abs(own) < mostUnits) units += sign * own;
    else beyond += BigInt(sign) * unitsOf(value);
    if (Math.abs(units) >= mostUnits) {
      beyond += BigInt(units);
      units = 0;
    }
    count += sign;
  };
  return {
    add: (value) => take(Number(value), 1),
    remove: (value) => take(Number(value), -1),
    value: () => read(beyond === 0n ? units / unit : fromUnits(beyond + BigInt(units)), count),
  };
}

function unitsOf(value: number): bigint {
  const whole = Math.trunc(value);
  return BigInt(whole) * wholeUnit + BigInt(Math.round((value - whole) * unit));
}

function fromUnits(units: bigint): number {
  const number = Number(units);
  // One division of a number that is exact gives the number that a person would write.
  if (Number.isSafeInteger(number)) return number / unit;
  return Number(units / wholeUnit) + Number(units % wholeUnit) / unit;
}

function createEnds(read: (sorted: Sorted<number>) => number | undefined): GroupTally {
  const sorted = createSortedNumbers();
  return {
    add: (value) => sorted.add(Number(value)),
    remove: (value) => sorted.remove(Number(value)),
    value: () => read(sorted),
  };
}

function createDistinct(): GroupTally {
  const counts = new Map<TallyValue, number>();
  return {
    add: (value) => void counts.set(value, (counts.get(value) ?? 0) + 1),
    remove(value) {
      const left = (counts.get(value) ?? 0) - 1;
      if (left > 0) counts.set(value, left);
      else counts.delete(value);
    },
    value: () => counts.size,
  };
}

/** Items in the order of their values; those with the same value in the order of their keys, whatever came of them last. */
function createPlaces(isAhead: (one: number, other: number) => boolean): GroupTally {
  const sorted = createSorted<Placed>(
    (one, other) =>
      isAhead(one.value, other.value) || (one.value === other.value && one.item.key < other.item.key),
  );
  return {
    add: (value, item) => sorted.add({ value: Number(value), item }),
    remove: (value, item) => sorted.remove({ value: Number(value), item }),
    value: () => undefined,
    at: (place) => sorted.at(place - 1)?.item,
  };
}

interface Placed {
  readonly value: number;
  readonly item: HeldItem;
}

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

function createSorted<T>(isBefore: (one: T, other: T) => boolean): Sorted<T> {
  /** In order, each with one at least. */
  const parts: T[][] = [];
  let size = 0;
  /** The first of so many places in order whose one is not before; with `orEqual` nor the same. */
  const firstNotBelow = (places: number, oneAt: (place: number) => T, one: T, orEqual: boolean): number =>
    countFirst(places, (place) => {
      const other = oneAt(place);
      return isBefore(other, one) || (orEqual && !isBefore(one, other));
    });
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
