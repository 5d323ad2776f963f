import { describe, expect, it } from "vitest";
import type { WrittenWatchlists } from "../../../src/model/watchlists.ts";
import { variablesOf } from "../../../src/rules/cel/surroundings.ts";
import { exampleEvent } from "../../../src/rules/check/examples.ts";
import { partsOf } from "../../../src/rules/explain/explain-event.ts";
import { planRule } from "../../../src/rules/index/candidates.ts";
import { alerts, alertsOf, load, mistakes, rule } from "./loaded.ts";

const watchlists: WrittenWatchlists = {
  core: [
    { code: "7203", shares: 300, price: 2_500, side: "long", short: 1.5, note: "the first" },
    { code: "6758" },
  ],
  other: [
    { code: "7203", short: 9 },
    { code: "130A", short: 0.7 },
  ],
};
const titled = (when: string, title = "x") => rule(`when: '${when}'`, `title: '${title}'`);

describe("watchlists in expressions", () => {
  it.each([
    ["now.code in watchlists.core", "7203", true],
    ["now.code in watchlists.core", "6758", true],
    ["now.code in watchlists.core", "130A", false],
    ["!(now.code in watchlists.core)", "130A", true],
    ["now.ratio > 0.5 && now.code in watchlists.other", "130A", true],
    ["watchlists.core.exists(code, code == now.code)", "6758", true],
    ["watchlists.core.exists(code, code == now.code)", "9984", false],
  ])("%s for %s: %s", (when, code, fires) => {
    expect(alerts(titled(when), { code, ratio: 1 }, { watchlists })).toHaveLength(fires ? 1 : 0);
  });

  it.each([
    ["now.ratio >= mine(now.code).short", "7203", 1.5, true],
    ["now.ratio >= mine(now.code).short", "7203", 1.4, false],
    ["now.ratio >= mine(now.code).short", "130A", 0.7, true],
    // No threshold is noted, or the stock is on no list.
    ["now.ratio >= mine(now.code).short", "6758", 9, false],
    ["now.ratio < mine(now.code).short", "9984", 0, false],
    ["has(mine(now.code).short)", "7203", 0, true],
    ["has(mine(now.code).short)", "6758", 0, false],
    ["has(mine(now.code).watchlist)", "6758", 0, true],
    ["has(mine(now.code).code)", "9984", 0, false],
    ["now.ratio >= mine(now.code).?short.orValue(2)", "6758", 2, true],
    ['mine("7203").shares * mine("7203").price == 750000', "6758", 0, true],
    ['mine(now.code).side == "long"', "7203", 0, true],
    ['mine(event.subject).watchlist == "other"', "130A", 0, true],
  ])("%s for %s at %s: %s", (when, code, ratio, fires) => {
    expect(alerts(titled(when), { code, ratio }, { watchlists })).toHaveLength(fires ? 1 : 0);
  });

  it("find rules by their codes, as lists do", () => {
    const loaded = load({ "a.yaml": titled("now.code in watchlists.core && now.ratio > 1") }, { watchlists });
    if (!loaded.ok) throw new Error("it loads");
    const [plan] = loaded.rules.rules.flatMap((one) => planRule(one, 0, "short.report.opened"));
    expect(plan?.equalities.map(({ path, values }) => [path.name, [...values]])).toEqual([
      ["now.code", ["7203", "6758"]],
    ]);
  });

  it("the first list that has a stock says what is mine", () => {
    const text = rule(
      `title: "{{ mine(now.code).watchlist }} {{ mine(now.code).short }} {{ mine(now.code).note }}"`,
    );
    expect(alerts(text, {}, { watchlists })[0]?.title).toBe("core 1.5 the first");
    expect(alerts(text, { code: "130A" }, { watchlists })[0]?.title).toBe("other 0.7 –");
  });

  it("adding a stock leaves what rules remember, and changes what they match", () => {
    const counted = rule(
      "when: now.code in watchlists.core",
      "count: { within: 1h, at_least: 1 }",
      "title: x",
    );
    const before = load({ "a.yaml": counted }, { watchlists: { core: [{ code: "6758" }] } });
    const after = load({ "a.yaml": counted }, { watchlists: { core: [{ code: "6758" }, { code: "7203" }] } });
    if (!before.ok || !after.ok) throw new Error("they load");
    expect(after.rules.meanings).toEqual(before.rules.meanings);
    expect([alertsOf(before, {}).length, alertsOf(after, {}).length]).toEqual([0, 1]);
  });

  it.each([
    ["now.code in watchlists.croe", "a.yaml:4:35: there is no watchlist `croe` (did you mean `core`?)"],
    ["has(watchlists.croe)", "a.yaml:4:27: `watchlists` has no field `croe` (did you mean `core`?)"],
    [
      "now.ratio > mine(now.code).shrot",
      "a.yaml:4:39: `mine(now.code)` has no field `shrot` (did you mean `short`?)",
    ],
    ["has(mine(now.code).shrot)", "a.yaml:4:31: `this` has no field `shrot` (did you mean `short`?)"],
    ['mine(now.code).side == "lnog"', "a.yaml:4:35: this field never is `lnog` (did you mean `long`?)"],
    [
      "now.ratio > mine(now.code).note",
      "a.yaml:4:12: these do not go together: number > text (texts and codes are written in quotes, numbers without)",
    ],
    ["mine(7203).short > 1", "a.yaml:4:12: this cannot be called so: mine(number)"],
  ])("a mistake is told with what was meant: %s", (when, told) => {
    expect(mistakes({ "a.yaml": titled(when) }, { watchlists })).toEqual([told]);
  });

  it("any name and column may be where nothing is known of the settings", () => {
    const text = titled("now.code in watchlists.any && now.ratio > mine(now.code).thing");
    expect(mistakes({ "a.yaml": text }, { watchlists: undefined })).toEqual([]);
  });
});

