/**
 * Silences: what becomes of the alerts that they quiet, why they end, and the growth that may end one: how far the number of
 * an alert may go before its alerts come again.
 */
import type { Language, Worded } from "./language.ts";
import { decimalsOf, groupedNumber } from "./numbers.ts";

/** The fate of alerts that are not told now. */
export const quietFates = {
  drop: "it is never sent",
  hold: "it is sent when that ends",
  digest: "it is sent in the receiver's next digest",
} as const;

export type QuietFate = keyof typeof quietFates;

/** A silence that somebody has set, until it ends. */
export interface Silence {
  readonly id: string;
  /** The alerts that it quiets, in the language of matchers, such as `rule=short-* subject=7203`. */
  readonly match: string;
  readonly from: number;
  readonly until: number;
  readonly fate: QuietFate;
  readonly author: string;
  readonly because: string;
  /** Set of a silence of one episode that also ends when the number of that grows. */
  readonly grows?: Growth | undefined;
  /** Why it ended before its time, until its end is on the log. */
  readonly over?: Exclude<SilenceEnd, "expired" | "hand"> | undefined;
}

/** Why a silence ended; closed. */
export const silenceEnds = {
  expired: "its time is over",
  hand: "somebody ended it",
  grew: "the number that it waited for went beyond its limit, or is not known any more",
  resolved: "the alert that it was about is resolved",
} as const;

export type SilenceEnd = keyof typeof silenceEnds;

export interface Growth {
  /** The episode: its rule and key. */
  readonly rule: string;
  readonly key: string;
  /** The field of its events that has the number, as people call it, and the unit as it stands behind a number. */
  readonly field: string;
  readonly label: Worded;
  readonly unit: Worded;
  /** The number when the silence was set, and the share of it by which it may grow, percent. */
  readonly value: number;
  readonly percent: number;
  /** The number beyond which the silence ends: below `value` where the number falls. */
  readonly limit: number;
}

/**
 * The number that lies a share beyond another one: above it, or below it where the number falls. It has the decimals of
 * the number, and three figures at least.
 */
export function limitOf(value: number, percent: number, isFalling: boolean): number {
  const step = (Math.abs(value) * percent) / 100;
  const limit = isFalling ? value - step : value + step;
  if (limit === 0) return limit;
  const decimals = Math.max(decimalsOf(value), 2 - Math.floor(Math.log10(Math.abs(limit))));
  return Number(limit.toFixed(Math.min(decimals, 20)));
}

export function isBeyond({ value, limit }: Growth, number: number): boolean {
  return limit < value ? number < limit : number > limit;
}

/** What a silence waits for, to be read behind "until" and before まで. */
export function growthWords({ label, unit, value, limit, percent }: Growth, language: Language): string {
  const [from, to] = [numberIn(value, value), `${numberIn(limit, value)}${unit[language]}`];
  const isFalling = limit < value;
  if (language === "ja")
    return `${label.ja}が${to}を${isFalling ? "下回る" : "超える"}（${from}から${percent}%${isFalling ? "減" : "増"}）`;
  const name = /^[A-Z][a-z]/.test(label.en) ? label.en.charAt(0).toLowerCase() + label.en.slice(1) : label.en;
  return `the ${name} ${isFalling ? "falls below" : "passes"} ${to} (${percent} % ${isFalling ? "below" : "beyond"} ${from})`;
}

/** The same, of an alert that it silenced, with the number of that one. */
export function silencedWords(growth: Growth, number: number | undefined, language: Language): string {
  const words = growthWords(growth, language);
  const was = number === undefined ? "" : `${numberIn(number, growth.value)}${growth.unit[language]}`;
  if (language === "ja") return `${words}まで通知停止${was === "" ? "" : `、今回は${was}`}`;
  return `silenced until ${words}${was === "" ? "" : `; it was ${was}`}`;
}

/** A number with as many decimals as another one has at least. */
function numberIn(number: number, other: number): string {
  const decimals = decimalsOf(other);
  return decimalsOf(number) < decimals && decimals <= 6 ? number.toFixed(decimals) : groupedNumber(number);
}
