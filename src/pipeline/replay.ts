/**
 * The log once more through everything that stands between an event and a mail, from nothing remembered: the same
 * entries give the same alerts as they gave the monitor. Nothing is written.
 */
import type { LogEntry } from "../model/event.ts";
import type { LogReader } from "../model/log.ts";
import type { House } from "./house.ts";
import { type Judgement, judgeEntries } from "./judgement.ts";
import { createReplayMemory } from "./replay-memory.ts";

export interface ReplayHouse extends Pick<House, "rules" | "mails" | "calendar"> {
  /** Where the entries come from; read again where time brings an alert about. */
  readonly log: Pick<LogReader, "read">;
}

export interface Replay {
  /**
   * Judges entries that were committed together, as of their time: in the order of the log, one call a commit.
   * What was due before them comes first, a judgement each.
   */
  take(entries: readonly LogEntry[]): Judgement[];
  /** Judges what time alone brings about up to a moment, ms since 1970. */
  passUntil(at: number): Judgement[];
}

export function createReplay({ log, ...house }: ReplayHouse): Replay {
  const memory = createReplayMemory();
  const judging = { ...house, store: { ...memory, log } };
  let seq = 0;
  const judge = (entries: readonly LogEntry[], at: number): Judgement => {
    const time = new Date(at).toISOString();
    const place = () => ({ epoch: "replay", seq: ++seq, time });
    const judgement = judgeEntries(entries, { at, place }, judging);
    memory.keep(judgement);
    return judgement;
  };
  const passUntil = (at: number): Judgement[] => {
    const judgements: Judgement[] = [];
    for (let due = memory.dueBy(at); due !== undefined; due = memory.dueBy(at))
      judgements.push(judge([], due));
    return judgements;
  };
  return {
    passUntil,
    take(entries) {
      const [first] = entries;
      if (first === undefined) return [];
      const at = Date.parse(first.event.time);
      return [...passUntil(at), judge(entries, at)];
    },
  };
}
