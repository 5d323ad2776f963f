/** The reference of rules: that its tables are those of the definitions, and that what they show works. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { builtInTypes } from "../../src/files/event-types.ts";
import { editorSchema } from "../../src/lib/editor-schema.ts";
import { notifySchemes } from "../../src/outputs/index.ts";
import { vocabulary } from "../../src/rules/cel/vocabulary.ts";
import { conditionMembers } from "../../src/rules/conditions/index.ts";
import { lifeKeys } from "../../src/rules/life/life.ts";
import { rulesSchemas } from "../../src/rules/schema/rule-schema.ts";
import { rulesOf } from "../rules/support.ts";
import { functions, more, operators, values } from "./expression-reference.ts";
import { withTables } from "./reference-tables.ts";
import { home, referencePages } from "./written-files.ts";

const pages = referencePages.map((page) => ({ page, text: readFileSync(join(home, page), "utf8") }));
const whole = pages.map(({ text }) => text).join("\n");

describe("the tables of the reference of rules", () => {
  it("are many, each between its marks", () => {
    const begun = whole.match(/<!-- generated: /g)?.length ?? 0;
    expect(begun).toBeGreaterThan(50);
    expect(whole.match(/<!-- end -->/g)).toHaveLength(begun);
  });

  it.each(pages)("are those of the definitions: $page", async ({ page, text }) => {
    await expect(withTables(text), "run `npm run docs`").toMatchFileSnapshot(join(home, page));
  });

  it("have a row at least, and each condition has one of its keys", () => {
    // As they are written anew: a table whose marks are new is still empty on the page.
    const tables = [...withTables(whole).matchAll(/<!-- generated: (.+?) -->\n(.*?)\n<!-- end -->/gs)];
    const empty = tables.flatMap(([, name, table = ""]) => (table.split("\n").length > 2 ? [] : name));
    expect(empty).toEqual([]);
    const names = tables.map(([, name]) => name);
    const ofOneValue = ["for", "until"];
    const asked = [...conditionMembers.map(({ key }) => key), ...Object.keys(lifeKeys)];
    const rowsOf = (key: string) =>
      withTables(`<!-- generated: keys of ${key} -->\n<!-- end -->`).split("\n").slice(1).join("\n");
    const shown = asked.filter((key) => names.includes(`keys of ${key}`));
    // Conditions with the same keys have one table of them.
    const rows = new Set(shown.map(rowsOf));
    const isShown = (key: string) => shown.includes(key) || ofOneValue.includes(key) || rows.has(rowsOf(key));
    expect(asked.filter((key) => !isShown(key))).toEqual([]);
  });

  it("stand under a heading for each condition", () => {
    const headings = [...whole.matchAll(/^## (.+)$/gm)].flatMap(([, heading = ""]) => heading.split(", "));
    const missing = conditionMembers.flatMap(({ key }) => (headings.includes(key) ? [] : key));
    expect(missing).toEqual([]);
  });

  it.each([
    ["docs/rules-conditions.md", /^Some conditions compare with earlier values: (.+?)\./m],
    ["docs/rules-current-items.md", /^A new rule, .+? depend on earlier values \((.+?)\)/m],
  ])("list the conditions that look at the past, and no other: %s", (page, form) => {
    const [, list = ""] = form.exec(readFileSync(join(home, page), "utf8")) ?? [];
    const told = [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name).filter((name) => name !== "any");
    const looking = conditionMembers.filter(({ key, examples }) => {
      const one = { name: "example", on: ["forum.*", "margin.*", "short.*"], title: "x", [key]: examples[0] };
      const [rule] = rulesOf(JSON.stringify({ rules: [one] })).rules;
      return rule?.over.conditions.some(({ knowsWhatWas }) => knowsWhatWas);
    });
    expect(told.toSorted()).toEqual(looking.map(({ key }) => key).sort());
  });

  it("cannot ask for what there is not", () => {
    for (const name of ["fields of short.reports", "keys of spikes", "function"])
      expect(() => withTables(`<!-- generated: ${name} -->\n<!-- end -->`), name).toThrow();
  });
});

describe.each(["docs/rules.md", "docs/rules.ja.md"])("the guide %s", (name) => {
  const guide = readFileSync(join(home, name), "utf8");

  it("leads to every page of the reference", () => {
    const missing = referencePages.filter((page) => !guide.includes(`](${basename(page)}`));
    expect(missing).toEqual([]);
  });

  it("names every condition, and every key of an alert's life", () => {
    const keys = [...conditionMembers.map(({ key }) => key), ...Object.keys(lifeKeys)];
    expect(keys.filter((key) => !guide.includes(`\`${key}\``) && !guide.includes(`\`${key}: `))).toEqual([]);
  });

  it("is short enough to be read from top to bottom", () => {
    expect(guide.split("\n").length).toBeLessThan(250);
  });
});

/** About all that the five sources tell, so that every field is known. */
const about = {
  name: "example",
  on: ["forum.*", "margin.*", "short.*", "statistics.series.*"],
  title: "-",
};
const other = { name: "large-new-short", on: "short.report.opened", title: "-", enabled: false };
const loads = (rule: object) => {
  const { rules: heard = [] } = rule as { rules?: readonly string[] };
  // A rule about alerts needs those of which they are.
  const others = heard.map((name) => ({ ...about, name: name.replace("*", "x"), enabled: false }));
  const from = "template" in rule ? { name: "example" } : { ...about, params: { level: 1 } };
  const standing = { totalShort: { of: "short-sale-reports", sum: "now.ratio", key: "event.subject" } };
  const rules = [
    { ...from, ...(heard.length > 0 && { on: "alert.fired" }), ...rule },
    ...("name" in rule ? [] : [other]),
    ...others,
  ];
  const text = stringify(
    {
      lists: { core: ["7203"] },
      tables: { sectors: { "7203": { name: "Autos" } } },
      ...{ standing, rules },
    },
    { aliasDuplicateObjects: false },
  );
  const { names, disabled } = rulesOf(text);
  const helping = [other, ...others].map(({ name }) => name);
  return [...names, ...disabled].filter((name) => !helping.includes(name) || "name" in rule);
};

describe("what the tables show", () => {
  it("every function of the vocabulary, once", () => {
    const named = [...functions, ...more].flatMap(({ write }) =>
      [...write.matchAll(/(\w+)\(/g)].map(([, name]) => name),
    );
    expect([...new Set(named)].sort()).toEqual(Object.keys(vocabulary).sort());
  });

  it.each([...values, ...operators, ...functions, ...more])("$example compiles", ({ example }) => {
    expect(loads({ title: `{{ ${example} }}` })).toEqual(["example"]);
  });

  const { properties } = editorSchema(rulesSchemas(builtInTypes, notifySchemes()).rule);
  const keys = Object.entries(properties as Record<string, { examples: unknown[] }>).flatMap(
    ([key, { examples }]) => examples.map((example) => ({ key, example })),
  );
  it.each(keys)("$key: $example loads", ({ key, example }) => {
    expect(loads({ [key]: example })).toHaveLength(1);
  });
});
