/** States of rules around some events, found by evaluating each rule alone on the kept log. */
import { eventTypesOf } from "../files/event-types.ts";
import type { EventType, LogEntry } from "../model/event.ts";
import type { Evaluation, RuleMemory, RuleSet } from "../model/rule.ts";
import { playedInLog } from "../pipeline/judging/simulated.ts";
import { createReplay } from "../pipeline/replay.ts";
import { replayStanding } from "../pipeline/standing/replayed-standing.ts";
import { isAbout } from "../rules/about/heard-rules.ts";
import { surroundingsOf, variablesOf } from "../rules/cel/surroundings.ts";
import type { CompiledRule } from "../rules/compiled-rule.ts";
import type { StatesAround } from "../rules/explain/explain-event.ts";
import { createRuleSet } from "../rules/rule-set.ts";
import { forgetful, remembers, waitIn } from "../rules/state/index.ts";
import { alertKeyOf, longestKey } from "../rules/texts/template.ts";
import { entryOf, type Inquiry, standingRecord } from "./inquiry.ts";

export interface Reevaluation extends StatesAround {
  /** Whether the rule asked for an alert, given or suppressed: with the event, or once it was due. */
  readonly asks: boolean;
  /** seq of the event that ended what the rule waits for since this one, before its time. */
  readonly endedBy?: number | undefined;
}

/** Looks up an evaluation by rule and seq. */
export type History = (rule: CompiledRule, seq: number) => Reevaluation;

const pageSize = 1_000;

/** Entries that are searched at once if few of them are about the rules, so that progress can be told. */
const spanSize = 20_000;

/**
 * Evaluates rules once more around some events, each rule where it is about one. The events are given in any order; the
 * log is read once at most.
 */
export function reevaluate(
  rules: readonly CompiledRule[],
  entries: readonly LogEntry[],
  inquiry: Inquiry,
): History {
  const known = new Map<string, Reevaluation>();
  const nameOf = (rule: CompiledRule, seq: number) => JSON.stringify([rule.name, seq]);
  const again = rules.flatMap((rule) => {
    const wanted = entries.filter(({ event }) => isAbout(rule, event));
    const note = (seq: number, found: Reevaluation) => void known.set(nameOf(rule, seq), found);
    if (remembers(rule)) return wanted.length === 0 ? [] : [createReplayer(rule, wanted, inquiry, note)];
    const alone = createRuleSet([rule], { hash: "", files: [] });
    const standing = replayStanding(alone.standing, standingRecord(inquiry), inquiry.calendar);
    for (const entry of [...wanted].sort((one, other) => one.seq - other.seq)) {
      standing.apply(entry);
      const { before } = standing;
      const firings = alone.match(entry, { ...forgetful, standing: standing.now(), before });
      note(entry.seq, { before: undefined, after: undefined, asks: firings.length > 0 });
    }
    return [];
  });
  if (again.length > 0) readLog(again, entries, inquiry);
  const nothing: Reevaluation = { before: undefined, after: undefined, asks: false };
  return (rule, seq) => known.get(nameOf(rule, seq)) ?? nothing;
}

/** Reads the log up to the last of the events, and on while a rule waits for something. */
function readLog(replayers: readonly Replayer[], entries: readonly LogEntry[], inquiry: Inquiry): void {
  const { reader, progress } = inquiry;
  // What a person ended is no longer open for a rule with `until`.
  const ended = replayers.some(({ rule }) => rule.over.until !== undefined) ? ["alert.resolved"] : [];
  const types = [...new Set([...replayers.flatMap(({ rule }) => rule.types), ...ended])];
  const subjects = [...new Set(entries.map(({ event }) => event.subject))];
  // What came about others has other keys then, and is not needed.
  const isBySubject = replayers.every((replayer) => replayer.isOfOneSubject) && subjects.length === 1;
  const subject = isBySubject ? subjects[0] : undefined;
  const last = Math.max(...entries.map(({ seq }) => seq));
  const first = reader.log.oldest() - 1;
  const head = reader.log.head();
  for (let after = first, ends = false; !ends; ) {
    const upTo = after + spanSize;
    const page = reader.search.oldest({ types, subject, after, upTo, limit: pageSize });
    for (const entry of page.map(entryOf)) {
      const at = Date.parse(entry.event.time);
      ends = entry.seq > last && (at > inquiry.at || !replayers.some((replayer) => replayer.waits(at)));
      if (ends) break;
      for (const replayer of replayers) replayer.take(entry);
    }
    after = page.length < pageSize ? upTo : (page.at(-1)?.seq ?? upTo);
    // Beyond the last event only what a rule waits for is of interest.
    const isEnough = after >= last && !replayers.some((replayer) => replayer.waits(Number.NEGATIVE_INFINITY));
    ends ||= after >= head || isEnough;
    progress(Math.min(after, last) - first, last - first);
  }
  for (const replayer of replayers) replayer.end();
}

/** Evaluates one rule on the log once more, and notes its states around some events. */
interface Replayer {
  readonly rule: CompiledRule;
  /** Whether all events with the keys of the given ones have the subjects of these. */
  readonly isOfOneSubject: boolean;
  /** Takes entries in the order of the log; the last commit is evaluated once `waits` or `end` is called or another one comes. */
  take(entry: LogEntry): void;
  /** Whether it still waits for something since one of the events, and its moment is not before this one. */
  waits(at: number): boolean;
  /** Lets pass the time of what it waits for. */
  end(): void;
}

type Note = (seq: number, found: Reevaluation) => void;

