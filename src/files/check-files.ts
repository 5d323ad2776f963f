/** Reads the config file and the rules it names; every mistake in either, at once. */
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { type AlertFinding, alertMistakes, alertWarnings } from "../alerts/check-settings.ts";
import { clusterWarnings } from "../config/cluster.ts";
import type { Config } from "../config/config.ts";
import { type Environment, readConfigFiles } from "../config/interpolate.ts";
import { type LoadedConfig, type Locate, loadConfig } from "../config/load-config.ts";
import { oddPeople, unknownReceivers } from "../config/people.ts";
import { isSimulated, serviceOf, simulatedNames } from "../config/services.ts";
import { isLoopback } from "../lib/http/url.ts";
import { byPlace, type Problem, Refused } from "../lib/problem.ts";
import { durationWords, isLonger } from "../model/duration.ts";
import type { EventType } from "../model/event.ts";
import type { Narrowed } from "../model/event-types.ts";
import type { WrittenWatchlists } from "../model/watchlists.ts";
import {
  listenerOf,
  notifySchemes,
  notifyTargets,
  type OutputMember,
  type OutputName,
  outputMembers,
} from "../outputs/index.ts";
import type { SettingFinding } from "../outputs/member.ts";
import type { RuleSettings } from "../rules/context/file-context.ts";
import { loadRules } from "../rules/files/load-rules.ts";
import type { CompiledRules } from "../rules/rule-set.ts";
import { type SourceName, sourceMembers, type UpstreamName } from "../sources/index.ts";
import { allEventTypes, eventTypesOf } from "./event-types.ts";

export interface CheckedFiles {
  /** Findings that do not stop the files from being used. */
  readonly warnings: readonly Problem[];
  readonly problems: readonly Problem[];
  readonly config?: Config;
  readonly rules?: CompiledRules;
}

export async function checkFiles(path: string, environment: Environment): Promise<CheckedFiles> {
  const read = await readConfigFiles(path, environment);
  const loaded = loadConfig(path, environment, { read });
  if (!loaded.ok) {
    const { problems, sound } = loaded;
    const further = sound === undefined ? [] : settingMistakes(sound.config, sound.locate, sound.broken);
    const ofSettings = [...problems, ...further].sort(byPlace);
    return { problems: [...ofSettings, ...(await rulesBeside(loaded))], warnings: [] };
  }
  const { config, locate } = loaded;
  const mistakes = settingMistakes(config, locate);
  const rules = await loadRules(config.rules, ruleOptions(config));
  if (mistakes.length > 0) {
    const ofRules = rules.ok ? [] : problemsFromHere(config.rules, rules.problems);
    return { problems: [...mistakes, ...ofRules], warnings: [] };
  }
  const warnings = [...settingWarnings(config, locate), ...problemsFromHere(config.rules, rules.warnings)];
  if (rules.ok) {
    const ofAlerts = warningsOfAlerts(config, locate, rules.rules);
    return { problems: [], warnings: [...ofAlerts, ...warnings], config, rules: rules.rules };
  }
  return { problems: problemsFromHere(config.rules, rules.problems), warnings, config };
}

/** Sections that rules depend on. */
const namedByRules: readonly string[] = [
  "upstreams",
  "sources",
  "rules",
  "watchlists",
  ...notifySchemes().map(({ scheme }) => scheme),
];

/** Mistakes in the rules of settings that do not load: those that do not depend on a section with mistakes. */
async function rulesBeside({
  rules: folder,
  sound,
  recordSources,
  calls,
}: Extract<LoadedConfig, { ok: false }>): Promise<Problem[]> {
  // Of a call that is declared with a mistake nobody knows which events it would give.
  if (folder === undefined || !existsSync(folder) || calls === undefined) return [];
  const isKnown = sound !== undefined && !namedByRules.some((section) => sound.broken.has(section));
  const options = isKnown
    ? ruleOptions(sound.config)
    : { notify: notifySchemes(), types: allEventTypes({ recordSources, upstreams: { market: { calls } } }) };
  const loaded = await loadRules(folder, options);
  if (loaded.ok) return [];
  // A source that is called otherwise, or lost with a broken line, is a mistake of the settings.
  const own = loaded.problems.filter(
    ({ message }) => isKnown || !message.startsWith("`latest` has no field"),
  );
  return problemsFromHere(folder, own);
}

