/** Lets go of history that is older than the retention, a little at a time. */
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { StoreError } from "../model/store-error.ts";
import type { Store } from "../store/store.ts";

const everyMs = 10 * 60_000;
/** Between two batches, so that polls and readers get their turn. */
const breathMs = 50;

/**
 * Starts at once, then every ten minutes; the answer stops it.
 * @param before what happened before this moment goes, ms since 1970
 */
export function startPruning(
  store: Pick<Store, "prune">,
  before: () => number,
  { clock, log }: { clock: Clock; log: Log },
): () => void {
  let cancel: () => void;
  const step = (): void => {
    cancel = clock.after(pruneOnce() ? breathMs : everyMs, step);
  };
  const pruneOnce = (): boolean => {
    try {
      return store.prune({ before: before() }).more;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      log.error({ error: error.message }, "old history could not be removed");
      return false;
    }
  };
  cancel = clock.after(breathMs, step);
  return () => cancel();
}
