/** Plans of the market service: which calls they may make, how often, and about which days. */
import type { Clock } from "../../lib/clock.ts";
import { businessDay, dateNumber, isoDate, msPerDate } from "../world/trading-calendar.ts";
import type { World } from "../world/world.ts";
import { type AccountPlan, type AddOn, type CallQuery, CallRefusal, plans } from "./endpoint.ts";

/** A service's table of the lowest plan that may make a call; a call that is not in it needs the highest. */
export type Rights = Readonly<Record<string, AccountPlan>>;

export const requestsPerMinute: Readonly<Record<AccountPlan, number>> = {
  none: 5,
  free: 5,
  light: 60,
  standard: 120,
  premium: 500,
};

/** Requests to what is bought apart, which count in no plan's. */
export const addOnRequestsPerMinute: Readonly<Record<AddOn, number>> = { minute: 60, tdnet: 100 };

export function mayCall(plan: AccountPlan, rights: Rights, path: string): boolean {
  return plans.indexOf(plan) >= plans.indexOf(neededFor(rights, path));
}

export function neededFor(rights: Rights, path: string): AccountPlan {
  return rights[path] ?? "premium";
}

/** Rights to what the service added later, the same in both dialects. */
const laterRights: Rights = {
  "/equities/valuation": "free",
  "/fins/earnings-date": "free",
  "/equities/bars/minute": "light",
  "/td/list": "light",
  "/td/files": "light",
  "/td/bulk": "light",
  "/bulk/list": "light",
  "/bulk/get": "light",
  "/edinet/large-volume-shareholders": "standard",
  "/edinet/major-shareholders": "standard",
  "/edinet/cross-shareholdings": "standard",
};

/** Rights as documented. Investor types, for which the document names two plans, take the higher; margin interest names no plan and no 403. */
export const documentedRights: Rights = {
  ...laterRights,
  "/equities/bars/daily": "free",
  "/equities/master": "free",
  "/equities/earnings-calendar": "free",
  "/fins/summary": "free",
  "/markets/calendar": "free",
  "/indices/bars/daily/mkt": "free",
  "/markets/margin-interest": "free",
  "/equities/bars/daily/am": "standard",
  "/equities/investor-types": "standard",
  "/fins/details": "standard",
  "/fins/dividend": "standard",
  "/indices/bars/daily": "standard",
  "/markets/sectors/mkt17": "standard",
  "/markets/sectors/mkt33": "standard",
  "/markets/breakdown": "standard",
  "/markets/short-ratio": "standard",
  "/markets/short-sale-report": "standard",
  "/markets/margin-alert": "standard",
  "/derivatives/bars/daily/futures": "standard",
  "/derivatives/bars/daily/options": "standard",
  "/derivatives/bars/daily/options/225": "standard",
};

/** Rights as observed. */
export const observedRights: Rights = {
  ...laterRights,
  "/equities/bars/daily": "free",
  "/equities/master": "free",
  "/equities/earnings-calendar": "free",
  "/fins/summary": "free",
  "/markets/calendar": "free",
  "/equities/investor-types": "light",
  "/indices/bars/daily/topix": "light",
  "/indices/bars/daily": "standard",
  "/markets/margin-interest": "standard",
  "/markets/short-ratio": "standard",
  "/markets/short-sale-report": "standard",
  "/markets/margin-alert": "standard",
  "/derivatives/bars/daily/options/225": "standard",
};

const windowMs = 60_000;
const blockMs = 300_000;

/** Counts the requests of each account in any sixty seconds. */
export interface PlanLimiter {
  /** Asks for a place: undefined if the request may pass, else the milliseconds until one may. */
  refuse(account: string): number | undefined;
}

interface Account {
  /** Times of requests that passed, oldest first. */
  readonly passed: number[];
  /** Times of requests that were refused. */
  readonly refused: number[];
  blockedUntil: number;
}

/** Makes a limiter. With `blocks` an account that goes on after as many refusals as it has requests is shut out for five minutes. */
export function createPlanLimiter(
  clock: Clock,
  perMinute: number,
  { blocks }: { blocks: boolean },
): PlanLimiter {
  const accounts = new Map<string, Account>();
  const forget = (times: number[], now: number) => {
    while (times[0] !== undefined && times[0] <= now - windowMs) times.shift();
  };
  return {
    refuse(name) {
      const now = clock.now();
      const account = accounts.get(name) ?? { passed: [], refused: [], blockedUntil: 0 };
      accounts.set(name, account);
      if (now < account.blockedUntil) return account.blockedUntil - now;
      forget(account.passed, now);
      forget(account.refused, now);
      if (account.passed.length < perMinute) {
        account.passed.push(now);
        return undefined;
      }
      account.refused.push(now);
      if (blocks && account.refused.length > perMinute) {
        account.blockedUntil = now + blockMs;
        return blockMs;
      }
      return (account.passed[0] ?? now) + windowMs - now;
    },
  };
}

const freeDelayDays = 84;
/** Years back from today that a plan has; the highest has all that there are. */
const yearsBack: Readonly<Record<Exclude<AccountPlan, "premium">, number>> = {
  none: 0,
  free: 2,
  light: 5,
  standard: 10,
};

/**
 * The query within the days that a plan has: so many years back, as far as the world reaches, and on the free plan
 * up to twelve weeks ago. Throws a Refusal (400) for a date outside.
 */
export function withinPlan({ calendar }: World, plan: AccountPlan, query: CallQuery, at: number): CallQuery {
  if (plan === "premium") return query;
  const today = calendar.dateOf(businessDay(at));
  const first = later(yearsBefore(today, yearsBack[plan]), calendar.dateOf(calendar.firstDay));
  const last = plan === "free" ? isoDate(Date.parse(today) / msPerDate - freeDelayDays) : undefined;
  refuseOutside(query, first, last);
  return { from: first, ...(last === undefined ? {} : { to: last }), ...query };
}

/** Throws a Refusal (400) for a date outside the first and the last that there are. */
export function refuseOutside(query: CallQuery, first: string, last?: string): void {
  const { date, from, to, calculated, published } = query;
  for (const one of [date, from, to, calculated, published])
    if (one !== undefined && (one < first || (last !== undefined && one > last)))
      throw new CallRefusal(400, `Your subscription covers the following dates: ${first} ~ ${last ?? ""}.`);
}

export function yearsBefore(date: string, years: number): string {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return isoDate(dateNumber(year - years, month, day));
}

function later(a: string, b: string): string {
  if (a > b) return a;
  return b;
}
