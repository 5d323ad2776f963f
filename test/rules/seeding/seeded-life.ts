/** Rules that begin with a past, over a real database: the past is a log of its own, and what is lived comes after it. */
import { join } from "node:path";
import { weekdaysOnly } from "../../../src/calendar/trading-calendar.ts";
import type { MemoryWrite } from "../../../src/model/commit.ts";
import type { EventDraft, LogEntry } from "../../../src/model/event.ts";
import { judge } from "../../../src/pipeline/judge.ts";
import { keepSeeded, replayPast } from "../../../src/pipeline/seed.ts";
import type { CompiledRules } from "../../../src/rules/rule-set.ts";
import { seededRules } from "../../../src/rules/seeded-rules.ts";
import { openStore, type Store } from "../../../src/store/store.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";

/** Events that come together, ms since 1970. */
export interface Poll {
  readonly at: number;
  readonly drafts: readonly EventDraft[];
  /** The database is closed and opened before it. */
  readonly restarts?: boolean;
}

export interface Lived {
  readonly entries: readonly LogEntry[];
  /** The states of the rules at its beginning. */
  readonly seeded: readonly MemoryWrite[];
}

const around = (rules: CompiledRules) => ({
  ...{ rules: () => rules, deliveries: () => [], calendar: () => weekdaysOnly },
});

/** Lets time go by in a database, poll by poll; answers the entries. */
export function livePolls(store: () => Store, rules: CompiledRules, polls: readonly Poll[], end: number) {
  const entries: LogEntry[] = [];
  const commit = (now: number, drafts: readonly EventDraft[]) => {
    const house = { ...around(rules), store: store(), now: () => now };
    const { batch } = judge({ drafts, batch: {} }, house as never);
    store().commit(batch);
    entries.push(...batch.entries);
  };
  const passUntil = (at: number) => {
    for (let due = store().nextDueMemory(); due !== undefined && due <= at; due = store().nextDueMemory())
      commit(due, []);
  };
  for (const { at, drafts } of polls) {
    passUntil(at);
    commit(at, drafts);
  }
  passUntil(end);
  return entries;
}

/** Creates a database in a folder of its own, which time has no part in. */
export function newStore(name: string): Store {
  return openStore(join(tmpFolder(), `${name}.db`), { now: () => 0 });
}

/** The states that rules have after a past that ends at a moment. */
export async function seedOf(rules: CompiledRules, past: readonly Poll[], seam: number, store: Store) {
  const own = newStore("past");
  const nobody = { ...rules, names: [], meanings: new Map(), standing: undefined, match: () => [] };
  livePolls(() => own, nobody, past, seam);
  const signal = new AbortController().signal;
  const { types, rules: taking, stateOf } = seededRules(rules, weekdaysOnly);
  const standing = { now: () => undefined, apply: () => {}, before: <T>(_: number, work: () => T) => work() };
  const replay = await replayPast({
    ...{ log: own.log, types, rules: taking, calendar: weekdaysOnly, end: seam, signal },
    standing: { ...standing, formsOf: () => [] },
    progress: () => {},
  });
  const seeded: MemoryWrite[] = [];
  await keepSeeded(replay?.states() ?? [], {
    seeded(memory) {
      const state = { ...memory, ...stateOf(memory, store.recall(memory)) };
      if (state.body === undefined) return undefined;
      seeded.push(JSON.parse(JSON.stringify(state)));
      return state;
    },
    ...{ store, done: { seeded: "yes" }, signal },
  });
  own.close();
  return seeded;
}
