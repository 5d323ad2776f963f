import { expect, test } from "vitest";
import type { MemoryWrite } from "../../src/model/commit.ts";
import { batch } from "./batches.ts";
import { tmpStore } from "./house.ts";

const memory = (key: string, body: unknown = 1, rule = "r"): MemoryWrite => ({
  rule,
  meaning: "m",
  key,
  body,
});
const keys = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => memory(`${from + index}`));

test("a rule forgets the keys that were written longest ago over 20,000", () => {
  const store = tmpStore();
  const recall = (key: string) => store.recall({ rule: "r", meaning: "m", key });
  store.commit(batch({ memories: keys(0, 20_000) }));
  expect(store.rememberedKeys("r")).toBe(20_000);
  store.commit(batch({ memories: [memory("0", 2), memory("new"), memory("new", 1, "other")] }));
  expect(store.rememberedKeys("r")).toBe(20_000);
  expect(["0", "1", "2", "new"].map(recall)).toEqual([2, undefined, 1, 1]);
  expect(store.rememberedKeys("other")).toBe(1);
  store.commit(batch({ memories: [{ ...memory("new"), body: undefined }] }));
  expect(store.rememberedKeys("r")).toBe(19_999);
});

test("what a rule of another meaning remembered is forgotten before the new is written", () => {
  const store = tmpStore();
  store.commit(batch({ memories: [memory("a"), memory("b"), memory("a", 1, "other")] }));
  expect(store.ruleMeanings()).toEqual([
    { rule: "other", meaning: "m" },
    { rule: "r", meaning: "m" },
  ]);
  const forget = [{ rule: "r", meaning: "m" }];
  store.commit(batch({ forget, memories: [{ ...memory("b", 3), meaning: "n" }] }));
  expect(store.recall({ rule: "r", meaning: "n", key: "b" })).toBe(3);
  expect([store.rememberedKeys("r"), store.rememberedKeys("other")]).toEqual([1, 1]);
});
