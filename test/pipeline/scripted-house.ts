/** A pipeline over a real database, with a source and rules that the test scripts. */
import { join } from "node:path";
import { Subject } from "rxjs";
import { onTestFinished } from "vitest";
import { createPolicy } from "../../src/alerts/create-policy.ts";
import { weekdaysOnly } from "../../src/calendar/trading-calendar.ts";
import type { Failure } from "../../src/lib/failure.ts";
import type { TradingCalendar } from "../../src/model/dates.ts";
import type { LogEntry } from "../../src/model/event.ts";
import type { QueuedMail } from "../../src/model/mail.ts";
import type { Notification } from "../../src/model/notification.ts";
import type { RuleSet } from "../../src/model/rule.ts";
import type { Change, Committed } from "../../src/pipeline/change.ts";
import type { Due } from "../../src/pipeline/due.ts";
import type { StageTimes } from "../../src/pipeline/house.ts";
import { pipeline } from "../../src/pipeline/pipeline.ts";
import { type Decision, decide, leavingPart } from "../../src/pipeline/quarantine-end.ts";
import { createPauses, createPolls, type PollTick, type Watched } from "../../src/pipeline/schedule.ts";
import type { Diff, Source, SourceState } from "../../src/sources/source.ts";
import { openStore } from "../../src/store/store.ts";
import { rulesOf } from "../rules/support.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

/** Answer of the scripted service: a number for each key; or how it fails. */
export type Answer = Record<string, number> | Failure | Error;

/** Tells every key whose number changed; the first sight is a baseline. */
function scriptedSource(
  next: () => Promise<Answer> | Answer,
  published: () => string | undefined,
): Source<Record<string, number>> {
  return {
    name: "margin-alerts",
    async poll() {
      const answer = await next();
      if (answer instanceof Error) throw answer;
      return { answer, failures: [] };
    },
    diff(answer, state): Diff {
      const put = Object.entries(answer)
        .filter(([key, value]) => state.item("", key) !== value)
        .map(([key, body]) => ({ scope: "", key, body }));
      const first = state.cursor === undefined;
      const drafts = first ? [] : put.map(({ key, body }) => draft(key, body, state));
      return {
        drafts,
        put,
        drop: [],
        cursor: { seen: true },
        published: published(),
        ...(first ? { baselined: { items: put.length, scopes: [""] } } : {}),
      };
    },
  };
}

function draft(key: string, value: number, state: SourceState) {
  const was = state.item("", key);
  return {
    type: "margin.alert.changed" as const,
    source: "/sources/margin-alerts",
    subject: key,
    data: {
      now: { code: key, shortRatio: value },
      ...(was === undefined ? {} : { was: { shortRatio: was } }),
    },
  };
}

/** Fires for every event of the market, with the cooldown that the test asks for. */
function scriptedRules(cooldown: string | undefined): RuleSet {
  return rulesOf(`rules:
  - name: any
    on: [margin.alert.*, short.report.*]
    title: "{{ event.subject }}"
    notify: [email:desk]
    ${cooldown === undefined ? "" : `cooldown: ${cooldown}`}`);
}

interface HouseOptions {
  /** As a rule says it, such as 1m. */
  readonly cooldown?: string;
  /** When its publications are due. */
  readonly due?: Due;
  /** By default weekdays count. */
  readonly calendar?: TradingCalendar;
  /** Watched instead of the scripted one. */
  readonly source?: Source;
  /** Resolves when rules have a past. */
  readonly seeding?: { waiting(): Promise<void> | undefined };
  /** A database that is there already; nobody else may have it open. */
  readonly path?: string;
  /** Takes note of how long the stages take. */
  readonly times?: StageTimes;
  /** Called after each commit, before anything else happens. */
  readonly onCommit?: (committed: Committed) => void;
}

