/** Meaning of a refusal by the market service, read from the status and its message. */
import type { Failure } from "../../lib/failure.ts";
import { isDay } from "../../model/dates.ts";
import { QueryError } from "../misfits.ts";
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

export type MarketRefusal =
  | "key" // it is missing or not accepted
  | "no-plan" // the account has none
  | "plan" // it is too low for the call
  | "window" // it does not cover the days
  | "no-such-call"
  | "unclear"; // a 403 without a word about why

const noPlan = /\bno (active )?(subscription|plan)\b/i;
const ofDays = /\bcovers? the following dates\b/i;
const ofPlan = /\b(plan|subscription|tier|upgrade)/i;
const ofPath =
  /\b(endpoint|path|resource|route|url)\b.*\bnot (exist|found)\b|\bno such (endpoint|path|call)\b/i;
const ofKey = /\b(api[- ]?key|x-api-key|key|token|credentials?|unauthori[sz]ed)\b/i;

/** Reads the meaning of a refusal; undefined: it is about something else, such as the query. */
export function marketRefusal({
  status,
  message,
}: Pick<Failure, "status" | "message">): MarketRefusal | undefined {
  // The service's words, without the addresses that were asked.
  const said = message.replace(/\S+ answered \d+/g, "");
  if (status === 401) return "key";
  if (status === 404) return "no-such-call";
  if (status === 400) return planOf(said);
  if (status !== 403) return undefined;
  // The plan before the path: of two forms of one call one may not exist.
  return planOf(said) ?? (ofPath.test(said) ? "no-such-call" : ofKey.test(said) ? "key" : "unclear");
}

function planOf(said: string): "no-plan" | "window" | "plan" | undefined {
  if (noPlan.test(said)) return "no-plan";
  if (ofDays.test(said)) return "window";
  return ofPlan.test(said) ? "plan" : undefined;
}
