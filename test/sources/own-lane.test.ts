import { expect, test } from "vitest";
import { currentLane } from "../../src/lib/lane.ts";
import { inOwnLane } from "../../src/sources/own-lane.ts";
import type { Polled, Source } from "../../src/sources/source.ts";
import { createMemoryState } from "./memory-state.ts";

test("every part of a poll is asked for in the lane of its source", async () => {
  const lanes: string[] = [];
  const partAt = async (left: number): Promise<Polled<unknown>> => {
    await Promise.resolve();
    lanes.push(currentLane());
    return { answer: left, failures: [], ...(left > 0 && { next: () => partAt(left - 1) }) };
  };
  const source: Source = {
    name: "slow",
    poll: () => partAt(2),
    diff: () => ({ drafts: [], put: [], drop: [], cursor: 0 }),
  };
  const context = { state: createMemoryState(), signal: new AbortController().signal };
  let part: Polled<unknown> | undefined = await inOwnLane(source).poll(context);
  while (part !== undefined) part = await part.next?.();
  expect(lanes).toEqual(["slow", "slow", "slow"]);
  expect(currentLane()).toBe("");
});
