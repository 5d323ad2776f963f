/** Checks the text of one rule as `yagura check` would in its file, and looks rules up in their files. */
import { join } from "node:path";
import type { Config } from "../../config/config.ts";
import { ruleOptions } from "../../files/check-files.ts";
import {
  type EditAsked,
  type EditedRules,
  editRules,
  fileHash,
  findRule,
  namesIn,
  sorted,
  textOf,
} from "../../files/edited-rules.ts";
import { Refused } from "../../lib/problem.ts";
import { type Replaced, replaceFile } from "../../lib/replace-file.ts";
import { parseYaml } from "../../lib/yaml/parse-yaml.ts";
import type { EventTypes } from "../../model/event-types.ts";
import type {
  BenchCheckAnswer,
  BenchRuleAnswer,
  BenchRulesAnswer,
  FileProblem,
} from "../../model/page/bench.ts";
import { typesMeant } from "../../rules/about/heard-rules.ts";
import { runExamples } from "../../rules/check/examples.ts";
import { compileRuleTexts, type LoadedRules } from "../../rules/files/compile-files.ts";
import {
  dataFilesIn,
  type RuleText,
  readDataFiles,
  readRuleFiles,
} from "../../rules/files/read-rule-files.ts";
import { isMap } from "../../rules/reference/data-file.ts";
import type { CompiledRules } from "../../rules/rule-set.ts";
import { measuresOf } from "../../rules/standing/standing-key.ts";
import { givesItem } from "../../rules/standing/tallies.ts";

const mostRules = 2_000;
const mostElsewhere = 20;

/** The rules of the folder, and the names that their files give to what expressions know. */
export interface RuleFolder extends BenchRulesAnswer {
  /** Such as `lists.core`. */
  readonly names: readonly string[];
}

export async function listRules(config: Config): Promise<RuleFolder> {
  const { texts } = await readRuleFiles(config.rules);
  const parsed = texts.map(({ file, text }) => ({ file, text, value: parseYaml(text, file).value }));
  const rules = parsed.flatMap(({ file, value }) =>
    namesIn(value).flatMap((name) => (name === undefined ? [] : [{ name, file }])),
  );
  const files = texts.map(({ file }) => file);
  const { types } = ruleOptions(config);
  const names = parsed.flatMap(({ value }) => known(value, types));
  return { rules: rules.slice(0, mostRules), more: Math.max(0, rules.length - mostRules), files, names };
}

function known(value: unknown, types: EventTypes): string[] {
  if (!isMap(value)) return [];
  return ["lists", "tables", "standing"].flatMap((part) =>
    Object.entries(isMap(value[part]) ? value[part] : {}).flatMap(([name, one]) =>
      part === "standing"
        ? placesOf(one, types).map((place) => `${part}.${name}${place}`)
        : `${part}.${name}`,
    ),
  );
}

/** What follows the name of a standing value: nothing, or the fields of the item that it gives. */
function placesOf(value: unknown, types: EventTypes): string[] {
  if (!isMap(value) || !measuresOf(value).some(givesItem)) return [""];
  const own = [...types.known].filter(([, { sources = [] }]) => sources.includes(String(value.of)));
  const fields = fieldsOf(
    own.map(([type]) => type),
    types,
  );
  return ["now", "was"].flatMap((state) => fields.map(({ name }) => `.${state}.${name}`));
}

/** The rule of a name; undefined: there is none of this name. */
export async function openRule(config: Config, name: string): Promise<BenchRuleAnswer | undefined> {
  const { texts } = await readRuleFiles(config.rules);
  const found = findRule(texts, name);
  return found && { name, file: found.file, hash: fileHash(found.text), text: textOf(found) };
}

/** The check of a text, and where it has no mistake the file that it makes. */
export interface CheckedRule extends BenchCheckAnswer {
  /** Absent where the text cannot be put into a file. */
  readonly written?: Pick<EditedRules, "file" | "before" | "after">;
  /** Mistakes elsewhere that are not there without the text. */
  readonly caused: readonly FileProblem[];
}

