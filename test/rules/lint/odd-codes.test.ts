/** Codes that no stock has, in lists that conditions name. */
import { expect, test } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { notifySchemes } from "../../../src/outputs/index.ts";
import { compileRuleTexts } from "../../../src/rules/files/compile-files.ts";

const warned = (codes: readonly string[]) => {
  const text = JSON.stringify({
    lists: { mine: codes },
    rules: [{ name: "a", on: "short.report.opened", when: "now.code in lists.mine", title: "x" }],
  });
  const notify = notifySchemes();
  const loaded = compileRuleTexts([{ file: "a.yaml", text }], { notify, types: builtInTypes, hash: "test" });
  return loaded.ok ? loaded.warnings.map(({ message }) => message) : ["not loaded"];
};

test("the first twenty of a list are told, since one of something else is full of them", () => {
  const names = Array.from({ length: 30 }, (_, place) => `Example ${place + 1}`);
  const told = (count: number) => names.slice(0, count).map((name) => `no stock has the code \`${name}\``);
  expect(warned(names.slice(0, 19))).toEqual(told(19));
  expect(warned(["7203", ...names])).toEqual(told(20));
});
