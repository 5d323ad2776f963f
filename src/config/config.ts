import type { OutputName, OutputSettings } from "../outputs/index.ts";
import type { RecordSource } from "../sources/index.ts";
import type { ConfigFile } from "./schema.ts";

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
