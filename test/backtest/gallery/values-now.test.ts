/** What stands now beside the parameters of a rule, read from the monitor's own database. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { valuesNow } from "../../../src/backtest/gallery/values-now.ts";
import { requireConfig } from "../../../src/files/check-files.ts";
import { nowWords } from "../../../src/model/page/gallery-words.ts";
import { openStore } from "../../../src/store/store.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";

const settings = `sources: { short-sale-reports: { schedule: "0 */10 17-21 * * *" } }
rules: rules
state: state.db
watchlists:
  aoi: [{ code: "7203" }, { code: "6758" }]
  kei: [{ code: "9984" }]
`;
const rules = `standing:
  sellers: { of: short-sale-reports, distinct: now.seller, when: now.ratio >= 0.5, by: [now.code] }
rules:
  - name: level
    on: short.report.increased
    params: { level: 1, points: 0.1, half: 1 }
    when: >-
      now.ratio >= params.level && was.ratio < params.level && now.seller != "Other"
      && round(now.ratio - was.ratio, 2) >= params.points && now.ratio > params.half / 2
    title: x
  - { name: higher, template: level, params: { level: 3 } }
  - name: many
    on: short.report.*
    by: now.code
    params: { sellers: 4 }
    crosses: { of: standing.sellers, above: params.sellers - 1 }
    title: x
  - { name: none, on: short.report.opened, title: x }
`;

const nobody = { rules: [], texts: [] } as never;

/** Positions as their source stores them. */
function scene(positions: readonly (readonly [code: string, seller: string, ...ratios: number[]])[]) {
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/a.yaml"), rules);
  writeFileSync(join(folder, "monitor.yaml"), settings);
  const put = positions.map(([code, seller, ...ratios]) => ({
    ...{ scope: "", key: `${code}|${seller}|` },
    body: {
      reports: ratios.map((ratio, day) => ({
        ...{ code, name: code, seller, ratio, shares: 1000 },
        ...{ calculatedOn: `2026-01-0${day + 1}`, disclosedOn: `2026-01-0${day + 2}` },
      })),
    },
  }));
  const config = requireConfig(join(folder, "monitor.yaml"), {});
  const store = openStore(config.state, { now: () => 0 });
  store.commit({
    ...{ entries: [], cooldowns: [], mails: [] },
    source: { name: "short-sale-reports", put, drop: [], outage: null, cursor: { readTo: "2026-01-09" } },
  } as never);
  store.close();
  return config;
}

const known = () =>
  scene([
    ["7203", "Example Capital", 2, 1.25],
    ["7203", "Sample Partners", 0.5],
    ["7203", "Other", 9],
    ["6758", "Example Capital", 0.7],
    ["9984", "Model Fund", 0.9],
    ["2502", "Model Fund", 5],
  ]);

test("a number that the rule compares with a field is that of the newest items, of the watched stocks and of what else it asks", async () => {
  const config = known();
  const level = [
    { code: "7203", low: 0.5, high: 1.25 },
    { code: "6758", low: 0.7, high: 0.7 },
    { code: "9984", low: 0.9, high: 0.9 },
  ];
  // A rise is no item's, and half of a number is another number.
  expect(await valuesNow(config, nobody, { rule: "level" })).toEqual({ params: { level } });
  expect(await valuesNow(config, nobody, { rule: "higher" })).toEqual({ params: { level } });
  const own = await valuesNow(config, nobody, { rule: "level", lists: ["kei"] });
  expect(own.params.level).toEqual(level.slice(2));
});

test("a level that something over current items crosses has their value", async () => {
  const config = known();
  const { params } = await valuesNow(config, nobody, { rule: "many" });
  expect(params).toEqual({
    sellers: [
      { code: "7203", low: 3, high: 3 },
      { code: "6758", low: 1, high: 1 },
      { code: "9984", low: 1, high: 1 },
    ],
  });
});

test("nothing is said of a rule without parameters, of none, without a watched stock, and of what is not read in time", async () => {
  const config = known();
  const nothing = { params: {} };
  expect(await valuesNow(config, nobody, { rule: "none" })).toEqual(nothing);
  expect(await valuesNow(config, nobody, { rule: "another" })).toEqual(nothing);
  expect(await valuesNow(config, nobody, { rule: "level", lists: [] })).toEqual(nothing);
  let asked = 0;
  const slow = () => (asked++ === 0 ? 0 : 3_000);
  expect(await valuesNow(config, nobody, { rule: "level" }, slow)).toEqual(nothing);
});

test("a few stocks are named, and many are told as a span", () => {
  const stocks = ["7203", "6758"].map((code, at) => ({ code, low: at, high: 1.23456 }));
  const percent = { unit: { en: "%", ja: "%" } };
  expect(nowWords(stocks, percent, "ja")).toBe("7203 0 – 1.235%、6758 1 – 1.235%");
  expect(nowWords([{ code: "7203", low: 4.2, high: 4.2 }], percent, "en")).toBe("7203 4.2 %");
  const many = [1, 2, 3, 4, 5].map((low) => ({ code: String(low), low, high: 1000 * low }));
  expect(nowWords(many, {}, "en")).toBe("1 – 5,000 (5 stocks)");
  expect(nowWords(many, { unit: { en: "people", ja: "人" } }, "ja")).toBe("1 – 5,000人（5銘柄）");
  expect(nowWords([], {}, "en")).toBe("");
});
