import type { Clock } from "../lib/clock.ts";
import { doubting } from "../lib/lane.ts";
import type { IssueName, MarketClient } from "../upstreams/market/records.ts";
import type { OddityCollector } from "../upstreams/oddities.ts";
import { asFailure } from "./parts.ts";

const retryMs = 10 * 60_000;

type NameOf = (code: string) => string | undefined;
/** Resolves always; where names cannot be had, with a function that knows none. */
export type ReadNames = (signal: AbortSignal, oddities: OddityCollector) => Promise<NameOf>;

/**
 * Names of issues, asked for once a day. A service that does not give them costs nothing but the names: the
 * ones of the day before serve on, and it is asked again after ten minutes.
 */
export function createIssueNames(
  client: Pick<MarketClient, "names">,
  today: () => string,
  clock: Clock,
): ReadNames {
  let names: ReadonlyMap<string, IssueName> = new Map();
  let readOn: string | undefined;
  let retryAt = Number.NEGATIVE_INFINITY;
  return async (signal, oddities) => {
    const day = today();
    if (readOn !== day && clock.elapsed() >= retryAt) {
      try {
        names = await doubting(() => client.names(signal, oddities));
        readOn = day;
      } catch (error) {
        asFailure(error);
        retryAt = clock.elapsed() + retryMs;
      }
    }
    return (code) => names.get(code)?.name;
  };
}
