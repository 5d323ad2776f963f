/** Parses one rule file: its form is checked, and what can be used of a file with mistakes is used. */
import type * as z from "zod";
import type { Problem } from "../../lib/problem.ts";
import { nearest } from "../../lib/text/nearest.ts";
import { type Place, parseYaml, type YamlFile } from "../../lib/yaml/parse-yaml.ts";
import { validateYaml } from "../../lib/yaml/validate-yaml.ts";
import { type EventTypes, matchesType } from "../../model/event-types.ts";
import type { NotifyScheme } from "../../model/rule.ts";
import { type LeftOut, leftOutOf } from "../about/needed-sets.ts";
import { type DataFiles, isMap, reportTo } from "../reference/data-file.ts";
import { type ReferenceFile, readTables, withWords } from "../reference/gather.ts";
import { curesFor } from "../schema/cures.ts";
import { usableParams } from "../schema/params.ts";
import type { RuleEntry, RuleFile, RulesSchemas } from "../schema/rule-schema.ts";
import type { WrittenStanding } from "../standing/standing-key.ts";
import type { RuleText } from "./read-rule-files.ts";

export interface ParsedFile extends ReferenceFile {
  readonly standing: WrittenStanding;
  /** Undefined where nothing can be made of a rule. */
  readonly rules: readonly (RuleEntry | undefined)[];
  /** Keys that each rule has in the file: the others have their defaults. */
  readonly keys: readonly ReadonlySet<string>[];
  /** Keys of each rule that have mistakes in their form. */
  readonly broken: readonly ReadonlySet<string>[];
  /** The form of its rules has no mistake. */
  readonly isFormed: boolean;
  /** Its lists, tables and standing values have none. */
  readonly isFounded: boolean;
  /** Set where the settings lack what it needs: nothing else of it is read. */
  readonly leftOut?: LeftOut;
}

/**
 * Whether a mistake is one of its own: that the settings have no source with the events of a rule is told where `on`
 * names them, and not of each example as well.
 */
function isNews(yaml: YamlFile, value: unknown, { possible }: EventTypes): (problem: Problem) => boolean {
  const rules = isMap(value) && Array.isArray(value.rules) ? value.rules : [];
  const places = new Set<string>();
  for (const [index, rule] of rules.entries()) {
    const { on, examples } = isMap(rule) ? rule : {};
    const asked = [on].flat().filter((pattern) => typeof pattern === "string");
    const isAsked = (type: unknown) =>
      typeof type === "string" && possible.has(type) && asked.some((pattern) => matchesType(pattern, type));
    for (const [place, example] of (Array.isArray(examples) ? examples : []).entries())
      for (const kind of ["fires", "silent"]) {
        const given: unknown = isMap(example) ? example[kind] : undefined;
        const at = ["rules", index, "examples", place, kind];
        for (const [number, event] of [given].flat().entries())
          if (isMap(event) && isAsked(event.type))
            places.add(placeKey(yaml.at([...at, ...(Array.isArray(given) ? [number] : []), "type"])));
      }
  }
  return (problem) => !places.has(placeKey(problem));
}

const placeKey = ({ line, column }: Place) => `${line}:${column}`;

export interface ParseContext {
  readonly schemas: RulesSchemas;
  readonly notify: readonly NotifyScheme[];
  readonly types: EventTypes;
  readonly data: DataFiles;
  readonly problems: Problem[];
}

export function parseRuleFile(
  { file, text }: RuleText,
  { schemas, notify, types, data, problems }: ParseContext,
): ParsedFile {
  const told = problems.length;
  const yaml = parseYaml(text, file);
  if (yaml.problems.length > 0) {
    problems.push(...yaml.problems);
    // Its rules may be cut anywhere. Lists and tables are kept, so that no other file's names are called unknown.
    const { lists } = salvage(
      withWords(yaml, data, () => {}),
      schemas,
    );
    const tables = readTables(yaml, data, []);
    return { ...unread(yaml), lists, tables, isFormed: false, isFounded: false };
  }
  const leftOut = leftOutOf(isMap(yaml.value) ? yaml.value : {}, yaml, types, problems);
  if (leftOut !== undefined) return { ...unread(yaml), leftOut };
  const value = withWords(yaml, data, reportTo(problems, file));
  const tables = readTables(yaml, data, problems);
  const isReferenceWhole = problems.length === told;
  const checked = validateYaml(schemas.file, yaml, value, curesFor(notify));
  if (!checked.ok) problems.push(...checked.problems.filter(isNews(yaml, value, types)));
  const salvaged = checked.ok ? undefined : salvage(value, schemas);
  const { lists, standing, rules } = checked.ok ? checked.value : (salvaged as Salvaged);
  const raw = isMap(value) && Array.isArray(value.rules) ? value.rules : [];
  const keys = raw.map((rule) => new Set(isMap(rule) ? Object.keys(rule) : []));
  return {
    yaml,
    lists,
    tables,
    standing,
    rules,
    keys,
    broken: salvaged?.broken ?? [],
    isFormed: checked.ok,
    isFounded: isReferenceWhole && (salvaged?.isFounded ?? true),
  };
}

