/** Rules as they are compiled: as their files have them, made from templates, and changed by the settings. */
import type { Problem } from "../../lib/problem.ts";
import { didYouMean, nearest } from "../../lib/text/nearest.ts";
import type { Path, Place, YamlFile } from "../../lib/yaml/parse-yaml.ts";
import { validateYaml } from "../../lib/yaml/validate-yaml.ts";
import type { RuleOverrides } from "../../model/rule.ts";
import { conditionKeys } from "../conditions/index.ts";
import type { PlaceElsewhere } from "../context/file-context.ts";
import { isMap } from "../reference/data-file.ts";
import { paramValues, withParams } from "../schema/params.ts";
import type { RuleEntry, RulesSchemas, WrittenOverride, WrittenRule } from "../schema/rule-schema.ts";
import type { ParsedFile } from "./parse-rule-file.ts";

/** A rule that is ready to be compiled. */
export interface DerivedRule {
  readonly written: WrittenRule;
  readonly path: Path;
  /** The places of its keys, wherever they are written. */
  readonly yaml: YamlFile;
  readonly file: ParsedFile;
}

interface Deriving {
  readonly schemas: RulesSchemas;
  readonly overrides: RuleOverrides | undefined;
  readonly problems: Problem[];
}

/** In the order of the files. A mistake in a template's name or in an override is reported at its place. */
export function deriveRules(
  files: readonly ParsedFile[],
  { schemas, overrides, problems }: Deriving,
): DerivedRule[] {
  const report = reporting(problems);
  const named = new Map<string, RuleEntry>();
  for (const { rules } of files)
    for (const rule of rules) if (rule !== undefined && !named.has(rule.name)) named.set(rule.name, rule);
  const changes = overrides && readOverrides(overrides, schemas, problems);
  // Not all rules of files with mistakes are known.
  const leftOut = files.flatMap((file) => file.leftOut?.names ?? []);
  if (overrides !== undefined && !overrides.mayMiss && problems.length === 0)
    refuseUnknown(overrides, [...named.keys(), ...leftOut], report);
  return files.flatMap((file) =>
    file.rules.flatMap((entry, index) => {
      if (entry === undefined) return [];
      const path = ["rules", index];
      const made = fromTemplate({ entry, path, file }, named, report);
      if (made === undefined) return [];
      const change = changes?.get(entry.name);
      const rule = change === undefined ? made : changed(made, change, report);
      return [{ ...rule, written: withNumbers(rule.written) }];
    }),
  );
}

type Report = (yaml: YamlFile, place: Place, message: string, suggestion?: string) => void;

function reporting(problems: Problem[]): Report {
  return ({ file }, { line, column }, message, suggestion) => {
    problems.push({ file, line, column, message, ...(suggestion === undefined ? {} : { suggestion }) });
  };
}

interface Entry {
  readonly entry: RuleEntry;
  readonly path: Path;
  readonly file: ParsedFile;
}

/** Keys that a rule made from a template may have of its own. */
const ownKeys: ReadonlySet<string> = new Set([
  ...[
    "name",
    "template",
    "params",
    "displayName",
    "description",
    "notify",
    "severity",
    "cooldown",
    "resolveAfter",
    "gather",
  ],
  ...["title", "body", "texts", "labels", "data", "enabled", "examples"],
]);

function fromTemplate(
  { entry, path, file }: Entry,
  named: ReadonlyMap<string, RuleEntry>,
  report: Report,
): DerivedRule | undefined {
  const { yaml } = file;
  if (entry.template === undefined) return { written: entry as WrittenRule, path, yaml, file };
  const place = yaml.at([...path, "template"]);
  const names = [...named.keys()];
  // Where there is none of this name, the one that was meant stands for it.
  const template = named.get(entry.template) ?? named.get(nearest(entry.template, names) ?? "");
  if (!named.has(entry.template))
    report(yaml, place, `there is no rule \`${entry.template}\``, didYouMean(entry.template, names));
  if (template === undefined) return undefined;
  if (template.template !== undefined) {
    const message = `\`${entry.template}\` is made from a template itself`;
    report(yaml, place, message, `write \`template: ${template.template}\``);
    return undefined;
  }
  const keys = file.keys[Number(path.at(-1))] ?? new Set<string>();
  for (const key of keys) {
    if (ownKeys.has(key)) continue;
    const message = `\`${key}\` comes from the template`;
    report(yaml, yaml.atKey([...path, key]), message, "what is to differ is a parameter of the template");
  }
  const own = Object.fromEntries(Object.entries(entry).filter(([key]) => keys.has(key) && ownKeys.has(key)));
  const params = withParams(template.params, entry.params, (name, message, suggestion) =>
    report(yaml, yaml.atKey([...path, "params", name]), message, suggestion),
  );
  // Two rules of one display name could not be told apart.
  const { examples: _, enabled: __, displayName: ___, texts, ...rest } = template;
  // Other languages would say what the template's own text says, and this rule has one of its own.
  const inherited =
    own.title === undefined && own.body === undefined ? { ...rest, texts: withoutDisplayNames(texts) } : rest;
  const written = {
    ...{ enabled: true, examples: [], ...inherited, ...own },
    ...(params === undefined ? {} : { params }),
  } as unknown as WrittenRule;
  return { written, path, yaml: overlaid(yaml, path, { inherits: (key) => !keys.has(key) }), file };
}

