/** What a value is to its own past: a new extreme, far from its mean, crossing it, moving on in a row, or fast. */
import { after, isTradingDay, midnightOf } from "./calendar.ts";
import {
  type Case,
  type Crossover,
  type Deviates,
  type Direction,
  day,
  type Extreme,
  type Happening,
  type Length,
  type Past,
  type Rate,
  type Streak,
} from "./case.ts";
import { isWithin, rounded } from "./windows.ts";

/** An event that counted: when it was by the rule's clock, and its value; what is true is 1, what is false 0. */
export interface Valued {
  readonly at: number;
  readonly value: number;
}

type Calendar = Case["calendar"];

/** Values that texts show, by their names. */
export type FoundValues = Readonly<Record<string, number>>;

/** What a condition finds with the last of the values, or undefined where it does not hold. */
export function findInPast(
  calendar: Calendar,
  condition: Past,
  values: readonly Valued[],
  happening: Happening,
): FoundValues | undefined {
  const last = values.at(-1);
  if (last === undefined) return undefined;
  const earlier = values.slice(0, -1);
  switch (condition.is) {
    case "extreme":
      return findExtreme(calendar, condition, earlier, last);
    case "deviates":
      return findDeviation(calendar, condition, earlier, last);
    case "crossover":
      return findCrossing(calendar, condition, values);
    case "streak":
      return findStreak(condition, values);
    case "rate": {
      const rate = rateOf(calendar, condition, earlier, last);
      return rate !== undefined && isWithin(rate, condition.limits, happening) ? { rate } : undefined;
    }
  }
}

/** A value that is exactly as old as the time is out. */
function inTime(calendar: Calendar, values: readonly Valued[], within: Length, moment: number): number[] {
  return values.filter(({ at }) => moment < after(calendar, at, within)).map(({ value }) => value);
}

function findExtreme(
  calendar: Calendar,
  { side, within, after: least = 20 }: Extreme,
  earlier: readonly Valued[],
  last: Valued,
): FoundValues | undefined {
  const held = inTime(calendar, earlier, within, last.at);
  if (held.length < least) return undefined;
  const isNew = held.every((value) => (side === "high" ? last.value > value : last.value < value));
  if (!isNew) return undefined;
  return { extreme: side === "high" ? Math.max(...held) : Math.min(...held) };
}

function findDeviation(
  calendar: Calendar,
  { by, direction, within, after: least = 20 }: Deviates,
  earlier: readonly Valued[],
  last: Valued,
): FoundValues | undefined {
  const held = inTime(calendar, earlier, within, last.at);
  if (held.length < least || held.every((value) => value === held[0])) return undefined;
  const mean = meanOf(held);
  const deviation = Math.sqrt(meanOf(held.map((value) => (value - mean) ** 2)));
  const deviates = rounded((last.value - mean) / deviation);
  if (!isTowards(direction, deviates) || Math.abs(deviates) < by) return undefined;
  return { deviates, mean: rounded(mean) };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function isTowards(direction: Direction, move: number): boolean {
  if (direction === "either") return move !== 0;
  return direction === "up" ? move > 0 : move < 0;
}

/** Goes through the values from the first to the last: which average was over the other, and what is so now. */
function findCrossing(
  calendar: Calendar,
  { fast, slow, direction }: Crossover,
  values: readonly Valued[],
): FoundValues | undefined {
  const full = after(calendar, (values[0] as Valued).at, slow);
  let side = 0;
  let found: FoundValues | undefined;
  for (const [index, { at }] of values.entries()) {
    found = undefined;
    if (at < full) continue;
    const upTo = values.slice(0, index + 1);
    const averages = {
      fast: rounded(meanOf(inTime(calendar, upTo, fast, at))),
      slow: rounded(meanOf(inTime(calendar, upTo, slow, at))),
    };
    const now = Math.sign(averages.fast - averages.slow);
    if (now === 0) continue;
    if (side !== 0 && now !== side && isTowards(direction, now)) found = averages;
    side = now;
  }
  return found;
}

function findStreak(condition: Streak, values: readonly Valued[]): FoundValues | undefined {
  const found = streakOf(condition, values);
  return found.streak >= condition.times ? found : undefined;
}

/** How long a streak is at the last of the values, or 0. */
export function streakOf({ direction }: Streak, values: readonly Valued[]): { readonly streak: number } {
  let streak = 0;
  for (const [index, { value }] of values.entries()) {
    const before = values[index - 1];
    const goesOn =
      direction === undefined
        ? value === 1
        : before !== undefined && isTowards(direction, value - before.value);
    streak = goesOn ? streak + 1 : 0;
  }
  return { streak };
}

function rateOf(
  calendar: Calendar,
  { per }: Rate,
  earlier: readonly Valued[],
  last: Valued,
): number | undefined {
  const before = earlier.findLast(({ at }) => unitsBetween(calendar, at, last.at, per) > 0);
  if (before === undefined) return undefined;
  return rounded((last.value - before.value) / unitsBetween(calendar, before.at, last.at, per));
}

/** The time between two reports; with trading days those after the day of the first, up to that of the second. */
function unitsBetween(calendar: Calendar, from: number, to: number, per: Length): number {
  if ("ms" in per) return (to - from) / per.ms;
  let days = 0;
  for (let midnight = midnightOf(from) + day; midnight <= midnightOf(to); midnight += day) {
    if (isTradingDay(calendar, midnight)) days++;
  }
  return days / per.bd;
}
