/** Parses one rule file: its form is checked, and what can be used of a file with mistakes is used. */
import type { Problem } from "../../lib/problem.ts";
import { parseYaml, type YamlFile } from "../../lib/yaml/parse-yaml.ts";
import { validateYaml } from "../../lib/yaml/validate-yaml.ts";
import type { NotifyScheme } from "../../model/rule.ts";
import type { Lists } from "../cel/reference.ts";
import { withWords } from "../reference/file-lists.ts";
import { type ReadTables, readTables } from "../reference/file-tables.ts";
import { reportTo } from "../reference/report-at.ts";
import { curesFor } from "../schema/cures.ts";
import type { RuleEntry, RulesSchemas } from "../schema/rule-schema.ts";
import type { WrittenStanding } from "../standing/standing-key.ts";
import { type DataFiles, isMap } from "./data-files.ts";
import type { RuleText } from "./read-rule-files.ts";
import { salvage } from "./salvage.ts";

export interface ParsedFile {
  readonly yaml: YamlFile;
  readonly lists: Lists;
  readonly tables: ReadTables;
  readonly standing: WrittenStanding;
  /** Undefined where nothing can be made of a rule. */
  readonly rules: readonly (RuleEntry | undefined)[];
  /** Keys that each rule has in the file: the others have their defaults. */
  readonly keys: readonly ReadonlySet<string>[];
  /** The form of its rules has no mistake. */
  readonly isFormed: boolean;
  /** Nor have its lists and tables. */
  readonly isWhole: boolean;
}

export interface ParseContext {
  readonly schemas: RulesSchemas;
  readonly notify: readonly NotifyScheme[];
  readonly data: DataFiles;
  readonly problems: Problem[];
}

export function parseRuleFile(
  { file, text }: RuleText,
  { schemas, notify, data, problems }: ParseContext,
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
    return {
      yaml,
      lists,
      tables: readTables(yaml, data, []),
      standing: {},
      rules: [],
      keys: [],
      isFormed: false,
      isWhole: false,
    };
  }
  const value = withWords(yaml, data, reportTo(problems, file));
  const tables = readTables(yaml, data, problems);
  const checked = validateYaml(schemas.file, yaml, value, curesFor(notify));
  if (!checked.ok) problems.push(...checked.problems);
  const { lists, standing, rules } = checked.ok ? checked.value : salvage(value, schemas);
  const raw = isMap(value) && Array.isArray(value.rules) ? value.rules : [];
  const keys = raw.map((rule) => new Set(isMap(rule) ? Object.keys(rule) : []));
  return {
    yaml,
    lists,
    tables,
    standing,
    rules,
    keys,
    isFormed: checked.ok,
    isWhole: problems.length === told,
  };
}
