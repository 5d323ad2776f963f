import type { RecordSet } from "../../upstreams/record-set.ts";
import type { Days } from "./days.ts";

/** A set of records that the settings watch. */
export interface RecordsOptions {
  /** The name that the settings give it. */
  readonly name: string;
  readonly set: RecordSet;
  /** The fields that name a record. */
  readonly key: readonly string[];
  /** The fields whose change counts. */
  readonly compare: readonly string[];
  readonly tolerance: Readonly<Record<string, number>>;
  /** Values to ask for, by the call's parameter. A list is asked for one by one. */
  readonly query: Readonly<Record<string, Days | readonly string[]>>;
}
