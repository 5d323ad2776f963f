/** Every call of the market service as a set of records that can be watched. */
import type { RecordParameter, RecordSet, WatchedRecord } from "../record-set.ts";
import type { MarketCall } from "./call.ts";
import { type MarketCallName, marketCalls } from "./calls.ts";
import { marketParameters, parameterProblem } from "./parameters.ts";
import { refusesRange } from "./refusals.ts";
import { hasIssueNames, wholePages } from "./whole-rows.ts";

function parametersOf(name: MarketCallName): RecordParameter[] {
  const { parameters, required = [] }: MarketCall = marketCalls[name];
  return parameters
    .filter((each) => each !== "pagination_key")
    .map((each) => {
      const { about, isDay = false, isList = false } = marketParameters[each];
      const many = isList
        ? ", or a list of them"
        : isSeveralDays(each)
          ? "; each of several is asked for by itself"
          : "";
      return {
        name: each,
        about: `${about}${many}`,
        required: required.includes(each),
        isDay,
        isList,
        problem: (value) => parameterProblem(name, each, value),
      };
    });
}

const isSeveralDays = (parameter: string) => parameter === "date" || parameter === "calcDate";

export const marketRecordSets: RecordSet[] = (Object.keys(marketCalls) as MarketCallName[]).map((name) => {
  const { about, fields, plan, records }: MarketCall = marketCalls[name];
  const hasNames = hasIssueNames(fields);
  return {
    service: "market",
    from: `market/${name}`,
    about,
    plan,
    fields,
    parameters: parametersOf(name),
    ...records,
    hasIssueNames: hasNames,
    // That a list of issues knows a name today, or another one, is no news of the record.
    asides: [...(records.asides ?? []), ...(hasNames ? ["name"] : [])],
    refusesRange,
    async read({ market }, query, { signal, oddities, progress, isSample }) {
      const all: WatchedRecord[] = [];
      // Not spread into push: a page may hold more rows than a call takes arguments.
      for await (const { rows, at } of wholePages(market, name, query, { signal, oddities })) {
        for (const row of rows) all.push(row);
        if (at !== undefined) progress(at);
        if (isSample) break;
      }
      return all;
    },
  };
});
