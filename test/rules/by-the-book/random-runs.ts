/** Random cases, each with what the reference of rules promises of it. */
import { randomCase } from "./generate/random-case.ts";
import { type Promised, promised } from "./oracle.ts";
import type { Run } from "./run-cases.ts";

/** The seed of a run that says the same twice. */
export const usualSeed = 20261122;

/** The cases of a seed from one number up to another. */
export function randomRuns(seed: number, from: number, to: number): (Run & Promised)[] {
  return Array.from({ length: to - from }, (_, index) => {
    const one = randomCase(seed, from + index);
    return { case: one, ...promised(one) };
  });
}
