/** A second reading of the settings while the monitor runs: what can change at once, and what waits for a restart. */
import { isDeepStrictEqual } from "node:util";
import type { Config } from "../../config/config.ts";
import { readConfigFiles } from "../../config/interpolate.ts";
import { loadConfig } from "../../config/load-config.ts";
import type { Problem } from "../../lib/problem.ts";
import { settingMistakes } from "../files/check-files.ts";

export type ReadAgain =
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
export async function readSettingsAgain(
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
