import { isDay } from "../../model/dates.ts";
import { QueryError } from "../query-error.ts";
import type { MarketCall, MarketParameter } from "./call.ts";

/** Checks of parameters' values, as the document describes them; undefined: the value is fine. */
const problems: Partial<Record<MarketParameter, (value: string) => string | undefined>> = {
  code: (value) => (/^[0-9A-Za-z]+$/.test(value) ? undefined : "a code holds letters and digits only"),
  date: dayProblem,
  from: dayProblem,
  to: dayProblem,
};

/** Derivatives have longer codes than stocks. */
const stockCode = /^[0-9A-Za-z]{4,5}$/;

function dayProblem(value: string): string | undefined {
  return isDay(value) ? undefined : "expected a date YYYY-MM-DD";
}

/** Finds what is wrong with a value of one of the call's parameters; undefined: it is fine. */
export function parameterProblem(
  name: string,
  parameter: MarketParameter,
  value: string,
): string | undefined {
  const problem = problems[parameter]?.(value);
  if (problem !== undefined) return problem;
  if (parameter === "code" && !name.startsWith("derivatives/") && !stockCode.test(value))
    return "expected a code of 4 or 5 characters";
  return undefined;
}

/** Throws a QueryError for what the document forbids, so that nothing is asked in vain. */
export function checkMarketQuery(
  name: string,
  call: MarketCall,
  query: Readonly<Record<string, string | undefined>>,
): void {
  for (const needed of call.required ?? []) {
    if (!query[needed]) throw new QueryError(needed, `${name} needs it`);
  }
  for (const [parameter, value] of Object.entries(query)) {
    if (value === undefined) continue;
    const own = call.parameters.find((each) => each === parameter);
    if (own === undefined) throw new QueryError(parameter, `${name} has no such parameter`);
    const problem = parameterProblem(name, own, value);
    if (problem !== undefined) throw new QueryError(own, problem);
  }
}
