import type { Event, LogEntry } from "../model/event.ts";
import type { Firing, RuleSet } from "../model/rule.ts";
import { overrunsSoFar } from "./cel/compile-expression.ts";
import type { Language, Variables } from "./cel/language.ts";
import { sharingSteps } from "./cel/meter.ts";
import { type CompiledRule, fire } from "./compiled-rule.ts";

/** A rule set that can also be looked into: for checks, examples and explanations. */
export interface CompiledRules extends RuleSet {
  readonly rules: readonly CompiledRule[];
}

export function createRuleSet(
  rules: readonly CompiledRule[],
  { hash, files }: { hash: string; files: readonly string[] },
): CompiledRules {
  const byType = indexByType(rules);
  const overruns = new Map<string, number>();
  return {
    overruns,
    hash,
    files,
    rules,
    names: rules.map(({ name }) => name),
    match({ event }: LogEntry): Firing[] {
      const candidates = byType.get(event.type);
      if (candidates === undefined) return [];
      const variablesFor = createBinder(event);
      const firings: Firing[] = [];
      for (const rule of candidates) {
        const variables = variablesFor(rule.language);
        const before = overrunsSoFar();
        if (rule.condition === undefined || rule.condition(variables)) {
          firings.push(sharingSteps(() => fire(rule, variables, event.subject)));
        }
        const over = overrunsSoFar() - before;
        if (over > 0) overruns.set(rule.name, (overruns.get(rule.name) ?? 0) + over);
      }
      return firings;
    },
  };
}

/** The rules that can fire for each type, in file order: the one place that decides which rules are asked. */
function indexByType(rules: readonly CompiledRule[]): ReadonlyMap<string, readonly CompiledRule[]> {
  const byType = new Map<string, CompiledRule[]>();
  for (const rule of rules) {
    for (const type of rule.types) {
      const candidates = byType.get(type);
      if (candidates === undefined) byType.set(type, [rule]);
      else candidates.push(rule);
    }
  }
  return byType;
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
