/** Meaning of a refusal by the market service, read from the status and its message. */
import type { Failure } from "../../lib/failure.ts";

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

/** Days of a plan, both included; undefined: it has no such end. */
export interface CoveredDays {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

const covered = /\bfollowing dates\b[^\d~]*(\d{4}-\d{2}-\d{2})?\s*~\s*(\d{4}-\d{2}-\d{2})?/i;

/** Reads the days that a plan covers out of a refusal of others; undefined where it does not name them. */
export function coveredDays({ message }: Pick<Failure, "message">): CoveredDays | undefined {
  const [, from, to] = covered.exec(message) ?? [];
  return from === undefined && to === undefined ? undefined : { from, to };
}

/** Status for parameters that the service does not take together, or not without others. */
const badRequest = 400;

/**
 * Whether the service does not take a range as it was asked for, mostly one without a code, so that its days are to be
 * asked for one by one. Days outside the plan are refused as such.
 */
export function refusesRange(failure: Failure): boolean {
  return failure.status === badRequest && marketRefusal(failure) === undefined;
}
