/** What rules remembered around some events, found by judging the kept log once more with each rule alone. */
import type { LogEntry } from "../../model/event.ts";
import type { Judging, RuleSet } from "../../model/rule.ts";
import { createReplay, type Replay } from "../../pipeline/replay.ts";
import { remembers } from "../../rules/ask-rule.ts";
import { type CompiledRule, keyOf } from "../../rules/compiled-rule.ts";
import type { StatesAround } from "../../rules/explain-event.ts";
import { createRuleSet } from "../../rules/rule-set.ts";
import { entryOf, type Inquiry } from "./inquiry.ts";

export interface JudgedAgain extends StatesAround {
  /** Whether the rule asked for an alert, given or held back. */
  readonly asks: boolean;
}

/** By rule and seq. */
export type History = (rule: CompiledRule, seq: number) => JudgedAgain;

const pageSize = 1_000;

/** The events are given in any order; each rule is looked at where it is about one. The log is read once at most. */
export function judgeAgain(
  rules: readonly CompiledRule[],
  entries: readonly LogEntry[],
  inquiry: Inquiry,
): History {
  const known = new Map<string, JudgedAgain>();
  const nameOf = (rule: CompiledRule, seq: number) => JSON.stringify([rule.name, seq]);
  const again = rules.flatMap((rule) => {
    const wanted = entries.filter(({ event }) => rule.types.includes(event.type));
    const note = (seq: number, judged: JudgedAgain) => void known.set(nameOf(rule, seq), judged);
    if (remembers(rule)) return wanted.length === 0 ? [] : [judgingAgain(rule, wanted, inquiry, note)];
    const alone = createRuleSet([rule], { hash: "", files: [] });
    for (const entry of wanted)
      note(entry.seq, { before: undefined, after: undefined, asks: alone.match(entry).length > 0 });
    return [];
  });
  if (again.length > 0) readLog(again, entries, inquiry);
  const nothing: JudgedAgain = { before: undefined, after: undefined, asks: false };
  return (rule, seq) => known.get(nameOf(rule, seq)) ?? nothing;
}

/** A rule that is shown the log. */
interface Judge {
  readonly rule: CompiledRule;
  take(entry: LogEntry): void;
  end(): void;
}

function readLog(judges: readonly Judge[], entries: readonly LogEntry[], { reader }: Inquiry): void {
  const types = [...new Set(judges.flatMap(({ rule }) => rule.types))];
  const subjects = [...new Set(entries.map(({ event }) => event.subject))];
  // Where the keys are subjects, what came about others is not needed.
  const isBySubject = judges.every(({ rule }) => rule.by.length === 0) && subjects.length === 1;
  const subject = isBySubject ? subjects[0] : undefined;
  const upTo = Math.max(...entries.map(({ seq }) => seq));
  for (let after = 0; after < upTo; ) {
    const page = reader.search.oldest({ types, subject, after, upTo, limit: pageSize });
    for (const entry of page.map(entryOf)) for (const judge of judges) judge.take(entry);
    after = page.length < pageSize ? upTo : (page.at(-1)?.seq ?? upTo);
  }
  for (const judge of judges) judge.end();
}

function judgingAgain(
  rule: CompiledRule,
  wanted: readonly LogEntry[],
  { reader, calendar }: Inquiry,
  note: (seq: number, judged: JudgedAgain) => void,
): Judge {
  const key = ({ event }: LogEntry) => keyOf(rule, rule.language.bind(event), event.subject);
  const seqs = new Set(wanted.map(({ seq }) => seq));
  const keys = new Set(wanted.map(key));
  const alone = createRuleSet([rule], { hash: "", files: [] });
  const watched = watching(alone, rule, seqs, note);
  const replay = createReplay({
    rules: () => watched,
    mails: () => [],
    calendar: () => calendar,
    log: reader.log,
  });
  let together: LogEntry[] = [];
  return {
    rule,
    take(entry) {
      // What a rule remembers of one key has nothing of another.
      if (rule.types.includes(entry.event.type) && keys.has(key(entry)))
        together = taken(replay, together, entry);
    },
    end: () => void replay.take(together),
  };
}

/** Gives what was committed together to the replay once something else comes; answers what has to wait. */
function taken(replay: Replay, together: LogEntry[], entry: LogEntry): LogEntry[] {
  if (together[0]?.event.time === entry.event.time) {
    together.push(entry);
    return together;
  }
  replay.take(together);
  return [entry];
}

/** The rule, which notes what it remembers before and after some entries. */
function watching(
  rules: RuleSet,
  rule: CompiledRule,
  wanted: ReadonlySet<number>,
  note: (seq: number, judged: JudgedAgain) => void,
): RuleSet {
  return {
    ...rules,
    match(entry, judging) {
      if (judging === undefined || !wanted.has(entry.seq)) return rules.match(entry, judging);
      const key = keyOf(rule, rule.language.bind(entry.event), entry.event.subject);
      const memory = { rule: rule.name, meaning: rule.over.meaning, key };
      // Copies: what is remembered is changed in place.
      const before = structuredClone(judging.recall(memory));
      let asks = false;
      const noting: Judging = {
        ...judging,
        holdBack(heldBack) {
          asks = true;
          judging.holdBack(heldBack);
        },
      };
      const firings = rules.match(entry, noting);
      const after = structuredClone(judging.recall(memory));
      note(entry.seq, { before, after, asks: asks || firings.length > 0 });
      return firings;
    },
  };
}
