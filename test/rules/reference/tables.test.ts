import { describe, expect, it } from "vitest";
import { planRule } from "../../../src/rules/index/candidates.ts";
import { createRuleIndex } from "../../../src/rules/index/rule-index.ts";
import { alerts, alertsOf, load, mistakes, rule } from "./loaded.ts";

const inline =
  'tables: { sectors: { "7203": { name: Autos, weight: 1.5, sector: "0050" }, "6758": { name: Devices } } }\n';
const titled = (when: string, title = "x") => `${inline}${rule(`when: '${when}'`, `title: '${title}'`)}`;
const named = "tables: { sectors: { file: sectors.csv, key: code, texts: [sector] } }\n";

describe("a table", () => {
  it.each([
    ['tables.sectors[now.code].name == "Autos"', "7203", true],
    ['tables.sectors[now.code].name == "Autos"', "6758", false],
    // Absent where there is no row, or no value in it.
    ['tables.sectors[now.code].name != "Autos"', "9984", false],
    ["tables.sectors[now.code].weight * now.ratio >= 3", "7203", true],
    ["tables.sectors[now.code].weight < 9", "6758", false],
    ["has(tables.sectors[now.code].weight)", "7203", true],
    ["has(tables.sectors[now.code].weight)", "6758", false],
    ["!has(tables.sectors[now.code].weight)", "9984", true],
    ["now.code in tables.sectors", "6758", true],
    ["now.code in tables.sectors", "9984", false],
    ['tables.sectors["7203"].sector == "0050"', "9984", true],
    ['tables.sectors[now.code.substring(0, 4)].name == "Autos"', "7203", true],
    ["tables.sectors[?now.code].?weight.orValue(2) == 2", "9984", true],
    ["now.ratio >= 2 && tables.sectors.exists(code, code == now.code)", "6758", true],
  ])("%s for %s: %s", (when, code, fires) => {
    expect(alerts(titled(when), { code, ratio: 2 })).toHaveLength(fires ? 1 : 0);
  });

  it("is read in texts and by other files", () => {
    const text = rule('title: "{{ tables.sectors[now.code].name }}"');
    const loaded = load({ "a.yaml": text, "b.yaml": inline });
    expect(alertsOf(loaded, {})[0]?.title).toBe("Autos");
    expect(alertsOf(loaded, { code: "9984" })[0]?.title).toBe("–");
  });

  it("finds rules by its columns, as a field of the event does", () => {
    const loaded = load({ "a.yaml": titled('tables.sectors[now.code].name == "Autos"') });
    if (!loaded.ok) throw new Error("it loads");
    const [plan] = loaded.rules.rules.flatMap((one) => planRule(one, 0, "short.report.opened"));
    expect(plan?.equalities.map(({ path, values }) => [path.name, [...values]])).toEqual([
      ["Tables_sectors[now.code].name", ["Autos"]],
    ]);
    expect(createRuleIndex(loaded.rules.rules)).toBeDefined();
  });

  it("changes what a rule means that names it, and of no other", () => {
    const meanings = (weight: number) => {
      const rules = `rules:
  - { name: a, on: short.report.opened, title: x, when: "now.ratio > tables.t[now.code].weight", count: { within: 1h, at_least: 2 } }
  - { name: b, on: short.report.opened, title: "{{ tables.t[now.code].weight }}", count: { within: 1h, at_least: 2 } }`;
      const loaded = load({ "a.yaml": `tables: { t: { "7203": { weight: ${weight} } } }\n${rules}` });
      if (!loaded.ok) throw new Error("it loads");
      return loaded.rules.meanings;
    };
    const [one, two] = [meanings(1), meanings(2)];
    expect(two.get("a")).not.toBe(one.get("a"));
    expect(two.get("b")).toBe(one.get("b"));
  });

  it.each([
    "tables.sectorz[now.code].name",
    "tables.sectors[now.code].nmae",
    "tables.sectors[now.ratio].name",
    "has(tables.sectors[now.code].nmae)",
    "tables.sectors == tables.sectors",
  ])("a mistake in an expression is told: %s", (source) => {
    const told = mistakes({
      "a.yaml": titled(source.includes("==") || source.startsWith("has") ? source : `${source} == "x"`),
    });
    expect(told).toMatchSnapshot();
  });
});

