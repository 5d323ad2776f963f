/** The configured sources by whether their services tell a past of them. */
import type { Config } from "../config/config.ts";
import { recordsOptions, serviceOf, settingsOf, type UpstreamName } from "../config/services.ts";
import { Refused } from "../lib/refused.ts";
import { didYouMean } from "../lib/text/nearest.ts";
import type { HistoryPeriod } from "../model/history.ts";
import type { Watchlists } from "../model/watchlists.ts";
import {
  type AskedPiece,
  groundPieces,
  type NoHistory,
  recordsHistory,
  type SourceHistory,
  sourceMembers,
} from "../sources/index.ts";

/** A configured source of which there is a past. */
export interface ToldSource {
  readonly name: string;
  readonly settings: unknown;
  readonly past: SourceHistory;
}

/** A configured source of which there is none. */
export interface UntoldSource {
  readonly name: string;
  readonly reason: string;
}

/** In the order in which they are polled. */
export function toldSources(config: Config): ToldSource[] {
  return configured(config).flatMap(({ past, ...source }) => ("none" in past ? [] : [{ ...source, past }]));
}

export function untoldSources(config: Config): UntoldSource[] {
  return configured(config).flatMap(({ name, past }) =>
    "none" in past ? [{ name, reason: past.none }] : [],
  );
}

interface Configured {
  readonly name: string;
  readonly settings: unknown;
  readonly past: SourceHistory | NoHistory;
}

function configured(config: Config): Configured[] {
  const own = sourceMembers.map(({ name, history }) => ({ name, past: history }));
  const records = recordsOptions(config).map((options) => ({
    name: options.name,
    past: recordsHistory(options),
  }));
  return [...own, ...records].flatMap(({ name, past }) => {
    const settings = settingsOf(name, config);
    return settings === undefined ? [] : [{ name, settings, past }];
  });
}

// The configured sources as a fetch of the past asks them: the pieces of each, or why its service tells none.

/** What is asked about a period, as one source of the past sees it. */
export interface PastSource {
  /** Name of the source; of what every play needs, "ground". */
  readonly name: string;
  readonly service: UpstreamName;
  /** Sentence that says why there is no past; undefined: there is one. */
  readonly none?: string;
  /** The newest first. */
  pieces(period: HistoryPeriod): readonly AskedPiece[];
}

/** What every play needs beside the sources: trading days, and the names of issues. */
const ground: PastSource = { name: "ground", service: "market", pieces: groundPieces };

/**
 * The sources of a config, or those of them that are named, with the ground first.
 * Throws Refused for a name that the config does not have.
 */
export function pastSources(
  config: Config,
  watchlists: () => Watchlists,
  names: readonly string[] = [],
): PastSource[] {
  const all = Object.keys(config.sources);
  for (const name of names) {
    if (all.includes(name)) continue;
    throw new Refused(`no source "${name}" in the settings: ${didYouMean(name, all) ?? all.join(", ")}`);
  }
  const told = toldSources(config).map(({ name, settings, past }) => ({
    ...{ name, service: serviceOf(name, config) },
    pieces: (period: HistoryPeriod) => past.pieces(settings, period, { watchlists }),
  }));
  const untold = untoldSources(config).map(({ name, reason }) => ({
    ...{ name, service: serviceOf(name, config), none: reason },
    pieces: () => [],
  }));
  const asked = [...told, ...untold].filter(({ name }) => names.length === 0 || names.includes(name));
  return [ground, ...asked.flatMap(({ service, ...source }) => (service ? [{ ...source, service }] : []))];
}
