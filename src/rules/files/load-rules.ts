/** Loads rule files: reads, checks, compiles and lints them, with every mistake at its place. */
import { byPlace, type Problem } from "../../lib/problem.ts";
import { safeProblems } from "../../lib/safe-problems.ts";
import { parseYaml } from "../../lib/yaml/parse-yaml.ts";
import { validateYaml } from "../../lib/yaml/validate-yaml.ts";
import type { EventTypes } from "../../model/event-types.ts";
import type { NotifyScheme } from "../../model/rule.ts";
import { compileRule } from "../compile-rule.ts";
import type { CompiledRule } from "../compiled-rule.ts";
import { createFileContext, type Findings, type RuleSettings } from "../file-context.ts";
import { type LintedRule, lintRules } from "../lint/lint-rules.ts";
import { type CompiledRules, createRuleSet } from "../rule-set.ts";
import { curesFor } from "../schema/cures.ts";
import { type RulesSchemas, rulesSchemas } from "../schema/rule-schema.ts";
import { compileStanding, warnOfLeftOut } from "../standing/compile-standing.ts";
import { isSecretInRules, type RuleText, readRuleFiles, wholeFolder } from "./read-rule-files.ts";
import { salvage } from "./salvage.ts";
import {
  hashWithWords,
  type RuleFiles,
  readWordFiles,
  type WordFiles,
  withWords,
  wordFilesIn,
} from "./word-files.ts";

export interface RuleOptions {
  /** Targets that `notify` may name. */
  readonly notify: readonly NotifyScheme[];
  /** The events that rules can be about; the built-in ones where it is left out. */
  readonly types: EventTypes;
  /** Facts from the settings that rules are linted with; left out: nothing is known of them. */
  readonly settings?: RuleSettings;
}

/** Finds what is wrong with rules without making any of them active; undefined: compiling them is as good. */
export type RuleCheck = (
  texts: readonly RuleText[],
  problems: readonly Problem[],
  readWords: (names: readonly string[]) => Promise<WordFiles>,
) => Promise<Checked | undefined>;

export interface Checked {
  readonly words: WordFiles;
  readonly problems: Problem[];
  readonly warnings: Problem[];
}

export type LoadedRules = (
  | { ok: true; rules: CompiledRules }
  | { ok: false; problems: Problem[]; files: string[] }
) & {
  /** There is no such folder. */
  readonly isAway: boolean;
  readonly warnings: Problem[];
  /** The files that were read. */
  readonly read: RuleFiles;
  /** Files of words that the rules name, as they name them. */
  readonly wordFiles: readonly string[];
  /** Lints them, a rule a step, and returns what it found; absent if that was done. */
  readonly lint?: () => Generator<undefined, Problem[]>;
};

/** Options of rules that may be the ones that ran before. */
interface KnownRules extends RuleOptions {
  /** Hash of rules that were linted before with these settings: linting them again can wait. */
  readonly lintedHash?: string | undefined;
}

/**
 * Reads, checks and compiles all rule files of a folder. Never throws; problems come all at once.
 * @param check finds them elsewhere; left out: compiling does
 */
export async function loadRules(
  folder: string,
  options: KnownRules,
  check?: RuleCheck,
): Promise<LoadedRules> {
  const { texts, problems, hash: hashOfRules, isAway } = await readRuleFiles(folder);
  const readWords = (names: readonly string[]) => readWordFiles(folder, names);
  const found = await check?.(texts, problems, readWords);
  const words = found?.words ?? (await readWords(wordFilesIn(texts)));
  const hash = hashWithWords(hashOfRules, words);
  const read = { texts, words, hash };
  if (found !== undefined && found.problems.length > 0) {
    const { problems, warnings } = found;
    const files = texts.map(({ file }) => file);
    return { ok: false, problems, warnings, files, read, isAway, wordFiles: [...words.keys()] };
  }
  const loaded = compileRuleTexts(texts, { ...options, hash, problems, words, isAway });
  if (texts.length > 0 || problems.length > 0) return loaded;
  return { ...loaded, warnings: [noRuleFiles] };
}

const noRuleFiles: Problem = {
  ...{ file: wholeFolder, line: 1, column: 1, severity: "warning" },
  message: "there are no rules: no file of this folder ends in .yaml or .yml",
};

