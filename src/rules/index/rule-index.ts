/** Finds the rules that an event fires without asking every one of them. */
import type { EventType } from "../../model/event-types.ts";
import type { CompiledRule } from "../compiled-rule.ts";
import { askBucket, listAt } from "./bucket.ts";
import { createLookup, type Lookup, lookUp } from "./lookup.ts";
import { type Plan, planRule } from "./plan-rule.ts";
import type { Candidate, Search } from "./search.ts";

export interface RuleIndex {
  /** The rules whose `on` means the searched event and whose condition holds, in their order. */
  matching(search: Search): readonly CompiledRule[];
}

const none: readonly CompiledRule[] = [];

export function createRuleIndex(rules: readonly CompiledRule[]): RuleIndex {
  const byType = indexByType(rules);
  return {
    matching(search) {
      const lookups = byType.get(search.event.type);
      if (lookups === undefined) return none;
      for (const lookup of lookups) {
        const bucket = lookUp(lookup, search.event);
        if (bucket !== undefined) askBucket(bucket, search);
      }
      return search.found === undefined ? none : inOrder(search.found);
    },
  };
}

/** Each rule once, though several of its branches may have been found. */
function inOrder(found: Candidate[]): CompiledRule[] {
  if (found.length > 1) found.sort((a, b) => a.order - b.order);
  const rules: CompiledRule[] = [];
  for (const { rule } of found) if (rule !== rules.at(-1)) rules.push(rule);
  return rules;
}

/** For each type one lookup for each combination of fields that its rules ask for values. */
function indexByType(rules: readonly CompiledRule[]): ReadonlyMap<EventType, readonly Lookup[]> {
  const plans = new Map<EventType, Map<string, Plan[]>>();
  for (const [order, rule] of rules.entries()) {
    for (const type of rule.types) {
      const groups = plans.get(type) ?? new Map<string, Plan[]>();
      plans.set(type, groups);
      for (const plan of planRule(rule, order, type)) {
        listAt(groups, plan.equalities.map(({ path }) => path.name).join()).push(plan);
      }
    }
  }
  return new Map(
    [...plans].map(([type, groups]) => [type, [...groups.values()].map((group) => createLookup(group))]),
  );
}
