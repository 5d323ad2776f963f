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
