/** Lengths of time as settings and rules say them: `30s`, `15m`, `1h`, `400d`, or `3bd` for three trading days. */
import { dayMs, hourMs, minuteMs } from "../lib/clock.ts";
import { addDays, jstDay, type TradingCalendar } from "./dates.ts";

export type Duration = { readonly ms: number } | { readonly tradingDays: number };

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: minuteMs, h: hourMs, d: dayMs };
const mostTradingDays = 10_000;

/** Patterns of the durations that parseDuration reads, without trading days and with them; for schemas. */
export const timeForm = /^[0-9]{1,6}[smhd]$/;
export const durationForm = /^([0-9]{1,6}[smhd]|0{0,2}[0-9]{1,4}bd|0?10000bd)$/;

/** Patterns of durations longer than zero. */
export const lastingForm = /^(?!0+[a-z])([0-9]{1,6}[smhd]|0{0,2}[0-9]{1,4}bd|0?10000bd)$/;
export const lastingTimeForm = /^(?!0+[a-z])[0-9]{1,6}[smhd]$/;

/** Reads a duration; undefined for any other text. */
export function parseDuration(text: string): Duration | undefined {
  const [, amount, unit] = /^(\d{1,6})([smhd]|bd)$/.exec(text) ?? [];
  if (unit === undefined) return undefined;
  const count = Number(amount);
  if (unit === "bd") return count > mostTradingDays ? undefined : { tradingDays: count };
  return { ms: count * (unitMs[unit] ?? 0) };
}

/** Writes a duration in the largest unit that is whole. */
export function durationWords(duration: Duration): string {
  if ("tradingDays" in duration) return `${duration.tradingDays}bd`;
  const [unit, ms] = Object.entries(unitMs).findLast(([, size]) => duration.ms % size === 0) ?? ["s", 1_000];
  return `${duration.ms / ms}${unit}`;
}

const japaneseUnits: Readonly<Record<string, string>> = {
  s: "秒",
  m: "分",
  h: "時間",
  d: "日",
  bd: "営業日",
};

/** A duration as durationWords writes it, in Japanese; any other text as it is. */
export function japaneseDuration(words: string): string {
  const [, amount, unit = ""] = /^(\d+)(s|m|h|d|bd)$/.exec(words) ?? [];
  return amount === undefined ? words : `${amount}${japaneseUnits[unit]}`;
}

/** Whether it lasts at all. */
export function lasts(duration: Duration): boolean {
  return "ms" in duration ? duration.ms > 0 : duration.tradingDays > 0;
}

/** Whether one duration is surely longer than another: weeks have at most five trading days, and holidays make them fewer. */
export function isLonger(one: Duration, other: Duration): boolean {
  const least = "ms" in one ? one.ms : (one.tradingDays * 7 * dayMs) / 5 - 2 * dayMs;
  const most = "ms" in other ? other.ms : (other.tradingDays * 8 * dayMs) / 5 + 14 * dayMs;
  return least > most;
}

/**
 * Computes the end of a duration that began at a moment, both in ms since 1970. Trading days end at the same time of
 * day in Japan, so `3bd` from a Friday noon is over on the third trading day after it, at noon. From a day without
 * trading they count from the start of the next trading day, so `1bd` from a Saturday noon is over when Monday is.
 */
export function endOf(start: number, duration: Duration, calendar: TradingCalendar): number {
  if ("ms" in duration) return start + duration.ms;
  const day = jstDay(start);
  if (duration.tradingDays === 0 || calendar.isTradingDay(day))
    return shifted(start, duration.tradingDays, calendar);
  return midnight(calendar.addTradingDays(day, duration.tradingDays + 1));
}

/**
 * The latest beginning that is over at a moment, both in ms since 1970. Never earlier for a later moment: days without
 * trading take no time, so at all of a weekend what began before the Friday a trading day ago is over, and no more.
 */
