/** A reload at a person's wish: everything that can change while the monitor runs is read again, and told in the log. */
import { isDeepStrictEqual } from "node:util";
import type { Config } from "../../config/config.ts";
import { readConfigFiles } from "../../config/interpolate.ts";
import { loadConfig } from "../../config/load-config.ts";
import { settingMistakes } from "../../files/check-files.ts";
import { logRefusal } from "../../files/edits.ts";
import type { OwnLog } from "../../lib/log.ts";
import type { Problem } from "../../lib/problem.ts";

interface ReloadParts {
  /** The config file as the person named it. */
  readonly file: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: OwnLog;
}

interface ReloadEdits {
  /** What is in effect. */
  current(): { readonly config: Config };
  /** Reads rules, tables and watchlists again as these settings have them; `told` is called once that is done. */
  takeRules(config: Config, told: (outcome: { ok: boolean; rules: number }) => void): void;
}

/** Reloads one after the other; the answer is called for each wish. */
export function createReload(parts: ReloadParts, edits: ReloadEdits): () => Promise<void> {
  let turn = Promise.resolve();
  return () => {
    turn = turn.then(() => reload(parts, edits));
    return turn;
  };
}

async function reload({ file, environment, log }: ReloadParts, edits: ReloadEdits): Promise<void> {
  const running = edits.current().config;
  const again = await readSettingsAgain(file, environment, running);
  if (again.ok) {
    const { config, taken, waiting } = again;
    log.level = config.log.level;
    log.info({ taken }, "reload: the settings were read");
    if (waiting.length > 0) log.warn({ settings: waiting }, "reload: these settings need a restart");
  } else {
    logRefusal(log, "reload: the settings were refused; those before them stay", again.problems);
  }
  edits.takeRules(again.ok ? again.config : running, ({ ok, rules }) => {
    if (ok) log.info({ rules }, "reload: rules, tables and watchlists were read");
    else log.warn({ rules }, "reload: the rules were refused; those before them stay");
  });
}

// A second reading of the settings while the monitor runs: what can change at once, and what waits for a
// restart.

type ReadAgain =
  | {
      readonly ok: true;
      /** The settings in effect from now on. */
      readonly config: Config;
      /** Names of what has changed at once. */
      readonly taken: readonly string[];
      /** Names of what is otherwise in the file than it runs. */
      readonly waiting: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * @param path the config file as the person named it
 * @param running the settings in effect
 */
async function readSettingsAgain(
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
  running: Config,
): Promise<ReadAgain> {
  const read = await readConfigFiles(path, environment);
  const loaded = loadConfig(path, environment, { read });
  if (!loaded.ok) return loaded;
  const { config: written, locate, isEmpty } = loaded;
  if (isEmpty)
    return { ok: false, problems: [{ file: path, line: 1, column: 1, message: "the file is empty" }] };
  const mistakes = settingMistakes(written, locate);
  if (mistakes.length > 0) return { ok: false, problems: mistakes };
  const { log, overrides } = written;
  // Sources and routes know the lists of the start by their names: one that is gone would leave them without.
  const isLosing = Object.keys(running.watchlists).some((name) => !(name in written.watchlists));
  const { watchlists } = isLosing ? running : written;
  const config: Config = { ...running, log, overrides, watchlists };
  const taken = [
    ...(isDeepStrictEqual(watchlists, running.watchlists) ? [] : ["watchlists"]),
    ...(isDeepStrictEqual(overrides?.rules, running.overrides?.rules) ? [] : ["rules.overrides"]),
    ...(isDeepStrictEqual(log, running.log) ? [] : ["log"]),
  ];
  return { ok: true, config, taken, waiting: differences(written, config) };
}

/** Sections that have parts of their own names. */
const inParts = ["sources", "upstreams", "outputs"];
/** What stands in other sections, too, or is no setting. */
const leftOut = ["file", "recordSources", "overrides"];

function differences(written: Config, running: Config): string[] {
  const [one, other] = [written, running] as unknown as Record<string, unknown>[];
  const names = namesOf(one, other).filter((name) => !leftOut.includes(name));
  return names.flatMap((name) => {
    const [its, others] = [one?.[name], other?.[name]];
    if (isDeepStrictEqual(its, others)) return [];
    if (!inParts.includes(name)) return [name];
    const [parts, otherParts] = [its, others] as Record<string, unknown>[];
    const differing = namesOf(parts, otherParts).filter(
      (part) => !isDeepStrictEqual(parts?.[part], otherParts?.[part]),
    );
    // An output has a section of its own.
    return differing.map((part) => (name === "outputs" ? part : `${name}.${part}`));
  });
}

function namesOf(...maps: (Record<string, unknown> | undefined)[]): string[] {
  return [...new Set(maps.flatMap((map) => Object.keys(map ?? {})))];
}