/** Problems of rule files with their files as seen from where the person stands, so that a terminal can follow them. */
export function problemsFromHere(rulesFolder: string, problems: readonly Problem[]): Problem[] {
  const folder = relative(process.cwd(), rulesFolder);
  return problems.map((problem) => ({ ...problem, file: join(folder, problem.file) }));
}

/** Files that are left out likewise. */
export function leftOutFromHere(
  rulesFolder: string,
  { leftOut }: Pick<CompiledRules, "leftOut">,
): CompiledRules["leftOut"] {
  const folder = relative(process.cwd(), rulesFolder);
  return leftOut.map((one) => ({ ...one, file: join(folder, one.file) }));
}

/**
 * Options for reading rules: the names that these settings give them, and what they change of them.
 * @param folder of the rules; other files are named as seen from there
 */
export function ruleOptions(config: Config, folder = config.rules) {
  const { outputs, overrides, watchlists } = config;
  const from = (file: string) => relative(folder, file);
  const lists = Object.entries(watchlists).map(([name, list]) => [
    name,
    "file" in list ? { ...list, file: from(list.file) } : list,
  ]);
  return {
    notify: notifySchemes(outputs),
    types: eventTypesOf(config),
    settings: ruleSettings(config),
    watchlists: Object.fromEntries(lists) as WrittenWatchlists,
    overrides: overrides && { ...overrides, file: from(overrides.file), mayMiss: folder !== config.rules },
  };
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

/** Facts about the settings by which rules are linted: conditions that they exclude are warned of. */
function ruleSettings({ sources, retention }: Pick<Config, "sources" | "retention">): RuleSettings {
  const untold = new Map<EventType, string>();
  const narrowed: Narrowed[] = [];
  for (const { name, events, excluded } of sourceMembers) {
    const own = sources[name as SourceName];
    if (own === undefined) {
      const reason = `the settings leave \`${name}\` out`;
      for (const type of Object.keys(events)) untold.set(type as EventType, reason);
      continue;
    }
    const left = excluded(own);
    for (const [type, reason] of left.untold ?? []) untold.set(type, reason);
    narrowed.push(...(left.narrowed ?? []));
  }
  return { untold, narrowed, retention: retention.log };
}

/**
 * Mistakes of well-formed settings: what an output would refuse at the start, names that there are not.
 * @param broken sections that are not well-formed: nothing is said of them, nor of the names that they give others
 */
export function settingMistakes(
  config: Config,
  locate: Locate,
  broken: ReadonlySet<string> = new Set(),
): Problem[] {
  const { alerts, outputs, people, watchlists } = config;
  const receivers = notifyTargets(outputs);
  const known = { receivers, watchlists: Object.keys(watchlists) };
  const namedByAlerts = ["alerts", "watchlists", ...notifySchemes().map(({ scheme }) => scheme)];
  const areNamesKnown = !namedByAlerts.some((section) => broken.has(section));
  return [
    ...ofOutputs(config, locate, ({ name, mistakes }, own) => (broken.has(name) ? [] : mistakes(own))),
    ...(alerts === undefined || !areNamesKnown
      ? []
      : located("alerts", alertMistakes(alerts, known), locate)),
    ...(areNamesKnown ? located("people", unknownReceivers(people, receivers), locate) : []),
  ].map(({ severity: _, ...mistake }) => mistake);
}

/** Mistakes in files that the outputs' sections name. A monitor starts without those files. */
export async function outputFileMistakes({ outputs }: Config): Promise<Problem[]> {
  const asked = outputMembers.map(({ name, fileMistakes }) => fileMistakes(outputs[name as OutputName]));
  return (await Promise.all(asked)).flat();
}

/** Warnings about what the settings say of alerts, as far as these rules give them. */
export function warningsOfAlerts({ alerts }: Config, locate: Locate, rules: CompiledRules): Problem[] {
  if (alerts === undefined) return [];
  return located("alerts", alertWarnings(alerts, rules), locate);
}

/** Findings about a section with their places. */
function located(section: string, findings: readonly AlertFinding[], locate: Locate): Problem[] {
  return findings.map(({ at, message, suggestion, index, isKey }) =>
    locate([section, ...at], message, suggestion, { index, isKey }),
  );
}

/** The findings of the outputs about their own sections, with their places. */
function ofOutputs(
  config: Config,
  locate: Locate,
  find: (member: OutputMember, own: unknown) => SettingFinding[],
): Problem[] {
  return outputMembers.flatMap((member) =>
    find(member, config.outputs[member.name as OutputName]).map(({ at, message, suggestion }) =>
      locate([member.name, ...at], message, suggestion),
    ),
  );
}

/**
 * Warnings about settings that load and are hardly meant.
 * @param locate makes a warning about a value of the file
 */
export function settingWarnings(config: Config, locate: Locate): Problem[] {
  const watched = Object.keys(config.sources).map((source) => serviceOf(source, config));
  const simulated = simulatedNames(config).filter((name) => watched.includes(name));
  const isMixed = Object.keys(config.upstreams).some((name) => !isSimulated(config, name as UpstreamName));
  const mixed = isMixed ? simulated : [];
  return [
    ...mixed.map((name) =>
      locate(
        ["upstreams", name, "url"],
        `${name} is simulated beside real services: its data is simulated`,
        `leave out the sources of ${name}, or say where the service is`,
      ),
    ),
    ...seedWarnings(config, locate),
    ...linkWarnings(config, locate),
    ...openWarnings(config, locate),
    ...authorWarnings(config, locate),
    ...located("people", oddPeople(config.people), locate),
    ...located("cluster", clusterWarnings(config.cluster), locate),
    ...ofOutputs(config, locate, ({ warnings }, own) => warnings(own, simulated)),
  ];
}

/** Rules are to begin with a past that is not there. */
function seedWarnings({ history: { seed, file } }: Config, locate: Locate): Problem[] {
  if (seed === undefined || existsSync(file)) return [];
  return [
    locate(
      ["history", "seed"],
      `the rules begin without the services' past at the first start: there is no history at ${file}`,
      `call \`yagura history fetch --since ${durationWords(seed)}\` before, or leave \`seed\` out`,
    ),
  ];
}

/** Messages are read elsewhere, and their links lead nowhere from there. */
function linkWarnings({ publicUrl, outputs }: Config, locate: Locate): Problem[] {
  const output = outputMembers.find(({ name, queued }) => queued?.leaves(outputs[name as OutputName]));
  if (output === undefined) return [];
  if (publicUrl === undefined) {
    const lacks =
      "messages have no links to acknowledge or to silence: nobody says where people reach the page";
    const cure = "say it in `publicUrl`, such as https://yagura.example.com";
    return [locate([output.name], lacks, cure, { isKey: true })];
  }
  if (!isLoopback(new URL(publicUrl).hostname)) return [];
  const dead = "links in messages lead to this machine alone: on a telephone they open nothing";
  return [
    locate(["publicUrl"], dead, "write the address at which other devices reach the page, if there is one"),
  ];
}

/** Where others reach the page, and nothing asks them who they are; a service that is asked without a key. */
function openWarnings({ publicUrl, outputs, upstreams, people }: Config, locate: Locate): Problem[] {
  const { market } = upstreams;
  const { tokens, operators } = listenerOf(outputs);
  const isReached = publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname);
  const what = operators.length === 0 ? "read and act" : "read";
  return [
    ...(isReached && tokens.length === 0 && people.length === 0
      ? [
          locate(
            ["publicUrl"],
            `everybody who reaches this address may ${what}: no token is needed`,
            "set `feed.tokens`",
          ),
        ]
      : []),
    ...(market.url !== "simulated" && market.apiKey === undefined
      ? [locate(["upstreams", "market"], "requests to market have no key: `apiKey` is missing or empty")]
      : []),
  ];
}

/** Who wrote comments cannot outlive them. */
function authorWarnings({ retention: { log, authors } }: Config, locate: Locate): Problem[] {
  if (authors === undefined || !isLonger(authors, log)) return [];
  const message = `this has no effect: entries of the log are kept for ${durationWords(log)}`;
  return [locate(["retention", "authors"], message, "write less than `log`, or leave it out")];
}
