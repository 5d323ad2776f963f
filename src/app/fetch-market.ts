/** The market service's calls, each made from its entry in the table of calls. */
import type { MarketParameter } from "../upstreams/market/call.ts";
import { anyMarketCall, type MarketCallName, marketCalls } from "../upstreams/market/calls.ts";
import { type FetchCall, parameter } from "./fetch-call.ts";

const about: Record<MarketParameter, string> = {
  code: "code of 4 or 5 characters",
  date: "one day, YYYY-MM-DD",
  from: "first day, YYYY-MM-DD",
  to: "last day, YYYY-MM-DD",
  section: "section of the market",
  pagination_key: "the page to begin at",
  category: "product, such as NK225F, where the service knows it",
  contract_flag: "1 for central contract months alone, 0 for the others, where the service knows it",
};

export const marketFetches: FetchCall[] = (Object.keys(marketCalls) as MarketCallName[]).map((name) => {
  const call = anyMarketCall(name);
  return {
    service: "market",
    call: name,
    about: call.about,
    parameters: call.parameters.map((each) =>
      parameter(each, about[each], call.required?.includes(each) === true),
    ),
    plan: call.plan,
    columns: Object.keys(call.fields),
    fields: call.fields,
    ...(call.parameters.includes("from") && {
      since: (day, options) => ({ ...options, from: day }),
    }),
    // The names of the options were checked against the call's own.
    async *rows({ market }, options, signal, oddities) {
      for await (const rows of market.pages(name, options, signal, oddities)) yield { rows };
    },
  };
});
