/** Every set of records that the settings can make a source of. A service adds its own here. */
import { marketRecordSets } from "./market/record-sets.ts";
import type { RecordSet } from "./record-set.ts";
import { statisticsRecordSets } from "./statistics/record-sets.ts";

export const recordSets: ReadonlyMap<string, RecordSet> = new Map(
  [...marketRecordSets, ...statisticsRecordSets].map((set) => [set.from, set]),
);
