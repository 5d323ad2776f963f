/** Gives each event its place on the log and evaluates the rules on it. Pure but for reading the states of rules. */
import type { CommitBatch } from "../model/commit.ts";
import { numbered } from "../model/event.ts";
import type { ReachedLimit } from "../model/memory-limits.ts";
import type { Change } from "./diff.ts";
import { evaluateEntries } from "./evaluate.ts";
import type { House } from "./house.ts";

export interface Judged {
  readonly change: Change;
  readonly batch: CommitBatch;
  /** Limits of rules' states that are reached. */
  readonly limits: readonly ReachedLimit[];
}

/** Numbers the events of a change, then the alerts that they raise. */
export function judge(change: Change, house: House): Judged {
  const { epoch } = house.store.log;
  const at = house.now();
  const time = new Date(at).toISOString();
  let seq = house.store.log.head();
  const place = () => ({ epoch, seq: ++seq, time });
  const causes = change.drafts.map((draft) => numbered(draft, place()));
  const { alerts, limits, ...evaluation } = evaluateEntries(causes, { at, place }, house);
  return { change, batch: { ...change.batch, entries: [...causes, ...alerts], ...evaluation }, limits };
}
