/** How deep an expression may be. */
import { expect, test } from "vitest";
import { ruleWith } from "../support.ts";

const within = (brackets: number) =>
  ruleWith("short.report.opened", [`when: ${"(".repeat(brackets)}now.ratio > 1${")".repeat(brackets)}`]);

test("an expression stands in 38 brackets, and not in 39", () => {
  expect(within(38).rules).toHaveLength(1);
  expect(() => within(39)).toThrow("this expression is too large");
});
