/** The scene of one test: the real pipeline, store, mails and feed, on a clock and services that the test moves. */
import { join } from "node:path";
import { createTradingCalendar } from "../../../calendar/trading-calendar.ts";
import type { Config } from "../../../config/config.ts";
import { dueOf, recordsOptions, settingsOf } from "../../../config/services.ts";
import { tellingOf } from "../../../config/telling.ts";
import { eventTypesOf } from "../../../files/event-types.ts";
import { recordClients, showRecords } from "../../../files/test-answers.ts";
import type { WrittenTest } from "../../../files/test-file-schema.ts";
import { createMovedClock, openMovedHouse } from "../../../history/moved-house.ts";
import type { Clock } from "../../../lib/clock.ts";
import { Failure, type FailureReason } from "../../../lib/failure.ts";
import type { Notice } from "../../../model/alerts.ts";
import type { CommitBatch } from "../../../model/commit.ts";
import { jstDay, type TradingCalendar } from "../../../model/dates.ts";
import type { EventDraft, LogEntry } from "../../../model/event.ts";
import type { QueuedMail } from "../../../model/mail.ts";
import type { Alert } from "../../../model/news-items.ts";
import type { RuleSet, Suppression } from "../../../model/rule.ts";
import type { Watchlists } from "../../../model/watchlists.ts";
import { type OutputMember, outputMembers } from "../../../outputs/index.ts";
import type { Frame } from "../../../outputs/member.ts";
import { type Decision, decide, leavingPart } from "../../../pipeline/quarantine-end.ts";
import { createFilterCompiler } from "../../../rules/sets/filter.ts";
import {
  type Clocks,
  createNamedSources,
  createRecordSources,
  type RecordsOptions,
  type SourceClients,
  type SourceMember,
  type SourceName,
  sourceMembers,
} from "../../../sources/index.ts";
import type { Source } from "../../../sources/source.ts";
import type { Store } from "../../../store/store.ts";
import type { WatchedRecord } from "../../../upstreams/record.ts";

/** Results of a step. */
export interface Brought extends Omit<Committings, "notices"> {
  readonly notices: readonly BroughtNotice[];
  readonly frames: readonly Frame[];
}

/** A decision about telling an alert, with the alert's rule and key. */
type BroughtNotice = Pick<Notice, "receiver" | "reason" | "state"> & Pick<Alert, "rule" | "key">;

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

export function openScene(test: WrittenTest, { config, rules, folder }: SceneParts): Scene {
  const clock = createMovedClock(Date.parse(test.steps[0]?.at ?? ""));
  const calendar = testCalendar(test);
  const watchlists = () => rules.watchlists ?? {};
  const sources = scriptedSources(config, clock, watchlists);
  const brought = createCollection();
  const types = eventTypesOf(config);
  const telling = tellingOf(config, {
    types,
    watchlists,
    monitorUrl: () => "http://127.0.0.1/",
    simulated: () => false,
  });
  let staged: ReturnType<typeof stagedOutputs> = [];
  const house = openMovedHouse({
    config,
    clock,
    sources,
    rules,
    epoch: "test",
    file: join(folder, "test.db"),
    calendar: () => calendar,
    due(name) {
      const settings = settingsOf(name, config);
      return settings && dueOf(settings);
    },
    unmailed: telling.unmailed,
    alerts: ({ alerts: memory }) => ({ ...telling.alerts, memory }),
    outputs(store: Pick<Store, "log">) {
      const compileFilter = createFilterCompiler(types, watchlists, () => calendar);
      staged = stagedOutputs(test, { events: store.log, types, compileFilter, watchlists });
      return staged;
    },
    written: brought.add,
  });
  const sourceOf = (name: string) => sourceIn(sources, name);
  return {
    sources: sources.map(({ name }) => name),
    calendar,
    now: clock.now,
    passUntil: house.passUntil,
    tell: (drafts) => house.tell({ drafts, batch: {} }),
    show: (name, items) => sourceOf(name).show(items),
    async poll(name, failing) {
      sourceOf(name).failing = failing;
      await house.poll(name);
    },
    decide: (decision, name) => decided(decision, name, house),
    take() {
      const { notices, ...taken } = brought.take();
      return {
        ...taken,
        notices: notices.map((notice) => broughtNotice(notice, house.store)),
        frames: staged.flatMap(({ take }) => take()),
      };
    },
    close: house.close,
  };
}

