/** What stood before an entry: its change is taken back while somebody looks. */
import type { Standing, StandingChange } from "../../model/standing.ts";

export interface AsBefore {
  /** An entry is applied: by what its change is taken back, undefined where it changes nothing. */
  applied(seq: number, back: StandingChange | undefined): void;
  /** A commit is over, written or not: its numbers may come again. */
  over(): void;
  /** Does some work while what stands is as it was before an entry, which is the last that was applied, or changed nothing. */
  before<T>(seq: number, work: () => T): T;
}

export function lookBack(now: () => Standing | undefined): AsBefore {
  let last: { readonly seq: number; readonly back: StandingChange } | undefined;
  return {
    applied(seq, back) {
      last = back && { seq, back };
    },
    over() {
      last = undefined;
    },
    before(seq, work) {
      const standing = now();
      if (standing === undefined || last?.seq !== seq) return work();
      const again = standing.take(last.back);
      try {
        return work();
      } finally {
        if (again !== undefined) standing.take(again);
      }
    },
  };
}
