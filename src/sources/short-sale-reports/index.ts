/** Reported short positions of 0.5 % and more. Scope: ""; key: code, seller, fund. */
import { known } from "../../lib/known.ts";
import type { MarketClient } from "../../upstreams/market/records.ts";
import { createOddities, type OddityCollector } from "../../upstreams/oddities.ts";
import type { Tolerance } from "../compare.ts";
import type { PlanDays, ReadNames } from "../dated.ts";
import { storedCursor } from "../diffing.ts";
import type { PollContext, Source } from "../source.ts";
import { diff, type ShortAnswer, type ShortCursor } from "./diff.ts";
import { reportCall, reportFields, type ShortSaleRecord } from "./events.ts";

export function createShortSaleReports(
  client: MarketClient,
  today: () => string,
  readNames: ReadNames,
  planDays: PlanDays,
  tolerance?: Tolerance,
): Source<ShortAnswer> {
  return {
    name: "short-sale-reports",
    async poll(context) {
      const oddities = createOddities();
      const answer = await poll({ client, today, readNames, planDays }, context, oddities);
      return { answer, failures: [], oddities };
    },
    diff: (answer, state) => diff(answer, state, tolerance),
  };
}

interface Asking {
  readonly client: MarketClient;
  readonly today: () => string;
  readonly readNames: ReadNames;
  readonly planDays: PlanDays;
}

/** Reads the days one after another; throws a Failure when one of them cannot be read whole. */
async function poll(
  { client, today, readNames, planDays }: Asking,
  { state, signal }: PollContext,
  oddities: OddityCollector,
): Promise<ShortAnswer> {
  const plan = planDays(today(), storedCursor<ShortCursor>(state)?.readTo);
  const { days } = plan;
  const records: ShortSaleRecord[] = [];
  for (const date of days) {
    for (const record of await client.read(reportCall, { date }, signal, oddities, reportFields))
      records.push(record);
  }
  // One dialect names the issue in the report, the other leaves that to the list of issues.
  const isNameless = records.some(({ name }) => name === undefined);
  const nameOf = isNameless ? await readNames(signal, oddities) : () => undefined;
  plan.done();
  return {
    days,
    records: records
      .filter(({ disclosedOn }) => days.includes(disclosedOn))
      .map((record) => known({ ...record, name: record.name ?? nameOf(record.code) })),
  };
}
