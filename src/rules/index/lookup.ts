/** Rules that ask the same fields for values, found by the values that an event has there. */
import type { Event } from "../../model/event.ts";
import type { Plain } from "../closures/field-path.ts";
import { type Bucket, createBucket, listAt } from "./bucket.ts";
import type { Equality } from "./conjuncts.ts";
import type { Plan } from "./plan-rule.ts";

type Step = Bucket | ReadonlyMap<unknown, Step>;

export interface Lookup {
  /** The fields, the one with the fewest values first: most events fail there, in a small map. */
  readonly reads: readonly ((event: Event) => unknown)[];
  /** A map for each field, one inside the other. Values are told apart by type: "1" is not 1. */
  readonly first: Step;
}

/** Of plans that have equalities for the same fields. */
export function createLookup(plans: readonly Plan[]): Lookup {
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
export function lookUp({ reads, first }: Lookup, event: Event): Bucket | undefined {
  let step: Step | undefined = first;
  for (const read of reads) {
    step = (step as ReadonlyMap<unknown, Step>).get(read(event));
    if (step === undefined) return undefined;
  }
  return step as Bucket | undefined;
}
