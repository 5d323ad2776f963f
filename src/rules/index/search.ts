/** One event's way through the index. */
import type { Event } from "../../model/event.ts";
import type { Binder } from "../binder.ts";
import type { Candidate } from "./plan-rule.ts";

export interface Search {
  readonly event: Event;
  readonly binder: Binder;
  /** What was found, in no order. */
  readonly found: Candidate[];
}

/** Adds the candidate where what is left of its condition holds. */
export function askCandidate(candidate: Candidate, search: Search): void {
  const { tests, asksCondition, rule } = candidate;
  for (const test of tests) if (test(search.event) !== true) return;
  if (asksCondition && rule.condition?.(search.binder.variables(rule.language)) === false) return;
  search.found.push(candidate);
}
