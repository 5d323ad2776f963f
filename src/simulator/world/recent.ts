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
