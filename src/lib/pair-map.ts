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
