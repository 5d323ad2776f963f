import type { Event, LogEntry } from "../model/event.ts";
import type { Firing, RuleSet } from "../model/rule.ts";
import type { Language, Variables } from "./cel/language.ts";
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
      const variablesFor = createBinder(event);
      return index
        .matching(event, variablesFor)
        .map((rule) => fire(rule, variablesFor(rule.language), event.subject));
    },
  };
}

/** Computes what a language sees of an event once, however many rules ask. */
function createBinder(event: Event): (language: Language) => Variables {
  const bound = new Map<Language, Variables>();
  return (language) => {
    const known = bound.get(language);
    if (known !== undefined) return known;
    const variables = language.bind(event);
    bound.set(language, variables);
    return variables;
  };
}
