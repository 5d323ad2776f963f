/** Compiles and lints rule files that were read, with every mistake at its place. */
import { byPlace, type Problem } from "../../lib/problem.ts";
import { safeProblems } from "../../lib/safe-problems.ts";
import { atOnce } from "../../lib/turns.ts";
import { keyAt } from "../../lib/yaml/parse-yaml.ts";
import type { EventTypes } from "../../model/event-types.ts";
import { fileWordsIn } from "../../model/messages/in-japanese.ts";
import type { NotifyScheme, RuleOverrides } from "../../model/rule.ts";
import type { Watchlists, WrittenWatchlists } from "../../model/watchlists.ts";
import { checkHeard } from "../about/heard-rules.ts";
import { type Reference, withLists } from "../cel/reference.ts";
import { latestNames } from "../cel/standing-names.ts";
import { type LintedRule, lintRules } from "../check/lint-rules.ts";
import { compileRule } from "../compile/compile-rule.ts";
import type { CompiledRule } from "../compiled-rule.ts";
import { ruleLanguage } from "../conditions/index.ts";
import {
  createFileContext,
  createLanguages,
  type FileContext,
  type Findings,
  type Languages,
  type RuleSettings,
} from "../context/file-context.ts";
import type { DataFiles } from "../reference/data-file.ts";
import { gatherReference } from "../reference/gather.ts";
import { readWatchlists } from "../reference/read-watchlists.ts";
import { type CompiledRules, createRuleSet } from "../rule-set.ts";
import { paramValues } from "../schema/params.ts";
import { rulesSchemas } from "../schema/rule-schema.ts";
import { compileStanding, warnOfLeftOut } from "../standing/compile-standing.ts";
import { createStands } from "../standing/plan.ts";
import { type DerivedRule, deriveRules } from "./derive-rules.ts";
import { isTelling, type ParsedFile, parseRuleFile } from "./parse-rule-file.ts";
import { isSecretInRules, type RuleFiles, type RuleText } from "./read-rule-files.ts";

export interface RuleOptions {
  /** The watchlists of the settings, files named as seen from the rules' folder; left out: nothing is known of them. */
  readonly watchlists?: WrittenWatchlists | undefined;
  /** Lists that stand in for those of these names in the settings; columns of both are known. */
  readonly insteadOfLists?: Watchlists | undefined;
  /** Changes of rules by the settings. */
  readonly overrides?: RuleOverrides | undefined;
  /** Targets that `notify` may name. */
  readonly notify: readonly NotifyScheme[];
  /** The events that rules can be about; the built-in ones where it is left out. */
  readonly types: EventTypes;
  /** Facts from the settings that rules are linted with; left out: nothing is known of them. */
  readonly settings?: RuleSettings;
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
  /** Files that the rules and the watchlists name, as they name them. */
  readonly dataFiles: readonly string[];
  /** Lints them, a rule a step, and returns what it found; absent if that was done. */
  readonly lint?: () => Generator<undefined, Problem[]>;
};

/** Options of rules that may be the ones that ran before. */
export interface RulesBefore extends RuleOptions {
  /** Hash of rules that were linted before with these settings: linting them again can wait. */
  readonly lintedHash?: string | undefined;
  /** Rules that were loaded before with the same options: they are the answer while their files say the same. */
  readonly before?: CompiledRules | undefined;
}

interface ReadRules extends RulesBefore {
  readonly hash: string;
  readonly problems?: readonly Problem[];
  readonly data?: DataFiles;
  readonly isAway?: boolean;
}

/** Compiles rule files that were read before. */
export function compileRuleTexts(texts: readonly RuleText[], options: ReadRules): LoadedRules {
  return atOnce(compiling(texts, options));
}

/** Compiles rule files that were read before, a file or a rule a step. */
export function* compiling(
  texts: readonly RuleText[],
  options: ReadRules,
): Generator<undefined, LoadedRules> {
  const { notify, types, hash, data = new Map(), isAway = false, lintedHash } = options;
  const problems: Problem[] = [...(options.problems ?? [])];
  const schemas = rulesSchemas(types, notify);
  const parsed: ParsedFile[] = [];
  for (const text of texts) {
    parsed.push(parseRuleFile(text, { schemas, notify, types, data, problems }));
    yield undefined;
  }
  const { derived, watchlists, shared } = prepare(parsed, options, problems);
  const compiled = yield* compileRules(derived, shared);
  const leftOut = parsed.flatMap(({ yaml, leftOut: own }) => (own ? [{ file: yaml.file, ...own }] : []));
  checkHeard(
    compiled,
    leftOut.flatMap(({ names }) => names),
    ({ file }, { line, column }, message, suggestion) => {
      problems.push({ file, line, column, message, ...(suggestion && { suggestion }) });
    },
  );
  const isLinted = hash === lintedHash && problems.length === 0;
  const steps = lintRules(shared.linted);
  if (!isLinted) yield* steps;
  const { warnings } = shared;
  const files = texts.map(({ file }) => file);
  const read = { texts, data, hash };
  const told = { warnings: inOrder(warnings, texts), dataFiles: [...data.keys()], read, isAway };
  if (problems.length > 0) return { ok: false, problems: inOrder(problems, texts), files, ...told };
  const toldBefore = warnings.length;
  function* lint(): Generator<undefined, Problem[]> {
    yield* steps;
    return inOrder([...problems, ...warnings.slice(toldBefore)], texts);
  }
  const rules = createRuleSet(compiled, { hash, files, watchlists, leftOut });
  return { ok: true, rules, ...told, ...(isLinted && { lint }) };
}

