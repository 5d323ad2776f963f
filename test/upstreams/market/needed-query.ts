/** The least that a call has to be asked. */
import { type MarketCall, type MarketParameter, rulesOf } from "../../../src/upstreams/market/call.ts";
import { type MarketCallName, marketCalls } from "../../../src/upstreams/market/calls.ts";

const values: Partial<Record<MarketParameter, string>> = { code: "0028", date: "2026-01-05" };

/** A query with one value for everything that the call needs; a day where it needs one of several. */
export function neededQuery(name: MarketCallName, given: Partial<typeof values> = values) {
  const call: MarketCall = marketCalls[name];
  const one = rulesOf(call).flatMap((rule) => {
    const needed = "exactlyOne" in rule ? rule.exactlyOne : "atLeastOne" in rule ? rule.atLeastOne : [];
    return needed.find((parameter) => parameter === "date") ?? needed[0] ?? [];
  });
  const names = [...(call.required ?? []), ...one] as MarketParameter[];
  return Object.fromEntries(names.map((parameter) => [parameter, given[parameter] ?? ""]));
}
