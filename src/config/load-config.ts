/** Reads and checks a config file. */
import { dirname, join, resolve } from "node:path";
import { byPlace, type Problem } from "../lib/problem.ts";
import { asUnread } from "../lib/read-small-file.ts";
import { type FilledValue, safeProblems } from "../lib/safe-problems.ts";
import { nearest } from "../lib/text/nearest.ts";
import { keyAt, type Path, parseYaml, type YamlFile } from "../lib/yaml/parse-yaml.ts";
import { knownKeys, validateYaml } from "../lib/yaml/validate-yaml.ts";
import { fileWordsIn } from "../model/messages/in-japanese.ts";
import type { WrittenWatchlists } from "../model/watchlists.ts";
import { outputMembers, resolveOutputs, takeOutputs } from "../outputs/index.ts";
import { type RecordSourceSettings, recordSourceNames } from "../sources/index.ts";
import type { DeclaredCalls } from "../upstreams/market/declared-calls.ts";
import { callsWritten, soundCalls } from "./calls-section.ts";
import { clusterFrom } from "./cluster.ts";
import { type Config, type ConfigFile, configSchema, type NamedRecordSource } from "./config.ts";
import { defaultStates, defaultsAt } from "./default-places.ts";
import {
  coerceFilled,
  type Environment,
  type Interpolated,
  interpolate,
  type ReadText,
  readConfigFileNow,
} from "./interpolate.ts";
import { peopleFrom } from "./people.ts";
import { folderOf, overridesOf } from "./rule-overrides.ts";

/** Makes a warning about the value at a path of the file, with its place. */
export type Locate = (path: Path, message: string, suggestion?: string, part?: Part) => Problem;

/** The part of a value that is meant. */
interface Part {
  /** Place in a text. */
  readonly index?: number | undefined;
  /** The key in its place. */
  readonly isKey?: boolean | undefined;
}

export type LoadedConfig =
  /** `text`: as it was written, with references such as `${NAME}`. `isEmpty`: it says nothing at all. */
  | { ok: true; config: Config; locate: Locate; text: string; isEmpty: boolean }
  /**
   * `rules` is the folder of rules, where the file says so much; `states` where its database may be; `sound` what it
   * says in the sections without a mistake; `recordSources` the names of those that it has, with mistakes or not;
   * `calls` those that it declares, left out where one of them has a mistake.
   */
  | {
      ok: false;
      problems: Problem[];
      rules?: string;
      states: string[];
      sound?: SoundSections;
      recordSources: { readonly name: string; readonly from: string }[];
      calls?: DeclaredCalls;
    };

/** Settings of a file with mistakes: sections that have one are left out, and have their defaults here. */
interface SoundSections {
  readonly config: Config;
  readonly locate: Locate;
  readonly broken: ReadonlySet<string>;
}

/** Replacements for the files themselves. */
export interface ConfigSources {
  /** A text that the config file had before. */
  readonly text?: string;
  /** Reads by absolute path, or throws Unread; by default it reads now and waits. */
  readonly read?: ReadText;
}

