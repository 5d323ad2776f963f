/** Finds the rules that an event fires without asking every one of them. */
import type { Event } from "../../model/event.ts";
import type { EventType } from "../../model/event-types.ts";
import type { Plain } from "../closures/plain-values.ts";
import type { CompiledRule } from "../compiled-rule.ts";
import { askBucket, type Bucket, createBucket, listAt } from "./bucket.ts";
import { type Equality, type Plan, planRule } from "./plan-rule.ts";
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

type Step = Bucket | ReadonlyMap<unknown, Step>;

/** Rules that ask the same fields for values, found by the values that an event has there. */
interface Lookup {
  /** The fields, the one with the fewest values first: most events fail there, in a small map. */
  readonly reads: readonly ((event: Event) => unknown)[];
  /** A map for each field, one inside the other. Values are told apart by type: "1" is not 1. */
  readonly first: Step;
}

/** Builds a lookup from plans that have equalities for the same fields. */
function createLookup(plans: readonly Plan[]): Lookup {
  const paths = (plans[0]?.equalities ?? []).map(({ path }, place) => ({
    path,
    count: countValues(plans, place),
  }));
  const order = [...paths.keys()].sort((a, b) => (paths[a]?.count ?? 0) - (paths[b]?.count ?? 0));
  return { reads: order.flatMap((place) => paths[place]?.path.raw ?? []), first: createStep(plans, order) };
}

function countValues(plans: readonly Plan[], place: number): number {
  return new Set(plans.flatMap((plan) => [...valuesAt(plan, place)])).size;
}

function valuesAt({ equalities }: Plan, place: number): ReadonlySet<Plain> {
  return (equalities[place] as Equality).values;
}

function createStep(plans: readonly Plan[], [place, ...rest]: readonly number[]): Step {
  if (place === undefined) return createBucket(plans.map(({ candidate }) => candidate));
  const byValue = new Map<unknown, Plan[]>();
  for (const plan of plans) for (const value of valuesAt(plan, place)) listAt(byValue, value).push(plan);
  return new Map([...byValue].map(([value, found]) => [value, createStep(found, rest)]));
}

/** Undefined where no rule asks for the event's values. */
function lookUp({ reads, first }: Lookup, event: Event): Bucket | undefined {
  let step: Step | undefined = first;
  for (const read of reads) {
    step = (step as ReadonlyMap<unknown, Step>).get(read(event));
    if (step === undefined) return undefined;
  }
  return step as Bucket | undefined;
}
