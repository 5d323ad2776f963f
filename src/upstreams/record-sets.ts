/** Every set of records that the settings can make a source of. A service adds its own here. */
import { marketRecordSets } from "./market/record-sets.ts";
import type { RecordSet } from "./record-set.ts";
import { statisticsRecordSets } from "./statistics/record-sets.ts";

export const recordSets: ReadonlyMap<string, RecordSet> = new Map(
  [...marketRecordSets, ...statisticsRecordSets].map((set) => [set.from, set]),
);

/** Whether its records are published day by day, so that those of a day can be due. */
export function hasPublications({ published, day, isAhead }: RecordSet): boolean {
  return !isAhead && (published !== undefined || day !== undefined);
}

/** The start of its types of events: market.fins-summary for market/fins/summary, market.short-ratio for market/markets/short-ratio. */
export function recordPrefix({
  service,
  from,
}: Pick<RecordSet, "service" | "from">): `${RecordSet["service"]}.${string}` {
  const call = from.slice(service.length + 1).replace(/^markets\//, "");
  const words = call.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
  return `${service}.${words.replaceAll("/", "-")}`;
}
