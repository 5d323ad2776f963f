/** States of rules around some events, found by evaluating each rule alone on the kept log. */
import type { LogEntry } from "../../model/event.ts";
import type { CompiledRule } from "../../rules/compiled-rule.ts";
import type { StatesAround } from "../../rules/explain-event.ts";
import { remembers } from "../../rules/memory/index.ts";
import { createRuleSet } from "../../rules/rule-set.ts";
import { entryOf, type Inquiry } from "./inquiry.ts";
import { type Judge, judgingAgain } from "./judging-again.ts";

export interface JudgedAgain extends StatesAround {
  /** Whether the rule asked for an alert, given or suppressed: with the event, or once it was due. */
  readonly asks: boolean;
  /** seq of the event that ended what the rule waits for since this one, before its time. */
  readonly endedBy?: number | undefined;
}

/** Looks up an evaluation by rule and seq. */
export type History = (rule: CompiledRule, seq: number) => JudgedAgain;

const pageSize = 1_000;
/** Entries that are searched at once if few of them are about the rules, so that progress can be told. */
const spanSize = 20_000;

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

/** Up to the last of the events, and on while a rule waits for something. */
function readLog(judges: readonly Judge[], entries: readonly LogEntry[], inquiry: Inquiry): void {
  const { reader, progress } = inquiry;
  const types = [...new Set(judges.flatMap(({ rule }) => rule.types))];
  const subjects = [...new Set(entries.map(({ event }) => event.subject))];
  // Where the keys are subjects, what came about others is not needed.
  const isBySubject = judges.every(({ rule }) => rule.by.length === 0) && subjects.length === 1;
  const subject = isBySubject ? subjects[0] : undefined;
  const last = Math.max(...entries.map(({ seq }) => seq));
  const first = reader.log.oldest() - 1;
  const head = reader.log.head();
  for (let after = first, ends = false; !ends; ) {
    const upTo = after + spanSize;
    const page = reader.search.oldest({ types, subject, after, upTo, limit: pageSize });
    for (const entry of page.map(entryOf)) {
      const at = Date.parse(entry.event.time);
      ends = entry.seq > last && (at > inquiry.at || !judges.some((judge) => judge.waits(at)));
      if (ends) break;
      for (const judge of judges) judge.take(entry);
    }
    after = page.length < pageSize ? upTo : (page.at(-1)?.seq ?? upTo);
    // Beyond the last event only what a rule waits for is of interest.
    const isEnough = after >= last && !judges.some((judge) => judge.waits(Number.NEGATIVE_INFINITY));
    ends ||= after >= head || isEnough;
    progress(Math.min(after, last) - first, last - first);
  }
  for (const judge of judges) judge.end();
}
