/**
 * The house on a clock that is moved: the pipeline, the store and the sources of life, one poll or change after another.
 * Each is committed whole before the next one begins, and what is due in between comes at its own time.
 */
import { EMPTY, lastValueFrom, of } from "rxjs";
import type { Config } from "../config/config.ts";
import { settingsOf } from "../config/services.ts";
import { createActiveStanding, standingAnswers } from "../files/active-standing.ts";
import type { Clock } from "../lib/clock.ts";
import { Refused } from "../lib/problem.ts";
import type { CommitBatch } from "../model/commit.ts";
import type { TradingCalendar } from "../model/dates.ts";
import type { RuleSet } from "../model/rule.ts";
import type { StandingAnswers } from "../model/standing.ts";
import type { Output } from "../outputs/output.ts";
import type { Change } from "../pipeline/change.ts";
import type { Due } from "../pipeline/due.ts";
import type { House } from "../pipeline/house.ts";
import { pipeline } from "../pipeline/pipeline.ts";
import { createPauses, createPolls, type Watched } from "../pipeline/schedule.ts";
import { quarantineDefaults } from "../sources/index.ts";
import type { Source } from "../sources/source.ts";
import { refusing } from "../store/sqlite-error.ts";
import { openStore, type Store } from "../store/store.ts";
import { rememberItems } from "./remembered-items.ts";

export interface MovedClock extends Clock {
  /** @param at ms since 1970 */
  moveTo(at: number): void;
}

/** The time that passes on it is the time that it shows; nothing waits on it. */
export function createMovedClock(start: number): MovedClock {
  let at = start;
  return {
    now: () => at,
    elapsed: () => at,
    after: () => () => {},
    moveTo(to) {
      at = to;
    },
  };
}

export interface MovedParts {
  readonly config: Config;
  readonly clock: MovedClock;
  readonly sources: readonly Source[];
  /** Due times of the publications of a source; undefined: it is never late. */
  due(source: string): Due | undefined;
  readonly rules: RuleSet;
  readonly unmailed: House["unmailed"];
  /** Who is told of alerts, with the store that keeps their life; left out: nobody is. */
  alerts?(store: Store): House["alerts"];
  /** File of the database; the folder is there, and a new file is made in it. */
  readonly file: string;
  /** Id of the database. */
  readonly epoch: string;
  calendar(): TradingCalendar;
  /** Makes what is woken by each commit; left out: nothing is. */
  outputs?(store: Pick<Store, "log">): readonly Output[];
  /** Called with everything that is written. */
  written?(batch: CommitBatch): void;
  /** Whether the items of sources are written only when it is closed; in between they are in memory. */
  readonly remembersItems?: boolean;
  /** How the sources say what stands; by default all of them do. */
  answers?(source: string): StandingAnswers | undefined;
}

export interface MovedHouse {
  readonly store: Store;
  /** Lets time pass, and what is due come, each at its own time; ms since 1970. */
  passUntil(at: number): void;
  /** Takes a change in at once. Throws Refused where it cannot be written. */
  tell(change: Change): void;
  /** Polls a source once, to the end of its last part. Rejects with Refused where that cannot be written. */
  poll(source: string): Promise<void>;
  close(): void;
}

/** Throws Refused where the database cannot be made. */
export function openMovedHouse(parts: MovedParts): MovedHouse {
  const { clock } = parts;
  const opened = refusing(() =>
    openStore(parts.file, { now: clock.now, epoch: () => parts.epoch, isPassing: true }),
  );
  const items = parts.remembersItems ? rememberItems(opened) : { store: opened, keep: () => {} };
  const { store } = items;
  const house = houseOf(parts, store);
  const watched = new Map(parts.sources.map((source) => [source.name, watchedSource(source, parts)]));
  const tell = (change: Change): void => {
    let bug: { readonly error: unknown } | undefined;
    const failed = (error: unknown) => {
      bug = { error };
    };
    // All of it happens in this turn.
    pipeline({ ...house, sources: [], news$: of(change) }).subscribe({ error: failed });
    if (bug !== undefined) throw bug.error;
  };
  return {
    store,
    tell,
    passUntil(at) {
      for (let due = nextDueOf(store); due !== undefined && due <= at; due = nextDueOf(store)) {
        clock.moveTo(Math.max(clock.now(), due));
        tell({ drafts: [], batch: {} });
      }
      clock.moveTo(at);
    },
    async poll(name) {
      const one = watched.get(name);
      if (one === undefined) throw new Error(`no source ${name}`);
      const tick = { at: clock.now(), elapsed: clock.elapsed(), intervalMs: 0 };
      // Nobody asks for another one meanwhile: the stream ends with this poll.
      const polls = { ...one.polls, asked$: EMPTY };
      const polled = pipeline({ ...house, sources: [{ ...one, polls, ticks$: of(tick) }], news$: EMPTY });
      await lastValueFrom(polled, { defaultValue: undefined });
    },
    close() {
      house.standing.stop();
      try {
        refusing(items.keep);
      } finally {
        store.close();
      }
    },
  };
}

function houseOf(parts: MovedParts, store: Store) {
  const { clock, config, rules, unmailed, calendar, outputs, written } = parts;
  const { answers = standingAnswers(config) } = parts;
  const commit = (batch: CommitBatch): void => {
    store.commit(batch);
    written?.(batch);
  };
  return {
    store: { ...store, commit },
    outputs: outputs?.(store) ?? [],
    rules: () => rules,
    standing: createActiveStanding(() => rules, answers, store, calendar),
    unmailed,
    alerts: parts.alerts?.(store),
    calendar,
    now: clock.now,
    timeOfDay: clock.now,
    signal: new AbortController().signal,
    report({ error }: { readonly error?: Error }) {
      // The folder is full: to play on would be to play something else.
      if (error) throw new Refused(error.message);
    },
  };
}

function watchedSource(source: Source, { config, due }: MovedParts): Omit<Watched, "ticks$"> {
  const quarantine = settingsOf(source.name, config)?.quarantine ?? quarantineDefaults;
  return { source, pauses: createPauses(), polls: createPolls(), quarantine, due: due(source.name) };
}

/** When the state of a rule or of an alert is due next, ms since 1970. */
export function nextDueOf(store: Pick<Store, "nextDueMemory" | "alerts">): number | undefined {
  const dues = [store.nextDueMemory(), store.alerts.nextDue()].filter((due) => due !== undefined);
  return dues.length === 0 ? undefined : Math.min(...dues);
}
