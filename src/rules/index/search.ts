/** One event's way through the index. */
import type { Event } from "../../model/event.ts";
import type { Closure } from "../cel/closures/plain-values.ts";
import { countOverruns, type Overruns } from "../cel/compile-expression.ts";
import type { Language, Variables } from "../cel/language.ts";
import type { CompiledRule } from "../compiled-rule.ts";
import { type Guard, passes } from "./guards.ts";

/** A rule with what is left of its condition where its equalities hold. */
export interface Candidate {
  readonly rule: CompiledRule;
  /** Place among all rules. */
  readonly order: number;
  readonly guard: Guard | undefined;
  /** Each must be true. Undefined: there is none, which spares the look into a list. */
  readonly tests: readonly Closure[] | undefined;
  /** Whether the whole condition is to be asked as well. */
  readonly asksCondition: boolean;
}

/** One object an event; what few events need is made when it is needed. */
export interface EventSearch {
  readonly event: Event;
  readonly overruns: Overruns;
  /** How often each rule was asked, by its place among all: those that the index spares are not. */
  readonly asked: Float64Array;
  /** In no order; undefined while there is none. */
  found: Candidate[] | undefined;
  bound: Map<Language["bind"], Variables> | undefined;
}

export function startSearch(event: Event, overruns: Overruns, asked: Float64Array): EventSearch {
  return { event, overruns, asked, found: undefined, bound: undefined };
}

/** The variables of the event in a language, computed once however many rules ask. */
export function variablesFor(search: EventSearch, language: Language): Variables {
  search.bound ??= new Map();
  // Rules that differ in their parameters alone see the same variables.
  const known = search.bound.get(language.bind);
  if (known !== undefined) return known;
  const variables = language.bind(search.event);
  search.bound.set(language.bind, variables);
  return variables;
}

/** Adds the candidate where its guard and the rest hold. */
export function askCandidate(candidate: Candidate, search: EventSearch): void {
  const { guard, order } = candidate;
  search.asked[order] = (search.asked[order] ?? 0) + 1;
  if (guard === undefined || passes(guard, search.event)) addWhereHolds(candidate, search);
}

/** Adds the candidate where the rest holds; its guard does, as was found for many together. */
export function askRest(candidate: Candidate, search: EventSearch): void {
  const { order } = candidate;
  search.asked[order] = (search.asked[order] ?? 0) + 1;
  addWhereHolds(candidate, search);
}

function addWhereHolds(candidate: Candidate, search: EventSearch): void {
  const { tests, asksCondition, rule } = candidate;
  if (tests !== undefined) {
    for (const test of tests) if (test(search.event) !== true) return;
  }
  if (asksCondition && !isConditionMet(rule, search)) return;
  if (search.found === undefined) search.found = [candidate];
  else search.found.push(candidate);
}

function isConditionMet({ name, condition, language }: CompiledRule, search: EventSearch): boolean {
  if (condition === undefined) return true;
  return countOverruns(name, search.overruns, () => condition(variablesFor(search, language)));
}
