import * as z from "zod";
import { type OutputName, type OutputSettings, outputSections } from "../outputs/index.ts";
import { duration } from "../settings/values.ts";
import type { RecordSource } from "../sources/index.ts";
import { allSources } from "./all-sources.ts";
import { upstreams } from "./upstreams.ts";

/** The whole of a config file. Every section may be left out. */

/** @param sources the section of that name as the file has it */
export function configSchema(sources: unknown) {
  return z.strictObject({
    upstreams: upstreams.describe("the three services"),
    sources: allSources(sources).describe("what is polled, and when"),
    rules: folderOrFile(
      "folder of rule files; by default rules beside this file, or one folder up",
      "../rules",
    ),
    state: folderOrFile("database file; by default data/yagura.db beside the rules", "../data/yagura.db"),
    ...outputSections,
    retention: duration.prefault("400d").describe("how long the log is kept, such as 400d"),
    log: z
      .strictObject({
        level: z
          .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"])
          .default("info")
          .describe("the least that is written"),
      })
      .prefault({})
      .describe("what is written to stderr"),
  });
}

/** A path whose default depends on where the file is, see load-config.ts. */
function folderOrFile(description: string, example: string) {
  return z
    .string()
    .min(1)
    .optional()
    .describe(description)
    .meta({ examples: [example] });
}

export type ConfigFile = z.output<ReturnType<typeof configSchema>>;

/** A source that watches a set of records. */
export type NamedRecordSource = RecordSource & { readonly name: string };

/** Settings ready to use: values filled in, defaults applied, paths absolute. */
export interface Config extends Omit<ConfigFile, OutputName> {
  readonly rules: string;
  readonly state: string;
  /** The sections of the outputs, by name. */
  readonly outputs: OutputSettings;
  /** The file it was read from, absolute. */
  readonly file: string;
  /** Sources that are made from a set of records, in the order of the file. */
  readonly recordSources: readonly NamedRecordSource[];
}