export function startOf(end: number, duration: Duration, calendar: TradingCalendar): number {
  if ("ms" in duration) return end - duration.ms;
  const { tradingDays } = duration;
  const day = jstDay(end);
  if (tradingDays === 0 || calendar.isTradingDay(day)) return tradingDaysBefore(end, tradingDays, calendar);
  return dayAfter(calendar.addTradingDays(day, -tradingDays - 1)) - 1;
}

/** The earliest beginning that is not over before a moment, both in ms since 1970. */
export function earliestOf(end: number, duration: Duration, calendar: TradingCalendar): number {
  if ("ms" in duration) return end - duration.ms;
  const { tradingDays } = duration;
  const day = jstDay(end);
  const isWithinDay = calendar.isTradingDay(day) && end > midnight(day);
  if (tradingDays === 0 || isWithinDay) return tradingDaysBefore(end, tradingDays, calendar);
  // A span that begins on days without trading begins with the trading day after them.
  return dayAfter(calendar.addTradingDays(day, -tradingDays - 1));
}

/** Computes the same time of day in Japan a number of trading days before. */
export function tradingDaysBefore(at: number, count: number, calendar: TradingCalendar): number {
  return shifted(at, -count, calendar);
}

/** The beginning of a day in Japan, ms since 1970. */
function midnight(day: string): number {
  return Date.parse(`${day}T00:00:00+09:00`);
}

/** The end of a day. */
function dayAfter(day: string): number {
  return midnight(addDays(day, 1));
}

function shifted(at: number, tradingDays: number, calendar: TradingCalendar): number {
  const day = jstDay(at);
  return at + Date.parse(calendar.addTradingDays(day, tradingDays)) - Date.parse(day);
}

const minutesOf: Readonly<Record<string, number>> = { s: 1 / 60, m: 1, h: 60, d: 1_440, w: 10_080 };

/** Units in small letters, without blanks. */
const units: readonly (readonly [RegExp, keyof typeof minutesOf | "bd"])[] = [
  [/^(s|secs?|seconds?|秒間?)$/, "s"],
  [/^(m|mins?|minutes?|分間?)$/, "m"],
  [/^(h|hrs?|hours?|時間)$/, "h"],
  [/^(d|days?|日間?)$/, "d"],
  [/^(w|wks?|weeks?|週間?)$/, "w"],
  [/^(bds?|(business|trading|working)days?|営業日)$/, "bd"],
];

/** Writes the duration in our form; undefined if it is not clear. */
export function durationMeant(text: string): string | undefined {
  const plain = text.normalize("NFKC").toLowerCase().replaceAll(/\s/g, "");
  const parts = [...plain.matchAll(/(\d{1,6}(?:\.\d{1,3})?)([^\d.]+)/g)];
  if (parts.length === 0 || parts.map(([whole]) => whole).join("") !== plain) return undefined;
  const lengths = parts.map(([, amount, word = ""]) => ({
    amount: Number(amount),
    unit: units.find(([form]) => form.test(word))?.[1],
  }));
  const [first, ...more] = lengths;
  if (first?.unit === "bd") return more.length === 0 ? whole(first.amount, "bd") : undefined;
  let minutes = 0;
  for (const { amount, unit } of lengths) minutes += amount * (minutesOf[unit ?? ""] ?? Number.NaN);
  if (first !== undefined && more.length === 0 && first.unit !== "w" && Number.isInteger(first.amount))
    return first.unit && whole(first.amount, first.unit);
  return inMinutes(minutes);
}

function inMinutes(minutes: number): string | undefined {
  if (minutes % 1_440 === 0) return whole(minutes / 1_440, "d");
  if (minutes % 60 === 0) return whole(minutes / 60, "h");
  return Number.isInteger(minutes) ? whole(minutes, "m") : whole(Math.round(minutes * 60), "s");
}

function whole(amount: number, unit: string): string | undefined {
  return Number.isInteger(amount) && amount > 0 && amount <= 9_999 ? `${amount}${unit}` : undefined;
}
