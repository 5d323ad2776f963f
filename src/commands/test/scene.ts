/** One test as it runs: time passes, sources are polled, events come, and what that brings about is taken. */

import type { WrittenTest } from "../../app/test-files/test-file-schema.ts";
import type { FailureReason } from "../../lib/failure.ts";
import type { EventDraft } from "../../model/event.ts";
import type { TradingCalendar } from "../../model/trading-calendar.ts";
import type { Frame } from "../../outputs/member.ts";
import type { Change } from "../../pipeline/diff.ts";
import { pipeline } from "../../pipeline/pipeline.ts";
import { type Decision, decide } from "../../pipeline/quarantine-decision.ts";
import { type Committings, type HouseParts, openHouse } from "./house.ts";

/** Results of a step. */
export interface Brought extends Committings {
  readonly frames: readonly Frame[];
}

export interface Scene {
  /** Names of the sources, in the order in which those of one step are polled. */
  readonly sources: readonly string[];
  readonly calendar: TradingCalendar;
  now(): number;
  /** Lets time pass, and what is due come, each at its own time; ms since 1970. */
  passUntil(at: number): void;
  tell(drafts: readonly EventDraft[]): void;
  /** Makes the service of a source show these items from now on. */
  show(name: string, items: readonly unknown[]): void;
  /** Polls a source once. */
  poll(name: string, failing?: FailureReason): Promise<void>;
  /** False if nothing is in quarantine. */
  decide(decision: Decision, name: string): boolean;
  /** Takes the results since the last call. */
  take(): Brought;
  close(): void;
}

export function openScene(test: WrittenTest, parts: HouseParts): Scene {
  let now = Date.parse(test.steps[0]?.at ?? "");
  const own = openHouse(test, parts, () => now);
  const { house, store, frames, brought, polled } = own;
  let bug: unknown;
  const running = pipeline(house).subscribe({
    error(error) {
      bug = error;
      for (const settle of polled.values()) settle(error);
    },
  });
  const tell = (change: Change): void => {
    house.news$.next(change);
    if (bug !== undefined) throw bug;
  };
  const watchedOf = (name: string) => {
    const watched = house.sources.find(({ source }) => source.name === name);
    if (watched === undefined) throw new Error(`no source ${name}`);
    return watched;
  };
  return {
    sources: house.sources.map(({ source }) => source.name),
    calendar: house.calendar(),
    now: () => now,
    passUntil(at) {
      for (let due = store.nextDueMemory(); due !== undefined && due <= at; due = store.nextDueMemory()) {
        now = Math.max(now, due);
        tell({ drafts: [], batch: {} });
      }
      now = at;
    },
    tell: (drafts) => tell({ drafts, batch: {} }),
    show: (name, items) => watchedOf(name).source.show(items),
    async poll(name, failing) {
      const watched = watchedOf(name);
      watched.source.failing = failing;
      const done = new Promise<void>((resolve, reject) => {
        polled.set(name, (error) => (error === undefined ? resolve() : reject(error)));
      });
      watched.ticks$.next({ at: now, elapsed: now, intervalMs: 0 });
      await done;
    },
    decide(decision, name) {
      const change = decide(name, decision, store);
      if (change !== undefined) tell(change);
      return change !== undefined;
    },
    take: () => ({ ...brought.take(), frames: frames() }),
    close() {
      running.unsubscribe();
      store.close();
    },
  };
}