/** Compiles rule files that were read before. */
export function compileRuleTexts(
  texts: readonly RuleText[],
  {
    notify,
    types,
    settings,
    hash,
    problems: before = [],
    words = new Map(),
    isAway = false,
    lintedHash,
  }: KnownRules & { hash: string; problems?: readonly Problem[]; words?: WordFiles; isAway?: boolean },
): LoadedRules {
  const problems: Problem[] = [...before];
  const warnings: Problem[] = [];
  const linted: LintedRule[] = [];
  const rules: CompiledRule[] = [];
  const names = new Map<string, string>();
  const schemas = rulesSchemas(types, notify);
  const shared = { notify, types, settings, schemas, words, problems, warnings, names, linted };
  for (const text of texts) rules.push(...compileFile(text, shared));
  const isLinted = hash === lintedHash && problems.length === 0;
  const steps = lintRules(linted);
  if (!isLinted) while (steps.next().done === false);
  const files = texts.map(({ file }) => file);
  const read = { texts, words, hash };
  const told = { warnings: inOrder(warnings, texts), wordFiles: [...words.keys()], read, isAway };
  if (problems.length > 0) return { ok: false, problems: inOrder(problems, texts), files, ...told };
  const toldBefore = warnings.length;
  function* lint(): Generator<undefined, Problem[]> {
    yield* steps;
    return inOrder([...problems, ...warnings.slice(toldBefore)], texts);
  }
  return { ok: true, rules: createRuleSet(rules, { hash, files }), ...told, ...(isLinted && { lint }) };
}

/** By place, each with its line. */
function inOrder(problems: readonly Problem[], texts: readonly RuleText[]): Problem[] {
  if (problems.length === 0) return [];
  const read = new Set(texts.map(({ file }) => file));
  const unread = problems.filter(({ file }) => !read.has(file));
  const located = texts.flatMap(({ file, text }) =>
    safeProblems(
      problems.filter((problem) => problem.file === file),
      text,
      isSecretInRules,
    ),
  );
  return [...unread, ...located].sort(byPlace);
}

interface Shared extends Omit<Required<RuleOptions>, "settings">, Findings {
  readonly settings: RuleSettings | undefined;
  readonly schemas: RulesSchemas;
  readonly words: WordFiles;
  /** The rules whose conditions compile. */
  readonly linted: LintedRule[];
  /** Names of rules so far, with where each stands. */
  readonly names: Map<string, string>;
}

function compileFile({ file, text }: RuleText, shared: Shared): CompiledRule[] {
  const { schemas, words, problems, names, linted } = shared;
  const toldBefore = problems.length;
  const yaml = parseYaml(text, file);
  problems.push(...yaml.problems);
  if (yaml.problems.length > 0) return [];
  const value = withWords(yaml, words, problems);
  const checked = validateYaml(schemas.file, yaml, value, curesFor(shared.notify));
  if (!checked.ok) problems.push(...checked.problems);
  const { lists, standing, rules } = checked.ok ? checked.value : salvage(value, schemas);
  // The rest of a file with mistakes in its form would be linted wrongly.
  const isWellFormed = problems.length === toldBefore;
  const context = createFileContext(yaml, { ...shared, lists });
  context.stands.define(compileStanding(standing, context, lists));
  return rules.flatMap((written, index) => {
    if (written === undefined) return [];
    const path = ["rules", index];
    const told = problems.length;
    const place = yaml.at([...path, "name"]);
    const before = names.get(written.name);
    if (before !== undefined) context.report(place, `there is another rule of this name at ${before}`);
    if (checked.ok) names.set(written.name, before ?? `${file}:${place.line}`);
    const rule = compileRule(written, path, context);
    for (const source of context.stands.latest.keys()) warnOfLeftOut(source, path, context);
    const isWhole = problems.length === told;
    const compiled = rule?.condition ?? rule?.over.when;
    const hasCondition = written.when === undefined || compiled !== undefined;
    if (rule !== undefined && isWellFormed && hasCondition)
      linted.push({ written, rule, path, context, isWhole });
    return rule ?? [];
  });
}