function withoutDisplayNames(texts: RuleEntry["texts"]): RuleEntry["texts"] {
  if (texts === undefined) return undefined;
  const named = Object.entries(texts).map(([tongue, own]) => [
    tongue,
    own && { ...own, displayName: undefined },
  ]);
  return Object.fromEntries(named);
}

interface Change {
  readonly values: WrittenOverride;
  readonly keys: ReadonlySet<string>;
  /** Places in the settings, as if the rule's keys stood there. */
  readonly yaml: YamlFile;
}

/** The overrides whose form is right, by the rule's name. */
function readOverrides(
  overrides: RuleOverrides,
  { override: schema }: RulesSchemas,
  problems: Problem[],
): ReadonlyMap<string, Change> {
  const changes = new Map<string, Change>();
  for (const [name, written] of Object.entries(overrides.rules)) {
    const yaml = settingsYaml(overrides, name);
    const checked = validateYaml(schema, yaml, written);
    if (checked.ok) changes.set(name, { values: checked.value, keys: new Set(Object.keys(written)), yaml });
    else problems.push(...checked.problems);
  }
  return changes;
}

function refuseUnknown(overrides: RuleOverrides, names: readonly string[], report: Report): void {
  for (const name of Object.keys(overrides.rules)) {
    if (names.includes(name)) continue;
    const yaml = settingsYaml(overrides, name);
    report(yaml, yaml.atKey([]), `there is no rule \`${name}\``, didYouMean(name, names));
  }
}

function changed(rule: DerivedRule, { values, keys, yaml }: Change, report: Report): DerivedRule {
  const { written, path } = rule;
  const params = withParams(written.params, values.params, (name, message, suggestion) =>
    report(yaml, yaml.atKey(["params", name]), message, suggestion),
  );
  const set = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  return {
    ...rule,
    written: { ...written, ...set, ...(params === undefined ? {} : { params }) } as WrittenRule,
    yaml: overlaid(rule.yaml, path, { settings: { yaml, has: (key) => keys.has(key) } }),
  };
}

interface Layers {
  /** Keys of the template: mistakes in them are those of the line that names it. */
  readonly inherits?: (key: string) => boolean;
  readonly settings?: { readonly yaml: YamlFile; readonly has: (key: string) => boolean };
}

/** The file, in which the keys of the rule at a path are found where they are written. */
function overlaid(yaml: YamlFile, rule: Path, { inherits, settings }: Layers): YamlFile {
  const placed = (path: Path, ask: (file: YamlFile, path: Path) => Place): PlaceElsewhere => {
    const key = path[rule.length];
    const isInside = rule.every((step, index) => path[index] === step);
    if (!isInside || typeof key !== "string") return ask(yaml, path);
    if (settings?.has(key)) {
      const { line, column } = ask(settings.yaml, path.slice(rule.length));
      return { file: settings.yaml.file, line, column };
    }
    return inherits?.(key) ? yaml.at([...rule, "template"]) : ask(yaml, path);
  };
  return {
    ...yaml,
    at: (path) => placed(path, (file, at) => file.at(at)),
    atKey: (path) => placed(path, (file, at) => file.atKey(at)),
    atIndex: (path, index) => placed(path, (file, at) => file.atIndex(at, index)),
  };
}

/** The settings as far as they are about a rule: paths begin with the rule's keys. */
function settingsYaml({ file, rules, places }: RuleOverrides, rule: string): YamlFile {
  const placeOf = (path: Path) => {
    for (let length = path.length; length >= 0; length -= 1) {
      const place = places[JSON.stringify([rule, ...path.slice(0, length)])];
      if (place !== undefined) return place;
    }
    return undefined;
  };
  const start = { line: 1, column: 1 };
  return {
    file,
    value: rules[rule],
    problems: [],
    at: (path) => placeOf(path)?.value ?? start,
    atKey: (path) => placeOf(path)?.key ?? start,
    atIndex(path, index) {
      const { line, column } = placeOf(path)?.text ?? start;
      return { line, column: column + index };
    },
    source: () => undefined,
  };
}

/** Keys of conditions that hold expressions of events. */
const asking: ReadonlySet<string> = new Set(["of", "when"]);

/** The rule with the number in the place of each bound that is a parameter and no more, as if it were written there. */
function withNumbers(written: WrittenRule): WrittenRule {
  const params = paramValues(written.params) ?? {};
  const filled = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => filled(one, key));
    if (isMap(value))
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, name)]));
    const [, name = ""] = asking.has(key) ? [] : (/^\s*params\.(\w+)\s*$/.exec(String(value)) ?? []);
    const number = Object.hasOwn(params, name) ? params[name] : undefined;
    return typeof number === "number" ? number : value;
  };
  const conditions = Object.entries(written).filter(([key]) => Object.hasOwn(conditionKeys, key));
  return { ...written, ...Object.fromEntries(conditions.map(([key, one]) => [key, filled(one, key)])) };
}