/** A file of which nothing is read. */
function unread(yaml: YamlFile): ParsedFile {
  const nothing = { lists: {}, tables: new Map(), standing: {}, rules: [], keys: [], broken: [] };
  return { yaml, ...nothing, isFormed: true, isFounded: true };
}

// Takes what is usable from a file with mistakes in its form, so that mistakes in its conditions are told as
// well.
interface Salvaged {
  readonly lists: RuleFile["lists"];
  readonly standing: RuleFile["standing"];
  /** Undefined where nothing can be made of a rule. */
  readonly rules: readonly (RuleEntry | undefined)[];
  /** Keys of each rule that have mistakes in their form. */
  readonly broken: readonly ReadonlySet<string>[];
  /** All mistakes are in the rules. */
  readonly isFounded: boolean;
}

function salvage(value: unknown, { rule: schema, file }: RulesSchemas): Salvaged {
  const parsed = file.safeParse(value);
  const { lists, standing, rules } = record(value);
  const isWhole = ({ path }: { readonly path: readonly PropertyKey[] }) => path[0] !== "standing";
  const issues = parsed.error?.issues ?? [];
  const all = Array.isArray(rules) ? rules : [];
  const broken = all.map((_, index) => new Set(brokenKeys(issues, index)));
  return {
    lists: Object.fromEntries(Object.entries(record(lists)).map(([name, entries]) => [name, texts(entries)])),
    standing: issues.every(isWhole) ? (record(standing) as RuleFile["standing"]) : {},
    rules: all.map((rule, index) => withoutKeys(record(rule), broken[index] ?? new Set(), schema)),
    broken,
    isFounded: issues.every(({ path }) => path[0] === "rules" && path.length > 1),
  };
}

function brokenKeys(issues: readonly z.core.$ZodIssue[], index: number): string[] {
  const own = issues.filter(({ path }) => path[0] === "rules" && path[1] === index);
  return own.flatMap((issue) => {
    if (issue.path.length > 2) return [String(issue.path[2])];
    return issue.code === "unrecognized_keys" ? issue.keys : [];
  });
}

function withoutKeys(
  rule: Record<string, unknown>,
  broken: ReadonlySet<string>,
  schema: RulesSchemas["rule"],
): RuleEntry | undefined {
  const rest = Object.fromEntries(Object.entries(rule).filter(([key]) => !broken.has(key)));
  // Missing keys have been told; the rule is compiled only for the mistakes in the keys it has.
  const params = broken.has("params") ? { params: usableParams(rule.params) } : {};
  const { data } = schema.safeParse({ name: "nameless", title: "-", ...rest, ...params });
  if (data === undefined || !broken.has("examples") || !Array.isArray(rule.examples)) return data;
  // One that has a mistake leaves its place empty, so that the others keep theirs.
  const examples = rule.examples.map(
    (one) => schema.safeParse({ ...bare, examples: [one] }).data?.examples[0],
  );
  return { ...data, examples: examples.map((one) => one ?? {}) };
}

const bare = { name: "nameless", title: "-", on: "source.failed" };

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function texts(entries: unknown): string[] {
  return Array.isArray(entries) ? entries.map(String) : [];
}

/** With a mistake in one of these the rule fires all the same. */
const telling: ReadonlySet<string> = new Set([
  ...["description", "displayName", "title", "body", "texts", "labels", "data", "severity", "notify"],
  ...["cooldown", "resolveAfter", "gather", "enabled", "examples"],
]);

/** Whether a key only tells; one that is unknown counts as what it is a slip of. */
export function isTelling(key: string): boolean {
  return telling.has(key) || nearest(key, telling) !== undefined;
}
