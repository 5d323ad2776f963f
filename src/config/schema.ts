/** The whole of a config file. Every section may be left out. */
import * as z from "zod";
import { outputSections } from "../outputs/index.ts";
import { duration } from "../settings/values.ts";
import { allSources } from "./all-sources.ts";
import { upstreams } from "./upstreams.ts";

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
