/** Chance that a seed decides, so that what failed can be tried again. */
export interface Dice {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number from 0, less than `limit`. */
  below(limit: number): number;
  pick<T>(values: readonly T[]): T;
  shuffled<T>(values: readonly T[]): T[];
}

export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  // Mulberry32: 32 bits of state are enough to try things out.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (values) => values[below(values.length)] as (typeof values)[number],
    shuffled(values) {
      const mixed = [...values];
      for (let last = mixed.length - 1; last > 0; last -= 1) {
        const other = below(last + 1);
        [mixed[last], mixed[other]] = [mixed[other], mixed[last]] as [never, never];
      }
      return mixed;
    },
  };
}

/** The seeds to try, from 1; `SEED` in the environment names a single one. */
export function seedsOf(count: number): number[] {
  const one = process.env.SEED;
  return one === undefined ? Array.from({ length: count }, (_, index) => index + 1) : [Number(one)];
}
