/** What an edit of a text is to mean for the data that it says: new data beside the old, which stays as it is. */

/** Keys of maps and places in lists, from the outermost on. */
export type Keys = readonly (string | number)[];

/** The data with this value at a path; maps that are not there are made. */
export function withSet(data: unknown, [key, ...rest]: Keys, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(data)) return data.with(Number(key), withSet(data[Number(key)], rest, value));
  const map = (data ?? {}) as Readonly<Record<string, unknown>>;
  return { ...map, [key]: withSet(map[key], rest, value) };
}

/** The data with another list at a path. */
export function withList(
  data: unknown,
  path: Keys,
  change: (list: readonly unknown[]) => readonly unknown[],
): unknown {
  return withSet(data, path, change(at(data, path) as readonly unknown[]));
}

/** The data without the key or the entry at the end of a path. */
export function withCut(data: unknown, path: Keys): unknown {
  const [parent, key] = [at(data, path.slice(0, -1)), path.at(-1)];
  if (Array.isArray(parent)) return withSet(data, path.slice(0, -1), parent.toSpliced(Number(key), 1));
  const { [String(key)]: _, ...left } = parent as Readonly<Record<string, unknown>>;
  return withSet(data, path.slice(0, -1), left);
}

function at(data: unknown, path: Keys): unknown {
  return path.reduce((own, key) => (own as Readonly<Record<string, unknown>>)[key], data);
}