/** Everything that all rules see, made from all files: reference data, standing values, and their languages. */
function prepare(parsed: readonly ParsedFile[], options: ReadRules, problems: Problem[]) {
  const { notify, types, settings, watchlists, insteadOfLists, overrides, data = new Map() } = options;
  const written = watchlists === undefined ? "unknown" : readWatchlists(watchlists, data, problems);
  const watched = withLists(written, insteadOfLists);
  const { reference, listFiles } = gatherReference(parsed, watched, problems);
  const derived = deriveRules(parsed, { schemas: rulesSchemas(types, notify), overrides, problems });
  const stands = createStands(latestNames(types).sources);
  const shared: Compiling = {
    notify,
    types,
    settings,
    problems,
    warnings: [],
    linted: [],
    languages: createLanguages(stands, (own) => ruleLanguage(own, types, reference, stands)),
    listFile: (name) => listFiles.get(name),
    toldOf: toldOnce(),
  };
  defineStanding(parsed, reference, shared);
  return { derived, shared, watchlists: watched === "unknown" ? {} : watched.watchlists };
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
      { isSecretKey: isSecretInRules, repeatedIn: fileWordsIn },
    ),
  );
  const told = new Set<string>();
  return [...unread, ...located].sort(byPlace).filter(({ file, line, column, message }) => {
    // A list or a template may be looked at for several rules.
    const key = JSON.stringify([file, line, column, message]);
    const isFirst = !told.has(key);
    told.add(key);
    return isFirst;
  });
}

interface Compiling extends Findings, Pick<RuleOptions, "notify" | "types"> {
  readonly settings: RuleSettings | undefined;
  readonly languages: Languages;
  readonly listFile: FileContext["listFile"];
  /** Words that were told once of a file. */
  toldOf(file: string): Set<string>;
  /** The rules whose conditions compile. */
  readonly linted: LintedRule[];
}

function toldOnce(): Compiling["toldOf"] {
  const told = new Map<string, Set<string>>();
  return (file) => {
    const own = told.get(file) ?? new Set<string>();
    told.set(file, own);
    return own;
  };
}

/** Makes the standing values of all files known, before an expression names one. */
function defineStanding(files: readonly ParsedFile[], reference: Reference, shared: Compiling): void {
  const { stands } = shared.languages;
  const places = new Map<string, string>();
  for (const { yaml, standing } of files) {
    const context = createFileContext(yaml, { ...shared, told: shared.toldOf(yaml.file) });
    for (const [name, value] of compileStanding(standing, context, reference)) {
      const place = yaml.atKey(["standing", name]);
      const first = places.get(name);
      if (first === undefined) stands.define(new Map([[name, value]]));
      else context.report(place, `there is another standing value of this name at ${first}`);
      places.set(name, first ?? `${yaml.file}:${place.line}`);
    }
  }
}

/** Compiles the rules that compile, whether they are enabled or not. */
function* compileRules(
  rules: readonly DerivedRule[],
  shared: Compiling,
): Generator<undefined, CompiledRule[]> {
  const names = new Map<string, string>();
  const compiledRules: CompiledRule[] = [];
  for (const { written, path, yaml, file } of rules) {
    const params = paramValues(written.params);
    const index = Number(path.at(-1));
    const broken = file.broken[index] ?? new Set();
    const isFoundKnown = [...broken].every(isTelling);
    const told = shared.toldOf(file.yaml.file);
    const context = createFileContext(yaml, { ...shared, params, told, isFoundKnown });
    const before = shared.problems.length;
    const namedBefore = new Set(context.stands.latest.keys());
    const place = yaml.at([...path, "name"]);
    const first = names.get(written.name);
    if (first !== undefined) context.report(place, `there is another rule of this name at ${first}`);
    if (file.isFormed) names.set(written.name, first ?? `${yaml.file}:${place.line}`);
    const rule = compileRule(written, path, context);
    for (const source of context.stands.latest.keys())
      if (!namedBefore.has(source)) warnOfLeftOut(source, path, context);
    const own = shared.problems.slice(before);
    const isWhole = own.length === 0 && broken.size === 0;
    // Keys that come from a template or from the settings stand elsewhere.
    const keys = yaml === file.yaml ? (file.keys[index] ?? []) : [];
    const asks =
      isFoundKnown && own.every((problem) => isTelling(keyAt(problem, keys, path, yaml) ?? "when"));
    const compiled = rule?.condition ?? rule?.over.when;
    const hasCondition = written.when === undefined || compiled !== undefined;
    // Without its lists and tables the rest of a file would be linted wrongly.
    if (rule !== undefined && file.isFounded)
      shared.linted.push({ written, rule, path, context, isWhole, asks: asks && hasCondition, hasCondition });
    if (rule !== undefined) compiledRules.push(rule);
    yield undefined;
  }
  return compiledRules;
}
