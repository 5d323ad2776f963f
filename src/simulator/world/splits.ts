import { type Dice, pick } from "./dice.ts";

/** The splits of one company's shares. Between them its price grows by what a split takes away. */
export interface Splits {
  /** Factor by which a split that takes effect on this day multiplies the price; 1 on other days. */
  factorOn(day: number): number;
  /** The product of the factors after `day`, up to `today` and with it. */
  since(day: number, today: number): number;
  growth(day: number): number;
}

const none: Splits = { factorOn: () => 1, since: () => 1, growth: () => 1 };
const splittingShare = 0.2;

export function createSplits(dice: Dice, company: number): Splits {
  if (dice(company, 8) >= splittingShare) return none;
  // Into these parts a share is split: their inverses are short decimals.
  const parts = pick([2, 2, 4, 5], dice(company, 9));
  const period = 220 + Math.floor(dice(company, 10) * 300);
  const phase = Math.floor(dice(company, 11) * period);
  const splitsUpTo = (day: number) => Math.floor((day + phase) / period);
  return {
    factorOn: (day) => (splitsUpTo(day) > splitsUpTo(day - 1) ? 1 / parts : 1),
    since: (day, today) => parts ** -Math.max(0, splitsUpTo(today) - splitsUpTo(day)),
    growth: (day) => parts ** ((day + phase) / period - splitsUpTo(day)),
  };
}
