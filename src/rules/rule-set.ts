import type { LogEntry } from "../model/event.ts";
import type { Firing, RuleSet } from "../model/rule.ts";
import { Binder } from "./binder.ts";
import { type CompiledRule, fire } from "./compiled-rule.ts";
import { createRuleIndex } from "./index/rule-index.ts";

/** A rule set that can also be looked into: for checks, examples and explanations. */
export interface CompiledRules extends RuleSet {
  readonly rules: readonly CompiledRule[];
}

export function createRuleSet(
  rules: readonly CompiledRule[],
  { hash, files }: { hash: string; files: readonly string[] },
): CompiledRules {
  const index = createRuleIndex(rules);
  return {
    hash,
    files,
    rules,
    names: rules.map(({ name }) => name),
    match({ event }: LogEntry): Firing[] {
      const binder = new Binder(event);
      return index
        .matching(event, binder)
        .map((rule) => fire(rule, binder.variables(rule.language), event.subject));
    },
  };
}
