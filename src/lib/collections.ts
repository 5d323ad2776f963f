/** Collections that the language lacks: a heap, and a map whose keys are pairs; and a search in what is in order. */

/** Things of which only the first in order is wanted at any time. */
export interface Heap<T> {
  first(): T | undefined;
  add(thing: T): void;
  /** Takes the first one out. */
  drop(): void;
}

/** @param isBefore whether one comes before another */
export function createHeap<T>(isBefore: (a: T, b: T) => boolean): Heap<T> {
  // Each stands before the two at twice its place, and one after that.
  const things: T[] = [];
  const at = (place: number) => things[place] as T;
  const swap = (a: number, b: number): void => {
    const kept = at(a);
    things[a] = at(b);
    things[b] = kept;
  };
  return {
    first: () => things[0],
    add(thing) {
      things.push(thing);
      for (let place = things.length - 1; place > 0; ) {
        const above = (place - 1) >> 1;
        if (!isBefore(at(place), at(above))) return;
        swap(place, above);
        place = above;
      }
    },
    drop() {
      const last = things.pop();
      if (last === undefined || things.length === 0) return;
      things[0] = last;
      for (let place = 0; ; ) {
        let next = 2 * place + 1;
        if (next + 1 < things.length && isBefore(at(next + 1), at(next))) next += 1;
        if (next >= things.length || !isBefore(at(next), at(place))) return;
        swap(place, next);
        place = next;
      }
    },
  };
}

/** A map whose keys are pairs of texts. */
export interface PairMap<V> {
  get(first: string, second: string): V | undefined;
  set(first: string, second: string, value: V): void;
  delete(first: string, second: string): void;
  values(): V[];
}

/** A map in a map: joining the texts to one would cost more than looking twice. */
export function createPairMap<V>(): PairMap<V> {
  const maps = new Map<string, Map<string, V>>();
  return {
    get: (first, second) => maps.get(first)?.get(second),
    set(first, second, value) {
      const known = maps.get(first);
      if (known === undefined) maps.set(first, new Map([[second, value]]));
      else known.set(second, value);
    },
    delete: (first, second) => void maps.get(first)?.delete(second),
    values() {
      const values: V[] = [];
      for (const map of maps.values()) for (const value of map.values()) values.push(value);
      return values;
    },
  };
}

/** Counts the places at the start for which something holds; from the first on for which it does not, it never does. */
export function countFirst(length: number, holds: (place: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
