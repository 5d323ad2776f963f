/** An import onto a list: its plan, and that the edit changes shares and prices alone. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { requireConfig } from "../../../src/files/check-files.ts";
import { planImport } from "../../../src/files/watchlists/plan-import.ts";
import { editList, readList } from "../../../src/files/watchlists/written-list.ts";
import type { CompanyName } from "../../../src/model/language.ts";
import { fc } from "../../support/fast-check.ts";
import { runsOf } from "../../support/runs.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import { sbiPortfolio } from "./broker-files.ts";

let folder = "";
beforeEach(() => {
  folder = tmpFolder();
});

const head = 'sources: { short-sale-reports: { schedule: "0 0 * * * *" } }\nrules: rules\nstate: a.db\n';
const issues = (...codes: string[]) =>
  new Map<string, CompanyName>(
    codes.map((code) => [code, { name: `銘柄${code}`, nameEnglish: `Co ${code}` }]),
  );

/** Settings with the list `held`: written out, or in a CSV file. */
function settings(list: string, csv?: string) {
  if (csv !== undefined) writeFileSync(join(folder, "held.csv"), csv);
  writeFileSync(join(folder, "monitor.yaml"), `${head}watchlists:\n  other: ["1111"] # second\n${list}`);
  return requireConfig(join(folder, "monitor.yaml"), {});
}

const plan = (config: ReturnType<typeof settings>, text: string, known = issues()) =>
  planImport(config, { list: "held", bytes: Buffer.from(text), issues: known });

/** Plans, edits and writes, as the command and the page do. */
async function imported(config: ReturnType<typeof settings>, text: string, known = issues()) {
  const { plan: made, steps } = await plan(config, text, known);
  const asked = { list: "held", hash: made.hash, edit: { do: "several", steps } } as const;
  const { path, after, problems } = await editList(config, {}, asked);
  expect(problems).toEqual([]);
  writeFileSync(path, after);
  return { plan: made, after };
}

test("lines of one stock are added up, its price by shares, and the list gets the columns that it lacks", async () => {
  const config = settings(
    "  held: { file: held.csv } # ours\n",
    'code,name,note\n9984,"灯, 台",kept\n130A,,mine\n',
  );
  const { plan: made, after } = await imported(config, sbiPortfolio, issues("7203", "130A"));
  expect(made).toMatchObject({
    added: [{ code: "7203", name: "銘柄7203", cells: { shares: "1200", price: "2467.13" }, lines: [9, 18] }],
    changed: [{ code: "130A", cells: { shares: "200", price: "800" }, was: {} }],
    ...{ kept: ["9984"], same: [], columns: ["shares", "price"], isChecked: true },
    leftOut: [{ line: 26, column: 1, why: "fund", text: "灯台全世界株式" }],
  });
  expect(after).toBe(
    'code,name,note,shares,price\n9984,"灯, 台",kept,,\n130A,,mine,200,800\n7203,銘柄7203,,1200,2467.13\n',
  );
  const again = await plan(config, sbiPortfolio, issues("7203", "130A"));
  expect([again.steps, again.plan.same]).toEqual([[], ["7203", "130A"]]);
});

test("what is no listed stock, held at 0, or noted as short is left out, and told", async () => {
  const config = settings('  held:\n    - { code: "9984", side: short, shares: 5 } # hedge\n');
  const text = "code,shares\n9984,100\n7203,0\n1234,100\n130A,3\n";
  const { plan: made, steps } = await plan(config, text, issues("7203", "130A", "9984"));
  expect(made.leftOut.map(({ line, why }) => [line, why])).toEqual([
    [2, "short"],
    [3, "none"],
    [4, "unknown"],
  ]);
  expect(steps).toEqual([{ do: "add", code: "130A", cells: { shares: "3" } }]);
});

test("a price that not every line tells stays as the list has it", async () => {
  const config = settings("  held: { file: held.csv }\n", "code,shares,price\n7203,1,100\n");
  const { plan: made } = await plan(config, "code,shares,price\n7203,100,200\n7203,100,--\n");
  expect(made).toMatchObject({
    unpriced: ["7203"],
    changed: [{ cells: { shares: "200" }, was: { shares: "1" } }],
  });
});

