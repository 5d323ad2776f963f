/** What a rule remembered around some events, found by judging the kept log once more with that rule alone. */
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

const pageSize = 1_000;

/** By seq. The events are given in any order, and are of types that the rule is about. */
export function judgeAgain(
  rule: CompiledRule,
  entries: readonly LogEntry[],
  inquiry: Inquiry,
): Map<number, JudgedAgain> {
  const judged = new Map<number, JudgedAgain>();
  const single = createRuleSet([rule], { hash: "", files: [] });
  if (!remembers(rule)) {
    for (const entry of entries)
      judged.set(entry.seq, { before: undefined, after: undefined, asks: single.match(entry).length > 0 });
    return judged;
  }
  const wanted = new Set(entries.map(({ seq }) => seq));
  const watched = watching(single, rule, { wanted, judged });
  const { reader, calendar } = inquiry;
  const replay = createReplay({
    rules: () => watched,
    mails: () => [],
    calendar: () => calendar,
    log: reader.log,
  });
  const subjects = new Set(entries.map(({ event }) => event.subject));
  // Where the key is the subject, what came about others left nothing that matters.
  const subject = rule.by.length === 0 && subjects.size === 1 ? [...subjects][0] : undefined;
  const upTo = Math.max(...wanted);
  let together: LogEntry[] = [];
  for (let after = 0; ; ) {
    const page = reader.search.oldest({ types: rule.types, subject, after, upTo, limit: pageSize });
    for (const entry of page.map(entryOf)) together = taken(replay, together, entry);
    after = page.at(-1)?.seq ?? upTo;
    if (page.length < pageSize) break;
  }
  replay.take(together);
  return judged;
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

/** The rule, seen while it judges the wanted entries. */
function watching(
  rules: RuleSet,
  rule: CompiledRule,
  { wanted, judged }: { wanted: ReadonlySet<number>; judged: Map<number, JudgedAgain> },
): RuleSet {
  return {
    ...rules,
    match(entry, judging) {
      if (judging === undefined || !wanted.has(entry.seq)) return rules.match(entry, judging);
      const key = keyOf(rule, rule.language.bind(entry.event), entry.event.subject);
      const memory = { rule: rule.name, meaning: rule.over.meaning, key };
      const before = judging.recall(memory);
      let asks = false;
      const noting: Judging = {
        ...judging,
        holdBack(heldBack) {
          asks = true;
          judging.holdBack(heldBack);
        },
      };
      const firings = rules.match(entry, noting);
      const after = judging.recall(memory);
      judged.set(entry.seq, { before, after, asks: asks || firings.length > 0 });
      return firings;
    },
  };
}
