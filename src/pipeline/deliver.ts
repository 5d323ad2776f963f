/** Wakes the outputs. They read what was committed, each at its own pace. */
import type { Committed } from "./commit.ts";
import type { House } from "./house.ts";

export function deliver(committed: Committed, house: House): void {
  house.report(committed);
  if (committed.error) return;
  for (const output of house.outputs) output.wake();
}
