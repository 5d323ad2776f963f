/** Edits that are tried for a noisy rule. */
import { expect, test } from "vitest";
import { editsFor } from "../../../src/backtest/worth/edits-for.ts";

const minute = 60_000;

/** Edits of a rule whose alerts, minutes apart, were about one stock each with this value of `ratio`, useful from a place on. */
function editsOf(
  text: string,
  ratios: readonly number[],
  usefulFrom: number,
  { severity = "warning", apart = 3_000 } = {},
) {
  const alerts = ratios.map((_, cause) => ({
    ...{ rule: "test", key: "7203", subject: "7203", at: cause * apart * minute, cause },
    ...{ isInSpan: true, isTold: true, isAnswered: true },
    worth: cause >= usefulFrom ? ("useful" as const) : ("not-useful" as const),
  }));
  const counts = { useful: ratios.length - usefulFrom, notUseful: usefulFrom, repeats: undefined };
  return editsFor({
    ...{ alerts, ...counts, text, severity },
    itemOf: ({ cause }) => ({ ratio: ratios[cause] }),
  });
}

const ruleOf = (when: string) => `name: test\non: short.report.increased\nwhen: ${when}\ntitle: x`;
const whenOf = (text = "") => /^when: (.*)$/m.exec(text)?.[1];

test.each([
  ["now.ratio >= 1", [1, 1.1, 1.2, 3, 4], "now.ratio >= 2.8"],
  [
    "now.ratio > 0.5 && now.seller != 'x' # why",
    [0.6, 0.6, 0.7, 0.9],
    "now.ratio > 0.86 && now.seller != 'x' # why",
  ],
  ["now.ratio <= -10", [-11, -12, -13, -200], "now.ratio <= -180"],
  // Of a bound that is crossed both sides go.
  ["now.ratio >= 1 && was.ratio < 1", [1, 1.1, 1.2, 3, 4], "now.ratio >= 2.8 && was.ratio < 2.8"],
  ["now.ratio >= 1 && was.ratio < 1.5", [1, 1.1, 1.2, 3, 4], "now.ratio >= 2.8 && was.ratio < 1.5"],
])("the bound of %s goes nine tenths of the way to the nearest useful value", (when, ratios, moved) => {
  const [first] = editsOf(ruleOf(when), ratios, 3);
  expect([first?.kind, whenOf(first?.text)]).toEqual(["raise", moved]);
});

test.each([
  ["{ level: 1 }", "{ level: 2.8 }"],
  ['{ level: { value: 1, unit: "%" } }', '{ level: { value: 2.8, unit: "%" } }'],
])("a bound that is the parameter %s is moved where its value stands", (params, moved) => {
  const [first] = editsOf(
    `${ruleOf("now.ratio >= params.level && was.ratio < params.level")}\nparams: ${params}`,
    [1, 1.1, 1.2, 3, 4],
    3,
  );
  expect([first?.kind, first?.text?.split("\n").at(-1)]).toEqual(["raise", `params: ${moved}`]);
  expect(whenOf(first?.text)).toContain("params.level && was");
});

test("there is no bound to raise where useful values are on either side, or unknown", () => {
  const kinds = (when: string, ratios: readonly number[]) =>
    editsOf(ruleOf(when), ratios, 3).map(({ kind }) => kind);
  expect(kinds("now.ratio >= 1", [1.5, 2, 3, 1])).toEqual(["digest"]);
  expect(kinds("now.shares >= 1", [1, 2, 3, 9])).toEqual(["digest"]);
  expect(kinds("now.ratio >= standing.level", [1, 2, 3, 9])).toEqual(["digest"]);
  expect(kinds("now.ratio >= params.level", [1, 2, 3, 9])).toEqual(["digest"]);
});

test("what comes about one subject within an hour or a day is gathered, unless it is; what is critical is not put off", () => {
  const edits = (apart: number, severity: string, more = "") =>
    editsOf(`${ruleOf("now.ratio >= 1")}${more}`, [2, 2, 2, 1], 3, { severity, apart }).map(
      ({ kind, text }) => [kind, text?.trimEnd().split("\n").at(-1)],
    );
  expect(edits(10, "info")).toEqual([
    ["gather", 'gather: "1h"'],
    ["digest", undefined],
  ]);
  expect(edits(600, "critical")).toEqual([["gather", 'gather: "1d"']]);
  expect(edits(10, "critical", "\ngather: 15m")).toEqual([]);
});

test("a rule of which nothing was useful is turned off", () => {
  expect(editsOf(ruleOf("now.ratio >= 1"), [1, 2, 3], 3)).toEqual([
    expect.objectContaining({
      kind: "retire",
      text: ruleOf("now.ratio >= 1").replace("test\n", "test\nenabled: false\n"),
    }),
  ]);
});
