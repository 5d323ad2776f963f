/**
 * The settings and rules that a monitor starts with: those of the files or, where these do not open, the last good ones
 * that the database keeps, so that no restart waits for a person. The kept ones are tried as sparingly as can be.
 */
import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import { readConfigFiles } from "../config/interpolate.ts";
import { type LoadedConfig, type Locate, loadConfig } from "../config/load-config.ts";
import { type Problem, Refused } from "../lib/problem.ts";
import { compileRuleTexts, type LoadedRules } from "../rules/files/compile-files.ts";
import { loadRules } from "../rules/files/load-rules.ts";
import { type RuleFiles, wholeFolder } from "../rules/files/read-rule-files.ts";
import {
  type Emptied,
  emptiedProblems,
  emptiedSince,
  type GoodRules,
  withEmptied,
} from "../rules/files/watch-rules.ts";
import { readFacts } from "../store/database.ts";
import {
  checkFiles,
  problemsFromHere,
  ruleOptions,
  settingMistakes,
  settingWarnings,
  warningsOfAlerts,
} from "./check-files.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface StartFiles {
  readonly config: Config;
  readonly active: GoodRules;
  /** Hash of the folder's contents as they were seen. */
  readonly seenHash: string;
  /** Why the files are not used as they are, if so. */
  readonly refusal?: Refusal;
  /** The rules that were good before. */
  readonly before: readonly string[];
  /** The config file's own text; absent where the one that was kept is used. */
  readonly text?: string;
  readonly warnings: readonly Problem[];
  /** Lints the rules, a rule a step; absent if that was done. */
  readonly lint?: LoadedRules["lint"];
}

interface Refusal {
  /** With the files as the feed names them. */
  readonly problems: readonly Problem[];
  /** These with files as seen from the working directory, for a terminal. */
  readonly fromHere: readonly Problem[];
  /** Sentence that says what runs instead. */
  readonly message: string;
  /** The rules of the folder as they are were refused; else all that is refused is what turned empty, for a minute. */
  readonly isWhole: boolean;
}

/** Throws Refused, with every mistake of the files as they are, where nothing opens. */
export async function startFiles(path: string, environment: Environment): Promise<StartFiles> {
  const read = await readConfigFiles(path, environment);
  const own = loadConfig(path, environment, { read });
  const { facts, text } = keptAt(path, own.ok ? [own.config.state] : own.states);
  // Mostly the file is as it was kept, and need not be read twice.
  const isSame = own.ok && own.text === text;
  const kept = text === undefined || isSame ? undefined : loadConfig(path, environment, { read, text });
  const files = keptRules((key) => facts.get(key));
  const lost = own.ok && own.isEmpty && kept?.ok === true && !kept.isEmpty;
  const ways: Way[] = [
    ...(isGood(own) && !lost ? [{ settings: own, isKept: false }] : []),
    ...(isGood(kept) ? [{ settings: kept, isKept: true }] : []),
  ];
  for (const way of ways) {
    const found = await rulesFor(way.settings.config, files, isSame);
    if (found !== undefined) return started(way, found, () => mistakes(path, environment, lost));
  }
  const { problems, config } = await checkFiles(path, environment);
  const nothing = facts.size === 0 ? "" : ", and the last good ones do not open";
  throw new Refused(`${config ? "the rules have mistakes" : `${path} has mistakes`}${nothing}`, problems);
}

interface KeptFacts {
  readonly facts: ReadonlyMap<string, string>;
  /** The kept text of the settings. */
  readonly text?: string | undefined;
}

/** The facts that the database keeps of these settings; it is at the first of the places that has them. */
function keptAt(path: string, states: readonly string[]): KeptFacts {
  const found = states.map((state) => {
    const facts = readFacts(state, keptKeys);
    return { facts, text: keptSettings((key) => facts.get(key), path, state)?.text };
  });
  return found.find(({ text }) => text !== undefined) ?? { facts: found[0]?.facts ?? new Map() };
}

type Settings = Extract<LoadedConfig, { ok: true }>;

interface Way {
  readonly settings: Settings;
  /** They are the kept ones. */
  readonly isKept: boolean;
}

function isGood(loaded: LoadedConfig | undefined): loaded is Settings {
  return loaded?.ok === true && settingMistakes(loaded.config, loaded.locate).length === 0;
}

interface FoundRules {
  readonly active: GoodRules;
  readonly folder: LoadedRules;
  readonly emptied: readonly Emptied[];
  readonly before: readonly string[];
}

/**
 * The rules of the folder, else the kept ones; undefined if neither opens with these settings.
 * @param isSame the settings are the ones with which those were kept
 */
async function rulesFor(
  config: Config,
  kept: RuleFiles | undefined,
  isSame: boolean,
): Promise<FoundRules | undefined> {
  const options = ruleOptions(config);
  const folder = await loadRules(config.rules, { ...options, lintedHash: isSame ? kept?.hash : undefined });
  if (folder.ok && folder.read.hash === kept?.hash)
    return { active: folder, folder, emptied: [], before: folder.rules.names };
  const before = kept && compileRuleTexts(kept.texts, { ...options, data: kept.data, hash: kept.hash });
  if (!before?.ok) return folder.ok ? { active: folder, folder, emptied: [], before: [] } : undefined;
  const emptied = emptiedSince(before, folder);
  const active = emptied.length > 0 ? await withEmptied(before, folder, emptied, options) : folder;
  return { active: active.ok ? active : before, folder, emptied, before: before.rules.names };
}

