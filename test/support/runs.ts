/**
 * How much a test tries. A run tries a little with seeds that stay, so that it is fast and says the same twice; with
 * `LONG=1` in its environment it tries much, with fresh ones. A seed is printed where a case fails; `SEED` replays it.
 */
export const isLong = process.env.LONG !== undefined;

/** How many runs; `RUNS` in the environment says another number. */
export function runsOf({ quick, long }: { readonly quick: number; readonly long: number }): number {
  return Number(process.env.RUNS ?? (isLong ? long : quick));
}

/** The seed of a test: that of `SEED`, a fresh one in the long runs, else always the same. */
export const seed = Number(process.env.SEED ?? (isLong ? Date.now() % 2 ** 31 : 1));
