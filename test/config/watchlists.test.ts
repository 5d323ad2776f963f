import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";
import { formatProblem } from "../../src/lib/problem.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "config-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function load(text: string) {
  const file = join(folder, "monitor.yaml");
  writeFileSync(file, text);
  return loadConfig(file, {});
}

function config(text: string) {
  const loaded = load(text);
  if (!loaded.ok) throw new Error(loaded.problems.map(formatProblem).join("\n"));
  return loaded.config;
}

function mistakes(text: string): string[] {
  const loaded = load(text);
  return loaded.ok ? [] : loaded.problems.map((problem) => formatProblem({ ...problem, file: "m" }));
}

describe("watchlists in the settings", () => {
  it("have codes, stocks with what is noted, and files beside the settings", () => {
    const written = `watchlists:
  core: ["72030", { code: "6758", shares: 300, price: 2500.5, side: long, note: first, short: 1.5, book: japan }]
  more: { file: watch.csv, texts: [sector] }
`;
    expect(config(written).watchlists).toEqual({
      core: [
        { code: "7203" },
        { code: "6758", shares: 300, price: 2500.5, side: "long", note: "first", short: 1.5, book: "japan" },
      ],
      more: { file: join(folder, "watch.csv"), texts: ["sector"] },
    });
  });

  it.each<[string, string, string[]]>([
    [
      "a code without quotes",
      "core: [7203]",
      ['m:2:10: a stock is its code in quotes, such as "7203", or a map with `code`'],
    ],
    ["no code", "core: [{ shares: 3 }]", ["m:2:10: `code` is missing"]],
    [
      "a code of no stock",
      'core: ["7203.T"]',
      ['m:2:10: a stock code has 4 or 5 digits or capital letters, such as "7203" or "130A" (write "7203")'],
    ],
    ["a stock twice", 'core: ["7203", "72030"]', ["m:2:18: `7203` is on this list already"]],
    ["no side", 'core: [{ code: "7203", side: up }]', ["m:2:32: this must be one of long, short"]],
    ["less than nothing", 'core: [{ code: "7203", shares: -1 }]', ["m:2:34: this must be at least 0"]],
    [
      "another kind",
      'core: [{ code: "7203", x: 1 }, { code: "6758", x: a }]',
      ["m:2:53: `x` is a number in other entries, and a text here"],
    ],
    [
      "another kind in another list",
      'core: [{ code: "7203", x: 1 }]\n  b: [{ code: "7203", x: a }]',
      ["m:3:26: `x` is a number in other entries, and a text here"],
    ],
    [
      "a capital",
      'core: [{ code: "7203", Shares: 1 }]',
      ["m:2:34: unknown key `Shares` (did you mean `shares`?)"],
    ],
    [
      "a column that is none",
      'core: [{ code: "7203", "a b": 1 }]',
      ["m:2:33: a column's name has letters, digits and _"],
    ],
    [
      "the list's own name",
      'core: [{ code: "7203", watchlist: x }]',
      ["m:2:37: `watchlist` is the list's name in expressions"],
    ],
    ["a list as a value", 'core: [{ code: "7203", x: [1] }]', ["m:2:29: this must be a number or a text"]],
    ["a name that is none", 'my-list: ["7203"]', ["m:2:3: a watchlist's name has letters, digits and _"]],
    [
      "a misspelt key of a file",
      "core: { file: a.csv, text: [a] }",
      ["m:2:24: unknown key `text` (did you mean `texts`?)"],
    ],
    [
      "a word",
      "core: watch.csv",
      ['m:2:9: a watchlist is a list of stocks such as ["7203"], or { file: watch.csv }'],
    ],
  ])("%s is a mistake at its place", (_, list, told) => {
    expect(mistakes(`watchlists:\n  ${list}\n`)).toEqual(told);
  });
});

describe("sources that watch a watchlist", () => {
  it("name it", () => {
    const { sources } = config(`watchlists: { core: ["7203"] }
sources:
  forum-comments: { schedule: "0 * * * * *", codes: { watchlist: core } }
  prices: { from: market/equities/bars/daily, schedule: "0 * * * * *", query: { code: { watchlist: core } } }
`);
    expect(sources).toMatchObject({
      "forum-comments": { codes: { watchlist: "core" } },
      prices: { query: { code: { watchlist: "core" } } },
    });
  });

  it("one that there is not is a mistake at its place", () => {
    const text = (name: string) => `watchlists: { core: ["7203"] }
sources:
  forum-comments: { schedule: "0 * * * * *", codes: { watchlist: ${name} } }
`;
    expect(mistakes(text("croe"))).toEqual(["m:3:66: there is no watchlist `croe` (did you mean `core`?)"]);
    expect(mistakes(text("other"))).toEqual(["m:3:66: there is no watchlist `other` (there are core)"]);
  });

  it("takes nothing else in the place of codes", () => {
    const text = `sources: { forum-comments: { schedule: "0 * * * * *", codes: core } }\n`;
    expect(mistakes(text)).toEqual([
      'm:1:62: this takes a list of codes such as ["7203"], or { watchlist: NAME }',
    ]);
  });
});

describe("the setting `rules`", () => {
  it("is a folder, with what is changed of its rules", () => {
    const { rules, overrides } = config(`rules:
  folder: mine
  overrides:
    large: { enabled: false, params: { level: 1.5 }, notify: [email:desk] }
`);
    expect(rules).toBe(join(folder, "mine"));
    expect(overrides?.rules).toEqual({
      large: { enabled: false, params: { level: 1.5 }, notify: ["email:desk"] },
    });
    expect(overrides?.places['["large","params","level"]']).toEqual({
      key: { line: 4, column: 40 },
      value: { line: 4, column: 47 },
      text: { line: 4, column: 47 },
    });
  });

  it("without a folder has that beside it, and without changes none", () => {
    expect(config("rules: { overrides: {} }")).toMatchObject({
      rules: config("").rules,
      overrides: undefined,
    });
  });

  it("knows its keys", () => {
    expect(mistakes("rules: { fodler: a }")).toEqual([
      "m:1:10: unknown key `fodler` (did you mean `folder`?)",
    ]);
    expect(mistakes("rules: { overrides: { a: { titel: x } } }")).toEqual(["m:1:28: unknown key `titel`"]);
    expect(mistakes("rules: { overrides: { a: { enabled: 1 } } }")).toEqual([
      "m:1:37: this must be true or false",
    ]);
    expect(mistakes("rules: [a]")).toEqual([
      "m:1:8: this takes the folder of rules, or { folder, overrides }",
    ]);
  });
});