/** Reads and checks a config file. Never throws; problems come all at once, and none of them holds a secret. */
export function loadConfig(
  path: string,
  environment: Environment,
  { text: given, read = readConfigFileNow }: ConfigSources = {},
): LoadedConfig {
  const file = resolve(path);
  const folder = dirname(file);
  let text: string;
  try {
    text = given ?? read(file);
  } catch (error) {
    const problems = [{ file: path, line: 1, column: 1, message: asUnread(error).message }];
    return { ok: false, problems, states: defaultStates(folder), recordSources: [], calls: {} };
  }
  const yaml = parseYaml(text, path);
  let filled: Interpolated = {
    value: yaml.value,
    problems: [],
    filled: new Set(),
    given: [],
    broken: new Set(),
  };
  const safe = <P extends Problem>(problems: readonly P[]) =>
    safeProblems(problems, text, {
      isSecretKey: isSecretSetting,
      repeatedIn: fileWordsIn,
      filled: filledIn(yaml, filled),
    });
  const refused = (
    problems: readonly Problem[],
    { rules, sound }: { rules?: string | undefined; sound?: SoundSections | undefined } = {},
  ): LoadedConfig => ({
    ok: false,
    problems: safe(problems).map(withoutSecret),
    ...(rules !== undefined && { rules }),
    ...(sound !== undefined && { sound }),
    states: statesOf(text, environment, folder),
    recordSources: recordSourcesIn(partOf(filled.value, "sources")),
    ...wholeCalls(filled.value),
  });
  if (yaml.problems.length > 0) return refused(yaml.problems);
  filled = interpolate(yaml, environment, (named) => read(resolve(folder, named)));
  filled = { ...filled, value: withoutUnset(filled.value, yaml.value, environment) };
  const schema = configSchema(filled.value);
  const value = coerceFilled(schema, filled);
  const checked = validateYaml(schema, yaml, value);
  const locate = createLocate(yaml, (warning) => safe([warning])[0] ?? warning);
  if (checked.ok && filled.problems.length === 0) {
    const isEmpty = yaml.value === null;
    return { ok: true, config: resolved(checked.value, file, yaml), locate, text, isEmpty };
  }
  // A value that could not be filled in is not told a second time as having a wrong form.
  const others = checked.ok ? [] : checked.problems;
  const unsaid = others.filter(({ line, column }) => !filled.broken.has(JSON.stringify({ line, column })));
  const problems = [...filled.problems, ...unsaid].sort(byPlace);
  const broken = brokenSections(problems, yaml, knownKeys(schema, []));
  const left = schema.safeParse(withoutKeys(value, broken));
  const sound = left.success ? { config: resolved(left.data, file, yaml), locate, broken } : undefined;
  return refused(problems, { rules: rulesOf(filled.value, folder), sound });
}

/** @param safe takes secrets out of what is told */
function createLocate(yaml: YamlFile, safe: (warning: Problem) => Problem): Locate {
  return (at, message, suggestion, part) => {
    const warning = { file: yaml.file, ...placeIn(yaml, at, part), severity: "warning" as const, message };
    const located = safe(warning);
    return suggestion === undefined ? located : { ...located, suggestion };
  };
}

/** With those lists empty that may be so where their variable is not set. */
function withoutUnset(value: unknown, written: unknown, environment: Environment): unknown {
  const lists = outputMembers.flatMap(({ name, mayBeUnset }) =>
    Object.entries(mayBeUnset).map(([key, variable]) => ({ name, key, variable })),
  );
  return lists.reduce((settings, { name, key, variable }) => {
    const isSet = environment[variable] !== undefined || (environment[`${variable}_FILE`] ?? "") !== "";
    const list = partOf(partOf(written, name), key);
    const isMeant = Array.isArray(list) && list.length === 1 && list[0] === `\${${variable}:-}`;
    if (isSet || !isMeant) return settings;
    return { ...Object(settings), [name]: { ...Object(partOf(settings, name)), [key]: [] } };
  }, value);
}

function partOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

/** Those with mistakes, and those that a name that there is not could mean: any, where it is like none. */
function brokenSections(
  problems: readonly Problem[],
  yaml: YamlFile,
  known: readonly string[],
): ReadonlySet<string> {
  const sections = Object.keys(yaml.value ?? {});
  const named = problems.flatMap((problem) => keyAt(problem, sections, [], yaml) ?? []);
  const meant = named.flatMap((name) => (known.includes(name) ? [] : (nearest(name, known) ?? known)));
  return new Set([...named, ...meant]);
}

function withoutKeys(value: unknown, keys: ReadonlySet<string>): unknown {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([key]) => !keys.has(key)));
}

/** Each value with the key that says whether it is secret. */
function filledIn(yaml: YamlFile, { given }: Interpolated): FilledValue[] {
  return given.flatMap(({ path, text, parts }): FilledValue[] => {
    const keys = path.filter((step) => typeof step === "string");
    const { line } = yaml.at(path);
    const key = keys.find(isSecretSetting) ?? keys.at(-1) ?? "";
    // What is put into an address is its login, its path or its query, unless it is its host.
    const hidden = parts.filter((part) => part !== text && text.includes("://") && !isHost(part, text));
    return [{ line, key, text }, ...hidden.map((part) => ({ line, key: "secret", text: part }))];
  });
}

function isHost(part: string, address: string): boolean {
  return URL.canParse(address) && new URL(address).host.includes(part.toLowerCase());
}

