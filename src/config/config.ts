import type { ConfigFile } from "./schema.ts";

/** Settings ready to use: values filled in, defaults applied, paths absolute. */
export interface Config extends ConfigFile {
  /** The file it was read from, absolute. */
  readonly file: string;
}

export type FeedConfig = Config["feed"];
