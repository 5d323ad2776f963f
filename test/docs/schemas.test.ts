/** The schemas for editors: that they are those of the code, and say what the code says. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { builtInTypes, editorSchemaOf, eventTypesOf } from "../../src/files/event-types.ts";
import { parseYaml } from "../../src/lib/yaml/parse-yaml.ts";
import { validateYaml } from "../../src/lib/yaml/validate-yaml.ts";
import { notifySchemes } from "../../src/outputs/index.ts";
import { compileRuleTexts } from "../../src/rules/files/compile-files.ts";
import { rulesSchemas } from "../../src/rules/schema/rule-schema.ts";
import { mailsTo } from "../rules/support.ts";
import { isValid } from "../support/json-schema.ts";
import { home, referencePages, type WrittenFile, yamlBlocks, yamlFiles } from "./written-files.ts";

const rules = editorSchemaOf("rules");
const config = editorSchemaOf("config");
const tests = editorSchemaOf("tests");

const ruleFiles = [
  ...[...yamlFiles("rules"), ...yamlFiles("docs/desk/rules")],
  ...["docs/rules.md", ...referencePages].flatMap((page) => yamlBlocks(page, "rules")),
];
const configFiles = [
  ...[...yamlFiles("config"), ...yamlFiles("docs/desk")],
  ...yamlBlocks("docs/sources.md", "config"),
  ...yamlBlocks("docs/alerts.md", "config"),
];
const testFiles = [
  ...[...yamlFiles("rules/tests"), ...yamlFiles("docs/desk/rules/tests")],
  ...yamlBlocks("docs/tests.md", "rules/tests"),
];
const schemaOf = new Map<string, object>([
  ["rules", rules],
  ["config", config],
  ["rules/tests", tests],
  ["docs/desk/rules", rules],
  ["docs/desk", config],
  ["docs/desk/rules/tests", tests],
]);
const parsed = ({ name, text }: WrittenFile) => parseYaml(text, name).value;

describe("docs/schema", () => {
  it.each(["rules", "config", "tests"] as const)(
    "%s.json is what `yagura schema` prints of it",
    async (name) => {
      const file = join(home, `docs/schema/${name}.json`);
      await expect(
        `${JSON.stringify(editorSchemaOf(name), null, 2)}\n`,
        "run `npm run docs`",
      ).toMatchFileSnapshot(file);
    },
  );

  it.each([...ruleFiles, ...configFiles, ...testFiles])(
    "is where the comment of $name says",
    ({ folder, text }) => {
      const path = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text)?.[1] ?? "no comment";
      const found = JSON.parse(readFileSync(join(home, folder, path), "utf8"));
      expect(found.title).toBe((schemaOf.get(folder) as { title?: string }).title);
      expect(found.title).toMatch(/^Yagura /);
    },
  );
});

describe("the schema of rule files", () => {
  it.each(ruleFiles)("takes $name", (file) => {
    expect(isValid(rules, parsed(file))).toBe(true);
  });

  const fixtures = yamlFiles("fixtures/rules").filter(
    ({ name, text }) => parseYaml(text, name).problems.length === 0,
  );
  const isLoaded = ({ name, text }: WrittenFile) =>
    compileRuleTexts([{ file: name, text }], { notify: mailsTo("desk"), types: builtInTypes, hash: "" }).ok;
  const isWellFormed = ({ name, text }: WrittenFile) =>
    validateYaml(rulesSchemas(builtInTypes, notifySchemes()).written, parseYaml(text, name)).ok;

  /** In these a value has to suit another one. */
  const unseen = ["param-text-with-bounds", "reset-over-the-level", "uneven-tumbling-span"];

  it("refuses every file whose mistake is one of form", () => {
    const misshapen = fixtures.filter((file) => !isWellFormed(file));
    expect(misshapen.length).toBeGreaterThan(25);
    const taken = misshapen.filter((file) => isValid(rules, parsed(file))).map(({ name }) => name);
    expect(taken).toEqual(unseen.map((name) => `fixtures/rules/${name}.yaml`));
  });

  it("refuses unknown types of events, which the definitions leave to the compiler", () => {
    const names = ["unknown-event-type", "unknown-prefix", "unknown-type-in-list", "every-event"];
    const files = fixtures.filter(({ name }) => names.some((each) => name.endsWith(`/${each}.yaml`)));
    expect(files).toHaveLength(names.length);
    for (const file of files) expect(isValid(rules, parsed(file)), file.name).toBe(false);
  });

  it("refuses nothing that is loaded", () => {
    const loaded = fixtures.filter(isLoaded);
    expect(loaded.length).toBeGreaterThan(5);
    expect(loaded.filter((file) => !isValid(rules, parsed(file))).map(({ name }) => name)).toEqual([]);
  });

  it("takes a cell and tables without a value, as the reader of tables does", () => {
    for (const text of ['tables: { desks: { "7203": { desk: , floor: 2 } } }', "tables:"]) {
      const file = { folder: "", name: "a.yaml", text: `${text}\nrules: []\n` };
      expect([text, isLoaded(file), isValid(rules, parsed(file))]).toEqual([text, true, true]);
    }
  });

  it("knows the events of any settings, or of those that are at hand", () => {
    const rule = { rules: [{ name: "a", title: "b", on: "market.fins-summary.*" }] };
    const types = eventTypesOf({ recordSources: [{ name: "summaries", from: "market/fins/summary" }] });
    expect(isValid(rules, rule)).toBe(true);
    expect(isValid(editorSchemaOf("rules", { types }), rule)).toBe(true);
    expect(isValid(editorSchemaOf("rules", { types: builtInTypes }), rule)).toBe(false);
  });
});

