import type { Event, LogEntry } from "../model/event.ts";
import type { Firing, Judging, RuleSet } from "../model/rule.ts";
import { weekdaysOnly } from "../model/trading-calendar.ts";
import type { Language, Variables } from "./cel/language.ts";
import { type CompiledRule, fire, keyOf } from "./compiled-rule.ts";
import { momentOf } from "./conditions/moment.ts";
import { takeEvent } from "./conditions/take-event.ts";

/** A rule set that can also be looked into: for checks, examples and explanations. */
export interface CompiledRules extends RuleSet {
  readonly rules: readonly CompiledRule[];
}

export function createRuleSet(
  rules: readonly CompiledRule[],
  { hash, files }: { hash: string; files: readonly string[] },
): CompiledRules {
  const byType = indexByType(rules);
  return {
    hash,
    files,
    rules,
    names: rules.map(({ name }) => name),
    match({ event }: LogEntry, judging: Judging = forgetful): Firing[] {
      const candidates = byType.get(event.type);
      if (candidates === undefined) return [];
      const variablesFor = createBinder(event);
      const firings: Firing[] = [];
      for (const rule of candidates) {
        const variables = variablesFor(rule.language);
        if (rule.condition !== undefined && !rule.condition(variables)) continue;
        const firing = ask(rule, event, variables, judging);
        if (firing !== undefined) firings.push(firing);
      }
      return firings;
    },
  };
}

/** Asks the conditions over several events of a rule whose `when` is true. */
function ask(rule: CompiledRule, event: Event, variables: Variables, judging: Judging): Firing | undefined {
  const key = keyOf(rule, variables, event.subject);
  const { conditions, clock, meaning, bindFound } = rule.over;
  if (conditions.length === 0) return fire(rule, variables, key);
  const memory = { rule: rule.name, meaning, key };
  const seen = { at: momentOf(event, clock), type: event.type, variables, calendar: judging.calendar };
  const taken = takeEvent(conditions, judging.recall(memory), seen);
  judging.remember(memory, taken.memory);
  return taken.fires ? fire(rule, bindFound(variables, taken.found), key) : undefined;
}

/** Nothing was before, and nothing is remembered. */
const forgetful: Judging = { calendar: weekdaysOnly, recall: () => undefined, remember: () => {} };

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
