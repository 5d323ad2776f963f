/** The whole of a config file. Every section may be left out. */
import * as z from "zod";
import { email, feed } from "./outputs.ts";
import { sources } from "./sources.ts";
import { upstreams } from "./upstreams.ts";
import { duration } from "./values.ts";

export const configSchema = z.strictObject({
  upstreams: upstreams.describe("the three services"),
  sources: sources.describe("what is polled, and when"),
  rules: z.string().min(1).default("../rules").describe("folder of rule files"),
  state: z.string().min(1).default("../data/yagura.db").describe("database file"),
  email: email.describe("mails"),
  feed: feed.describe("the WebSocket feed and the page"),
  retention: duration.prefault("400d").describe("how long the log is kept, such as 400d"),
  log: z
    .strictObject({
      level: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
    })
    .prefault({}),
});

export type ConfigFile = z.output<typeof configSchema>;