async function started(
  { settings, isKept }: Way,
  { active, folder, emptied, before }: FoundRules,
  settingsMistakes: () => Promise<Problem[]>,
): Promise<StartFiles> {
  const { config, locate, text } = settings;
  const isEmptied = emptied.some(({ file }) => file === wholeFolder);
  const ofRules =
    emptied.length > 0 ? emptiedProblems(emptied, isEmptied ? "longer" : "minute") : problemsOf(folder);
  const rules = problemsFromHere(config.rules, ofRules);
  const ofSettings = isKept ? await settingsMistakes() : [];
  const refused = [...(isKept ? ["settings"] : []), ...(ofRules.length > 0 ? ["rules"] : [])];
  const refusal = {
    problems: [...ofSettings.map((problem) => ({ ...problem, file: withFolder(problem.file) })), ...ofRules],
    fromHere: [...ofSettings, ...rules],
    message: `The monitor started with the last good ${refused.join(" and ")}: the files are not used as they are.`,
    isWhole: isEmptied || !folder.ok,
  };
  return {
    ...{ config, active: { rules: active.rules, read: active.read }, seenHash: folder.read.hash, before },
    ...(refused.length > 0 && { refusal }),
    ...(isKept ? {} : { text }),
    warnings: [...warningsOfAlerts(config, locate, active.rules), ...warningsOf(config, locate, folder)],
    ...(folder.lint && { lint: folder.lint }),
  };
}

/** The settings that ship have the name of a rule file that ships. */
function withFolder(file: string): string {
  return join(basename(dirname(resolve(file))), basename(file));
}

function problemsOf(folder: LoadedRules): readonly Problem[] {
  return folder.ok ? [] : folder.problems;
}

function warningsOf(config: Config, locate: Locate, folder: LoadedRules): Problem[] {
  return [...settingWarnings(config, locate), ...problemsFromHere(config.rules, folder.warnings)];
}

/** Why the settings of the file are not used. */
async function mistakes(path: string, environment: Environment, lost: boolean): Promise<Problem[]> {
  if (lost) return [{ file: path, line: 1, column: 1, message: "the file is empty now" }];
  return [...(await checkFiles(path, environment)).problems];
}

// The last good settings and rules, kept in the database so that a restart needs no person. They are texts as they
// were written: references such as `${NAME}` stay references, so what the environment and files hold is not kept. A
// secret that stands in the settings themselves is kept with them, since without it they would not open; the
// database is its owner's alone (0600), as the mails in it already want.

/** Key of the settings that are kept; empty: none are. */
export const settingsKey = "kept.settings";
const rulesKey = "kept.rules";
const keptKeys = [settingsKey, rulesKey];

interface KeptSettings {
  /** The config file, absolute. */
  readonly file: string;
  /** The database that they name, its links followed: kept in a copy elsewhere they are not this monitor's. */
  readonly state: string;
  readonly text: string;
}

/** A part of the table meta. */
type Facts = (key: string) => string | undefined;

function keptSettings(get: Facts, file: string, state: string): KeptSettings | undefined {
  const kept = parsed(get(settingsKey)) as KeptSettings | undefined;
  return kept?.file === resolve(file) && kept.state === followed(state) ? kept : undefined;
}

export function keepingSettings(text: string, file: string, state: string): Record<string, string> {
  const kept: KeptSettings = { file: resolve(file), state: followed(state), text };
  return { [settingsKey]: JSON.stringify(kept) };
}

function keptRules(get: Facts): RuleFiles | undefined {
  const kept = parsed(get(rulesKey)) as (Omit<RuleFiles, "data"> & Kept) | undefined;
  if (kept === undefined) return undefined;
  const { hash, texts, data = [], words = [] } = kept;
  // A version before kept the words of files one by one.
  const before = words.map(([file, list]): Data[number] => [file, list.join("\n")]);
  const files = [...data, ...before].map(([file, text]) => [file, { ok: true as const, text }] as const);
  return { hash, texts, data: new Map(files) };
}

export function keepingRules({ hash, texts, data }: RuleFiles): Record<string, string> {
  const files: Data = [...data].map(([file, found]) => [file, found.ok ? found.text : ""]);
  return { [rulesKey]: JSON.stringify({ hash, texts, data: files }) };
}

interface Kept {
  readonly data?: Data;
  readonly words?: readonly [file: string, words: readonly string[]][];
}

type Data = [file: string, text: string][];

function parsed(json: string | undefined): unknown {
  try {
    return json === undefined ? undefined : JSON.parse(json);
  } catch {
    // A damaged text is as none: the files as they are decide then.
    return undefined;
  }
}

function followed(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
