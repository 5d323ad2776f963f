/** The configured sources by whether their services tell a past of them. */
import type { Config } from "../config/config.ts";
import { recordsOptions, settingsOf } from "../config/services.ts";
import { type NoHistory, recordsHistory, type SourceHistory, sourceMembers } from "../sources/index.ts";

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
