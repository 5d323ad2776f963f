/** The stages commit and deliver: state, cursor, events, alerts and mails are written together or not at all. */
import type { CommitBatch } from "../model/commit.ts";
import { StoreError } from "../model/store-faults.ts";
import type { Change, Committed } from "./change.ts";
import type { House } from "./house.ts";
import type { Judged } from "./judge.ts";

export function commit({ change, batch, limits }: Judged, house: House): Committed {
  const error = failureOf(() => house.store.commit(batch));
  if (error === undefined) house.standing?.keep();
  else house.standing?.takeBack();
  pace(change, error);
  return { change, limits, remembers: remembers(batch), ...(error ? { error } : { written: batch }) };
}

function remembers({ memories = [], alerts }: CommitBatch): boolean {
  return memories.length > 0 || (alerts !== undefined && alerts.states.length > 0);
}

function failureOf(write: () => void): StoreError | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
}

/** A poll without a result makes its source pause; so does a service that asks for a pause. */
function pace({ poll, failure, batch }: Change, error: StoreError | undefined): void {
  if (!poll) return;
  const { tick, watched } = poll;
  const fruitless = error !== undefined || batch.source?.successAt === undefined;
  if (fruitless || failure?.retryAfterMs) watched.pauses.failed(tick, failure?.retryAfterMs);
  else watched.pauses.succeeded();
}

/** Wakes the outputs. They read what was committed, each at its own pace. */
export function deliver(committed: Committed, house: House): void {
  house.report(committed);
  if (committed.error) return;
  for (const output of house.outputs) output.wake();
}
