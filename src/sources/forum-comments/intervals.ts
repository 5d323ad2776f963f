/** Parts between `from` and `to`, both left out, that are still to be fetched. */
export interface Interval {
  readonly from: number;
  readonly to: number;
  /** The last poll was answered with an empty page here. */
  readonly empty?: true;
}

/** Parts from low to high, both included. */
export type Range = readonly [low: number, high: number];

/** Takes ranges out of intervals and returns the rest. */
export function without(intervals: readonly Interval[], ranges: readonly Range[]): Interval[] {
  let left = [...intervals];
  for (const [low, high] of ranges) {
    left = left.flatMap((interval) => {
      const { from, to } = interval;
      if (high <= from || low >= to) return [interval];
      return [
        { from, to: Math.min(to, low) },
        { from: Math.max(from, high), to },
      ].filter((piece) => piece.to > piece.from + 1);
    });
  }
  return left;
}
