/** Queue of waiting requests, by lane: lanes are served in turn, and within a lane the first comes first. */
export interface Turns<T> {
  readonly size: number;
  /** The answer takes the item out again. */
  add(lane: string, item: T): () => void;
  /** Takes out the one whose turn it is. */
  next(): T | undefined;
}

/** Each lane that waits is served at most once before every other lane that waits as well. */
export function createTurns<T extends object>(): Turns<T> {
  // The order of the keys is the order of the turns: a lane that was served goes to the end.
  const lanes = new Map<string, Set<T>>();
  let size = 0;

  const remove = (lane: string, waiting: Set<T>, item: T): void => {
    if (!waiting.delete(item)) return;
    size -= 1;
    if (waiting.size === 0) lanes.delete(lane);
  };

  return {
    get size() {
      return size;
    },
    add(lane, item) {
      const waiting = lanes.get(lane) ?? new Set();
      lanes.set(lane, waiting.add(item));
      size += 1;
      return () => remove(lane, waiting, item);
    },
    next() {
      for (const [lane, waiting] of lanes) {
        for (const item of waiting) {
          lanes.delete(lane);
          lanes.set(lane, waiting);
          remove(lane, waiting, item);
          return item;
        }
      }
      return undefined;
    },
  };
}
