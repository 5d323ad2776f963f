import { describe, expect, it } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { notifySchemes } from "../../../src/outputs/index.ts";
import { compileRuleTexts } from "../../../src/rules/files/compile-files.ts";
import { createFilterCompiler } from "../../../src/rules/sets/filter.ts";

/** What is said of a file: its mistakes and warnings, each with its place. */
function saidOf(text: string, untold: readonly string[] = []): string[] {
  const settings = {
    untold: new Map(untold.map((type) => [type as `${string}.${string}`, "left out"])),
    narrowed: [],
    retention: { ms: 86_400_000 },
  };
  const loaded = compileRuleTexts([{ file: "test.yaml", text }], {
    ...{ notify: notifySchemes(), types: builtInTypes, hash: "test", settings },
  });
  const told = [...(loaded.ok ? [] : loaded.problems), ...loaded.warnings];
  return told.map(
    ({ line, column, message, suggestion }) => `${line}:${column} ${message} (${suggestion ?? ""})`,
  );
}

const rule = (when: string, on = "short.report.*") =>
  `rules:\n  - name: asked\n    on: ${on}\n    when: ${when}\n    title: asked\n`;
const value = (written: string) => `standing:\n  total: ${written}\n${rule("standing.total > 1")}`;

const place = (when: string) =>
  `standing:\n  top: { of: short-sale-reports, largest: now.ratio }\n${rule(when)}`;

describe("a mistake in what stands is told at its place", () => {
  it.each([
    [
      value("{ of: short-sales, sum: now.ratio }"),
      "2:16 there is no source `short-sales` (there are forum-comments, forum-ranking,",
    ],
    [
      value("{ of: short-sale-reports, sum: now.ration }"),
      "2:45 `now` has no field `ration` (did you mean `ratio`?)",
    ],
    [
      value("{ of: short-sale-reports, sum: now.seller }"),
      "2:41 a number, such as now.ratio, is needed here ()",
    ],
    [value("{ of: short-sale-reports, count: true, when: now.ratio }"), "2:55 a condition is needed here"],
    [value("{ of: short-sale-reports, count: true, when: was.ratio > 1 }"), "2:55 unknown name `was`"],
    [
      value("{ of: short-sale-reports, count: true, by: now.cod }"),
      "2:57 `now` has no field `cod` (did you mean `code`?)",
    ],
    [value("{ of: short-sale-reports }"), "2:10 a standing value has one measure"],
    [
      value("{ of: short-sale-reports, count: true, sum: now.ratio }"),
      "2:10 a standing value has one measure",
    ],
    [
      value("{ of: short-sale-reports, largest: now.ratio }"),
      "6:11 these do not go together: record > number",
    ],
    [value("{ of: short-sale-reports, largest: now.seller }"), "2:45 a number, such as now.ratio, is needed"],
    [value("{ of: short-sale-reports, sum: now.ratio, nth: 2 }"), "`nth` is for `largest` and `smallest`"],
    [value("{ of: short-sale-reports, largest: now.ratio, rank: highest }"), "an item has no rank"],
    [
      place("standing.top.now.sellr == 'A'"),
      "`standing.top.now` has no field `sellr` (did you mean `seller`?)",
    ],
    [place("has(standing.top.now.sellr)"), "has no field `sellr` (did you mean `seller`?)"],
    [place("standing.top.seller == 'A'"), "`standing.top` has no field `seller` (there are now, was)"],
    [place("standing.top.now.ratio > 'A'"), "these do not go together: number > text"],
    [rule("standing.total > 1"), "4:11 unknown name `standing` (`standing:` at the top of a file defines"],
    [
      `standing:\n  total: { of: short-sale-reports, count: true }\n${rule("standing.totl > 1")}`,
      "6:20 `standing` has no field `totl` (did you mean `total`?)",
    ],
    [
      `standing:\n  total: { of: short-sale-reports, count: true, by: now.code }\n${rule("standing.total > 1", "source.late")}`,
      "6:11 `standing.total` does not find its group by these events: `now` has no field `code` (its `key` says",
    ],
    [
      rule("latest.shortSales[now.code].ratio > 1"),
      "4:18 `latest` has no field `shortSales` (there are forumComments, forumRanking,",
    ],
    [
      rule("latest.shortSaleReports[now.code].ration > 1"),
      "4:45 `latest.shortSaleReports[now.code]` has no field `ration`",
    ],
    [rule("latest.shortSaleReports[now.code] > 1"), "4:11 these do not go together: record > number"],
    [
      rule("latest.shortSaleReports.exists(code, code == now.code)"),
      "4:11 `latest` has the newest item of each subject",
    ],
    [rule("size(latest.shortSaleReports) > 1"), "4:16 `latest` has the newest item of each subject"],
    [
      rule("has(latest.shortSaleReports[now.code].ratio)"),
      "4:15 has() does not look into `latest.shortSaleReports`",
    ],
  ])("%#", (text, said) => {
    expect(saidOf(text)[0]).toContain(said);
  });

  it("is a warning where the settings leave the source out", () => {
    const types = [...builtInTypes.known].flatMap(([type, { sources }]) =>
      sources?.includes("margin-alerts") ? type : [],
    );
    const named = saidOf(
      `standing:\n  total: { of: margin-alerts, count: true }\n${rule("latest.marginAlerts[now.code].shortRatio > 1")}`,
      types,
    );
    expect(named).toEqual([
      "2:16 the settings leave `margin-alerts` out: it has no items, and its values are absent ()",
    ]);
    expect(saidOf(rule("latest.marginAlerts[now.code].shortRatio > 1"), types)[0]).toContain(
      "2:5 the settings leave",
    );
  });

  it("is told to subscribers, whose filters cannot name it", () => {
    const compile = createFilterCompiler(builtInTypes);
    const refused = compile('latest.shortSaleReports["7203"].ratio > 1', ["short.report.*"]);
    expect(refused).toMatchObject({
      ok: false,
      message: expect.stringContaining("current items are for rules"),
    });
  });
});