/** @param wanted the events; of each is noted what is known of it, again when more is */
function createReplayer(
  rule: CompiledRule,
  wanted: readonly LogEntry[],
  inquiry: Inquiry,
  note: Note,
): Replayer {
  const { reader, calendar, at: end } = inquiry;
  const key = ({ event }: LogEntry) =>
    alertKeyOf(rule, variablesOf(event, surroundingsOf({ calendar })), event.subject);
  const keys = new Set(wanted.map(key));
  const seqs = new Set(wanted.map(({ seq }) => seq));
  const watched = watching(rule, seqs, note);
  const { take, passUntil } = createReplay({
    rules: () => watched.rules,
    played: playedInLog(),
    standing: replayStanding(watched.rules.standing, standingRecord(inquiry), calendar),
    unmailed: () => [],
    calendar: () => calendar,
    log: reader.log,
  });
  let together: LogEntry[] = [];
  const evaluateCommit = () => {
    take(together);
    together = [];
  };
  return {
    rule,
    isOfOneSubject: namesSubject(rule, inquiry) && [...keys].every(({ length }) => length < longestKey),
    take(entry) {
      // The state of a rule for one key depends on no other key.
      const isItsOwn = isEndByHand(entry, rule, keys) || (isAbout(rule, entry.event) && keys.has(key(entry)));
      if (!isItsOwn) return;
      if (together[0] !== undefined && together[0].event.time !== entry.event.time) evaluateCommit();
      together.push(entry);
    },
    waits(at) {
      evaluateCommit();
      const due = watched.waitsUntil();
      return due !== undefined && due >= at;
    },
    end() {
      evaluateCommit();
      const due = watched.waitsUntil();
      if (due !== undefined) passUntil(Math.min(due, end));
    },
  };
}

/** Whether a key of the rule has the subject in it: the code of a stock, or nothing else. */
function namesSubject({ by, about, types }: CompiledRule, { config }: Inquiry): boolean {
  if (by.length === 0) return true;
  const { known } = eventTypesOf(config);
  const isOfStocks = (type: EventType) => known.get(type)?.subject === "stock";
  return about.by.includes("now.code") && (types as readonly EventType[]).every(isOfStocks);
}

/** Whether a person ended an alert of the rule, with one of these keys. */
function isEndByHand({ event }: LogEntry, { name }: CompiledRule, keys: ReadonlySet<string>): boolean {
  if (event.type !== "alert.resolved") return false;
  const { rule, key, why } = event.data.now;
  return rule === name && why === "hand" && keys.has(String(key));
}

interface Watched {
  readonly key: string;
  readonly found: Reevaluation;
  readonly due: number;
  readonly causeSeq: number;
}

/** Wraps the rule so that its states before and after some events are noted, and the end of its waits. */
function watching(rule: CompiledRule, seqs: ReadonlySet<number>, note: Note) {
  const alone = createRuleSet([rule], { hash: "", files: [] });
  const waits = new Map<number, Watched>();
  const memoryOf = (key: string): RuleMemory => ({ rule: rule.name, meaning: rule.over.meaning, key });
  const closeWaits = (key: string, isOver: (wait: Watched) => Partial<Reevaluation> | undefined) => {
    for (const [seq, wait] of waits) {
      const found = wait.key === key ? isOver(wait) : undefined;
      if (found === undefined) continue;
      waits.delete(seq);
      note(seq, { ...wait.found, ...found });
    }
  };
  const rules: RuleSet = {
    ...alone,
    match(entry, evaluation) {
      const isWanted = seqs.has(entry.seq);
      if (evaluation === undefined || (!isWanted && waits.size === 0)) return alone.match(entry, evaluation);
      // An end by hand has another form than the rule's events.
      if (!isAbout(rule, entry.event)) return alone.match(entry, evaluation);
      const key = alertKeyOf(
        rule,
        variablesOf(entry.event, surroundingsOf(evaluation, entry.seq)),
        entry.event.subject,
      );
      const recalled = () => evaluation.recall(memoryOf(key));
      // Conditions change in place what they remember.
      const before = isWanted ? structuredClone(recalled()) : undefined;
      const asking = listening(evaluation);
      const firings = alone.match(entry, asking.evaluation);
      const waiting = waitIn(recalled());
      closeWaits(key, ({ due, causeSeq }) =>
        waiting?.due === due && waiting.causeSeq === causeSeq ? undefined : { endedBy: entry.seq },
      );
      if (!isWanted) return firings;
      const asks = asking.wasSuppressed() || firings.length > 0;
      const found = { before, after: structuredClone(recalled()), asks };
      note(entry.seq, found);
      if (waiting) waits.set(entry.seq, { key, found, due: waiting.due, causeSeq: waiting.causeSeq });
      return firings;
    },
    pass(memory, evaluation) {
      const asking = listening(evaluation);
      const said = alone.pass(memory, asking.evaluation);
      const asks = asking.wasSuppressed() || said !== undefined;
      closeWaits(memory.key, ({ due }) => (due <= memory.due ? { asks } : undefined));
      return said;
    },
  };
  const waitsUntil = () =>
    waits.size === 0 ? undefined : Math.max(...[...waits.values()].map(({ due }) => due));
  return { rules, waitsUntil };
}

/** Notes whether an alert was suppressed. */
function listening(evaluation: Evaluation): { readonly evaluation: Evaluation; wasSuppressed(): boolean } {
  let isSuppressed = false;
  const heard: Evaluation = {
    ...evaluation,
    suppress(what) {
      isSuppressed = true;
      evaluation.suppress(what);
    },
  };
  return { evaluation: heard, wasSuppressed: () => isSuppressed };
}
