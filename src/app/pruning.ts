/** Lets go of history that is older than the retention, a little at a time. */
import type { Log } from "../lib/log.ts";
import { StoreError } from "../model/store-error.ts";
import type { Store } from "../store/store.ts";

const everyMs = 10 * 60_000;
/** Between two batches, so that polls and readers get their turn. */
const breathMs = 50;

/** Starts at once, then every ten minutes; the answer stops it. */
export function startPruning(store: Pick<Store, "prune">, retentionMs: number, log: Log): () => void {
  let timer: NodeJS.Timeout;
  const step = (): void => {
    timer = setTimeout(step, pruneOnce() ? breathMs : everyMs);
  };
  const pruneOnce = (): boolean => {
    try {
      return store.prune({ before: Date.now() - retentionMs }).more;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      log.error({ error: error.message }, "old history could not be removed");
      return false;
    }
  };
  timer = setTimeout(step, breathMs);
  return () => clearTimeout(timer);
}
