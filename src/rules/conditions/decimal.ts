/**
 * A computed number without what binary fractions add to it, so that 0.8 + 1.5 + 0.8 is 3.1 and reaches it: rounded to
 * nine decimals, more than any source tells. Numbers of a million and more are left as they are.
 */
export function decimal(value: number): number {
  if (Number.isInteger(value) || Math.abs(value) >= 1e6) return value;
  return Math.round(value * 1e9) / 1e9;
}
