/** Candidates: the rules as the index finds them, with the equalities that it finds them by, and what is left to be asked. */
import type { EventType } from "../../model/event.ts";
import { compileClosure } from "../cel/closures/compile-closure.ts";
import type { Closure, Language, Variables } from "../cel/language.ts";
import { countOverruns, type Overruns } from "../cel/meter.ts";
import { type Node, operands } from "../cel/syntax.ts";
import type { CompiledRule } from "../compiled-rule.ts";
import { chooseGuard, type Guard, passes } from "./guards.ts";
import { equality, type FieldEquality } from "./readings.ts";

export interface IndexPlan {
  /** Equalities of different fields, in order of their names: the rule is found by them. */
  readonly equalities: readonly FieldEquality[];
  readonly candidate: Candidate;
}

/** A rule is put under at most this many combinations of values; longer lists are tests instead. */
const mostKeys = 256;

/** Under which the rule is to be found for the type: one, more where its branches are looked up, none where it never fires. */
export function planRule(rule: CompiledRule, order: number, type: EventType): IndexPlan[] {
  const { language, condition } = rule;
  if (condition === undefined) return planBranch({ rule, order }, [], type);
  const whole = planBranch({ rule, order }, operands(condition.tree, "&&"), type);
  if (whole.some(({ equalities }) => equalities.length > 0)) return whole;
  return branches(condition.tree, language).flatMap((nodes) => planBranch({ rule, order }, nodes, type));
}

function planBranch(
  { rule, order }: Pick<Candidate, "rule" | "order">,
  nodes: readonly Node[],
  type: EventType,
): IndexPlan[] {
  const { language } = rule;
  const { equal, others } = byField(nodes, language, type);
  if ([...equal.values()].some(({ values }) => values.size === 0)) return [];
  const { keys, left } = chooseKeys([...equal.values()]);
  const { guard, rest } = chooseGuard([...others, ...left.flatMap((each) => each.nodes)], language);
  const closures = rest.map((node) => compileClosure(node, language));
  const unmetered = closures.flatMap(({ read, isMetered }) => (isMetered ? [] : read));
  const candidate = {
    rule,
    order,
    guard,
    tests: unmetered.length === 0 ? undefined : unmetered,
    asksCondition: unmetered.length < closures.length,
  };
  return [{ equalities: keys, candidate }];
}

/** The equality that a branch asks of one field, and the conjuncts that ask it. */
interface Demand extends FieldEquality {
  readonly nodes: readonly Node[];
}

/** The equalities, one a field, and the conjuncts that are none. What only the type decides is decided. */
function byField(nodes: readonly Node[], language: Language, type: EventType) {
  const equal = new Map<string, Demand>();
  const others: Node[] = [];
  for (const node of nodes) {
    const found = equality(node, language);
    if (found === undefined) others.push(node);
    else {
      const { path, values } = found;
      const before = equal.get(path.name);
      equal.set(path.name, {
        path,
        values:
          before === undefined ? values : new Set([...values].filter((value) => before.values.has(value))),
        nodes: [...(before?.nodes ?? []), node],
      });
    }
  }
  const types = equal.get("event.type");
  if (types?.values.has(type)) equal.delete("event.type");
  else if (types !== undefined) equal.set("event.type", { ...types, values: new Set() });
  return { equal, others };
}

function chooseKeys(equalities: readonly Demand[]): { keys: Demand[]; left: Demand[] } {
  const keys: Demand[] = [];
  const left: Demand[] = [];
  let combinations = 1;
  for (const equality of [...equalities].sort((a, b) => a.values.size - b.values.size)) {
    combinations *= equality.values.size;
    (combinations <= mostKeys ? keys : left).push(equality);
  }
  return { keys: keys.sort((a, b) => (a.path.name < b.path.name ? -1 : 1)), left };
}

const mostBranches = 8;

/**
 * The conjuncts of each branch; one branch where there would be too many. A condition holds where one of its branches
 * does, and a branch where each of its conjuncts is true: one that is false or has no value decides, whatever the
 * others say, so they may be asked in any order.
 */
function branches(node: Node, language: Language): Node[][] {
  return split(node, language) ?? [operands(node, "&&")];
}

function split(node: Node, language: Language): Node[][] | undefined {
  if (node.op !== "&&" && (node.op !== "||" || equality(node, language) !== undefined)) return [[node]];
  const [left, right] = (node.args as Node[]).map((side) => split(side, language));
  if (left === undefined || right === undefined) return undefined;
  const found =
    node.op === "||" ? [...left, ...right] : left.flatMap((one) => right.map((other) => [...one, ...other]));
  return found.length > mostBranches ? undefined : found;
}

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
  readonly variables: Variables;
  readonly overruns: Overruns;
  /** How often each rule was asked, by its place among all: those that the index spares are not. */
  readonly asked: Float64Array;
  /** In no order; undefined while there is none. */
  found: Candidate[] | undefined;
}

export function startSearch(variables: Variables, overruns: Overruns, asked: Float64Array): EventSearch {
  return { variables, overruns, asked, found: undefined };
}

/** Adds the candidate where its guard and the rest hold. */
export function askCandidate(candidate: Candidate, search: EventSearch): void {
  const { guard, order } = candidate;
  search.asked[order] = (search.asked[order] ?? 0) + 1;
  if (guard === undefined || passes(guard, search.variables)) addWhereHolds(candidate, search);
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
    for (const test of tests) if (test(search.variables) !== true) return;
  }
  if (asksCondition && !isConditionMet(rule, search)) return;
  if (search.found === undefined) search.found = [candidate];
  else search.found.push(candidate);
}

function isConditionMet({ name, condition }: CompiledRule, { variables, overruns }: EventSearch): boolean {
  if (condition === undefined) return true;
  return countOverruns(variables.around.meter, name, overruns, () => condition(variables));
}
