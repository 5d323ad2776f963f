/**
 * Finds the rules that an event fires without asking every one of them: the values of its fields lead to a bucket, whose
 * rules are asked together where they compare the same thing.
 */
import type { Event, EventType } from "../../model/event.ts";
import type { Plain } from "../cel/closures/plain-values.ts";
import type { CompiledRule } from "../compiled-rule.ts";
import {
  askCandidate,
  askRest,
  type Candidate,
  type EventSearch,
  type IndexPlan,
  planRule,
} from "./candidates.ts";
import type { Guard, Limit, Relation } from "./guards.ts";
import type { FieldEquality, Reading } from "./readings.ts";

export interface RuleIndex {
  /** The rules whose `on` means the searched event and whose condition holds, in their order. */
  matching(search: EventSearch): readonly CompiledRule[];
}

const none: readonly CompiledRule[] = [];

export function createRuleIndex(rules: readonly CompiledRule[]): RuleIndex {
  const byType = indexByType(rules);
  return {
    matching(search) {
      const lookups = byType.get(search.variables.event.type);
      if (lookups === undefined) return none;
      for (const lookup of lookups) {
        const bucket = lookUp(lookup, search.variables.event);
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
  const plans = new Map<EventType, Map<string, IndexPlan[]>>();
  for (const [order, rule] of rules.entries()) {
    for (const type of rule.types) {
      const groups = plans.get(type) ?? new Map<string, IndexPlan[]>();
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
function createLookup(plans: readonly IndexPlan[]): Lookup {
  const paths = (plans[0]?.equalities ?? []).map(({ path }, place) => ({
    path,
    count: countValues(plans, place),
  }));
  const order = [...paths.keys()].sort((a, b) => (paths[a]?.count ?? 0) - (paths[b]?.count ?? 0));
  return { reads: order.flatMap((place) => paths[place]?.path.raw ?? []), first: createStep(plans, order) };
}

function countValues(plans: readonly IndexPlan[], place: number): number {
  return new Set(plans.flatMap((plan) => [...valuesAt(plan, place)])).size;
}

function valuesAt({ equalities }: IndexPlan, place: number): ReadonlySet<Plain> {
  return (equalities[place] as FieldEquality).values;
}

function createStep(plans: readonly IndexPlan[], [place, ...rest]: readonly number[]): Step {
  if (place === undefined) return createBucket(plans.map(({ candidate }) => candidate));
  const byValue = new Map<unknown, IndexPlan[]>();
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

/** The rules whose equalities hold alike. */
type Bucket = Candidate | Several;

interface Several {
  /** Undefined: there is none. */
  readonly guarded: readonly Guarded[] | undefined;
  /** The others. */
  readonly free: readonly Candidate[];
}

/** So few are sooner asked one by one. */
const fewest = 4;

function createBucket(candidates: readonly Candidate[]): Bucket {
  const [only, second] = candidates;
  // Most of thousands of rules are alone in their bucket, which then takes neither memory nor time.
  if (only !== undefined && second === undefined) return only;
  const free: Candidate[] = [];
  const groups = new Map<Reading, Map<Relation, Group>>();
  for (const candidate of candidates) {
    const { guard } = candidate;
    if (guard === undefined) free.push(candidate);
    else groupOf(groups, guard).members.push({ limit: guard.limit, candidate });
  }
  const guarded: Guarded[] = [];
  for (const byRelation of groups.values()) {
    for (const { guard, members } of byRelation.values()) {
      if (members.length < fewest) free.push(...members.map(({ candidate }) => candidate));
      else guarded.push(createGuarded(guard, members));
    }
  }
  return { guarded: guarded.length === 0 ? undefined : guarded, free };
}

interface Group {
  /** Guard of its first member. */
  readonly guard: Guard;
  readonly members: GuardedRule[];
}

function groupOf(groups: Map<Reading, Map<Relation, Group>>, guard: Guard): Group {
  const byRelation = groups.get(guard.reading) ?? new Map<Relation, Group>();
  groups.set(guard.reading, byRelation);
  const group = byRelation.get(guard.relation) ?? { guard, members: [] };
  byRelation.set(guard.relation, group);
  return group;
}

function askBucket(bucket: Bucket, search: EventSearch): void {
  if ("rule" in bucket) askCandidate(bucket, search);
  else {
    if (bucket.guarded !== undefined) for (const group of bucket.guarded) askGuarded(group, search);
    for (const candidate of bucket.free) askCandidate(candidate, search);
  }
}

/** The list at a key, a new one where there is none. */
function listAt<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const fresh: V[] = [];
  lists.set(key, fresh);
  return fresh;
}

/** The candidates whose guards have the same reading and the same relation: it is computed once, then compared. */
export interface Guarded {
  readonly reading: Reading;
  readonly relation: Relation;
  /** In the order of their limits, where these have one. */
  readonly members: readonly GuardedRule[];
  /** Cache of searches: who held for texts that came before. Names come again and again. */
  readonly held: Map<string, readonly GuardedRule[]>;
}

export interface GuardedRule {
  readonly limit: Limit;
  readonly candidate: Candidate;
}

export function createGuarded({ reading, relation }: Guard, members: readonly GuardedRule[]): Guarded {
  const inOrder = relation.kind === "limit" ? [...members].sort(byLimit) : members;
  return { reading, relation, members: inOrder, held: new Map() };
}

function byLimit({ limit: one }: GuardedRule, { limit: other }: GuardedRule): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Adds the candidates whose guard and the rest hold. */
export function askGuarded(guarded: Guarded, search: EventSearch): void {
  const { reading, relation } = guarded;
  const value = reading.read(search.variables);
  if (value === undefined) return;
  if (relation.kind === "limit") askEnds(guarded, value, search);
  else for (const { candidate } of holding(guarded, value, search)) askRest(candidate, search);
}

/** Asks from both ends: those that hold stand at one, which the event decides (the double of a loss is less than the loss). */
function askEnds(guarded: Guarded, value: Plain, search: EventSearch): void {
  const last = guarded.members.length - 1;
  if (!askFrom(0, 1, guarded, value, search)) askFrom(last, -1, guarded, value, search);
}

/** From one end until one fails: all behind it fail, too. Answers whether any held. */
function askFrom(
  start: number,
  step: 1 | -1,
  { relation, members }: Guarded,
  value: Plain,
  search: EventSearch,
): boolean {
  let at = start;
  for (let member = members[at]; member !== undefined; member = members[at]) {
    if (!relation.holds(value, member.limit, search.variables)) break;
    askRest(member.candidate, search);
    at += step;
  }
  return at !== start;
}

const mostTexts = 500;
const longestText = 100;

/** Most that are cached: where more hold, a new look takes little beside asking them. */
const mostHolding = 200;

function holding(
  { relation, members, held }: Guarded,
  value: Plain,
  { variables }: EventSearch,
): readonly GuardedRule[] {
  const before = typeof value === "string" ? held.get(value) : undefined;
  if (before !== undefined) return before;
  const fresh = members.filter(({ limit }) => relation.holds(value, limit, variables));
  if (typeof value === "string" && value.length <= longestText && fresh.length <= mostHolding) {
    if (held.size >= mostTexts) held.clear();
    held.set(value, fresh);
  }
  return fresh;
}