export async function checkRule(config: Config, asked: EditAsked): Promise<CheckedRule> {
  const options = ruleOptions(config);
  const alone = parseYaml(asked.text, "");
  const value = isMap(alone.value) ? alone.value : {};
  const about = {
    ...(typeof value.name === "string" && { name: value.name }),
    fields: fieldsOf(value.on, options.types),
  };
  const nothing = { ...about, elsewhere: [], caused: [], examples: [] };
  if (alone.problems.length > 0)
    return { ...nothing, problems: alone.problems.map(({ file: _, ...problem }) => problem) };
  if (!isMap(alone.value))
    return { ...nothing, problems: [atStart("a rule is a map of keys, such as `name: large-new-short`")] };
  const read = await readRuleFiles(config.rules);
  const result = editRules(read.texts, asked);
  if (!result.ok) return { ...nothing, problems: [atStart(result.message)] };
  const { edited } = result;
  const loaded = await compiled(config, edited.texts);
  const found = loaded.ok ? [] : loaded.problems;
  const { own, elsewhere } = sorted([...found, ...loaded.warnings], edited);
  const mistakes = elsewhere.filter(({ severity }) => severity === undefined);
  return {
    ...about,
    problems: own,
    elsewhere: mistakes.slice(0, mostElsewhere),
    caused: await causedOf(config, mistakes, read.texts),
    examples: loaded.ok ? examplesOf(loaded.rules, String(value.name), edited.place.line) : [],
    written: { file: edited.file, before: edited.before, after: edited.after },
  };
}

/** Puts the file of a check without mistakes in its place. */
export function writeChecked(
  { rules }: Config,
  written: NonNullable<CheckedRule["written"]>,
): Promise<Replaced> {
  const { file, before, after } = written;
  return replaceFile({ path: join(rules, file), before, after, within: rules });
}

function atStart(message: string) {
  return { line: 1, column: 1, message };
}

/**
 * Compiles the files of the folder's rules as they would be, with the data that they name.
 * @param lintedHash "": nothing is linted
 */
export async function compiled(
  config: Config,
  texts: readonly RuleText[],
  lintedHash?: "",
): Promise<LoadedRules> {
  const options = ruleOptions(config);
  const data = await readDataFiles(config.rules, dataFilesIn(texts), options.watchlists);
  return compileRuleTexts(texts, { ...options, hash: "", ...(lintedHash === "" && { lintedHash }), data });
}

/** Rejects with Refused where they have mistakes. */
export async function requireCompiled(config: Config, texts: readonly RuleText[]): Promise<CompiledRules> {
  const loaded = await compiled(config, texts, "");
  if (loaded.ok) return loaded.rules;
  throw new Refused("the rules have mistakes", loaded.problems);
}

/** Of mistakes elsewhere, those that the files as they stand have not. */
async function causedOf(
  config: Config,
  mistakes: readonly FileProblem[],
  texts: readonly RuleText[],
): Promise<FileProblem[]> {
  if (mistakes.length === 0) return [];
  const before = await compiled(config, texts);
  const known = new Set((before.ok ? [] : before.problems).map(({ file, message }) => `${file}\0${message}`));
  return mistakes.filter(({ file, message }) => !known.has(`${file}\0${message}`));
}

function examplesOf(rules: CompiledRules, name: string, firstLine: number): BenchCheckAnswer["examples"] {
  const own = { ...rules, rules: rules.rules.filter((rule) => rule.name === name) };
  return runExamples(own).map(({ line, expected, ok }) => ({ line: line - firstLine + 1, expected, ok }));
}

/** Fields of the items of all types that `on` means. */
function fieldsOf(on: unknown, types: EventTypes): BenchCheckAnswer["fields"] {
  const patterns = [on].flat().filter((one) => typeof one === "string");
  const fields = new Map<string, string>();
  for (const type of typesMeant(patterns, types))
    for (const [name, schema] of Object.entries(types.known.get(type)?.item.shape ?? {}))
      fields.set(name, fields.get(name) ?? aboutOf(schema));
  return [...fields].map(([name, about]) => ({ name, about }));
}

/** A field that may be absent wraps the one that says what it is. */
function aboutOf(schema: { readonly description?: string | undefined; readonly def: object }): string {
  const { innerType } = schema.def as { readonly innerType?: { readonly description?: string } };
  return schema.description ?? innerType?.description ?? "";
}
