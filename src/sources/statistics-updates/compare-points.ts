import { decimalsOfAll, sameNumber } from "../../model/numbers.ts";
import type { Point } from "./state.ts";

export interface PointChanges {
  /** Stored and new points together, oldest first; a number that was only rounded stays as it was. */
  readonly points: Point[];
  /** Periods that are new or got their value now, oldest first. */
  readonly added: { period: string; value: number }[];
  /** Periods whose number is another one now, or withdrawn (`to` absent), oldest first. */
  readonly revisions: { period: string; from: number; to?: number }[];
}

/** A period that is stored and not in `next` says nothing: answers may begin later than what is known. */
export function comparePoints(before: readonly Point[], next: readonly Point[]): PointChanges {
  const points = new Map(before);
  const decimals = decimalsOfAll(next.map(([, value]) => value));
  const added: PointChanges["added"] = [];
  const revisions: PointChanges["revisions"] = [];
  for (const [period, value] of next) {
    const old = points.get(period) ?? null;
    if (old === null) {
      points.set(period, value);
      if (value !== null) added.push({ period, value });
    } else if (value === null) {
      points.set(period, value);
      revisions.push({ period, from: old });
    } else if (!sameNumber(old, value, decimals)) {
      points.set(period, value);
      revisions.push({ period, from: old, to: value });
    }
  }
  return { points: inOrder([...points]), added: inOrder(added), revisions: inOrder(revisions) };
}

/** Periods of one frequency have one form, in which the order of texts is that of time. */
function inOrder<T extends Point | { period: string }>(list: T[]): T[] {
  const periodOf = (entry: T) => ("period" in entry ? entry.period : entry[0]);
  return list.sort((a, b) => (periodOf(a) < periodOf(b) ? -1 : periodOf(a) > periodOf(b) ? 1 : 0));
}
