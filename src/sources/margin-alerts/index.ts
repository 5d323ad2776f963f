/** Issues under daily publication of margin outstanding. Scope: ""; key: a published row. */
import type { Clock } from "../../lib/clock.ts";
import type { MarketClient } from "../../upstreams/market/records.ts";
import type { Source } from "../source.ts";
import { diff } from "./diff.ts";
import { createNames } from "./names.ts";
import { type MarginAnswer, poll } from "./poll.ts";

export function createMarginAlerts(
  client: MarketClient,
  today: () => string,
  clock: Clock,
): Source<MarginAnswer> {
  const readNames = createNames(client, today, clock);
  return {
    name: "margin-alerts",
    poll: async (context) => ({ answer: await poll(client, today(), readNames, context), failures: [] }),
    diff,
  };
}
