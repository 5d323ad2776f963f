/** What a history lacks after a fetch, by set and reason: many pieces lack for the same one. */
import type { HistoryPeriod, HistoryPiece } from "../model/history.ts";

/** Pieces of a set that were refused, or that failed. */
export interface LackingPieces extends HistoryPeriod {
  readonly set: string;
  readonly pieces: number;
  /** In words. Some name the day that they are about: of many reasons the last one stands for further ones. */
  readonly reason: string;
}

/** Most reasons that are told of one set. */
const mostReasons = 3;

export function createLacking() {
  const sets = new Map<string, LackingPieces[]>();
  return {
    add({ set, from, to }: HistoryPiece, reason: string) {
      const groups = sets.get(set) ?? [];
      sets.set(set, groups);
      const known = groups.findIndex((group) => group.reason === reason);
      const place = known === -1 ? Math.min(groups.length, mostReasons - 1) : known;
      const before = groups[place] ?? { from, to, pieces: 0, reason };
      groups[place] = {
        ...{ set, from: from < before.from ? from : before.from, to: to > before.to ? to : before.to },
        ...{ pieces: before.pieces + 1, reason: before.reason },
      };
    },
    all: () => [...sets.values()].flat(),
  };
}