function sourceIn(sources: readonly ScriptedSource[], name: string): ScriptedSource {
  const source = sources.find((one) => one.name === name);
  if (source === undefined) throw new Error(`no source ${name}`);
  return source;
}

/** Makes a decision and all parts in which the quarantine then leaves; false: there is none. */
function decided(
  decision: Decision,
  name: string,
  { store, tell }: Pick<ReturnType<typeof openMovedHouse>, "store" | "tell">,
): boolean {
  const first = decide(name, decision, store);
  for (let change = first; change !== undefined; change = leavingPart(name, store)) tell(change);
  return first !== undefined;
}

function broughtNotice(
  { alertSeq, receiver, reason, state }: Notice,
  { log }: Pick<Store, "log">,
): BroughtNotice {
  const [stored] = log.read(alertSeq - 1, 1);
  const { rule = "", key = "" } = (stored ? JSON.parse(stored.json).data.now : {}) as Partial<Alert>;
  return { receiver, rule, key, reason, state };
}

/** Everything that was committed. */
interface Committings {
  readonly entries: readonly LogEntry[];
  readonly mails: readonly QueuedMail[];
  readonly suppressions: readonly Suppression[];
  readonly notices: readonly Notice[];
}

export interface SceneParts {
  readonly config: Config;
  readonly rules: RuleSet;
  /** Folder of the database; a new one is made. */
  readonly folder: string;
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

/** Collects what is committed. */
function createCollection() {
  let batches: CommitBatch[] = [];
  return {
    add: (batch: CommitBatch) => void batches.push(batch),
    take(): Committings {
      const taken = batches;
      batches = [];
      return {
        entries: taken.flatMap(({ entries }) => entries),
        mails: taken.flatMap(({ mails }) => mails),
        suppressions: taken.flatMap(({ suppressions = [] }) => suppressions),
        notices: taken.flatMap(({ alerts }) => alerts?.notices ?? []),
      };
    },
  };
}

// The sources of a test: the product's own, on services that show what the test says.

interface ScriptedSource extends Source {
  /** Its next poll fails so; undefined: it does not. */
  failing: FailureReason | undefined;
  /** Makes its service show these items from now on. */
  show(items: readonly unknown[]): void;
}

/** Watches all that its service shows at the time of a poll, and compares as the settings say. */
function createScriptedSource(
  { name, testing }: SourceMember,
  settings: Config["sources"],
  clocks: Clocks,
): ScriptedSource {
  const stage = testing.stage(settings[name as SourceName]);
  // It asks no other clients than those.
  const clients = stage.clients as SourceClients;
  // Sources keep nothing between polls that the store does not keep, so each poll may have one of its own.
  const made = (): Source => {
    const [source] = createNamedSources({ [name]: stage.options() }, clients, clocks);
    if (source === undefined) throw new Error(`no source ${name}`);
    return source;
  };
  return scripted(name, made, stage.show);
}

/**
 * Makes a scripted source that watches a set of records.
 * @param watchlists lists whose stocks it may ask for
 */
function createScriptedRecords(
  options: RecordsOptions,
  clocks: Clocks,
  watchlists: () => Watchlists,
): ScriptedSource {
  const { name, set } = options;
  let shown: readonly WatchedRecord[] = [];
  const [source] = createRecordSources(
    [options],
    recordClients(set, () => shown),
    clocks,
    watchlists,
  );
  if (source === undefined) throw new Error(`no source ${name}`);
  const made = () => source;
  return scripted(name, made, (items) => {
    shown = showRecords(shown, items as readonly WatchedRecord[], set);
  });
}

function scripted(name: string, made: () => Source, show: ScriptedSource["show"]): ScriptedSource {
  return {
    name,
    failing: undefined,
    show,
    async poll(context) {
      if (this.failing !== undefined) throw new Failure(this.failing, "the test lets this poll fail");
      return made().poll(context);
    },
    diff: (answer, state) => made().diff(answer, state),
  };
}

/** The weekdays, but for the days that the test names. */
export function testCalendar({ calendar: { closed, open } }: WrittenTest): TradingCalendar {
  const days = [...closed.map((day) => [day, false] as const), ...open.map((day) => [day, true] as const)];
  return createTradingCalendar(new Map(days));
}