describe("a watchlist in a CSV file", () => {
  const own: WrittenWatchlists = { core: { file: "../config/watch.csv", texts: ["book"] } };
  const csv = (...lines: string[]) => ({ "../config/watch.csv": `${lines.join("\r\n")}\r\n` });
  const text = rule(
    'title: "{{ mine(now.code).note }}, {{ mine(now.code).short }}, {{ mine(now.code).book }}"',
  );

  it("has a row a stock, and columns of one's own", () => {
    const data = csv("code,note,shares,short,book", '72030,"a ""long"", good one",300,1.5,0050', "6758,,,,");
    const given = { watchlists: own, data };
    expect(alerts(text, {}, given)[0]?.title).toBe('a "long", good one, 1.5, 0050');
    expect(alerts(text, { code: "6758" }, given)[0]?.title).toBe("–, –, –");
  });

  it.each<[string, string[], string]>([
    ["no heading", [""], "1:1: the file is empty: its first row names the columns"],
    [
      "no column of codes",
      ["Code,short,book", "7203,1,b"],
      "1:1: there is no column `code` (is `Code` meant?)",
    ],
    ["a column twice", ["code,short,short", "7203,1,2"], "1:12: there is another column `short`"],
    [
      "semicolons",
      ["code;short;book", "7203;1;b"],
      "1:1: a column's name has letters, digits and _ (cells are parted by commas)",
    ],
    [
      "a cell too many",
      ["code,short,book", "7203,1,500,b"],
      '2:12: this row has 4 cells, the heading 3 cells (a text with a comma is written in quotes: "a, b")',
    ],
    [
      "a text among numbers",
      ["code,short,book", "7203,1,b", "6758,none,b"],
      "3:6: `short` is a column of numbers (`texts` names the columns that hold texts)",
    ],
    [
      "a comma in a number",
      ["code,shares,short,book", '7203,"2,500",1,b'],
      "2:6: `shares` is a column of numbers (write 2500)",
    ],
    [
      "no stock's code",
      ["code,short,book", "7203.T,1,b"],
      '2:1: a stock code has 4 or 5 digits or capital letters, such as "7203" or "130A" (write 7203)',
    ],
    ["a stock twice", ["code,short,book", "7203,1,b", "72030,2,b"], "3:1: `7203` is on this list already"],
    ["no such side", ["code,short,book,side", "7203,1,b,up"], "2:10: `side` is long or short"],
    ["an open quote", ["code,short,book", '"7203,1,b'], "2:1: a quote does not open or close a cell here"],
  ])("%s is a mistake at its place", (_, lines, told) => {
    expect(mistakes({ "a.yaml": text }, { watchlists: own, data: csv(...lines) })).toEqual([
      `../config/watch.csv:${told}`,
    ]);
  });

  it("has its limits", () => {
    const rows = Array.from({ length: 10_001 }, (_, at) => `${1000 + at}`.padStart(5, "A"));
    const told = mistakes({ "a.yaml": rule("title: x") }, { watchlists: own, data: csv("code", ...rows) });
    expect(told).toEqual(["../config/watch.csv:10002:1: the file has more than 10000 rows"]);
  });
});

describe("the parts of a condition that `why` shows", () => {
  it("have the values of parameters, of one's own thresholds and of tables", () => {
    const tables = 'tables: { sectors: { "7203": { name: Autos } } }\n';
    const when =
      'now.ratio >= mine(now.code).short * params.times && tables.sectors[now.code].name == "Autos" && ["7203"].all(c, mine(c).short > 1)';
    const loaded = load(
      { "a.yaml": `${tables}${rule("params: { times: 2 }", `when: '${when}'`, "title: x")}` },
      { watchlists },
    );
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
    const [only] = loaded.rules.rules;
    if (only === undefined) throw new Error("there is one");
    const event = exampleEvent({ type: "short.report.opened", now: { code: "7203", ratio: 3 } });
    const shown = partsOf(only).map((part) => part.ask(variablesOf(event)));
    expect(shown).toEqual([
      {
        holds: true,
        values: [
          { text: "now.ratio", value: 3 },
          { text: "mine(now.code).short", value: 1.5 },
          { text: "now.code", value: "7203" },
          { text: "params.times", value: 2 },
        ],
      },
      {
        holds: true,
        values: [
          { text: "tables.sectors[now.code].name", value: "Autos" },
          { text: "now.code", value: "7203" },
        ],
      },
      { holds: true, values: [] },
    ]);
  });
});
