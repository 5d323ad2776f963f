/**
 * Evaluates rules on the stored log, beginning without any state: the same entries give the same alerts as they gave
 * the monitor. Nothing is written.
 */
import type { LogEntry } from "../model/event.ts";
import type { LogReader } from "../model/log.ts";
import { type Evaluation, evaluateEntries } from "./evaluate.ts";
import type { House } from "./house.ts";
import { createReplayMemory } from "./replay-memory.ts";

export interface ReplayHouse extends Pick<House, "rules" | "mails" | "calendar"> {
  /** Reader of the entries; they are read again when time gives an alert. */
  readonly log: Pick<LogReader, "read">;
}

export interface Replay {
  /**
   * Evaluates entries that were committed together, as of their time: in the order of the log, one call a commit.
   * Rules that were due before them come first, with an evaluation each.
   */
  take(entries: readonly LogEntry[]): Evaluation[];
  /** Evaluates what time alone brings about up to a moment, ms since 1970. */
  passUntil(at: number): Evaluation[];
}

export function createReplay({ log, ...house }: ReplayHouse): Replay {
  const memory = createReplayMemory();
  const replaying = { ...house, store: { ...memory, log } };
  let seq = 0;
  const evaluate = (entries: readonly LogEntry[], at: number): Evaluation => {
    const time = new Date(at).toISOString();
    const place = () => ({ epoch: "replay", seq: ++seq, time });
    const evaluation = evaluateEntries(entries, { at, place }, replaying);
    memory.keep(evaluation);
    return evaluation;
  };
  const passUntil = (at: number): Evaluation[] => {
    const evaluations: Evaluation[] = [];
    for (let due = memory.dueBy(at); due !== undefined; due = memory.dueBy(at))
      evaluations.push(evaluate([], due));
    return evaluations;
  };
  return {
    passUntil,
    take(entries) {
      const [first] = entries;
      if (first === undefined) return [];
      const at = Date.parse(first.event.time);
      return [...passUntil(at), evaluate(entries, at)];
    },
  };
}
