/**
 * Evaluates rules on the stored log, beginning without any state: the same entries give the same alerts as they gave
 * the monitor. Nothing is written.
 */
import { endedByTime } from "../alerts/life/alert-facts.ts";
import type { AlertsAround } from "../alerts/life/book.ts";
import { createAlertMemory } from "../alerts/life/memory.ts";
import { takeStep } from "../alerts/life/take-step.ts";
import type { Notice } from "../model/alerts.ts";
import type { MemoryWrite } from "../model/commit.ts";
import { type Event, entryReader, type LogEntry, type LogReader, numbered, ownText } from "../model/event.ts";
import type { QueuedMail } from "../model/mail.ts";
import { noEndings } from "./commit.ts";
import type { House } from "./house.ts";
import { type Evaluated, evaluateEntries } from "./judge.ts";
import { createReplayMemory } from "./judging/remembering.ts";
import type { StandingView } from "./standing/keep-standing.ts";
import { firstGiven } from "./standing/replayed-standing.ts";

export interface ReplayHouse extends Pick<House, "rules" | "unmailed" | "calendar" | "played"> {
  /** Who is told of alerts; left out: nobody is. */
  readonly alerts?: Pick<AlertsAround, "policy" | "bar" | "compose"> | undefined;
  /** State of what stood; left out: nothing is known of it. */
  readonly standing?: StandingView | undefined;
  /** Reader of the entries; they are read again when time gives an alert. */
  readonly log: Pick<LogReader, "read">;
  /** The states are to be kept with another log: they have no numbers of these entries. */
  readonly isOfOtherLog?: boolean | undefined;
}

/** An evaluation, and what becomes of its alerts. */
export interface Replayed extends Evaluated {
  readonly mails: readonly QueuedMail[];
  readonly notices: readonly Notice[];
}

export interface Replay {
  /**
   * Evaluates entries that were committed together, as of their time: in the order of the log, one call a commit.
   * Rules that were due before them come first, with an evaluation each.
   */
  take(entries: readonly LogEntry[]): Replayed[];
  /** Evaluates what time alone brings about up to a moment, ms since 1970. */
  passUntil(at: number): Replayed[];
  /** The states of rules by now, each rule's in the order in which they were written. */
  states(): Iterable<MemoryWrite>;
}

/** Most alerts that are kept, so that what waits about one finds it again. */
const mostAlerts = 10_000;

export function createReplay({ log, alerts: telling, ...house }: ReplayHouse): Replay {
  const memory = createReplayMemory();
  const given = createGivenAlerts(log);
  const life = telling && { ...telling, memory: createAlertMemory() };
  const replaying = { ...house, store: { ...memory, log: { read: given.read } } };
  let seq = firstGiven - 1;
  const evaluate = (entries: readonly LogEntry[], at: number): Replayed => {
    const time = new Date(at).toISOString();
    const place = () => ({ epoch: "replay", seq: ++seq, time });
    const drafts = life ? endedByTime(life.memory, at, given.entry) : [];
    const ended = drafts.map((draft) => numbered(draft, place()));
    const evaluation = evaluateEntries([...ended, ...entries], { at, place }, replaying);
    memory.keep(evaluation);
    for (const alert of [...ended, ...evaluation.alerts]) given.add(alert);
    const alerts = [...ended.filter(isEnd), ...entries.filter(isEndByHand), ...evaluation.alerts];
    if (life === undefined) return { ...evaluation, alerts, mails: [], notices: [] };
    const { endings = noEndings, gathers } = house.rules();
    const around = { calendar: house.calendar(), endings, gathers };
    const step = { entries: [...ended, ...entries, ...evaluation.alerts], at };
    const { writes, mails } = takeStep(step, { ...life, ...around, entry: given.entry });
    life.memory.keep(writes);
    return { ...evaluation, alerts, mails, notices: writes.notices };
  };
  const nextDue = (at: number) => {
    const dues = [memory.dueBy(at), life?.memory.nextDue()].filter((due) => due !== undefined && due <= at);
    return dues.length === 0 ? undefined : Math.min(...(dues as number[]));
  };
  const passUntil = (at: number): Replayed[] => {
    const evaluations: Replayed[] = [];
    for (let due = nextDue(at); due !== undefined; due = nextDue(at)) evaluations.push(evaluate([], due));
    return evaluations;
  };
  return {
    passUntil,
    states: memory.states,
    take(entries) {
      const [first] = entries;
      if (first === undefined) return [];
      const at = Date.parse(first.event.time);
      return [...passUntil(at), evaluate(entries, at)];
    },
  };
}