function placeIn(yaml: YamlFile, at: Path, { index, isKey = false }: Part = {}) {
  if (index !== undefined) return yaml.atIndex(at, index);
  return isKey ? yaml.atKey(at) : yaml.at(at);
}

/** A suggestion repeats the value, which may be a key or a password of digits alone. */
function withoutSecret(problem: Problem): Problem {
  const isMasked = problem.source?.[problem.column - 1] === "*";
  const repeats = problem.suggestion?.startsWith("put it in quotes") === true;
  return isMasked && repeats ? { ...problem, suggestion: "put it in quotes" } : problem;
}

function rulesOf(settings: unknown, folder: string): string | undefined {
  const { rules } = (settings ?? {}) as { rules?: unknown };
  const isMap = typeof rules === "object" && rules !== null;
  const named = isMap ? (rules as { folder?: unknown }).folder : rules;
  if (named === undefined) return defaultsAt(folder, named).rules;
  return typeof named === "string" ? resolve(folder, named) : undefined;
}

/**
 * Finds where the database of a file with mistakes may be. The line `state` is read alone, since the rest may be no
 * YAML; that line may be the broken one, so the places of a file without it count, too.
 */
function statesOf(text: string, environment: Environment, folder: string): string[] {
  const [line = ""] = /^state[ \t]*:.*$/m.exec(text) ?? [];
  const yaml = parseYaml(line, "");
  const refused = (): never => {
    throw new Error("no file names the database");
  };
  const { value, problems } = interpolate(yaml, environment, refused);
  const { state } = (value ?? {}) as { state?: unknown };
  const isKnown = typeof state === "string" && yaml.problems.length + problems.length === 0;
  return [...(isKnown ? [resolve(folder, state)] : []), ...defaultStates(folder)];
}

function resolved(settings: ConfigFile, file: string, yaml: YamlFile): Config {
  const folder = dirname(file);
  const { outputs: sections, others } = takeOutputs(settings);
  const { rules: written, history } = others;
  const rules = folderOf(written);
  const defaults = defaultsAt(folder, rules);
  const state = resolve(folder, others.state ?? join(defaults.data, "yagura.db"));
  return {
    ...others,
    outputs: resolveOutputs(sections, { file: folder, data: defaults.data }),
    recordSources: recordSourcesOf(settings.sources),
    file,
    rules: resolve(folder, rules ?? defaults.rules),
    overrides: overridesOf(written, yaml, file),
    watchlists: watchlistsFrom(folder, others.watchlists),
    people: peopleFrom(others.people),
    cluster: clusterFrom(folder, others.cluster),
    state,
    history: {
      seed: history.seed,
      file: resolve(folder, history.file ?? join(dirname(state), "history.db")),
    },
  };
}

function watchlistsFrom(folder: string, written: WrittenWatchlists): WrittenWatchlists {
  const lists = Object.entries(written).map(([name, list]) => [
    name,
    "file" in list ? { ...list, file: resolve(folder, list.file) } : list,
  ]);
  return Object.fromEntries(lists);
}

/** The calls that settings declare, where none of them has a mistake. */
function wholeCalls(settings: unknown): { readonly calls?: DeclaredCalls } {
  const written = callsWritten(settings);
  const calls = soundCalls(written);
  return Object.keys(Object(written)).every((path) => Object.hasOwn(calls, path)) ? { calls } : {};
}

function recordSourcesIn(sources: unknown) {
  return recordSourceNames(sources).map((name) => ({
    name,
    from: String(partOf(partOf(sources, name), "from")),
  }));
}

/** The form of these was chosen by the same names. */
function recordSourcesOf(sources: object): NamedRecordSource[] {
  return recordSourceNames(sources).map((name) => ({
    name,
    ...((sources as Readonly<Record<string, RecordSourceSettings>>)[name] as RecordSourceSettings),
  }));
}

const named = ["apiKey", ...outputMembers.flatMap(({ secrets }) => secrets)];
// Of an address the host is shown, which says which one is meant; what is behind it is hidden wherever a `url` is.
const known = named.filter((key) => key !== "url");
const words = /key|token|smtp|pass|pwd|secret|auth|credential|login|bearer|^pw$/i;

export function isSecretSetting(key: string): boolean {
  return words.test(key) || nearest(key, known) !== undefined;
}
