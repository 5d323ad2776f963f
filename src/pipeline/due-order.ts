/** The order in which memories come due: in time, and at one moment by rule and key, as the store gives them. */
import type { DueMemory } from "../model/rule.ts";

export function compareDue(a: DueMemory, b: DueMemory): number {
  return a.due - b.due || compare(a.rule, b.rule) || compare(a.key, b.key);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
