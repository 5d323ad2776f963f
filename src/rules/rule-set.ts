import type { LogEntry } from "../model/event.ts";
import type { Firing, Judging, RuleSet } from "../model/rule.ts";
import { askRule, forgetful } from "./ask-rule.ts";
import type { CompiledRule } from "./compiled-rule.ts";
import { createRuleIndex } from "./index/rule-index.ts";
import { startSearch, variablesFor } from "./index/search.ts";

/** A rule set that can also be looked into: for checks, examples and explanations. */
export interface CompiledRules extends RuleSet {
  readonly rules: readonly CompiledRule[];
}

const none: Firing[] = [];

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
    match({ event }: LogEntry, judging: Judging = forgetful): Firing[] {
      const search = startSearch(event);
      const matching = index.matching(search);
      if (matching.length === 0) return none;
      return matching.flatMap(
        (rule) => askRule(rule, event, variablesFor(search, rule.language), judging) ?? [],
      );
    },
  };
}
