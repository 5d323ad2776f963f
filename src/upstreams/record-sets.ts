/** Every set of records that the settings can make a source of. A service adds its own here. */
import { type CallRegistry, callRegistry } from "./market/calls.ts";
import { marketRecordSets } from "./market/record-sets.ts";
import type { RecordSet } from "./record-set.ts";
import { statisticsRecordSets } from "./statistics/record-sets.ts";

/** Sets by the name that the settings give them. */
export type RecordSets = ReadonlyMap<string, RecordSet>;

/** @param calls of the market service; left out: those that are built in */
export function recordSetsOf(calls: CallRegistry = callRegistry()): RecordSets {
  return new Map([...marketRecordSets(calls), ...statisticsRecordSets].map((set) => [set.from, set]));
}
