/**
 * The stage judge: gives each event its number and evaluates the rules on it. What they remember is read from the store
 * and collected beside it, to be written with the entries. Pure but for that reading.
 */
import { endedByTime } from "../alerts/life/alert-facts.ts";
import type { CommitBatch } from "../model/commit.ts";
import { entryReader, numbered } from "../model/event.ts";
import type { ReachedLimit } from "../model/rule.ts";
import type { Change } from "./change.ts";
import { evaluateEntries } from "./evaluate.ts";
import type { House } from "./house.ts";
import { marked } from "./judging/simulated.ts";

export interface Judged {
  readonly change: Change;
  readonly batch: CommitBatch;
  /** Limits of rules' states that are reached. */
  readonly limits: readonly ReachedLimit[];
  /** The moment as of which it is judged, ms since 1970. */
  readonly at: number;
}

/** Numbers what time alone has ended and the events of a change, then the alerts that they raise. */
export function judge(change: Change, house: House): Judged {
  const { epoch } = house.store.log;
  const at = house.now();
  const time = new Date(at).toISOString();
  let seq = house.store.log.head();
  const place = () => ({ epoch, seq: ++seq, time });
  const entryAt = entryReader([], house.store.log);
  const ended = house.alerts ? endedByTime(house.alerts.memory, at, entryAt) : [];
  const causes = [...ended, ...change.drafts].map((draft) =>
    numbered(marked(draft, house.played, entryAt), place()),
  );
  const { alerts, limits, ...evaluation } = evaluateEntries(causes, { at, place }, house);
  const silent = house.standing?.settle(change.batch, change.drafts) ?? [];
  const entries = [...causes, ...alerts];
  const full = (house.standing?.now()?.full() ?? []).map((rule) => ({ rule, limit: "standing" as const }));
  return {
    change,
    at,
    batch: { ...change.batch, entries, ...evaluation, mails: [], ...(silent.length > 0 && { silent }) },
    limits: [...limits, ...full],
  };
}
