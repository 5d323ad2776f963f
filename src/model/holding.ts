/** What a holding is worth at the last close that is known, and what one per cent of it is: no returns, no taxes. */
import type { Language } from "./language.ts";
import { groupedNumber } from "./numbers.ts";

export interface LastClose {
  /** Yen a share. */
  readonly close: number;
  /** The day (YYYY-MM-DD) that it is of. */
  readonly day: string;
  /** Whether more than five trading days have passed since. */
  readonly isOld: boolean;
}

/** Most trading days after which the day of a close need not be said. */
export const freshDays = 5;

/** A line such as "100 shares × 2,345 yen = 234,500 yen (1 % is 2,345 yen)"; an old close has its day. */
export function holdingWords(shares: number, { close, day, isOld }: LastClose, language: Language): string {
  const worth = Math.round(shares * close);
  const [held, each, all, hundredth] = [shares, close, worth, Math.round(worth / 100)].map(groupedNumber);
  if (language === "ja")
    return `${held}株 × ${each}円 = ${all}円（1%で${hundredth}円${isOld ? `、${day}の終値` : ""}）`;
  return `${held} shares × ${each} yen = ${all} yen (1 % is ${hundredth} yen${isOld ? `; close of ${day}` : ""})`;
}
