/** The house of one test: the real pipeline, store, mails and feed, on a clock and services that the test moves. */
import { join } from "node:path";
import { Subject } from "rxjs";
import { eventTypesOf } from "../../app/files/event-types.ts";
import type { WrittenTest } from "../../app/files/test-file-schema.ts";
import { Refused, refusing } from "../../app/refused.ts";
import { dueOf, recordsOptions, settingsOf } from "../../app/services.ts";
import { createActiveStanding, standingAnswers } from "../../app/standing.ts";
import type { Config } from "../../config/config.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Tick } from "../../lib/cron.ts";
import type { FailureReason } from "../../lib/failure.ts";
import type { CommitBatch } from "../../model/commit.ts";
import { jstDay } from "../../model/dates.ts";
import type { EventDraft, LogEntry } from "../../model/event.ts";
import type { QueuedMail } from "../../model/mail.ts";
import type { RuleSet, Suppression } from "../../model/rule.ts";
import type { TradingCalendar } from "../../model/trading-calendar.ts";
import type { Watchlists } from "../../model/watchlists.ts";
import { askOutputs, type OutputMember, outputMembers } from "../../outputs/index.ts";
import type { Frame } from "../../outputs/member.ts";
import type { Change } from "../../pipeline/change.ts";
import type { Committed } from "../../pipeline/commit.ts";
import { pipeline } from "../../pipeline/pipeline.ts";
import { type Decision, decide, isLeaving, leavingPart } from "../../pipeline/quarantine-end.ts";
import { createPauses } from "../../pipeline/schedule.ts";
import { createFilterCompiler } from "../../rules/filter.ts";
import { quarantineDefaults, sourceMembers } from "../../sources/index.ts";
import { openStore, type Store } from "../../store/store.ts";
import {
  calendarOf,
  createScriptedRecords,
  createScriptedSource,
  type ScriptedSource,
} from "./scripted-world.ts";

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
  /** Decides about a quarantine; false if there is none. */
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
      const first = decide(name, decision, store);
      for (let change = first; change !== undefined; change = leavingPart(name, store)) tell(change);
      return first !== undefined;
    },
    take: () => ({ ...brought.take(), frames: frames() }),
    close() {
      running.unsubscribe();
      store.close();
    },
  };
}

/** Everything that was committed. */
interface Committings {
  readonly entries: readonly LogEntry[];
  readonly mails: readonly QueuedMail[];
  readonly suppressions: readonly Suppression[];
}

export interface HouseParts {
  readonly config: Config;
  readonly rules: RuleSet;
  /** Folder of the database; a new one is made. */
  readonly folder: string;
}

/** @param now ms since 1970 */
function openHouse(test: WrittenTest, { config, rules, folder }: HouseParts, now: () => number) {
  const clock = { now, elapsed: now, after: () => () => {} };
  const calendar = calendarOf(test);
  const store = refusing(() => openStore(join(folder, "test.db"), { now, epoch: () => "test" }));
  const brought = collecting(store);
  const types = eventTypesOf(config);
  const watchlists = () => rules.watchlists ?? {};
  const staged = stagedOutputs(test, {
    events: store.log,
    types,
    compileFilter: createFilterCompiler(types, watchlists),
    watchlists,
  });
  const polled = new Map<string, (error?: unknown) => void>();
  const sources = scriptedSources(config, clock, watchlists);
  const house = {
    sources: sources.map((source) => watchedSource(source, config)),
    news$: new Subject<Change>(),
    store: brought.store,
    outputs: staged,
    rules: () => rules,
    standing: createActiveStanding(() => rules, standingAnswers(config), store),
    deliveries: askOutputs(config.outputs, {
      types,
      monitorUrl: () => "http://127.0.0.1/",
      simulated: () => false,
      watchlists,
    }),
    calendar: () => calendar,
    now,
    timeOfDay: now,
    signal: new AbortController().signal,
    report({ change, error }: Committed) {
      // The temporary folder is full.
      if (error) throw new Refused(error.message);
      const name = change.batch.source?.name;
      const isOver = sources.find((source) => source.name === name)?.hasMore === false;
      if (name !== undefined && isOver && !isLeaving(name, store)) polled.get(name)?.();
    },
  };
  const frames = () => staged.flatMap(({ take }) => take());
  return { house, store, frames, brought, polled };
}

/** The outputs of which a test sees something. */
function stagedOutputs({ subscribe }: WrittenTest, parts: Parameters<StagedOpen>[1]) {
  return outputMembers.flatMap(({ name, testing }) => {
    if (testing === undefined) return [];
    const { wake, take } = testing.open(subscribe, parts);
    return [{ name, start: async () => {}, stop: async () => {}, wake, take }];
  });
}

type StagedOpen = NonNullable<OutputMember["testing"]>["open"];

function scriptedSources(config: Config, clock: Clock, watchlists: () => Watchlists): ScriptedSource[] {
  const today = () => jstDay(clock.now());
  const clocks = { clock, today: { forum: today, market: today, statistics: today } };
  return [
    ...sourceMembers.map((member) => createScriptedSource(member, config.sources, clocks)),
    ...recordsOptions(config).map((options) => createScriptedRecords(options, clocks, watchlists)),
  ];
}

function watchedSource(source: ScriptedSource, config: Config) {
  const settings = settingsOf(source.name, config);
  return {
    source,
    ticks$: new Subject<Tick>(),
    pauses: createPauses(),
    quarantine: settings?.quarantine ?? quarantineDefaults,
    due: settings && dueOf(settings),
  };
}

/** The store, and what was committed to it. */
function collecting(store: Store) {
  let batches: CommitBatch[] = [];
  const commit = (batch: CommitBatch): void => {
    store.commit(batch);
    batches.push(batch);
  };
  return {
    store: { ...store, commit },
    take(): Committings {
      const taken = batches;
      batches = [];
      return {
        entries: taken.flatMap(({ entries }) => entries),
        mails: taken.flatMap(({ mails }) => mails),
        suppressions: taken.flatMap(({ suppressions = [] }) => suppressions),
      };
    },
  };
}
