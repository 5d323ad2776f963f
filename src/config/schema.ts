/** The whole of a config file. Every section may be left out. */
import * as z from "zod";
import { allSources } from "./all-sources.ts";
import { email, feed } from "./outputs.ts";
import { upstreams } from "./upstreams.ts";
import { duration } from "./values.ts";

/** @param sources the section of that name as the file has it */
export function configSchema(sources: unknown) {
  return z.strictObject({
    upstreams: upstreams.describe("the three services"),
    sources: allSources(sources).describe("what is polled, and when"),
    rules: z.string().min(1).default("../rules").describe("folder of rule files"),
    state: z.string().min(1).default("../data/yagura.db").describe("database file"),
    email: email.describe("mails"),
    feed: feed.describe("the WebSocket feed and the page"),
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

export type ConfigFile = z.output<ReturnType<typeof configSchema>>;
