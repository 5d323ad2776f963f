/** Lanes: whose request it is that waits for a limited service, known however deep below the call. */
import { AsyncLocalStorage } from "node:async_hooks";

interface Lane {
  readonly name: string;
  readonly doubts: boolean;
}

const lanes = new AsyncLocalStorage<Lane>();

/**
 * Runs work whose requests, however deep below, wait in a lane of their own where a service is limited: whoever
 * asks much cannot keep others from their turn.
 *
 * @param doubts the answers before could not be used, so none of them that is remembered is taken for the answer
 */
export function inLane<T>(name: string, work: () => T, doubts = false): T {
  return lanes.run({ name, doubts }, work);
}

/** Runs work whose requests take no answer that is remembered: for what is asked so rarely that it saves nothing. */
export function doubting<T>(work: () => T): T {
  return inLane(currentLane(), work, true);
}

/** The lane of the work that calls; "" for work that is in none. */
export function currentLane(): string {
  return lanes.getStore()?.name ?? "";
}

/** Whether the work that calls takes no answer that is remembered. */
export function isDoubting(): boolean {
  return lanes.getStore()?.doubts ?? false;
}
