/**
 * Every block of YAML that the docs show is right in the settings that ship, or says what else it needs, in comments of
 * its own: `# needs in the settings: ...` with those settings, `# needs in the environment: NAME, NAME` and
 * `# needs the file PATH`; in Japanese as `inEnglish` has them. A block that another program reads begins with that file's name.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { readTests } from "../../src/commands/rules/test/read-test-files.ts";
import { type LoadedConfig, loadConfig } from "../../src/config/load-config.ts";
import { recordsOptions } from "../../src/config/services.ts";
import { ruleOptions, settingMistakes } from "../../src/files/check-files.ts";
import type { Problem } from "../../src/lib/problem.ts";
import { compileRuleTexts } from "../../src/rules/files/compile-files.ts";
import { home } from "./written-files.ts";

const otherFiles = ["prometheus.yml"];
const monitorYaml = join(home, "config/monitor.yaml");

type Map = Readonly<Record<string, unknown>>;

interface Block {
  readonly name: string;
  readonly text: string;
  readonly value: Map;
}

const pages = ["README.md", "README.ja.md", ...readdirSync(join(home, "docs")).map((name) => `docs/${name}`)];

/** What a page in Japanese says that a block needs. */
const inEnglish = [
  ["# 必要な設定：", "# needs in the settings: "],
  ["# 必要な環境変数：", "# needs in the environment: "],
  ["# 必要なファイル：", "# needs the file "],
] as const;

const shown = pages
  .filter((page) => page.endsWith(".md"))
  .flatMap((page): Block[] => {
    const text = readFileSync(join(home, page), "utf8");
    return [...text.matchAll(/^ *```ya?ml\n(.*?)^ *```/gms)].map(({ index, 1: block = "" }) => ({
      name: `${page}:${text.slice(0, index).split("\n").length}`,
      text: inEnglish.reduce((told, [japanese, english]) => told.replaceAll(japanese, english), block),
      value: parse(block) as Map,
    }));
  });

/** A page in Japanese shows most of what its English page does, with remarks of its own: each is tried once. */
const blocks = [...new Map(shown.map((block) => [meantBy(block), block])).values()];

