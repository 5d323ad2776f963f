/** The house of one test: the real pipeline, store, mails and feed, on a clock and services that the test moves. */
import { join } from "node:path";
import { Subject } from "rxjs";
import type { Config } from "../../config/config.ts";
import { quarantineDefaults } from "../../config/sources.ts";
import type { Tick } from "../../lib/cron.ts";
import type { FailureReason } from "../../lib/failure.ts";
import type { CommitBatch } from "../../model/commit.ts";
import type { EventDraft, LogEntry } from "../../model/event.ts";
import type { MailDraft } from "../../model/mail.ts";
import type { RuleSet } from "../../model/rule.ts";
import type { Suppression } from "../../model/suppression.ts";
import { createTradingCalendar, type TradingCalendar } from "../../model/trading-calendar.ts";
import type { Change } from "../../pipeline/diff.ts";
import { createPauses } from "../../pipeline/pauses.ts";
import { pipeline } from "../../pipeline/pipeline.ts";
import { type Decision, decide } from "../../pipeline/quarantine-decision.ts";
import { openStore, type Store } from "../../store/store.ts";
import { alertMails } from "../alert-mails.ts";
import { eventTypesOf } from "../record-sources.ts";
import { dueOf } from "../watched-sources.ts";
import { type SourceName, sourceNames } from "./answers.ts";
import { createScriptedSource, type ScriptedSource } from "./scripted-source.ts";
import { createServices, type Services } from "./services.ts";
import { createSubscriber, type Frame } from "./subscriber.ts";
import type { WrittenTest } from "./test-file-schema.ts";

/** What some step brought about. */
export interface Brought {
  readonly entries: readonly LogEntry[];
  readonly mails: readonly MailDraft[];
  readonly suppressions: readonly Suppression[];
  readonly frames: readonly Frame[];
}

export interface Scene {
  readonly services: Services;
  readonly calendar: TradingCalendar;
  now(): number;
  /** Lets time pass, and what is due come, each at its own time; ms since 1970. */
  passUntil(at: number): void;
  tell(drafts: readonly EventDraft[]): void;
  /** Polls a source once. */
  poll(name: SourceName, failing?: FailureReason): Promise<void>;
  /** False where nothing is held. */
  decide(decision: Decision, name: SourceName): boolean;
  /** What was brought about since the last call. */
  take(): Brought;
  close(): void;
}

export interface SceneParts {
  readonly config: Config;
  readonly rules: RuleSet;
  /** Of the database; a new one is made. */
  readonly folder: string;
}

export function openScene(test: WrittenTest, { config, rules, folder }: SceneParts): Scene {
  let now = Date.parse(test.steps[0]?.at ?? "");
  const clock = { now: () => now, after: () => () => {} };
  const calendar = calendarOf(test);
  const store = openStore(join(folder, "test.db"), { now: clock.now });
  const brought = collecting(store);
  const subscriber = createSubscriber(store.log, eventTypesOf(config), test.subscribe);
  const services = createServices();
  const polled = new Map<string, (error?: unknown) => void>();
  const news$ = new Subject<Change>();
  const sources = sourceNames.map((name) => scriptedSource(name, { config, services, clock }));
  const house = {
    sources,
    news$,
    store: brought.store,
    outputs: [{ ...idle, wake: subscriber.wake }],
    rules: () => rules,
    mails: alertMails({ ...config.email, feedUrl: "http://127.0.0.1/", simulated: () => false }),
    calendar: () => calendar,
    now: clock.now,
    signal: new AbortController().signal,
    report: ({ change, error }: { change: Change; error?: Error }) => {
      if (error) throw error;
      if (change.poll) polled.get(change.poll.watched.source.name)?.();
    },
  };
  let bug: unknown;
  const running = pipeline(house).subscribe({
    error(error) {
      bug = error;
      for (const settle of polled.values()) settle(error);
    },
  });
  const tell = (change: Change): void => {
    news$.next(change);
    if (bug !== undefined) throw bug;
  };
  return {
    services,
    calendar,
    now: clock.now,
    passUntil(at) {
      for (let due = store.nextDueMemory(); due !== undefined && due <= at; due = store.nextDueMemory()) {
        now = Math.max(now, due);
        tell({ drafts: [], batch: {} });
      }
      now = at;
    },
    tell: (drafts) => tell({ drafts, batch: {} }),
    async poll(name, failing) {
      const watched = sources.find(({ source }) => source.name === name);
      if (watched === undefined) throw new Error(`no source ${name}`);
      watched.source.failing = failing;
      const done = new Promise<void>((resolve, reject) => {
        polled.set(name, (error) => (error === undefined ? resolve() : reject(error)));
      });
      watched.ticks$.next({ at: now, intervalMs: 0 });
      await done;
    },
    decide(decision, name) {
      const change = decide(name, decision, store);
      if (change !== undefined) tell(change);
      return change !== undefined;
    },
    take: () => ({ ...brought.take(), frames: subscriber.take() }),
    close() {
      running.unsubscribe();
      store.close();
    },
  };
}

const idle = { name: "feed", start: async () => {}, stop: async () => {} };

function calendarOf({ calendar: { closed, open } }: WrittenTest): TradingCalendar {
  const days = [...closed.map((day) => [day, false] as const), ...open.map((day) => [day, true] as const)];
  return createTradingCalendar(new Map(days));
}

interface Watching {
  readonly config: Config;
  readonly services: Services;
  readonly clock: Parameters<typeof createScriptedSource>[3];
}

function scriptedSource(name: SourceName, { config, services, clock }: Watching) {
  const settings = config.sources[name];
  const source: ScriptedSource = createScriptedSource(name, config.sources, services, clock);
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
    take(): Omit<Brought, "frames"> {
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
