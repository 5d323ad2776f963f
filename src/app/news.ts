/** The monitor's own news on their way through the pipeline. */
import { Subject } from "rxjs";
import type { Committed } from "../pipeline/commit.ts";
import type { Change } from "../pipeline/diff.ts";

export interface News {
  /** What the pipeline takes in. */
  readonly news$: Subject<Change>;
  /** Commits a change, where that works; what could not be written is reported like any other. */
  give(change: Change): void;
  /** Commits a change before it returns. Throws the StoreError where that could not be written. */
  tell(change: Change): void;
  /** To be called with all that the pipeline committed. */
  committed(committed: Committed): void;
}

export function createNews(): News {
  const news$ = new Subject<Change>();
  const committed$ = new Subject<Committed>();
  const give = (change: Change): void => news$.next(change);
  return {
    news$,
    give,
    tell(change) {
      const answers: Committed[] = [];
      // From a change to its commit nothing waits, so the answer is there once it was given.
      const heard = committed$.subscribe((one) => void (one.change === change && answers.push(one)));
      give(change);
      heard.unsubscribe();
      const [answer] = answers;
      if (answer === undefined) throw new Error("no pipeline runs that takes news");
      if (answer.error) throw answer.error;
    },
    committed: (committed) => committed$.next(committed),
  };
}
