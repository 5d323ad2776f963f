/** Numbers of another unit than the value that they are compared with. */
import { expect, test } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { compileRuleTexts } from "../../../src/rules/files/compile-files.ts";

function warnedOf(key: string, bounds: object): string[] {
  const asked = { of: "now.ratio", ...(key === "crosses" ? {} : { within: "10bd" }), ...bounds };
  const rule = { name: "a", on: "short.report.*", title: "x", [key]: asked };
  const texts = [{ file: "a.yaml", text: JSON.stringify({ rules: [rule] }) }];
  const loaded = compileRuleTexts(texts, { notify: [], types: builtInTypes, hash: "" });
  return loaded.warnings.map(({ message }) => message);
}

test.each(["minimum", "maximum", "average", "crosses"])("%s is never over 100 percent", (key) => {
  expect(warnedOf(key, { above: 150 })).toEqual([expect.stringContaining("never over 100")]);
  expect(warnedOf(key, { above: 15 })).toEqual([]);
});

test("a sum may be over 100 percent, and is no fraction either", () => {
  expect(warnedOf("sum", { above: 150 })).toEqual([]);
  expect(warnedOf("sum", { above: 0.02 })).toEqual([expect.stringContaining("percent here")]);
});

test("a count has no unit", () => {
  expect(warnedOf("distinct", { at_least: 150 })).toEqual([]);
});
