/** The plans: which of them may make a call, and how often. "none" is an account without a subscription. */
export const plans = ["none", "free", "light", "standard", "premium"] as const;
export type Plan = (typeof plans)[number];

/** A service's table of the lowest plan that may make a call; a call that is not in it needs the highest. */
export type Rights = Readonly<Record<string, Plan>>;

export const requestsPerMinute: Readonly<Record<Plan, number>> = {
  none: 5,
  free: 5,
  light: 60,
  standard: 120,
  premium: 500,
};

export function mayCall(plan: Plan, rights: Rights, path: string): boolean {
  return plans.indexOf(plan) >= plans.indexOf(neededFor(rights, path));
}

export function neededFor(rights: Rights, path: string): Plan {
  return rights[path] ?? "premium";
}

/** Rights as documented. Investor types, for which the document names two plans, take the higher; margin interest names no plan and no 403. */
export const documentedRights: Rights = {
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
