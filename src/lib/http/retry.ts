import type { Clock } from "../clock.ts";
import { Failure, type FailureReason } from "../failure.ts";
import { listenAbort, stopped } from "./listen-abort.ts";
import type { HttpResponse } from "./response.ts";

const passing: ReadonlySet<FailureReason> = new Set(["unreachable", "timeout", "incomplete"]);

const firstWaitMs = 500;

/** Longer waits than this are for the caller to keep, who has other things to do meanwhile. */
const longestWaitMs = 10_000;

/** Computes how long to wait before a retry, ms; undefined if a retry now would not help. `attempt` counts from 0. */
export function retryWaitMs(
  outcome: HttpResponse | Failure,
  attempt: number,
  random: () => number,
): number | undefined {
  if (!mayPass(outcome)) return undefined;
  const askedMs = outcome.retryAfterMs ?? 0;
  if (askedMs > longestWaitMs) return undefined;
  const backOffMs = firstWaitMs * 2 ** attempt * (0.5 + random() / 2);
  return Math.max(askedMs, backOffMs);
}

function mayPass(outcome: HttpResponse | Failure): boolean {
  if (outcome instanceof Failure) return passing.has(outcome.reason);
  return outcome.status === 429 || outcome.status >= 500;
}

/** Resolves after `ms`; rejects with a Failure as soon as the signal is aborted. */
export function pause(ms: number, clock: Clock, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    let unlisten = () => {};
    const cancel = clock.after(ms, () => {
      unlisten();
      resolve();
    });
    unlisten = listenAbort(signal, () => {
      cancel();
      reject(stopped(signal));
    });
  });
}
