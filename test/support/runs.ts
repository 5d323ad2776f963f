/**
 * How much a test tries. `npm test` tries a little with seeds that stay, so that it is fast and says the same twice;
 * `npm run test:long` tries much with fresh ones. A seed is printed where a case fails, and `SEED` replays it.
 */
export const isLong = process.env.LONG !== undefined;

/** How many runs; `RUNS` in the environment says another number. */
export function runsOf({ quick, long }: { readonly quick: number; readonly long: number }): number {
  return Number(process.env.RUNS ?? (isLong ? long : quick));
}

/** The seed of a test: that of `SEED`, a fresh one in the long runs, else always the same. */
export const seed = Number(process.env.SEED ?? (isLong ? Date.now() % 2 ** 31 : 1));
