/** Keeps on record from when to when the monitor was at work, so that a time without one is known as such later. */
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { StoreError } from "../model/store-error.ts";
import type { Store } from "../store/store.ts";

/** So far behind is the record of a monitor that was killed. */
export const runRecordMs = 60_000;

/** Begins the record of this run; the answer ends it. */
export function keepRunRecord(
  { runs }: Pick<Store, "runs">,
  { clock, log }: { clock: Clock; log: Pick<Log, "error"> },
): () => void {
  const kept = (write: (at: number) => void): void => {
    try {
      write(clock.now());
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      log.error({ error: error.message }, "that the monitor is at work could not be written");
    }
  };
  let cancel: () => void;
  const step = (): void => {
    kept(runs.seen);
    cancel = clock.after(runRecordMs, step);
  };
  kept(runs.begin);
  cancel = clock.after(runRecordMs, step);
  return () => {
    cancel();
    kept(runs.seen);
  };
}
