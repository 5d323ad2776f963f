import { expect, test } from "vitest";

import {
  findStocks,
  readWatchlist,
  writeWatchlist,
} from "../../../../src/commands/setup/init/questions/stocks-question.ts";
import { loadConfig } from "../../../../src/config/load-config.ts";

const issues = new Map([
  ["7203", { name: "例示自動車", nameEnglish: "Example Motor Corporation" }],
  ["6758", { name: "株式会社見本電気", nameEnglish: "Sample Electric Co., Ltd." }],
  ["6759", { name: "見本電気工業", nameEnglish: "Sample Electric Works" }],
  ["130A", { name: "仮想製薬" }],
]);

const codesOf = (text: string, list: typeof issues | undefined = issues) =>
  findStocks(text, list as never).stocks.map(({ code }) => code);

test.each([
  ["7203", ["7203"]],
  ["7203.T, 6758", ["7203", "6758"]],
  ["７２０３　１３０Ａ", ["7203", "130A"]],
  ["72030、130a", ["7203", "130A"]],
  ["TSE:7203\n6758", ["7203", "6758"]],
  ["7203,7203.T", ["7203"]],
  ["例示自動車", ["7203"]],
  ["example motor, 130A", ["7203", "130A"]],
  ["見本電気工業", ["6759"]],
  ["(株)見本電気", ["6758"]],
])("%j are the stocks %j", (text, codes) => {
  expect(findStocks(text, issues)).toMatchObject({ unknown: [], unclear: [] });
  expect(codesOf(text)).toEqual(codes);
});

test("a word that may be several stocks is left to the person, and one that is none is named", () => {
  const { stocks, unknown, unclear } = findStocks("見本, 9999, なし, 7203", issues);
  expect(stocks).toEqual([{ code: "7203", name: "例示自動車" }]);
  expect(unknown).toEqual(["9999", "なし"]);
  expect(unclear.map(({ asked, found }) => [asked, found.map(({ code }) => code)])).toEqual([
    ["見本", ["6758", "6759"]],
  ]);
});

test("without a list codes alone are stocks", () => {
  const found = findStocks("9999, SONY", undefined);
  expect(found).toEqual({ stocks: [{ code: "9999" }], unknown: ["SONY"], unclear: [] });
});

test("a watchlist's file keeps the lines of stocks that stay, with all that was noted", () => {
  const before = 'code,note,shares\n7203,"kept, since June",300\n67580,sold,0\n';
  const after = writeWatchlist(before, [{ code: "130A", name: "仮想製薬" }, { code: "7203" }]);
  expect(after).toBe('code,note,shares\n130A,,\n7203,"kept, since June",300\n');
  expect(writeWatchlist(undefined, [{ code: "7203", name: 'a "b", c' }])).toBe(
    'code,name\n7203,"a ""b"", c"\n',
  );
});

test("the list that is called mine is read, with what the settings note", () => {
  const text = 'watchlists:\n  core: ["6758"]\n  mine: ["7203", { code: "130A", shares: 100 }]\n';
  const loaded = loadConfig("/nowhere/monitor.yaml", {}, { text });
  if (!loaded.ok) throw new Error("the settings do not load");
  const { name, codes, entries } = readWatchlist(loaded.config);
  expect([name, codes]).toEqual(["mine", ["7203", "130A"]]);
  expect(entries.get("130A")).toEqual({ code: "130A", shares: 100 });
});
