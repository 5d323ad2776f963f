/** Wakes the pipeline when time alone makes something of what a rule remembers. */
import type { Clock } from "../lib/clock.ts";

/** The longest wait at once: the system's clock may be set meanwhile, and timers have a limit. */
const longestMs = 60_000;
/** Where a moment has come and nothing could be written, it is tried again after this. */
const againMs = 1_000;

export interface DueMemories {
  /** To be called after each commit that may have changed what is due. */
  look(): void;
  stop(): void;
}

/**
 * @param nextDue when the next memory is due, ms since 1970; undefined: none is
 * @param wake has the pipeline judge what is due
 */
export function watchDueMemories(
  nextDue: () => number | undefined,
  clock: Clock,
  wake: () => void,
): DueMemories {
  let cancel: (() => void) | undefined;
  let stopped = false;
  const look = (leastMs: number): void => {
    cancel?.();
    cancel = undefined;
    const due = stopped ? undefined : nextDue();
    if (due === undefined) return;
    const wait = Math.min(longestMs, Math.max(leastMs, due - clock.now()));
    cancel = clock.after(wait, () => {
      cancel = undefined;
      if (due <= clock.now()) wake();
      // What was due and is due still could not be written.
      if (cancel === undefined) look(againMs);
    });
  };
  return {
    look: () => look(0),
    stop() {
      stopped = true;
      cancel?.();
    },
  };
}
