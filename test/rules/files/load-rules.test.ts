import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { notifySchemes } from "../../../src/outputs/index.ts";
import { loadRules } from "../../../src/rules/files/load-rules.ts";
import { rulesJsonSchema } from "../../../src/rules/schema/rule-schema.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "rules-"));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (file: string, text: string) => writeFile(join(folder, file), text);
const rule = (name: string) => `rules: [{ name: ${name}, on: source.failed, title: x }]\n`;
const options = { notify: [], types: builtInTypes };

describe("loadRules", () => {
  it("reads the rule files of the folder by name, and no others", async () => {
    await write("b.yml", rule("b"));
    await write("a.yaml", rule("a"));
    await write("c.yaml~", "{{{");
    await write(".d.yaml", "{{{");
    await write("notes.txt", "{{{");
    await write("empty.yaml", "# nothing yet\n");
    expect(await loadRules(folder, options)).toMatchObject({
      ok: true,
      rules: { names: ["a", "b"], files: ["a.yaml", "b.yml", "empty.yaml"] },
    });
  });

  it("gives the rules that it gave before while their files say the same, and never those of other files", async () => {
    await write("a.yaml", rule("a"));
    const first = await loadRules(folder, options);
    const before = first.ok ? first.rules : undefined;
    const again = await loadRules(folder, { ...options, before });
    expect(again).toMatchObject({ ok: true, warnings: [] });
    expect(again.ok && again.rules).toBe(before);
    await write("a.yaml", rule("b"));
    expect(await loadRules(folder, { ...options, before })).toMatchObject({ rules: { names: ["b"] } });
    await write("a.yaml", "rules: [{ name: a }]\n");
    expect(await loadRules(folder, { ...options, before })).toMatchObject({ ok: false });
  });

  it("compiles and lints each file and rule in a turn of its own", async () => {
    const names = Array.from({ length: 40 }, (_, at) => `r${at}`);
    await write(
      "a.yaml",
      `rules:\n${names.map((name) => `  - { name: ${name}, on: source.failed, title: x }\n`).join("")}`,
    );
    let turns = 0;
    const count = () => {
      turns += 0.5;
    };
    subscribe("yagura:turns", count);
    const loaded = await loadRules(folder, options);
    unsubscribe("yagura:turns", count);
    expect(loaded).toMatchObject({ ok: true, rules: { names } });
    expect(turns).toBe(1 + 2 * names.length);
  });

  it("has a hash that follows the contents and the names", async () => {
    const hash = async () => {
      const loaded = await loadRules(folder, options);
      return loaded.read.hash;
    };
    await write("a.yaml", rule("a"));
    const first = await hash();
    expect(await hash()).toBe(first);
    await write("a.yaml", rule("b"));
    expect(await hash()).not.toBe(first);
    await write("a.yaml", rule("a"));
    expect(await hash()).toBe(first);
    await write("b.yaml", "");
    expect(await hash()).not.toBe(first);
  });

  it("tells the mistakes of all files at once, with every file that was read", async () => {
    await write("a.yaml", rule("twice"));
    await write(
      "b.yaml",
      "rules: [{ name: b, on: nothing, title: x, when: now.x > 1 }]\nlists: { a: [1] }\n",
    );
    await write(
      "c.yaml",
      `rules:\n  - name: twice\n    on: source.failed\n    title: "{{ now.sorce }} {{ now.itms }}"\n`,
    );
    const loaded = await loadRules(folder, options);
    if (loaded.ok) throw new Error("it was accepted");
    expect(loaded.files).toEqual(["a.yaml", "b.yaml", "c.yaml"]);
    expect(loaded.problems.map(({ file, line, column }) => `${file}:${line}:${column}`)).toEqual([
      "b.yaml:1:24",
      "b.yaml:2:14",
      "c.yaml:2:11",
      "c.yaml:4:20",
      "c.yaml:4:36",
    ]);
  });

  it("tells mistakes of form and mistakes in conditions of one rule together", async () => {
    const lines = [
      "lists: { core: [7203] }",
      "rules:",
      "  - on: short.report.opened",
      "    when: now.ratoi > 1 && now.code in lists.cor",
      "    cooldwn: 1h",
      "    severity: high",
      "    title: '{{ now.sellr }}'",
    ];
    await write("a.yaml", `${lines.join("\n")}\n`);
    const loaded = await loadRules(folder, options);
    if (loaded.ok) throw new Error("it was accepted");
    expect(loaded.problems.map(({ line, column }) => [line, column])).toEqual([
      [1, 17],
      [3, 5],
      [4, 15],
      [4, 46],
      [5, 5],
      [6, 15],
      [7, 20],
    ]);
  });

  it("does not take what a misspelt condition finds for a mistake in the title", async () => {
    const lines = [
      "rules:",
      "  - name: x",
      "    on: forum.comment.posted",
      "    coutn: { within: 1h, at_least: 20 }",
      '    title: "{{ found.count }} comments"',
      "  - name: y",
      "    on: forum.comment.posted",
      "    count: { within: 1h, atleast: 20, above: 3 }",
      '    title: "{{ found.count }} comments"',
      "    when: now.bdy == 'x'",
    ];
    await write("a.yaml", `${lines.join("\n")}\n`);
    const loaded = await loadRules(folder, options);
    if (loaded.ok) throw new Error("it was accepted");
    expect(loaded.problems.map(({ line, message }) => [line, message])).toEqual([
      [4, "unknown key `coutn`"],
      [8, "unknown key `atleast`"],
      [10, "`now` has no field `bdy`"],
    ]);
  });

  it("tells that a folder or a file cannot be read", async () => {
    const missing = join(folder, "none");
    expect(await loadRules(missing, options)).toMatchObject({
      ok: false,
      problems: [{ file: ".", line: 1, column: 1, message: "there is no such folder of rules" }],
    });
    await write("none.txt", "");
    expect(await loadRules(join(folder, "none.txt"), options)).toMatchObject({
      ok: false,
      problems: [{ file: ".", message: "this is no folder of rules" }],
    });
    await mkdir(join(folder, "a.yaml"));
    expect(await loadRules(folder, options)).toMatchObject({
      ok: false,
      problems: [{ file: "a.yaml", message: "this is a folder, and no file" }],
    });
  });
});

describe("a folder without a rule file", () => {
  it("is loaded with a warning, since its files may have other endings", async () => {
    await write("shorts.YAML", "rules: []\n");
    expect(await loadRules(folder, options)).toMatchObject({
      ok: true,
      warnings: [{ file: ".", severity: "warning", message: expect.stringContaining("there are no rules") }],
    });
    await write("shorts.yaml", "rules: []\n");
    expect(await loadRules(folder, options)).toMatchObject({ ok: true, warnings: [] });
  });
});

describe("rulesJsonSchema", () => {
  it("says for editors what a rule has to have, and what its keys are for", () => {
    const schema = rulesJsonSchema(builtInTypes, notifySchemes()) as {
      $schema: string;
      properties: {
        rules: {
          items: { required: string[]; anyOf: object; properties: Record<string, { description?: string }> };
        };
      };
    };
    expect(schema.$schema).toContain("draft-07");
    const { required, anyOf, properties } = schema.properties.rules.items;
    expect(required).toEqual(["name"]);
    expect(anyOf).toEqual([{ required: ["on", "title"] }, { required: ["template"] }]);
    for (const [key, { description }] of Object.entries(properties))
      expect(description, key).toBeTypeOf("string");
  });
});
