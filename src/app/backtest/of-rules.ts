/** The part of an evaluation that some rules gave. */
import type { Alert } from "../../model/news-items.ts";
import type { Replayed } from "../../pipeline/replay.ts";
import { tiedByAlerts } from "../../rules/heard-rules.ts";
import { type CompiledRules, createRuleSet } from "../../rules/rule-set.ts";
import { narrowEvaluation } from "./narrow-evaluation.ts";

/** These rules, with those whose alerts they are about; a name that is none: no rule. */
export function setOf(set: CompiledRules, names: ReadonlySet<string>): CompiledRules {
  const tied = new Set(tiedByAlerts(set.rules));
  const isTied = [...names].some((name) => tied.has(name));
  return createRuleSet(
    set.rules.filter(({ name }) => names.has(name) || (isTied && tied.has(name))),
    set,
  );
}

/** Leaves out alerts, mails and suppressions of any other rule. */
export function onlyOf(rules: ReadonlySet<string>) {
  return (evaluation: Replayed): Replayed =>
    narrowEvaluation(evaluation, {
      alert: ({ event }) => rules.has((event.data.now as unknown as Alert).rule),
      suppression: ({ rule }) => rules.has(rule),
    });
}
