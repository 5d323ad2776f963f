/** Decimals with which numbers are written: zeros at the end are lost on the way, so only many numbers show them. */
import { type Decimals, decimalsOf } from "../model/numbers.ts";

/** Number of numbers of one day that show how that day is written; fewer might all end in a zero. */
const enough = 10;

/** Whether there are enough numbers to tell how exactly they were written. */
export function isEnough(numbers: number): boolean {
  return numbers >= enough;
}

/** Decimals with which a field was written on a day, by many of its numbers or by few. */
export interface Written {
  /** The most decimals. */
  readonly decimals: number;
  readonly isSure: boolean;
}

export type Precision = (day: string | undefined, field: string) => Written;

/**
 * Finds the decimals of published numbers. Numbers published on one day are written in one way; days with few numbers
 * are taken together with the rest. A service that rewrites its past does it day by day, or all at once.
 */
export function createPrecision<Item extends object>(
  items: Iterable<Item>,
  dayOf: (item: Item) => string | undefined,
  fields: readonly string[],
): Precision {
  const seen = new Map<string, { numbers: number; decimals: number }>();
  const count = (key: string, decimals: number): void => {
    const before = seen.get(key) ?? none;
    seen.set(key, { numbers: before.numbers + 1, decimals: Math.max(before.decimals, decimals) });
  };
  for (const item of items) {
    const day = dayOf(item);
    for (const field of fields) {
      const value = (item as Readonly<Record<string, unknown>>)[field];
      if (typeof value !== "number") continue;
      const decimals = decimalsOf(value);
      count(field, decimals);
      count(`${field} ${day}`, decimals);
    }
  }
  return (day, field) => {
    const own = seen.get(`${field} ${day}`) ?? none;
    const { numbers, decimals } = isEnough(own.numbers) ? own : (seen.get(field) ?? none);
    return { decimals, isSure: isEnough(numbers) };
  };
}

const none = { numbers: 0, decimals: 0 };

/**
 * The decimals by which a number is compared. A number may be an old one written more exactly only where it is sure
 * how exactly the old ones were written: 0.5 among few may have been 0.50.
 */
export function decimalsBetween(before: Written, now: Written): Decimals {
  return { before: before.isSure ? before.decimals : Number.POSITIVE_INFINITY, now: now.decimals };
}
