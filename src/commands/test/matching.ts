/** Whether what came has all that was expected of it; a subset of the fields is enough. */

/** A field that is not as expected. */
interface Difference {
  /** Path, such as `now.ratio`; "" for the whole. */
  readonly path: string;
  readonly expected: unknown;
  readonly came: unknown;
}

/** A difference between a list and its expectation. */
export interface Mismatch {
  /** Expected entry that did not come; undefined: something came that was not expected. */
  readonly expected: number | undefined;
  /** Entry that came instead and is most like the expected one; undefined: none. */
  readonly came: number | undefined;
  /** Differences of those two; none if it came, but not in this order. */
  readonly differences: readonly Difference[];
}

/**
 * The expected ones must come in their order, others may come between them.
 * @param exactly no others may
 */
export function compareLists(
  expected: readonly unknown[],
  came: readonly unknown[],
  exactly: boolean,
): Mismatch[] {
  const found = inOrder(expected, came);
  const taken = new Set(found);
  const left = new Set([...came.keys()].filter((index) => !taken.has(index)));
  const mismatches = expected.flatMap((one, index): Mismatch[] => {
    if (found[index] !== undefined) return [];
    const nearest = nearestOf(one, came, left);
    if (nearest === undefined) return [{ expected: index, came: undefined, differences: [] }];
    left.delete(nearest.came);
    return [{ expected: index, ...nearest }];
  });
  if (!exactly) return mismatches;
  return [
    ...mismatches,
    ...[...left].map((index) => ({ expected: undefined, came: index, differences: [] })),
  ];
}

/** Finds the differences of a value from its expectation. */
function differences(expected: unknown, came: unknown, path = ""): Difference[] {
  const differs = [{ path, expected, came }];
  if (isPart(expected)) return typeof came === "string" && came.includes(expected.contains) ? [] : differs;
  if (Array.isArray(expected)) {
    if (!Array.isArray(came)) return differs;
    return compareLists(expected, came, false).length === 0 ? [] : differs;
  }
  // Nothing is null: a field that is not known is absent.
  if (expected === null) return came === undefined || came === null ? [] : differs;
  if (typeof expected !== "object") return Object.is(expected, came) ? [] : differs;
  if (typeof came !== "object" || came === null || Array.isArray(came)) return differs;
  const fields = came as Readonly<Record<string, unknown>>;
  return Object.entries(expected).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return differences(value, fields[name], path === "" ? name : `${path}.${name}`);
  });
}

/** `{ contains: text }`, which stands for a text that has this part. */
export function isPart(expected: unknown): expected is { contains: string } {
  if (typeof expected !== "object" || expected === null) return false;
  const [[key, value] = [], ...others] = Object.entries(expected);
  return key === "contains" && typeof value === "string" && others.length === 0;
}

/** Matches each expected entry with one that came. Taking the first that fits leaves most for those after it. */
function inOrder(expected: readonly unknown[], came: readonly unknown[]): (number | undefined)[] {
  let next = 0;
  return expected.map((one) => {
    const index = came.findIndex((other, at) => at >= next && differences(one, other).length === 0);
    if (index < 0) return undefined;
    next = index + 1;
    return index;
  });
}

function nearestOf(expected: unknown, came: readonly unknown[], left: ReadonlySet<number>) {
  const candidates = [...left].map((index) => ({
    came: index,
    differences: differences(expected, came[index]),
  }));
  const [nearest] = candidates.sort((a, b) => a.differences.length - b.differences.length);
  return nearest;
}
