/** The sources that give events of some types. */

import { recordsOptions } from "../../app/record-sources.ts";
import { recordPrefix } from "../../upstreams/record-sets.ts";
import type { Inquiry } from "./inquiry.ts";

const builtIn: Readonly<Record<string, string>> = {
  "forum.comment": "forum-comments",
  "forum.ranking": "forum-ranking",
  "margin.alert": "margin-alerts",
  "short.report": "short-sale-reports",
  "statistics.series": "statistics-updates",
};

export interface GivingSource {
  readonly name: string;
  readonly isConfigured: boolean;
}

/** None for the monitor's own news. */
export function sourcesOf(types: readonly string[], { config }: Pick<Inquiry, "config">): GivingSource[] {
  const prefixes = new Set(types.map((type) => type.slice(0, type.lastIndexOf("."))));
  const configured = Object.keys(config.sources);
  const own = Object.entries(builtIn)
    .filter(([prefix]) => prefixes.has(prefix))
    .map(([, name]) => ({ name, isConfigured: configured.includes(name) }));
  const records = recordsOptions(config)
    .filter(({ set }) => prefixes.has(recordPrefix(set)))
    .map(({ name }) => ({ name, isConfigured: true }));
  return [...own, ...records];
}