function meantBy({ text, value }: Block): string {
  return JSON.stringify([value, text.match(/^# needs .*$/gm)]);
}

/** What a block says that it needs. */
function needsOf(text: string) {
  const [, settings = "{}"] = /^# needs in the settings: (.*)$/m.exec(text) ?? [];
  const [, variables = ""] = /^# needs in the environment: (.*)$/m.exec(text) ?? [];
  const files = [...text.matchAll(/^# needs the file (.*)$/gm)].map(([, path = ""]) => path);
  const isKnown = (line: string) =>
    /^# needs (in the settings: \S|in the environment: \S|the file \/)/.test(line);
  expect(text.match(/^.*# needs.*$/gm)?.filter((line) => !isKnown(line)) ?? []).toEqual([]);
  return { settings: parse(settings) as Map, variables: variables.split(", ").filter(Boolean), files };
}

/** A secret as a program takes it, and an address of each chat. */
const secrets = [
  ["slack", "https://hooks.slack.com/services/T000/B000/XXXX"],
  ["discord", "https://discord.com/api/webhooks/1234567890/XXXX"],
  ["telegram", "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11"],
  ["webhook", `whsec_${Buffer.from("a secret of thirty-two bytes, or so").toString("base64")}`],
] as const;

/** The settings that ship with others in them, read by the loader, where what they need is there. */
function shippedWith(others: Map, { variables, files }: ReturnType<typeof needsOf>): LoadedConfig {
  const text = stringify(merged(parse(readFileSync(monitorYaml, "utf8")), others));
  // Some must not be the same.
  const values = variables.map((name, place) => [name, `a-token-of-the-docs${place || ""}`]);
  const environment = Object.fromEntries(values);
  const read = (path: string) => {
    if (!files.includes(path)) throw new Error(`${path} is not among what is needed`);
    return secrets.find(([name]) => path.endsWith(`/${name}`))?.[1] ?? "a-secret-of-the-docs";
  };
  return loadConfig(monitorYaml, environment, { text, read });
}

function merged(one: unknown, other: unknown): unknown {
  const areMaps = [one, other].every((each) => each?.constructor === Object);
  if (!areMaps) return other;
  const all = Object.entries(other as Map).map(([key, value]) => [key, merged((one as Map)[key], value)]);
  return { ...(one as Map), ...Object.fromEntries(all) };
}

const words = (problems: readonly Problem[]) => problems.map(({ line, message }) => `${line}: ${message}`);

function mistakesOfSettings(block: Block, others: Map = block.value): string[] {
  const loaded = shippedWith(others, needsOf(block.text));
  return words(loaded.ok ? settingMistakes(loaded.config, loaded.locate) : loaded.problems);
}

/** What the rules that ship give other files: their names stay free, and their lists and the like are there. */
const shipped = readdirSync(join(home, "rules"))
  .filter((name) => name.endsWith(".yaml"))
  .map((file) => {
    const { rules, ...shared } = parse(readFileSync(join(home, "rules", file), "utf8")) as Map;
    const names = (rules as readonly { name: string }[]).map(({ name }) => name);
    return { file, text: stringify(shared), names };
  });

function configFor(block: Block) {
  const needs = needsOf(block.text);
  const loaded = shippedWith(needs.settings, needs);
  if (!loaded.ok)
    throw new Error(`${block.name} needs settings with mistakes: ${words(loaded.problems).join("; ")}`);
  return loaded.config;
}

function mistakesOfRules(block: Block): string[] {
  const texts = [...shipped, { file: "block.yaml", text: block.text }];
  const loaded = compileRuleTexts(texts, { ...ruleOptions(configFor(block)), hash: "" });
  const own = ((block.value.rules ?? []) as readonly { name: string }[]).map(({ name }) => name);
  const taken = own.filter((name) => shipped.some(({ names }) => names.includes(name)));
  const problems = [...(loaded.ok ? [] : loaded.problems), ...loaded.warnings];
  return [
    ...taken.map((name) => `the rules that ship have one called ${name}`),
    ...words(problems.filter(({ file }) => file === "block.yaml")),
  ];
}

function mistakesOfTests(block: Block): string[] {
  const config = configFor(block);
  const known = {
    types: ruleOptions(config).types,
    rules: shipped.flatMap(({ names }) => names),
    records: recordsOptions(config),
  };
  return words(readTests(block.text, "block.yaml", known).problems);
}

function mistakesOf(block: Block): string[] {
  const { text, value } = block;
  if (otherFiles.some((name) => text.startsWith(`# ${name}\n`))) return [];
  if (value.tests !== undefined) return mistakesOfTests(block);
  const isOfRules = Array.isArray(value.rules) || ["lists", "tables", "standing"].some((key) => key in value);
  return isOfRules ? mistakesOfRules(block) : mistakesOfSettings(block);
}

test("the docs show many blocks of every kind", () => {
  expect(blocks.length).toBeGreaterThan(60);
  for (const key of ["rules", "tests", "email", "feed", "webhook", "alerts", "sources"])
    expect(
      blocks.some(({ value }) => key in value),
      key,
    ).toBe(true);
});

test.each(blocks)("$name is right, or says what it needs", (block) => {
  expect(mistakesOf(block)).toEqual([]);
});

test.each([
  [
    "rules:\n  - { name: a, on: short.report.opend, title: x }\n",
    "there is no event type `short.report.opend`",
  ],
  ["feed: { prot: 1 }\n", "unknown key `prot`"],
  [`feed: { tokens: ['\${TOKEN}'] }\n`, "the environment does not set TOKEN"],
  ["tests: [{ name: a, stps: [] }]\n", "unknown key `stps`"],
])("a block with a mistake is found: %j", (text, message) => {
  const found = mistakesOf({ name: "a page", text, value: parse(text) });
  expect(found.join("\n")).toContain(message);
});
