/** Reads the config file and the rules it names; every mistake in either, at once. */
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import type { Config } from "../config/config.ts";
import { loadConfig } from "../config/load-config.ts";
import { readConfigFiles } from "../config/read-config-files.ts";
import type { Problem } from "../lib/problem.ts";
import { notifySchemes } from "../outputs/index.ts";
import { loadRules } from "../rules/load-rules.ts";
import type { CompiledRules } from "../rules/rule-set.ts";
import { allEventTypes, eventTypesOf } from "./event-types.ts";
import { Refused } from "./refused.ts";
import { ruleSettings } from "./rule-settings.ts";
import { settingMistakes, settingWarnings } from "./setting-problems.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface CheckedFiles {
  /** What does not stop the files from being used. */
  readonly warnings: readonly Problem[];
  readonly problems: readonly Problem[];
  readonly config?: Config;
  readonly rules?: CompiledRules;
}

export async function checkFiles(path: string, environment: Environment): Promise<CheckedFiles> {
  const read = await readConfigFiles(path, environment);
  const loaded = loadConfig(path, environment, { read });
  if (!loaded.ok) return { problems: [...loaded.problems, ...(await rulesBeside(loaded))], warnings: [] };
  const { config, locate } = loaded;
  const mistakes = settingMistakes(config, locate);
  if (mistakes.length > 0) return { problems: [...mistakes, ...(await rulesBeside(config))], warnings: [] };
  const rules = await loadRules(config.rules, ruleOptions(config));
  const warnings = [...settingWarnings(config, locate), ...problemsFromHere(config.rules, rules.warnings)];
  if (rules.ok) return { problems: [], warnings, config, rules: rules.rules };
  return { problems: problemsFromHere(config.rules, rules.problems), warnings, config };
}

/** Mistakes in the rules of settings that have mistakes themselves: those that do not depend on what the settings say. */
async function rulesBeside({ rules: folder }: { readonly rules?: string }): Promise<Problem[]> {
  if (folder === undefined || !existsSync(folder)) return [];
  const loaded = await loadRules(folder, { notify: notifySchemes(), types: allEventTypes() });
  return loaded.ok ? [] : problemsFromHere(folder, loaded.problems);
}

/** Problems of rule files with their files as seen from where the person stands, so that a terminal can follow them. */
export function problemsFromHere(rulesFolder: string, problems: readonly Problem[]): Problem[] {
  const folder = relative(process.cwd(), rulesFolder);
  return problems.map((problem) => ({ ...problem, file: join(folder, problem.file) }));
}

/** What the rules may name of these settings. */
export function ruleOptions(config: Config) {
  const notify = notifySchemes(config.outputs);
  return { notify, types: eventTypesOf(config), settings: ruleSettings(config) };
}

/** The config alone. Throws Refused with every mistake. */
export function requireConfig(path: string, environment: Environment): Config {
  const loaded = loadConfig(path, environment);
  if (!loaded.ok) throw new Refused(`${path} has mistakes`, loaded.problems);
  return loaded.config;
}

/** Config and rules. Throws Refused with every mistake. */
export async function requireFiles(path: string, environment: Environment) {
  const { config, rules, problems, warnings } = await checkFiles(path, environment);
  if (config && rules) return { config, rules, warnings };
  throw new Refused(config ? "the rules have mistakes" : `${path} has mistakes`, problems);
}