describe("a table in a CSV file", () => {
  const text = `${named}${rule('title: "{{ tables.sectors[now.code].name }} {{ tables.sectors[now.code].sector }}"')}`;

  it("has the row of a key", () => {
    const data = { "sectors.csv": "code,name,sector\n7203,Autos,3700\n6758,Devices,3650\n" };
    expect(alerts(text, {}, { data })[0]?.title).toBe("Autos 3700");
    expect(alerts(text, { code: "9984" }, { data })[0]?.title).toBe("– –");
  });

  it.each([
    ["a key twice", "code,name,sector\n7203,a,1\n7203,b,2\n"],
    ["no key", "code,name,sector\n7203,a,1\n,b,2\n"],
    ["no column for the key", "name,sector\na,1\n"],
  ])("%s is a mistake at its place", (_, csv) => {
    expect(mistakes({ "a.yaml": text }, { data: { "sectors.csv": csv } })).toMatchSnapshot();
  });

  it.each([
    ["no file", "tables: { t: { file: none.csv, key: code } }"],
    ["no key", "tables: { t: { file: sectors.csv } }"],
    ["a misspelt key", "tables: { t: { file: sectors.csv, kye: code, key: code } }"],
    ["a list", "tables: { t: [a] }"],
    ["a row that is none", "tables: { t: { a: 1 } }"],
    ["a cell that is none", "tables: { t: { a: { b: [1] } } }"],
    ["another kind", "tables: { t: { a: { b: 1 }, c: { b: x } } }"],
    ["a name that is none", "tables: { t-a: { a: { b: 1 } } }"],
  ])("%s is a mistake in the rule file", (_, tables) => {
    const data = { "sectors.csv": "code,name\n7203,a\n" };
    const naming = rule("when: tables.t[now.code].b == 1", "title: x");
    const other = tables.includes("t-a") ? rule("title: x") : naming;
    expect(mistakes({ "a.yaml": `${tables}\n${other}` }, { data })).toMatchSnapshot();
  });
});

describe("lists and tables of several files", () => {
  it("are seen by all of them", () => {
    const naming = rule("when: now.code in lists.core", "title: x");
    const loaded = load({ "a.yaml": naming, "b.yaml": 'lists: { core: ["7203"] }\n' });
    expect([alertsOf(loaded, {}).length, alertsOf(loaded, { code: "6758" }).length]).toEqual([1, 0]);
  });

  it("have each name once", () => {
    const lists = 'lists:\n  core: ["7203"]\n';
    expect(mistakes({ "a.yaml": lists, "b.yaml": lists, "c.yaml": inline, "d.yaml": inline })).toEqual([
      "b.yaml:2:3: there is another list `core` at a.yaml:2 (all files see it: leave this one out, or give it another name)",
      "d.yaml:1:11: there is another table `sectors` at c.yaml:1 (all files see it: leave this one out, or give it another name)",
    ]);
  });

  it("are known though their file has mistakes elsewhere", () => {
    const naming = rule("when: now.code in lists.core", "title: x");
    const broken = 'lists: { core: ["7203"] }\nrules:\n  - name: [\n';
    expect(mistakes({ "a.yaml": naming, "b.yaml": broken }).every((told) => told.startsWith("b.yaml"))).toBe(
      true,
    );
  });

  it("a code that no stock has is told where the list stands", () => {
    const naming = rule("when: now.code in lists.core", "title: x");
    const loaded = load({ "a.yaml": naming, "b.yaml": 'lists:\n  core: ["7203.T"]\n' });
    expect(loaded.warnings.map(({ file, line, column }) => `${file}:${line}:${column}`)).toEqual([
      "b.yaml:2:10",
    ]);
  });
});
