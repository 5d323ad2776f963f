import { setMaxListeners } from "node:events";
import { Failure } from "../failure.ts";

/**
 * Calls once when the signal is aborted, also when it was aborted before. The answer stops listening and must
 * be called in the end: signals live as long as the program, requests do not.
 */
export function listenAbort(signal: AbortSignal | undefined, call: () => void): () => void {
  if (signal === undefined) return () => {};
  if (signal.aborted) {
    call();
    return () => {};
  }
  // Many requests share one signal; Node would warn of a leak from the eleventh on.
  setMaxListeners(0, signal);
  signal.addEventListener("abort", call, { once: true });
  return () => signal.removeEventListener("abort", call);
}

/** Makes the failure of a request that its caller stopped; the signal's reason is the cause. */
export function stopped(signal: AbortSignal | undefined): Failure {
  return new Failure("unreachable", "the request was stopped", { cause: signal?.reason });
}
