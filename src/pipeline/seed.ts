/**
 * Gives rules a past before their first event: they are evaluated on the log of that past, and the states that come of
 * it are kept with the monitor's own. Nothing of it is told, and nothing but states is written.
 */
import { nextTurn } from "../lib/turns.ts";
import type { MemoryWrite } from "../model/commit.ts";
import { jstDay, type TradingCalendar } from "../model/dates.ts";
import type { Event, LogReader } from "../model/event.ts";
import type { RuleSet } from "../model/rule.ts";
import type { House } from "./house.ts";
import { createReplay, type Replay, readCommits } from "./replay.ts";
import type { StandingView } from "./standing/keep-standing.ts";

/** A past and the rules that take it in. */
export interface SeedingPast {
  readonly log: LogReader;
  /** Types of the events that the rules are about. */
  readonly types: ReadonlySet<string>;
  readonly rules: RuleSet;
  /** Whether they are given an event; left out: each one. */
  isTaken?(event: Event): boolean;
  readonly calendar: TradingCalendar;
  readonly standing: StandingView;
  /** The moment at which the past ends and life begins, ms since 1970. */
  readonly end: number;
  readonly signal: AbortSignal;
  /** Called with each day (in Japan) of the past that begins. */
  progress(day: string): void;
}

/** Evaluates rules on a past, in turns that hold nothing else up. Undefined: it was ended before. */
export async function replayPast(past: SeedingPast): Promise<Replay | undefined> {
  const { log, types, rules, calendar, standing, signal, isTaken = () => true } = past;
  const around = { rules: () => rules, unmailed: () => [], calendar: () => calendar };
  const replay = createReplay({ ...around, log, standing, isOfOtherLog: true });
  const rest = resting();
  let day = "";
  for (const { time, entries } of readCommits(log, types)) {
    const at = Date.parse(time);
    if (at > past.end) break;
    if (jstDay(at) !== day) {
      day = jstDay(at);
      past.progress(day);
    }
    replay.take(entries.filter(({ event }) => isTaken(event)));
    await rest();
    if (signal.aborted) return undefined;
  }
  replay.passUntil(past.end);
  return replay;
}

export interface KeptStates {
  /** The state that a rule begins with, by the one at the end of its past; undefined: none. */
  seeded(past: MemoryWrite): MemoryWrite | undefined;
  readonly store: Pick<House["store"], "commit">;
  /** Note that all of them are kept, written with the last of them. */
  readonly done: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** States of one commit: a few milliseconds. */
const atOnce = 100;

/** Keeps the states, in commits that hold nothing else up; answers how many. Undefined: it was ended before. Throws a StoreError. */
export async function keepSeeded(
  states: Iterable<MemoryWrite>,
  { seeded, store, done, signal }: KeptStates,
): Promise<number | undefined> {
  const commit = (memories: readonly MemoryWrite[], meta: Readonly<Record<string, string>> = {}) =>
    store.commit({ entries: [], cooldowns: [], mails: [], memories, meta });
  let kept = 0;
  let some: MemoryWrite[] = [];
  for (const past of states) {
    const state = seeded(past);
    if (state === undefined) continue;
    kept += 1;
    some.push(state);
    if (some.length < atOnce) continue;
    commit(some);
    some = [];
    await nextTurn();
    if (signal.aborted) return undefined;
  }
  commit(some, done);
  return kept;
}

/** How long work goes on until others have their turn. */
const sliceMs = 20;

/** To be awaited between two parts of long work. */
function resting(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < sliceMs) return undefined;
    return nextTurn().then(() => {
      began = performance.now();
    });
  };
}
