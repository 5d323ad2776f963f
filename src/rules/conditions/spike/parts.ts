/** Amounts over time, added up by parts of a window. */

/** The amount in a part of a window; its beginning in ms since 1970. */
export type Part = readonly [begin: number, amount: number];

/** Forgets those that begin before a moment. */
export function dropBefore(parts: Part[], oldest: number): void {
  let old = 0;
  while (old < parts.length && (parts[old]?.[0] ?? 0) < oldest) old += 1;
  if (old > 0) parts.splice(0, old);
}

/** Adds an amount to the part that begins at a moment. */
export function add(parts: Part[], begin: number, amount: number): void {
  const place = placeOf(parts, begin);
  const same = parts[place];
  if (same?.[0] === begin) parts[place] = [begin, same[1] + amount];
  else parts.splice(place, 0, [begin, amount]);
}

/** The first part that does not begin before a moment. */
function placeOf(parts: readonly Part[], moment: number): number {
  let from = 0;
  let to = parts.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((parts[middle]?.[0] ?? 0) < moment) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Sum of the parts from one moment up to another. */
export function sumOf(parts: readonly Part[], from: number, to: number): number {
  let sum = 0;
  for (let place = placeOf(parts, from); place < parts.length; place += 1) {
    const [begin, amount] = parts[place] as Part;
    if (begin >= to) break;
    sum += amount;
  }
  return sum;
}

/**
 * Average amount of windows.
 * @param ends of the windows, the nearest first; where there is none, nothing is known
 */
export function usual(parts: readonly Part[], ends: readonly number[], withinMs: number): number | undefined {
  const [nearest] = ends;
  if (nearest === undefined) return undefined;
  const oldest = (ends.at(-1) ?? nearest) - withinMs;
  // Windows without a gap between them are one.
  if (nearest - oldest === ends.length * withinMs) return sumOf(parts, oldest, nearest) / ends.length;
  let sum = 0;
  for (const end of ends) sum += sumOf(parts, end - withinMs, end);
  return sum / ends.length;
}
