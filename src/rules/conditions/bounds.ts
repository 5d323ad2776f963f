/** Between which numbers a measured one must be. */
export interface Bounds {
  readonly at_least?: number | undefined;
  readonly at_most?: number | undefined;
  readonly above?: number | undefined;
  readonly below?: number | undefined;
}

/** All that are given must hold. */
export function isWithin(value: number, { at_least, at_most, above, below }: Bounds): boolean {
  return (
    (at_least === undefined || value >= at_least) &&
    (at_most === undefined || value <= at_most) &&
    (above === undefined || value > above) &&
    (below === undefined || value < below)
  );
}
