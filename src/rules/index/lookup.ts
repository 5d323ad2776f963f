/** Rules that ask the same fields for values, found by the values that an event has there. */
import type { Event } from "../../model/event.ts";
import type { FieldPath } from "../closures/field-path.ts";
import { type Bucket, createBucket, listAt } from "./bucket.ts";
import type { Plan } from "./plan-rule.ts";

/** The bucket for an event; undefined where no rule asks for its values. */
export type Lookup = (event: Event) => Bucket | undefined;

/** Of plans that have equalities for the same fields. Values are told apart by type: "1" is not 1. */
export function createLookup(plans: readonly Plan[], depth = 0): Lookup {
  const path = plans[0]?.equalities[depth]?.path;
  if (path === undefined) {
    const bucket = createBucket(plans);
    return () => bucket;
  }
  const byValue = new Map<unknown, Plan[]>();
  for (const plan of plans) {
    for (const value of plan.equalities[depth]?.values ?? []) listAt(byValue, value).push(plan);
  }
  return step(path, new Map([...byValue].map(([value, found]) => [value, createLookup(found, depth + 1)])));
}

function step({ raw }: FieldPath, next: ReadonlyMap<unknown, Lookup>): Lookup {
  return (event) => next.get(raw(event))?.(event);
}
