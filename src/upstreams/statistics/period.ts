import { isYear } from "../wire-values.ts";
import type { Frequency } from "./records.ts";

/** The form of a frequency's periods: how many digits the service writes, and what ours is. */
interface PeriodForm {
  readonly digits: RegExp;
  readonly write: (year: string, rest: string) => string;
}

const year: PeriodForm = { digits: /^(\d{4})()$/, write: (y) => y };
const half: PeriodForm = { digits: /^(\d{4})(0[12])$/, write: (y, h) => `${y}-H${Number(h)}` };
const quarter: PeriodForm = { digits: /^(\d{4})(0[1-4])$/, write: (y, q) => `${y}-Q${Number(q)}` };
const month: PeriodForm = { digits: /^(\d{4})(0[1-9]|1[0-2])$/, write: (y, m) => `${y}-${m}` };
const day: PeriodForm = {
  digits: /^(\d{4})(\d{4})$/,
  write: (y, d) => `${y}-${d.slice(0, 2)}-${d.slice(2)}`,
};

/** Forms by the first word of FREQUENCY; ANNUAL(MAR) and WEEKLY(MONDAY) are written like ANNUAL and WEEKLY. */
const forms: Readonly<Record<string, PeriodForm>> = {
  ANNUAL: year,
  SEMIANNUAL: half,
  QUARTERLY: quarter,
  MONTHLY: month,
  WEEKLY: day,
  DAILY: day,
};

/**
 * A survey date, such as 202601, as a period: 2026, 2026-H1, 2026-Q1, 2026-01 or 2026-01-05, by the series'
 * FREQUENCY. Undefined when the frequency is unknown or the date is not of its form.
 */
export function readPeriod(frequency: string, date: number | string): string | undefined {
  const form = forms[/^[A-Z]+/.exec(frequency.trim().toUpperCase())?.[0] ?? ""];
  const parts = form?.digits.exec(String(date).trim());
  if (form === undefined || !parts || !isYear(parts[1] ?? "")) return undefined;
  const period = form.write(parts[1] ?? "", parts[2] ?? "");
  return form !== day || isDay(period) ? period : undefined;
}

/** Reads a date written as YYYYMMDD, as YYYY-MM-DD; undefined if it is not a date. */
export function readCompactDay(value: unknown): string | undefined {
  return typeof value === "number" || typeof value === "string" ? readPeriod("DAILY", value) : undefined;
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  // Date.parse lets February 30 be March 2; only a day that prints as it was read exists.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The period that a day (YYYY-MM-DD) is in, as a request writes it: 2026, 202601 for a half, quarter or month. */
export function dateOfDay(day: string, frequency: Frequency): string {
  const [year = "", month = ""] = day.split("-");
  const partOf = (months: number) => String(Math.ceil(Number(month) / months)).padStart(2, "0");
  if (frequency === "CY") return year;
  if (frequency === "CH") return year + partOf(6);
  if (frequency === "Q") return year + partOf(3);
  if (frequency !== "FY" && frequency !== "FH") return year + month;
  // Fiscal years begin in April.
  const fiscalYear = String(Number(month) < 4 ? Number(year) - 1 : Number(year));
  if (frequency === "FY") return fiscalYear;
  return fiscalYear + (Number(month) >= 4 && Number(month) < 10 ? "01" : "02");
}