test("a list that is too long is refused, and one that is not there", async () => {
  const config = settings("  held: []\n");
  const codes = Array.from({ length: 1_001 }, (_, at) => `${1_000 + at},1`);
  await expect(plan(config, `code,shares\n${codes.join("\n")}\n`)).rejects.toThrow("more than 1000 stocks");
  const asked = { list: "constructor", bytes: Buffer.from("7203"), issues: issues() };
  await expect(planImport(config, asked)).rejects.toThrow("there is no watchlist `constructor`");
});

const code = fc.constantFrom("7203", "6758", "9984", "130A", "4689", "25935", "8306");
const note = fc.constantFrom("", "plain", "a, b", 'a "quote"', "a # b", "0130", "- a", "空売り: 注意", "yes");
const row = fc.record({
  ...{ code, note, shares: fc.option(fc.nat(9_999)), price: fc.option(fc.nat(9_999)) },
  own: fc.constantFrom("", "1.5", "2"),
  ...{ aside: fc.constantFrom("", " # why"), isLines: fc.boolean() },
});
type Row = typeof row extends fc.Arbitrary<infer R> ? R : never;
const rows = fc.uniqueArray(row, { selector: (one) => one.code, maxLength: 6 });
const told = fc.uniqueArray(
  fc.record({ code, shares: fc.nat(9_999), price: fc.integer({ min: 1, max: 9_999 }) }),
  {
    ...{ selector: (one) => one.code, minLength: 1, maxLength: 6 },
  },
);

const quoted = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const csvOf = (all: readonly Row[]) =>
  `note,code,own,price,shares\n${all
    .map((one) => [quoted(one.note), one.code, one.own, one.price ?? "", one.shares ?? ""].join(","))
    .join("\n\n")}\n`;
function yamlOf(all: readonly Row[]): string {
  if (all.length === 0) return "  held: [] # ours\n";
  const lines = all.map((one) => {
    const cells = [
      `code: "${one.code}"`,
      ...(one.note === "" ? [] : [`note: ${JSON.stringify(one.note)}`]),
      ...(one.own === "" ? [] : [`own: ${one.own}`]),
      ...(one.shares === null ? [] : [`shares: ${one.shares}`]),
      ...(one.price === null ? [] : [`price: ${one.price}`]),
    ];
    const entry = one.isLines ? cells.join("\n      ") : `{ ${cells.join(", ")} }`;
    return `    # about ${one.code}\n    - ${entry}${one.aside}\n`;
  });
  return `  held: # ours\n${lines.join("")}`;
}

const comments = (text: string) => [...text.matchAll(/# (?:about \w+|ours|second)/g)].map(([all]) => all);

test("over two imports no note, no column of one's own, no comment and no stock is lost", async () => {
  const lists = fc.tuple(rows, told, told, fc.boolean(), fc.boolean());
  await fc.assert(
    fc.asyncProperty(lists, async ([all, first, second, isCsv, isTurned]) => {
      const config = isCsv
        ? settings("  held: { file: held.csv } # ours\n", csvOf(all))
        : settings(yamlOf(all));
      const before = await readList(config, "held");
      const stocks = new Map(before.stocks.map((stock) => [stock.code, { ...stock.cells }]));
      let text = before.text;
      for (const list of [first, second]) {
        const file = list.map((one) =>
          isTurned
            ? `${one.price},${one.shares},${one.code}`
            : `${one.code} 霧笛,"${one.shares}",${one.price}`,
        );
        const names = isTurned ? "取得単価,保有株数,銘柄コード" : "銘柄（コード）,数量,平均取得単価";
        ({ after: text } = await imported(config, `${names}\n${file.join("\n")}\n`));
        for (const { code: own, shares, price } of list) {
          const cells = stocks.get(own);
          if (cells === undefined && shares === 0) continue;
          stocks.set(own, { ...cells, ...numbers(isCsv, { shares, price }) });
        }
        const after = await readList(config, "held");
        expect(new Map(after.stocks.map((stock) => [stock.code, stock.cells]))).toEqual(stocks);
      }
      expect(comments(text)).toEqual(comments(before.text));
      for (const word of before.text.match(/# why/g) ?? []) expect(text).toContain(word);
    }),
    { numRuns: runsOf({ quick: 6, long: 2_000 }) },
  );
});

/** A CSV file's cells are texts. */
function numbers(isCsv: boolean, cells: Readonly<Record<string, number>>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(cells).map(([column, value]) => [column, isCsv ? String(value) : value]),
  );
}
