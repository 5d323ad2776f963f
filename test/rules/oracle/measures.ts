/** Measures of the values in a window, as docs/rules-conditions.md says them: written without the code that it judges. */

export const measureNames = [
  ...(["count", "distinct", "sum", "average", "minimum", "maximum", "percentile"] as const),
];
export type MeasureName = (typeof measureNames)[number];

export interface Bounds {
  readonly at_least?: number | undefined;
  readonly at_most?: number | undefined;
  readonly above?: number | undefined;
  readonly below?: number | undefined;
}

export function isWithin(value: number, { at_least, at_most, above, below }: Bounds): boolean {
  if (at_least !== undefined && value < at_least) return false;
  if (at_most !== undefined && value > at_most) return false;
  if (above !== undefined && value <= above) return false;
  return below === undefined || value < below;
}

/** Undefined where there is nothing to say: of nothing there is no average. */
export function measureOf(
  name: MeasureName,
  values: readonly (number | string)[],
  rank: number,
): number | undefined {
  if (name === "count") return values.length;
  if (name === "distinct") return values.filter((value, index) => values.indexOf(value) === index).length;
  const numbers = values.map(Number).sort((a, b) => a - b);
  const sum = numbers.reduce((one, other) => one + other, 0);
  if (name === "sum") return rounded(sum);
  if (name === "average") return numbers.length === 0 ? undefined : rounded(sum / numbers.length);
  if (name === "minimum") return numbers[0];
  if (name === "maximum") return numbers.at(-1);
  // The least value that at least so many of a hundred do not exceed.
  return numbers.find((_, index) => 100 * (index + 1) >= rank * numbers.length);
}

/** As decimals say it, not binary fractions. */
function rounded(value: number): number {
  return Number(value.toFixed(9));
}
