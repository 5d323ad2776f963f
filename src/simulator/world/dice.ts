/**
 * Chance without memory, by which the same seed, purpose and keys always give the same number in [0, 1); and the memory
 * of the answers that were made of it.
 */
export type Dice = (a?: number, b?: number, c?: number) => number;

export function createDice(seed: number, purpose: string): Dice {
  let start = mix(0x2545f491, seed | 0);
  for (const letter of purpose) start = mix(start, letter.codePointAt(0) ?? 0);
  return (a = 0, b = 0, c = 0) => mix(mix(mix(start, a), b), c) / 0x1_0000_0000;
}

/** A smooth path in [-1, 1] over x, another one for every entity. */
export function wave(dice: Dice, entity: number, x: number): number {
  const step = Math.floor(x);
  const share = x - step;
  const eased = share * share * (3 - 2 * share);
  const from = dice(entity, step);
  return (from + (dice(entity, step + 1) - from) * eased) * 2 - 1;
}

/** An entry of a list that is not empty. */
export function pick<T>(list: readonly T[], chance: number): T {
  const found = list[Math.floor(chance * list.length)];
  if (found === undefined) throw new RangeError("nothing to pick from");
  return found;
}

// One round of a 32-bit mixer: a key in, an unsigned number out.
function mix(state: number, key: number): number {
  let h = Math.imul(state ^ Math.imul(key | 0, 0x9e3779b1), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 13), 0x27d4eb2f);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Keeps the answers that were asked for last, so that a poll of known days costs nothing. */
export function createRecent<Key, Value>(limit: number): (key: Key, make: () => Value) => Value {
  const kept = new Map<Key, Value>();
  return (key, make) => {
    let value = kept.get(key);
    if (value === undefined) value = make();
    // A map keeps its order of insertion: the first key is the one that was not asked for the longest.
    kept.delete(key);
    kept.set(key, value);
    if (kept.size > limit) kept.delete(kept.keys().next().value as Key);
    return value;
  };
}
