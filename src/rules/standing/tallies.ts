/**
 * Tallies of a group of items: each item is added with its value and taken out with the same. What they give is that
 * of the values, or the items, that are in, in whichever order they came and went.
 */
import { decimal } from "../conditions/value.ts";
import type { Kept } from "./newest.ts";
import { createSorted, createSortedNumbers, type Sorted } from "./sorted.ts";

export type TallyValue = number | string | boolean;

export interface Tally {
  add(value: TallyValue, item: Kept): void;
  remove(value: TallyValue, item: Kept): void;
  /** Undefined where nothing is in that it could be of, and where it gives items. */
  value(): number | undefined;
  /** The item at a place, 1 the first; of a tally that gives items. */
  at?(place: number): Kept | undefined;
}

/** The measures of a standing value; `count` alone is of the items themselves. */
export const measures = [
  "count",
  "sum",
  "average",
  "minimum",
  "maximum",
  "distinct",
  "largest",
  "smallest",
] as const;
export type MeasureName = (typeof measures)[number];

/** Whether a measure gives an item, and not a number. */
export function givesItem(measure: MeasureName): boolean {
  return measure === "largest" || measure === "smallest";
}

/** Values where nothing stands: counts and sums are 0, and there is no average, least or greatest. */
export const createTally: Readonly<Record<MeasureName, () => Tally>> = {
  count: createCount,
  sum: () => createSum((sum) => sum),
  average: () => createSum((sum, count) => (count === 0 ? undefined : decimal(sum / count))),
  minimum: () => createEnds((sorted) => sorted.first()),
  maximum: () => createEnds((sorted) => sorted.last()),
  distinct: createDistinct,
  largest: () => createPlaces((one, other) => one > other),
  smallest: () => createPlaces((one, other) => one < other),
};

/** What a measure is where nothing stands. */
export function ofNothing(measure: MeasureName): number | undefined {
  return createTally[measure]().value();
}

function createCount(): Tally {
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

function createSum(read: (sum: number, count: number) => number | undefined): Tally {
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

function createEnds(read: (sorted: Sorted<number>) => number | undefined): Tally {
  const sorted = createSortedNumbers();
  return {
    add: (value) => sorted.add(Number(value)),
    remove: (value) => sorted.remove(Number(value)),
    value: () => read(sorted),
  };
}

function createDistinct(): Tally {
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
function createPlaces(isAhead: (one: number, other: number) => boolean): Tally {
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
  readonly item: Kept;
}
