/** What a history lacks after a fetch, by set: many pieces lack for the same reason. */
import type { HistoryPeriod, HistoryPiece } from "../../model/history.ts";

/** Pieces of a set that were refused, or that failed. */
export interface LackingPieces extends HistoryPeriod {
  readonly set: string;
  readonly pieces: number;
  /** The first of the reasons, in words: many name the day that they are about. */
  readonly reason: string;
}

export function createLacking() {
  const sets = new Map<string, LackingPieces>();
  return {
    add({ set, from, to }: HistoryPiece, reason: string) {
      const before = sets.get(set);
      const first = before === undefined || from < before.from ? from : before.from;
      const last = before === undefined || to > before.to ? to : before.to;
      const pieces = (before?.pieces ?? 0) + 1;
      sets.set(set, { set, from: first, to: last, pieces, reason: before?.reason ?? reason });
    },
    all: () => [...sets.values()],
  };
}
