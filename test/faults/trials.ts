/**
 * What a fault test tried and what came of it: a row of the table that `npm run faults` prints at its end.
 * `npm test` runs the same tests with fewer trials.
 */
import { type TestContext, test } from "vitest";

export interface Trials {
  /** The fault, in a few words: "SIGKILL at a random moment". */
  readonly fault: string;
  readonly tried: number;
  /** What was acknowledged, or due, and is not there. */
  readonly lost: number;
  /** What was told twice, or told and never happened. */
  readonly wrong: number;
  /** Other figures that the row shows: "recovered in 4 s at most". */
  readonly shown?: string;
  /** The deliberate break under which the test was seen to fail: "synchronous = NORMAL". */
  readonly failsWith: string;
}

declare module "vitest" {
  interface TaskMeta {
    trials?: Trials[];
  }
}

/** Whether the whole of the trials is asked for, not the quick part. */
export const everyTrial = process.env.FAULTS === "all";

/** A test that the quick part has nothing of. */
export function testWhole(
  name: string,
  work: (context: TestContext) => void | Promise<void>,
  timeoutMs?: number,
): void {
  if (everyTrial) test(name, work, timeoutMs);
}

/** How many trials a test makes. */
export function trialsOf(counts: { quick: number; all: number }): number {
  return everyTrial ? counts.all : counts.quick;
}

/** Adds a row to the table. Call it before the assertions: a row that failed is shown too. */
export function tell({ task }: Pick<TestContext, "task">, row: Trials): void {
  task.meta.trials = [...(task.meta.trials ?? []), row];
}

/** The seeds to try, from 1; `SEED` in the environment names a single one. */
export function seedsOf(count: number): number[] {
  const one = process.env.SEED;
  return one === undefined ? Array.from({ length: count }, (_, index) => index + 1) : [Number(one)];
}
