/** The minutes of a day's trading: bars that together are the day's, and none for a minute in which nobody traded. */
import { createDice } from "../dice.ts";
import type { Bar, Bars } from "./bars.ts";
import type { Company } from "./companies.ts";

export interface MinuteBar {
  /** Minutes since midnight in Japan. */
  readonly minute: number;
  /** Yen. */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Shares, and yen. */
  readonly volume: number;
  readonly value: number;
}

export interface Minutes {
  /** How many minutes of a day have a bar; cheap, unlike the bars. */
  count(company: Company, day: number): number;
  bars(company: Company, day: number): readonly MinuteBar[];
}

const lot = 100;
const [opensAt, breaksAt, goesOnAt] = [9 * 60, 11 * 60 + 30, 12 * 60 + 30];
/** Trading ends at half past three. */
const inAll = 330;
/** Lots that a minute with trades has at least, on average. */
const lotsAMinute = 2;

export function createMinutes(seed: number, days: Bars): Minutes {
  const dice = createDice(seed, "minutes");
  const countOf = (bar: Bar) => Math.max(1, Math.min(inAll - 20, Math.floor(bar.volume / lot / lotsAMinute)));
  return {
    count(company, day) {
      const bar = days.on(company, day);
      return bar ? countOf(bar) : 0;
    },
    bars(company, day) {
      const bar = days.on(company, day);
      if (!bar) return [];
      const count = countOf(bar);
      const roll = (place: number, purpose: number) => dice(company.index * 4 + purpose, day, place);
      // One minute of each stretch, so that no two bars have the same.
      const from = (place: number) => Math.floor((place * inAll) / count);
      const minutes = Array.from(
        { length: count },
        (_, place) => from(place) + Math.floor(roll(place, 0) * (from(place + 1) - from(place))),
      );
      const volumes = sharedOut(bar.volume / lot, count, (place) => 0.2 + roll(place, 1));
      const peak = Math.floor(roll(count, 2) * count);
      const trough = Math.floor(roll(count, 3) * count);
      return priced(bar, { minutes, volumes, peak, trough });
    },
  };
}

/** Shares lots out to places, at least one to each. */
function sharedOut(lots: number, count: number, weight: (place: number) => number): number[] {
  const weights = Array.from({ length: count }, (_, place) => weight(place));
  const sum = weights.reduce((total, one) => total + one, 0);
  let [weighed, given] = [0, 0];
  return weights.map((one, place) => {
    weighed += one;
    const upTo = place === count - 1 ? lots : place + 1 + Math.floor((lots - count) * (weighed / sum));
    const own = upTo - given;
    given = upTo;
    return own;
  });
}

interface Course {
  /** Minutes of trading, from 0 on. */
  readonly minutes: readonly number[];
  /** Lots of each. */
  readonly volumes: readonly number[];
  /** Places of the day's high and low. */
  readonly peak: number;
  readonly trough: number;
}

function priced(bar: Bar, { minutes, volumes, peak, trough }: Course): MinuteBar[] {
  let [last, spent] = [bar.open, 0];
  return minutes.map((minute, place) => {
    const isLast = place === minutes.length - 1;
    const drift = bar.open + ((bar.close - bar.open) * (place + 1)) / minutes.length;
    const open = last;
    const close = isLast ? bar.close : Math.round(drift);
    const high = place === peak ? bar.high : Math.max(open, close);
    const low = place === trough ? bar.low : Math.min(open, close);
    const volume = (volumes[place] ?? 1) * lot;
    const value = isLast ? bar.value - spent : Math.round((bar.value * volume) / bar.volume);
    spent += value;
    last = close;
    const since = minute + opensAt;
    return {
      minute: since < breaksAt ? since : since - breaksAt + goesOnAt,
      open,
      high,
      low,
      close,
      volume,
      value,
    };
  });
}
