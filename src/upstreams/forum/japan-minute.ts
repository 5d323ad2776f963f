import { isYear } from "../wire-values.ts";

/** Year/month/day hour:minute, with or without padding. */
const minuteForm = /^(\d{4})\/(\d{1,2})\/(\d{1,2})\s+(\d{1,2}):(\d{2})$/;

/** "2026/1/5 9:05" in Japan as "2026-01-05T09:05:00+09:00"; undefined for another form or an impossible moment. */
export function readJapanMinute(value: unknown): string | undefined {
  const parts = typeof value === "string" ? minuteForm.exec(value.trim()) : null;
  if (parts === null) return undefined;
  const [year = "", month = "", day = "", hour = "", minute = ""] = parts.slice(1);
  const local = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}T${hour.padStart(2, "0")}:${minute}:00`;
  const time = Date.parse(`${local}Z`);
  // Date.parse lets February 30 be March 2; only a moment that prints as it was read exists.
  const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(local);
  return exists && isYear(year) ? `${local}+09:00` : undefined;
}
