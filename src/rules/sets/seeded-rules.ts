/** The rules that take in a past of their services, and the states that they begin with. */
import type { TradingCalendar } from "../../model/dates.ts";
import { newsTypes } from "../../model/event-types.ts";
import type { RuleMemory } from "../../model/rule.ts";
import { isAlertType, tiedByAlerts } from "../about/heard-rules.ts";
import type { CompiledRule } from "../compiled-rule.ts";
import { type CompiledRules, createRuleSet } from "../rule-set.ts";
import { remembers, type SeededState, seededState } from "../state/index.ts";

export interface SeededRules {
  /** The rules that are evaluated on the past: those that remember something, and those whose alerts they are about. */
  readonly rules: CompiledRules;
  /** Types of their events. */
  readonly types: ReadonlySet<string>;
  /**
   * The state that a rule begins with.
   * @param known what it remembers of the key by now
   */
  stateOf(past: RuleMemory & { readonly body: unknown }, known: unknown): SeededState;
}

/** @param calendar of the past */
export function seededRules(all: CompiledRules, calendar: TradingCalendar): SeededRules {
  const tied = new Set(tiedByAlerts(all.rules));
  const own = all.rules.filter((rule) => isOfServices(rule) && (remembers(rule) || tied.has(rule.name)));
  // A set of its own: what it counts is not what happened in life.
  const rules = createRuleSet(own, all);
  const byName = new Map(rules.rules.map((rule) => [rule.name, rule]));
  return {
    rules,
    types: new Set(own.flatMap(({ types }) => types)),
    stateOf({ rule: name, key, body }, known) {
      const rule = byName.get(name);
      if (rule === undefined) throw new Error(`${name}: a state of a rule that took in no past`);
      return seededState(rule, key, body, { known, calendar });
    },
  };
}

/** Whether a rule is about what services tell, and alerts about it: what befell the monitor is in no service's past. */
function isOfServices({ types }: CompiledRule): boolean {
  return types.every((type) => !Object.hasOwn(newsTypes, type) || isAlertType(type));
}
