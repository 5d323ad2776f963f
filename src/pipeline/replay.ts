/**
 * Evaluates rules on the stored log, beginning without any state: the same entries give the same alerts as they gave
 * the monitor. Nothing is written.
 */
import { endedByTime } from "../alerts/life/alert-facts.ts";
import type { AlertsAround } from "../alerts/life/book.ts";
import { createAlertMemory } from "../alerts/life/memory.ts";
import { takeStep } from "../alerts/life/take-step.ts";
import { createHeap, createPairMap } from "../lib/collections.ts";
import type { Notice } from "../model/alerts.ts";
import type { MemoryWrite } from "../model/commit.ts";
import { entryReader, type LogEntry, type LogReader, numbered } from "../model/event.ts";
import type { QueuedMail } from "../model/mail.ts";
import { type DueMemory, memoryLimits, type RuleMemory } from "../model/rule.ts";
import { compareDue, type Evaluated, evaluateEntries } from "./evaluate.ts";
import type { House } from "./house.ts";
import { noEndings } from "./notify.ts";
import type { StandingView } from "./standing/keep-standing.ts";

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

/** Alerts of a replay are numbered from here on, beyond any log: what waits about one finds it again. */
const firstAlert = 2 ** 52;

/** Most alerts that are kept for that. */
const mostAlerts = 10_000;

export function createReplay({ log, alerts: telling, ...house }: ReplayHouse): Replay {
  const memory = createReplayMemory();
  const given = createGivenAlerts(log);
  const life = telling && { ...telling, memory: createAlertMemory() };
  const replaying = { ...house, store: { ...memory, log: { read: given.read } } };
  let seq = firstAlert - 1;
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
    const around = { calendar: house.calendar(), endings: house.rules().endings ?? noEndings };
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
    if (after + 1 < firstAlert) return log.read(after, limit);
    const { event } = alerts.get(after + 1) ?? {};
    if (event === undefined) return [];
    return [{ seq: after + 1, type: event.type, subject: event.subject, json: JSON.stringify(event) }];
  };
  const stored = entryReader([], { read: log.read });
  return {
    read,
    entry: (seq: number) => (seq < firstAlert ? stored(seq) : alerts.get(seq)),
    add(alert: LogEntry): void {
      alerts.set(alert.seq, alert);
      if (alerts.size <= mostAlerts) return;
      const [oldest] = alerts.keys();
      if (oldest !== undefined) alerts.delete(oldest);
    },
  };
}

interface ReplayMemory {
  firedAt(rule: string, key: string): number | undefined;
  recall(memory: RuleMemory): unknown;
  rememberedKeys(rule: string): number;
  /** States that are due, the longest due first. */
  dueMemories(at: number): DueMemory[];
  /** Due time of the first state that is due at a moment; both ms since 1970. */
  dueBy(at: number): number | undefined;
  keep(evaluation: Pick<Evaluated, "cooldowns" | "memories">): void;
  states(): Iterable<MemoryWrite>;
}

/** States of rules during a replay, in memory, in the place of the store's tables. */
function createReplayMemory(): ReplayMemory {
  const fired = createPairMap<number>();
  const memories = createMemories();
  // A state that was put off or forgotten stays until its turn comes: at most events most memories are put off.
  const due = createHeap<DueMemory>((a, b) => compareDue(a, b) < 0);
  const isDue = ({ rule, key, due: at }: DueMemory) => memories.get(rule, key)?.due === at;
  const firstDue = (): DueMemory | undefined => {
    for (let next = due.first(); next !== undefined; next = due.first()) {
      if (isDue(next)) return next;
      due.drop();
    }
    return undefined;
  };
  return {
    firedAt: fired.get,
    recall({ rule, meaning, key }) {
      const memory = memories.get(rule, key);
      return memory?.meaning === meaning ? memory.body : undefined;
    },
    rememberedKeys: memories.keys,
    states: memories.all,
    dueMemories(at) {
      const found: DueMemory[] = [];
      for (let next = firstDue(); next !== undefined && next.due <= at; next = firstDue()) {
        const last = found.at(-1);
        // One that was put off and back is in there twice.
        if (last === undefined || compareDue(last, next) !== 0) found.push(next);
        due.drop();
      }
      // They are due until what became of them is kept.
      for (const memory of found) due.add(memory);
      return found;
    },
    dueBy(at) {
      const next = firstDue()?.due;
      return next !== undefined && next <= at ? next : undefined;
    },
    keep({ cooldowns, memories: written }) {
      for (const { rule, key, firedAt } of cooldowns) fired.set(rule, key, firedAt);
      for (const memory of written) {
        const { rule, meaning, key, due: at } = memory;
        const before = memories.get(rule, key)?.due;
        memories.put(memory);
        if (at !== undefined && memory.body !== undefined && at !== before)
          due.add({ rule, meaning, key, due: at });
      }
      for (const { rule } of written) memories.forgetOldest(rule);
    },
  };
}

/** Stores states by rule and key, each rule's in the order in which they were written, the oldest first. */
function createMemories() {
  const byRule = new Map<string, Map<string, MemoryWrite>>();
  return {
    get: (rule: string, key: string) => byRule.get(rule)?.get(key),
    keys: (rule: string) => byRule.get(rule)?.size ?? 0,
    *all(): Generator<MemoryWrite, void, void> {
      for (const keys of byRule.values()) yield* keys.values();
    },
    put(memory: MemoryWrite): void {
      const { rule, key, body } = memory;
      const keys = byRule.get(rule) ?? new Map<string, MemoryWrite>();
      byRule.set(rule, keys);
      keys.delete(key);
      if (body !== undefined) keys.set(key, memory);
    },
    forgetOldest(rule: string): void {
      const keys = byRule.get(rule);
      for (const oldest of keys?.keys() ?? []) {
        if ((keys?.size ?? 0) <= memoryLimits.keys) return;
        keys?.delete(oldest);
      }
    },
  };
}
