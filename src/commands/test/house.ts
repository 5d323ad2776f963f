/** The house of one test: the real pipeline, store, mails and feed, on a clock and services that the test moves. */
import { join } from "node:path";
import { Subject } from "rxjs";
import { eventTypesOf } from "../../app/event-types.ts";
import { recordsOptions } from "../../app/record-sources.ts";
import { Refused, refusing } from "../../app/refused.ts";
import type { WrittenTest } from "../../app/test-files/test-file-schema.ts";
import { dueOf, settingsOf } from "../../app/watched-sources.ts";
import type { Config } from "../../config/config.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Tick } from "../../lib/cron.ts";
import type { CommitBatch } from "../../model/commit.ts";
import { jstDay } from "../../model/dates.ts";
import type { LogEntry } from "../../model/event.ts";
import type { MailDraft } from "../../model/mail.ts";
import type { RuleSet } from "../../model/rule.ts";
import type { Suppression } from "../../model/suppression.ts";
import { askOutputs } from "../../outputs/asked.ts";
import { type OutputMember, outputMembers } from "../../outputs/index.ts";
import type { Committed } from "../../pipeline/commit.ts";
import type { Change } from "../../pipeline/diff.ts";
import { createPauses } from "../../pipeline/pauses.ts";
import { createFilterCompiler } from "../../rules/filter.ts";
import { quarantineDefaults, sourceMembers } from "../../sources/index.ts";
import { openStore, type Store } from "../../store/store.ts";
import { createScriptedRecords, createScriptedSource, type ScriptedSource } from "./scripted-source.ts";
import { calendarOf } from "./test-calendar.ts";

/** Everything that was committed. */
export interface Committings {
  readonly entries: readonly LogEntry[];
  readonly mails: readonly MailDraft[];
  readonly suppressions: readonly Suppression[];
}

export interface HouseParts {
  readonly config: Config;
  readonly rules: RuleSet;
  /** Folder of the database; a new one is made. */
  readonly folder: string;
}

/** @param now ms since 1970 */
export function openHouse(test: WrittenTest, { config, rules, folder }: HouseParts, now: () => number) {
  const clock = { now, elapsed: now, after: () => () => {} };
  const calendar = calendarOf(test);
  const store = refusing(() => openStore(join(folder, "test.db"), { now, epoch: () => "test" }));
  const brought = collecting(store);
  const types = eventTypesOf(config);
  const staged = stagedOutputs(test, {
    events: store.log,
    types,
    compileFilter: createFilterCompiler(types),
  });
  const polled = new Map<string, (error?: unknown) => void>();
  const sources = scriptedSources(config, clock);
  const house = {
    sources: sources.map((source) => watchedSource(source, config)),
    news$: new Subject<Change>(),
    store: brought.store,
    outputs: staged,
    rules: () => rules,
    mails: askOutputs(config.outputs, {
      types,
      monitorUrl: () => "http://127.0.0.1/",
      simulated: () => false,
    }).drafts,
    calendar: () => calendar,
    now,
    timeOfDay: now,
    signal: new AbortController().signal,
    report({ change, error }: Committed) {
      // The temporary folder is full.
      if (error) throw new Refused(error.message);
      const name = change.poll?.watched.source.name;
      const isOver = sources.find((source) => source.name === name)?.hasMore === false;
      if (name !== undefined && isOver) polled.get(name)?.();
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

function scriptedSources(config: Config, clock: Clock): ScriptedSource[] {
  const today = () => jstDay(clock.now());
  const clocks = { clock, today: { forum: today, market: today, statistics: today } };
  return [
    ...sourceMembers.map((member) => createScriptedSource(member, config.sources, clocks)),
    ...recordsOptions(config).map((options) => createScriptedRecords(options, clocks)),
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
