/** What is measured of the values in a window. */
import { decimal } from "./decimal.ts";

export const measures = ["count", "distinct", "sum", "average", "minimum", "maximum", "percentile"] as const;
export type MeasureName = (typeof measures)[number];

export type Value = number | string | null;

/** One number of the values; undefined where there is none to say: of nothing there is a count and a sum, 0, alone. `rank`: of the percentile, over 0 up to 100. */
export function measure(name: MeasureName, values: readonly Value[], rank = 50): number | undefined {
  if (name === "count") return values.length;
  if (name === "distinct") return new Set(values).size;
  const numbers = values.filter((value) => typeof value === "number");
  if (name === "sum") return decimal(sum(numbers));
  if (numbers.length === 0) return undefined;
  switch (name) {
    case "average":
      return decimal(sum(numbers) / numbers.length);
    case "minimum":
      return numbers.reduce((least, value) => Math.min(least, value));
    case "maximum":
      return numbers.reduce((most, value) => Math.max(most, value));
    case "percentile":
      return percentile(numbers, rank);
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, value) => total + value, 0);
}

/** By nearest rank: the least value that is not below so many percent of them. */
function percentile(numbers: readonly number[], rank: number): number | undefined {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[rankPlace(rank, sorted.length)];
}

/** Where it stands among so many numbers in order. */
export function rankPlace(rank: number, count: number): number {
  // A rank that is met exactly is: of 20 values 55 percent are 11, and not a little more.
  return Math.max(0, Math.ceil(decimal((rank * count) / 100)) - 1);
}