/** Time ends silences as well. */
function isEnd({ event }: LogEntry): boolean {
  return event.type === "alert.resolved";
}

/** No rule and no time gives it anew: it is among the entries of the log. */
function isEndByHand({ event }: LogEntry): boolean {
  return event.type === "alert.resolved" && event.data.now.why === "hand";
}

/** The entries of the log, and the alerts that the replay has given lately. */
function createGivenAlerts(log: Pick<LogReader, "read">) {
  const alerts = new Map<number, LogEntry>();
  const read: LogReader["read"] = (after, limit) => {
    if (after + 1 < firstGiven) return log.read(after, limit);
    const { event } = alerts.get(after + 1) ?? {};
    if (event === undefined) return [];
    return [{ seq: after + 1, type: event.type, subject: event.subject, json: JSON.stringify(event) }];
  };
  const stored = entryReader([], { read: log.read });
  return {
    read,
    entry: (seq: number) => (seq < firstGiven ? stored(seq) : alerts.get(seq)),
    add(alert: LogEntry): void {
      alerts.set(alert.seq, alert);
      if (alerts.size <= mostAlerts) return;
      const [oldest] = alerts.keys();
      if (oldest !== undefined) alerts.delete(oldest);
    },
  };
}

// A log as rules saw it: commit by commit, without what its replay gives anew.

export interface ReadCommit {
  /** The one time of what was committed together, ISO. */
  readonly time: string;
  /** Number of its events. */
  events: number;
  /** The last of them. */
  lastSeq: number;
  /** Entries of the types that were asked for. */
  readonly entries: LogEntry[];
}

const pageSize = 2_000;

/** Types of the answers of people to alerts: no replay gives them anew, and what they change is part of its alerts. */
const answerTypes = new Set([
  ...["alert.acknowledged", "alert.rated", "alert.resolved"],
  ...["silence.added", "silence.ended"],
]);
/** Types of these answers that rules and time bring about as well. */
const againTypes = new Set(["alert.resolved", "silence.ended"]);

/** The answer of a person; undefined where rules or time brought the entry about. */
function answerIn(json: string): Event | undefined {
  const event = JSON.parse(json) as Event;
  return againTypes.has(event.type) && event.data.now.why !== "hand" ? undefined : event;
}

/**
 * Reads the log as the rules saw it: the entries of each commit that stands there now, in order, without the alerts
 * and ends that the same rules and time give anew. What people answered to alerts is always read. What a monitor commits meanwhile is left for another time.
 * @param types of the events that are read; others are counted only, since to parse them takes longest
 */
export function* readCommits(log: LogReader, types: ReadonlySet<string>): Generator<ReadCommit, void, void> {
  const last = log.head();
  let commit: ReadCommit | undefined;
  for (let after = log.oldest() - 1; after < last; ) {
    const page = log.read(after, Math.min(pageSize, last - after));
    for (const { seq, type, json } of page) {
      if (seq > last) break;
      if (type === "alert.fired") continue;
      const answer = answerTypes.has(type) ? answerIn(json) : undefined;
      if (answer === undefined && againTypes.has(type)) continue;
      const event = answer ?? (types.has(type) ? (JSON.parse(json) as Event) : undefined);
      const entry: LogEntry | undefined = event && { seq, event };
      const time = entry?.event.time ?? ownText(json, "time");
      if (commit?.time !== time) {
        if (commit !== undefined) yield commit;
        commit = { time, events: 0, lastSeq: seq, entries: [] };
      }
      commit.events += 1;
      commit.lastSeq = seq;
      if (entry !== undefined) commit.entries.push(entry);
    }
    after = page.at(-1)?.seq ?? last;
  }
  if (commit !== undefined) yield commit;
}
