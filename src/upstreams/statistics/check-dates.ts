import type { Frequency } from "./records.ts";
import { StatisticsQueryError } from "./statistics-error.ts";

const years = { first: 1850, last: 2050 };

/** Number of parts of a year that a date may name after its year; undefined: the year alone. */
const partsOfYear: Record<Frequency, number | undefined> = {
  CY: undefined,
  FY: undefined,
  CH: 2,
  FH: 2,
  Q: 4,
  M: 12,
  W: 12,
  D: 12,
};

/** @param frequency undefined where the call does not name it: any form will do, the same for both dates */
export function checkDates(
  frequency: Frequency | undefined,
  start: string | undefined,
  end: string | undefined,
): void {
  if (start !== undefined) checkDate(frequency, start, "startDate");
  if (end !== undefined) checkDate(frequency, end, "endDate");
  if (start === undefined || end === undefined) return;
  if (start.length !== end.length)
    throw new StatisticsQueryError("endDate", "M181016E", "both dates take one form");
  if (start > end) throw new StatisticsQueryError("startDate", "M181011E");
}

function checkDate(frequency: Frequency | undefined, date: string, parameter: "startDate" | "endDate"): void {
  const [invalid, ofOther] =
    parameter === "startDate" ? (["M181008E", "M181015E"] as const) : (["M181009E", "M181016E"] as const);
  const [, year, part] = /^(\d{4})(\d\d)?$/.exec(date) ?? [];
  if (year === undefined) throw new StatisticsQueryError(parameter, /^\d/.test(date) ? invalid : "M181010E");
  if (Number(year) < years.first || Number(year) > years.last)
    throw new StatisticsQueryError(parameter, "M181010E");
  if (part !== undefined && (Number(part) < 1 || Number(part) > 12))
    throw new StatisticsQueryError(parameter, invalid);
  if (frequency === undefined) return;
  const parts = partsOfYear[frequency];
  if ((parts === undefined) !== (part === undefined) || Number(part ?? 1) > (parts ?? 1))
    throw new StatisticsQueryError(parameter, ofOther, `${frequency} takes ${formOf(frequency)}`);
}

/** Describes how a date of a frequency is written. */
function formOf(frequency: Frequency): string {
  const parts = partsOfYear[frequency];
  return parts === undefined ? "YYYY" : `YYYY and 01 to ${String(parts).padStart(2, "0")}`;
}
