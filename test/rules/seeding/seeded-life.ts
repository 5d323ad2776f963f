/** Rules that begin with a past, over a real database: the past is a log of its own, and what is lived comes after it. */
import { join } from "node:path";
import type { MemoryWrite } from "../../../src/model/commit.ts";
import type { TradingCalendar } from "../../../src/model/dates.ts";
import type { EventDraft, LogEntry } from "../../../src/model/event.ts";
import { judge } from "../../../src/pipeline/judge.ts";
import { keepSeeded, replayPast } from "../../../src/pipeline/seed.ts";
import type { CompiledRules } from "../../../src/rules/rule-set.ts";
import { seededRules } from "../../../src/rules/sets/seeded-rules.ts";
import { openStore, type Store } from "../../../src/store/store.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";

/** Events that come together, ms since 1970. */
export interface Poll {
  readonly at: number;
  readonly drafts: readonly EventDraft[];
}

export interface World {
  readonly rules: CompiledRules;
  readonly calendar: TradingCalendar;
}

/** Lets time go by in a database, poll by poll; answers the entries. */
export function livePolls(store: Store, { rules, calendar }: World, polls: readonly Poll[], end: number) {
  const entries: LogEntry[] = [];
  const commit = (now: number, drafts: readonly EventDraft[]) => {
    const around = { rules: () => rules, unmailed: () => [], calendar: () => calendar };
    const { batch } = judge({ drafts, batch: {} }, { ...around, store, now: () => now } as never);
    store.commit(batch);
    entries.push(...batch.entries);
  };
  const passUntil = (at: number) => {
    for (let due = store.nextDueMemory(); due !== undefined && due <= at; due = store.nextDueMemory())
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
  return openStore(join(tmpFolder(), `${name}.db`), { now: () => 0, isPassing: true });
}

/** Gives rules the past that ends at a moment; answers their states. */
export async function seed(store: Store, { rules, calendar }: World, past: readonly Poll[], seam: number) {
  const own = newStore("past");
  const nobody = { ...rules, names: [], meanings: new Map(), standing: undefined, match: () => [] };
  livePolls(own, { rules: nobody, calendar }, past, seam);
  const signal = new AbortController().signal;
  const { types, rules: taking, stateOf } = seededRules(rules, calendar);
  const standing = { now: () => undefined, apply: () => {}, before: <T>(_: number, work: () => T) => work() };
  const replay = await replayPast({
    ...{ log: own.log, types, rules: taking, calendar, end: seam, signal },
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
