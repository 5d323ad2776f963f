import { AsyncLocalStorage } from "node:async_hooks";

const lanes = new AsyncLocalStorage<string>();

/**
 * Runs work whose requests, however deep below, wait in a lane of their own where a service is limited: whoever
 * asks much cannot keep others from their turn.
 */
export function inLane<T>(lane: string, work: () => T): T {
  return lanes.run(lane, work);
}

/** The lane of the work that calls; "" for work that is in none. */
export function currentLane(): string {
  return lanes.getStore() ?? "";
}
