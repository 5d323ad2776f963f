/** Issues under daily publication of margin outstanding. Scope: ""; key: a published row. */
import type { MarketClient } from "../../upstreams/market/records.ts";
import { createOddities } from "../../upstreams/oddities.ts";
import type { Tolerance } from "../compare-fields.ts";
import { everyDay, type PlanDays } from "../days-to-read.ts";
import type { ReadNames } from "../issue-names.ts";
import type { Source } from "../source.ts";
import { diff } from "./diff.ts";
import { type MarginAnswer, poll } from "./poll.ts";

export function createMarginAlerts(
  client: MarketClient,
  today: () => string,
  readNames: ReadNames,
  planDays: PlanDays = everyDay,
  tolerance?: Tolerance,
): Source<MarginAnswer> {
  return {
    name: "margin-alerts",
    async poll(context) {
      const oddities = createOddities();
      const answer = await poll({ client, today, readNames, planDays }, context, oddities);
      return { answer, failures: [], oddities };
    },
    diff: (answer, state) => diff(answer, state, tolerance),
  };
}