describe("the schema of test files", () => {
  it.each(testFiles)("takes $name", (file) => {
    expect(isValid(tests, parsed(file))).toBe(true);
  });

  it.each([
    ["an unknown key", { stepz: [] }],
    ["a duration that is none", { steps: [{ after: "1 hour" }] }],
    [
      "a field that comments do not have",
      { steps: [{ poll: { "forum-comments": [{ code: "1", parts: 1 }] } }] },
    ],
    ["a code that is a number", { steps: [{ poll: { "forum-comments": [{ code: 7203, part: 1 }] } }] }],
    ["an unknown reason", { steps: [{ expect: { held_back: [{ reason: "weather" }] } }] }],
  ])("refuses %s", (_, more) => {
    const file = (test: object) => ({ tests: [{ name: "x", steps: [{}], ...test }] });
    expect(isValid(tests, file({}))).toBe(true);
    expect(isValid(tests, file(more))).toBe(false);
  });
});

describe("the schema of the config file", () => {
  it.each(configFiles)("takes $name", (file) => {
    expect(isValid(config, parsed(file))).toBe(true);
  });

  /** Mistakes in what is filled in, in what several values say together, and in days, codes, zones and times. */
  const unseen = [
    "alerts-digest-twice",
    "alerts-hours-of-no-length",
    "alerts-outside-to-no-digest",
    "alerts-repeat-too-often",
    "alerts-wait-of-days",
    "cluster-address-twice",
    "cluster-certificates-for-nothing",
    "cluster-half-encrypted",
    "grace-of-days",
    "missing-secret-file",
    "missing-variable",
    "open-host-without-tokens",
    "port-is-a-word",
    "public-url-with-a-query",
    "records-code-in-list-too-short",
    "records-day-that-is-none",
    "records-of-unknown-call",
    "schedule-beyond-the-clock",
    "unknown-timezone",
    "variable-with-a-blank",
    "variable-without-end",
    "webhook-address-with-a-login",
  ];
  const fixtures = yamlFiles("fixtures/config").filter(
    ({ name, text }) => parseYaml(text, name).problems.length === 0,
  );

  it("refuses every file with a mistake that a schema can see", () => {
    const taken = fixtures.filter((file) => isValid(config, parsed(file)));
    expect(taken.map(({ name }) => name.replace(/^.*\/|\.yaml$/g, ""))).toEqual(unseen);
  });

  it("takes what comes from the environment for any value", () => {
    const port = (value: unknown) => ({ feed: { port: value } });
    expect(isValid(config, port(8080))).toBe(true);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as it is written in the settings
    expect(isValid(config, port("${YAGURA_PORT:-8080}"))).toBe(true);
    expect(isValid(config, port("8080"))).toBe(false);
  });
});
