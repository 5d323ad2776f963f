/** Times to notice over the last month, from what is on record: from the appearance on the service to the commit, and to the delivery. */
import { dayMs } from "../lib/clock.ts";
import type { NoticeTimes, Spread } from "../model/page/sources.ts";
import type { StoreReader } from "../store/reader.ts";

const monthMs = 30 * dayMs;
/** Enough for a 95th percentile, and read within milliseconds. */
const most = { sightings: 500, messages: 300 };

/** Reads the figures of each source; undefined where nothing of it was noticed. @param now ms since 1970 */
export function noticeTimes(
  { sightings }: { readonly sightings: Pick<StoreReader["sightings"], "newest" | "mailed"> },
  sources: readonly string[],
  now: number,
): Map<string, NoticeTimes | undefined> {
  const since = now - monthMs;
  const sent = sightings.mailed(since, most.messages);
  return new Map(
    sources.map((source) => {
      const seen = sightings.newest(source, since, most.sightings);
      const committed = spread(seen.map(({ committedAt, appearedAt }) => committedAt - appearedAt));
      const doubt = spread(seen.map(({ doubtMs }) => doubtMs));
      if (committed === undefined || doubt === undefined) return [source, undefined];
      const own = sent.filter((one) => one.source === source);
      const delivered = spread(own.map(({ sentAt, appearedAt }) => sentAt - appearedAt));
      const times = { changes: seen.length, doubtMs: doubt.p50, committed, ...(delivered && { delivered }) };
      return [source, times];
    }),
  );
}

/** By nearest rank; undefined for no values. */
function spread(values: readonly number[]): Spread | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1];
  const [p50, p95] = [at(0.5), at(0.95)];
  return p50 === undefined || p95 === undefined ? undefined : { p50, p95 };
}