export function scriptedHouse(options: HouseOptions = {}) {
  const path = options.path ?? join(tmpFolder(), "state.db");
  const clock = { ms: Date.parse("2026-01-05T00:00:00Z") };
  const store = openStore(path, { now: () => clock.ms, isPassing: true });
  onTestFinished(store.close);
  const shown: { published?: string } = {};
  const ticks$ = new Subject<PollTick>();
  const news$ = new Subject<Change>();
  const wakes: number[] = [];
  const committed: Committed[] = [];
  const places: string[] = [];
  const stopping = new AbortController();
  let next: () => Promise<Answer> | Answer = () => ({});
  const bugs: unknown[] = [];
  const rules = scriptedRules(options.cooldown);
  const watched: Watched = {
    source:
      options.source ??
      scriptedSource(
        () => next(),
        () => shown.published,
      ),
    ticks$,
    pauses: createPauses(),
    polls: createPolls(),
    quarantine: { items: 50, share: 0.2 },
    due: options.due,
  };
  const running = pipeline({
    sources: [watched],
    news$,
    store,
    outputs: [
      {
        name: "counting",
        start: async () => {},
        wake: () => void wakes.push(store.log.head()),
        stop: async () => {},
      },
    ],
    rules: () => rules,
    ...(options.seeding && { seeding: options.seeding }),
    times: options.times,
    unmailed: () => [],
    alerts: { policy: toOne, memory: store.alerts, bar: () => undefined, compose: mailsOf },
    calendar: () => options.calendar ?? weekdaysOnly,
    now: () => clock.ms,
    timeOfDay: () => clock.ms,
    signal: stopping.signal,
    progress: (source, at) => void places.push(`${source}: ${at}`),
    report(each) {
      committed.push(each);
      options.onCommit?.(each);
    },
  }).subscribe({ error: (error: unknown) => void bugs.push(error) });
  onTestFinished(() => running.unsubscribe());
  const leave = (name: string, first = leavingPart(name, store)): void => {
    for (let change = first; change !== undefined; change = leavingPart(name, store)) news$.next(change);
  };
  return {
    path,
    /** Ends it as a stop of the program does. */
    stop() {
      running.unsubscribe();
      store.close();
    },
    clock,
    watched,
    /** The newest publication that the scripted source shows. */
    shown,
    store,
    wakes,
    committed,
    /** Places that long polls told. */
    places,
    news$,
    bugs,
    stopping,
    /** Sets what the service says from now on. */
    say(answer: Answer | (() => Promise<Answer>)) {
      next = typeof answer === "function" ? answer : () => answer;
    },
    /** Decides about a quarantine, as a call on the monitor's port does; false if there is none. */
    decide(name: string, decision: Decision): boolean {
      const first = decide(name, decision, store);
      if (first !== undefined) leave(name, first);
      return first !== undefined;
    },
    /** Decides likewise, and ends before anything follows. */
    decideFirst(name: string, decision: Decision): void {
      const first = decide(name, decision, store);
      if (first !== undefined) news$.next(first);
    },
    /** All that is left of what was decided. */
    leave: (name: string) => leave(name),
    /** A poll of the schedule, or of some parts. */
    tick: (...scopes: readonly string[]) =>
      ticks$.next({
        ...{ at: clock.ms, elapsed: clock.ms, intervalMs: 1_000 },
        ...(scopes.length > 0 && { scopes }),
      }),
    events: () => store.log.read(0, 1_000).map(({ json }) => JSON.parse(json) as LogEntry["event"]),
  };
}

const byRules = createPolicy(undefined);

/** Every alert goes to one receiver, whatever its rule says. */
const toOne: typeof byRules = {
  ...byRules,
  plans: (facts, _, at, calendar) => byRules.plans(facts, ["email:desk"], at, calendar),
};

/** One mail a notification, to the first receiver's only address. */
function mailsOf(notifications: readonly Notification[]): QueuedMail[] {
  return notifications.flatMap(({ name, at, told: [lead] }) =>
    lead === undefined
      ? []
      : {
          ...{ output: "email", receiver: "email:desk", message: name, alertSeq: lead.entry.seq },
          address: "a@example.com",
          ...{ from: "y@example.com", messageId: `<${name}@example.com>`, date: new Date(at).toISOString() },
          ...{ subject: "s", text: "t", html: "h" },
        },
  );
}
