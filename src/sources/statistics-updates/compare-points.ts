import { decimalsOfAll, keptNumber } from "../../model/numbers.ts";
import { decimalsBetween, isEnough, type Written } from "../precision.ts";
import type { Point } from "./state.ts";

export interface PointChanges {
  /** Stored and new points together, oldest first; of a number that was only rounded the more exact one. */
  readonly points: Point[];
  /** Periods that are new or got their value now, oldest first. */
  readonly added: { period: string; value: number }[];
  /** Periods whose number is another one now, or withdrawn (`to` absent), oldest first. */
  readonly revisions: { period: string; from: number; to?: number }[];
}

/** A period that is stored and not in `next` says nothing: answers may begin later than what is known. */
export function comparePoints(before: readonly Point[], next: readonly Point[], tolerance = 0): PointChanges {
  const points = new Map(before);
  const decimals = decimalsBetween(writtenBy(before), writtenBy(next));
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
    } else {
      const kept = keptNumber(old, value, decimals, tolerance);
      points.set(period, kept ?? value);
      if (kept === undefined) revisions.push({ period, from: old, to: value });
    }
  }
  return { points: inOrder([...points]), added: inOrder(added), revisions: inOrder(revisions) };
}

function writtenBy(points: readonly Point[]): Written {
  const values = points.flatMap(([, value]) => value ?? []);
  return { decimals: decimalsOfAll(values), isSure: isEnough(values.length) };
}

/** Periods of one frequency have one form, in which the order of texts is that of time. */
function inOrder<T extends Point | { period: string }>(list: T[]): T[] {
  const periodOf = (entry: T) => ("period" in entry ? entry.period : entry[0]);
  return list.sort((a, b) => (periodOf(a) < periodOf(b) ? -1 : periodOf(a) > periodOf(b) ? 1 : 0));
}
