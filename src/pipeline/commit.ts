/**
 * The stages notify, commit and deliver: who is told of the alerts is decided; state, cursor, events, alerts and mails are
 * written together or not at all; the outputs are woken.
 */
import { takeStep } from "../alerts/life/take-step.ts";
import type { CommitBatch } from "../model/commit.ts";
import { entryReader } from "../model/event.ts";
import type { Ending } from "../model/rule.ts";
import { StoreError } from "../model/store-faults.ts";
import type { Change, Committed } from "./change.ts";
import type { House } from "./house.ts";
import type { Judged } from "./judge.ts";

/**
 * Takes what a commit tells into the life of alerts, which says who is told of what, and when. What becomes of it is
 * written with the entries. Without a life of alerts, as in the play of a past, nobody is told.
 */
export function notify(judged: Judged, house: House): Judged {
  const { alerts, store } = house;
  if (alerts === undefined) return judged;
  const { batch, at } = judged;
  const { writes, mails } = takeStep(
    { entries: batch.entries, at },
    {
      ...alerts,
      calendar: house.calendar(),
      endings: house.rules().endings ?? noEndings,
      gathers: house.rules().gathers,
      entry: entryReader(batch.entries, store.log),
    },
  );
  return { ...judged, batch: { ...batch, alerts: writes, mails } };
}

export const noEndings: ReadonlyMap<string, Ending> = new Map();

export function commit({ change, batch, limits }: Judged, house: House): Committed {
  const error = failureOf(() => house.store.commit(batch));
  if (error === undefined) house.standing?.keep();
  else house.standing?.takeBack();
  pace(change, error);
  return { change, limits, remembers: remembers(batch), ...(error ? { error } : { written: batch }) };
}

const remembers = ({ memories, alerts }: CommitBatch) => Boolean(memories?.length || alerts?.states.length);

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
