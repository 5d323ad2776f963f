/** The configured sets of records. */
import type { Config } from "../config/config.ts";
import { type RecordsOptions, sourceMembers } from "../sources/index.ts";
import { recordSets } from "../upstreams/record-sets.ts";
import type { UpstreamName } from "./simulated.ts";

type Settings = Pick<Config, "recordSources">;

/** In the order of the settings. */
export function recordsOptions({ recordSources }: Settings): RecordsOptions[] {
  return recordSources.flatMap(({ name, from, key, compare, tolerance, query }) => {
    const set = recordSets.get(from);
    return set === undefined ? [] : [{ name, set, key, compare, tolerance, query }];
  });
}

/** The service whose data a source watches; undefined where there is no such source. */
export function serviceOf(source: string, settings: Settings): UpstreamName | undefined {
  const set = recordsOptions(settings).find(({ name }) => name === source)?.set;
  return set?.service ?? sourceMembers.find(({ name }) => name === source)?.upstream;
}
