/** Every call of the market service as a set of records that can be watched. */
import { shortCode } from "../../model/fields.ts";
import type { Field } from "../record.ts";
import type { RecordParameter, RecordSet, WatchedRecord } from "../record-set.ts";
import type { MarketCall, MarketParameter } from "./call.ts";
import { type MarketCallName, marketCalls } from "./calls.ts";
import { parameterProblem } from "./queries.ts";

const about: Record<MarketParameter, string> = {
  code: "code of 4 or 5 characters, or a list of codes",
  date: "a day; of several each is asked for by itself",
  from: "first day",
  to: "last day",
  section: "section of the market",
  pagination_key: "the page to begin at",
  category: "product, such as NK225F, where the service knows it",
  contract_flag: "1 for central contract months alone, 0 for the others, where the service knows it",
};

function parametersOf(name: MarketCallName): RecordParameter[] {
  const { parameters, required = [] }: MarketCall = marketCalls[name];
  return parameters
    .filter((each) => each !== "pagination_key")
    .map((each) => ({
      name: each,
      about: about[each],
      required: required.includes(each),
      isDay: each === "date" || each === "from" || each === "to",
      isList: each === "code",
      problem: (value) => parameterProblem(name, each, value),
    }));
}

/** Rows of one dialect do not say the code that was asked for. */
function ofCode(asked: string, { type }: Field): (row: WatchedRecord) => WatchedRecord {
  const code = type === "code" ? shortCode(asked) : asked;
  return (row) => ({ code, ...row });
}

export const marketRecordSets: RecordSet[] = (Object.keys(marketCalls) as MarketCallName[]).map((name) => {
  const { about, fields, plan, records }: MarketCall = marketCalls[name];
  return {
    service: "market",
    from: `market/${name}`,
    about,
    plan,
    fields,
    parameters: parametersOf(name),
    ...records,
    async read({ market }, query, signal, oddities) {
      const rows = await market.read(name, query, signal, oddities);
      return query.code === undefined || !("code" in fields)
        ? rows
        : rows.map(ofCode(query.code, fields.code));
    },
  };
});
