import { describe, expect, it } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import type { Watchlists } from "../../../src/model/watchlists.ts";
import { exampleEvent } from "../../../src/rules/check/examples.ts";
import { createFilterCompiler } from "../../../src/rules/sets/filter.ts";

const compileFilter = createFilterCompiler(builtInTypes);

const alert = exampleEvent({
  type: "alert.fired",
  now: {
    rule: "a",
    severity: "critical",
    labels: { team: "x" },
    data: { ratio: 1.5 },
    cause: { seq: 3, type: "source.failed" },
  },
});

describe("compileFilter", () => {
  it.each([
    ["now.severity == 'critical'", true],
    ["now.severity in ['info', 'warning']", false],
    ["now.labels.team == 'x'", true],
    ["now.data.ratio > 1", true],
    ["now.data.other == 'x'", false],
    ["now.labels.other == 'x'", false],
    ["now.cause.seq == 3 && now.cause.type.startsWith('source.')", true],
    ["event.type == 'alert.fired'", true],
  ])("%s is %s for an alert", (where, expected) => {
    const filter = compileFilter(where, ["alert.*"]);
    expect(filter.ok && filter.matches(alert)).toBe(expected);
  });

  it("knows the fields of all types that the patterns mean", () => {
    expect(compileFilter("now.ratio > 1", ["*"]).ok).toBe(true);
    expect(compileFilter("now.ratio > 1", ["alert.*", "short.report.opened"]).ok).toBe(true);
    expect(compileFilter("now.ratio > 1", ["alert.*"]).ok).toBe(false);
  });

  it.each([
    [
      "now.severty == 'critical'",
      ["alert.*"],
      "where, character 5: `now` has no field `severty` (did you mean `severity`?)",
    ],
    ["now.code in lists.core", ["*"], "where, character 13: unknown name `lists`"],
    ["now.severity", ["alert.*"], "where, character 1: a condition is needed here"],
    ["true", ["nothing.*"], "no event type matches these types"],
    ["", ["*"], "an expression is needed here"],
    ["!".repeat(100_000), ["*"], "an expression has at most 4000 characters"],
    ["(".repeat(3_000), ["*"], "this expression is too large"],
    ["!".repeat(3_999), ["*"], "ends too early"],
  ])("refuses %.40s in words", (where, types, message) => {
    const filter = compileFilter(where, types);
    expect(filter.ok ? "accepted" : filter.message).toContain(message);
  });

  it.each([
    ["now.severity == 'critical' && now.rule in ['a', 'b'] && now.title != ''", ["now.severity", "now.rule"]],
    ["event.subject == '7203' || event.subject == '6758'", ["event.subject"]],
    ["now.severity == 'critical' || now.rule == 'a'", []],
    ["now.severity != 'critical'", []],
    ["event.subject in watchlists.core && now.rule == 'a'", []],
  ])("of %s says what an event must have", (where, names) => {
    const filter = createFilterCompiler(builtInTypes, () => ({ core: [] }))(where, ["alert.*"]);
    expect(filter.ok && filter.equalities.map(({ name }) => name)).toEqual(names);
  });

  it("knows the watchlists, as they are when it is asked", () => {
    let watchlists: Watchlists = { core: [{ code: "7203", short: 1 }] };
    const compile = createFilterCompiler(builtInTypes, () => watchlists);
    const report = (code: string, ratio: number) =>
      exampleEvent({ type: "short.report.opened", now: { code, ratio } });
    const listed = compile("event.subject in watchlists.core", ["*"]);
    const large = compile("now.ratio >= mine(now.code).short", ["short.report.*"]);
    const answers = () =>
      [listed, large].map((one) => one.ok && [report("7203", 1), report("6758", 2)].map(one.matches));
    expect(answers()).toEqual([
      [true, false],
      [true, false],
    ]);
    watchlists = { core: [{ code: "6758", short: 2 }] };
    expect(answers()).toEqual([
      [false, true],
      [false, true],
    ]);
    // The column is gone: nothing can be compared with it.
    watchlists = { core: [{ code: "6758" }] };
    expect(answers()).toEqual([
      [false, true],
      [false, false],
    ]);
    expect(compile("now.code in watchlists.croe", ["*"])).toMatchObject({ ok: false });
    expect(compile("now.code in lists.core", ["*"])).toMatchObject({ ok: false });
    expect(compile('tables.a["b"].c == 1', ["*"])).toMatchObject({ ok: false });
  });
});
