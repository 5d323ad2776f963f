import type { ConfigFile } from "./schema.ts";

/** Settings ready to use: values filled in, defaults applied, paths absolute. */
export interface Config extends Omit<ConfigFile, "retention"> {
  /** The file it was read from, absolute. */
  readonly file: string;
  readonly retentionMs: number;
}

export type SourcesConfig = Config["sources"];
export type UpstreamsConfig = Config["upstreams"];
export type FeedConfig = Config["feed"];
export type EmailConfig = Config["email"];
