/** The sets of records that a rule file needs: where the settings watch none of them, the file is left out. */
import * as z from "zod";
import type { Problem } from "../../lib/problem.ts";
import { didYouMean } from "../../lib/text/nearest.ts";
import type { YamlFile } from "../../lib/yaml/parse-yaml.ts";
import type { EventTypes } from "../../model/event-types.ts";

export const needsKey = z
  .union([z.string(), z.array(z.string()).min(1)], {
    error: "`needs` takes a set of records, such as market/fins/summary, or a list of them",
  })
  .optional()
  .describe(
    "sets of records without which the whole file is left out: it counts only where sources of the settings are `from` all of them",
  )
  .meta({ examples: ["market/edinet/large-volume-shareholders"] });

export interface LeftOut {
  /** The sets of records that no source of the settings is from. */
  readonly needs: readonly string[];
  /** Names of its rules. */
  readonly names: readonly string[];
}

/**
 * Undefined where the settings have all that a file needs. A set that there is not is a mistake, and leaves nothing out.
 * @param written the keys of the file
 */
export function leftOutOf(
  written: Readonly<Record<string, unknown>>,
  yaml: YamlFile,
  { sets }: EventTypes,
  problems: Problem[],
): LeftOut | undefined {
  const { needs, rules } = written;
  const named = [needs].flat();
  const lacking: string[] = [];
  let isKnown = true;
  for (const [index, set] of named.entries()) {
    if (typeof set !== "string") continue;
    const isWatched = sets.get(set);
    if (isWatched === false) lacking.push(set);
    if (isWatched !== undefined) continue;
    isKnown = false;
    const { line, column } = yaml.at(Array.isArray(needs) ? ["needs", index] : ["needs"]);
    const suggestion = didYouMean(set, sets.keys());
    const message = `\`${set}\` is no set of records`;
    problems.push({ file: yaml.file, line, column, message, ...(suggestion && { suggestion }) });
  }
  if (!isKnown || lacking.length === 0) return undefined;
  const names = (Array.isArray(rules) ? rules : []).map((rule) => String(Object(rule).name ?? ""));
  return { needs: lacking, names };
}
