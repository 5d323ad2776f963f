import { describe, expect, test } from "vitest";
import { rulesOf } from "../../../src/upstreams/market/call.ts";
import { type MarketCallName, marketCalls } from "../../../src/upstreams/market/calls.ts";
import {
  brokenRules,
  type ParameterRule,
  pairsApart,
} from "../../../src/upstreams/market/parameter-rules.ts";

const on = "2026-01-05";

describe("a rule of parameters", () => {
  test.each<[ParameterRule, Record<string, string>, string | undefined]>([
    [{ exactlyOne: ["a", "b", "c"] }, { b: "1" }, undefined],
    [{ exactlyOne: ["a", "b", "c"] }, {}, "a: one of `a`, `b`, `c` is needed"],
    [{ exactlyOne: ["a", "b", "c"] }, { b: "1", c: "1" }, "b: `b` is not asked together with `c`"],
    [{ atLeastOne: ["a", "b"] }, { a: "1", b: "1" }, undefined],
    [{ atLeastOne: ["a", "b"] }, { a: "" }, "a: at least one of `a`, `b` is needed"],
    [{ bothOrNone: ["a", "b"] }, {}, undefined],
    [{ bothOrNone: ["a", "b"] }, { a: "1", b: "1" }, undefined],
    [{ bothOrNone: ["a", "b"] }, { a: "1" }, "a: it is asked only together with `b`"],
    [{ bothOrNone: ["a", "b"] }, { b: "1" }, "b: it is asked only together with `a`"],
    [{ parameter: "a", notWith: ["b", "c"] }, { b: "1", c: "1" }, undefined],
    [{ parameter: "a", notWith: ["b", "c"] }, { a: "1", c: "1" }, "a: `a` is not asked together with `c`"],
    [{ parameter: "a", onlyWith: "b" }, { b: "1" }, undefined],
    [{ parameter: "a", onlyWith: "b" }, { a: "1" }, "a: it is asked only together with `b`"],
    [{ parameter: "a", onlyToday: "b" }, { a: "1", b: on }, undefined],
    [{ parameter: "a", onlyToday: "b" }, { a: "1" }, "a: it is asked only together with `b`"],
    [
      { parameter: "a", onlyToday: "b" },
      { a: "1", b: "2026-01-04" },
      "a: it is asked of today alone, which is 2026-01-05",
    ],
  ])("%j of %j", (rule, query, expected) => {
    const [broken] = brokenRules([rule], query, on);
    expect(broken && `${broken.parameter}: ${broken.message}`).toBe(expected);
  });

  test("about today is left to the service where nobody says which day that is", () => {
    const rules = [{ parameter: "cursor", onlyToday: "date" }];
    expect(brokenRules(rules, { cursor: "c", date: "2026-01-04" })).toEqual([]);
  });

  test("names the pairs that exclude each other", () => {
    const rules = [
      { exactlyOne: ["a", "b", "c"] },
      { parameter: "d", notWith: ["a"] },
      { atLeastOne: ["e"] },
    ];
    expect(pairsApart(rules).map((pair) => pair.join(""))).toEqual(["ab", "ac", "bc", "da"]);
  });
});

test.each(Object.keys(marketCalls) as MarketCallName[])("the rules of %s name its parameters", (name) => {
  const call = marketCalls[name];
  for (const rule of rulesOf(call)) {
    const named = Object.entries(rule).flatMap(([key, value]) =>
      key === "parameter" || key.startsWith("only") ? [value] : value,
    );
    for (const parameter of named) expect(call.parameters).toContain(parameter);
  }
});
