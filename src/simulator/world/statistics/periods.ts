/** The periods that series have values for. Each is a number that grows by one from period to period. */
import { dateNumber, isoDate, type WorldCalendar } from "../trading-calendar.ts";

export const seriesFrequencies = ["CY", "FY", "CH", "FH", "Q", "M", "W", "D"] as const;
export type SeriesFrequency = (typeof seriesFrequencies)[number];

export interface Periods {
  /** The period that a date lies in; for D the business day on or after it. */
  at(frequency: SeriesFrequency, date: string): number;
  /** Label as the service writes it: YYYY, YYYYHH, YYYYQQ, YYYYMM or YYYYMMDD. */
  label(frequency: SeriesFrequency, period: number): number;
  /** Number of the first business day after the period's end. */
  dayAfter(frequency: SeriesFrequency, period: number): number;
}

/** Months in a period, and the month (0 to 11) in which its year begins. */
const months: Readonly<Record<Exclude<SeriesFrequency, "W" | "D">, { size: number; shift: number }>> = {
  CY: { size: 12, shift: 0 },
  FY: { size: 12, shift: 3 },
  CH: { size: 6, shift: 0 },
  FH: { size: 6, shift: 3 },
  Q: { size: 3, shift: 0 },
  M: { size: 1, shift: 0 },
};

const friday = 1; // 1970-01-02

export function createPeriods(calendar: WorldCalendar): Periods {
  // Every daily series asks for the same days, each time it is read.
  const dayLabels = new Map<number, number>();
  const dayLabel = (day: number): number => {
    const known = dayLabels.get(day);
    if (known !== undefined) return known;
    const label = Number(calendar.dateOf(day).replaceAll("-", ""));
    dayLabels.set(day, label);
    return label;
  };
  return {
    at(frequency, date) {
      if (frequency === "D") return calendar.dayFrom(date);
      const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
      if (frequency === "W") return Math.ceil((dateNumber(year, month, day) - friday) / 7);
      const { size, shift } = months[frequency];
      return Math.floor((year * 12 + month - 1 - shift) / size);
    },
    label(frequency, period) {
      if (frequency === "D") return dayLabel(period);
      if (frequency === "W") return Number(isoDate(period * 7 + friday).replaceAll("-", ""));
      const perYear = 12 / months[frequency].size;
      const year = Math.floor(period / perYear);
      return perYear === 1 ? year : year * 100 + (period - year * perYear) + 1;
    },
    dayAfter(frequency, period) {
      if (frequency === "D") return period + 1;
      if (frequency === "W") return calendar.dayFrom(isoDate(period * 7 + friday + 1));
      const { size, shift } = months[frequency];
      const month = (period + 1) * size + shift;
      return calendar.dayFrom(isoDate(dateNumber(Math.floor(month / 12), (month % 12) + 1, 1)));
    },
  };
}

/** Whether a period lies within bounds that a request gave in the form of the frequency (months for W and D). */
export function isInBounds(frequency: SeriesFrequency, label: number, start?: number, end?: number): boolean {
  const bound = frequency === "D" || frequency === "W" ? Math.floor(label / 100) : label;
  return (start === undefined || bound >= start) && (end === undefined || bound <= end);
}
