/** Small histories by hand, and the log that comes of playing them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../src/config/config.ts";
import { requireConfig } from "../../src/files/check-files.ts";
import { type HistoryPlay, playHistory } from "../../src/history/play-history.ts";
import type { LogEntry } from "../../src/model/event.ts";
import type { HistoryReader, HistoryRecord } from "../../src/model/history.ts";
import { openStoreReader } from "../../src/store/reader.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

/** A moment in Japan, ms since 1970. */
export function at(day: string, time = "00:00"): number {
  return Date.parse(`${day}T${time}:00+09:00`);
}

export function configOf(sources: string, more = ""): Config {
  const file = join(tmpFolder(), "monitor.yaml");
  writeFileSync(file, `sources:\n${sources}\nrules: rules\nstate: state.db\n${more}`);
  return requireConfig(file, {});
}

export function marginRow(day: string, code: string, shortOutstanding = 1_000): HistoryRecord {
  const row = { code, publishedOn: day, appliedOn: day, shortOutstanding, reasons: ["dailyPublication"] };
  return { set: "market/markets/margin-alert", day, subject: code, name: day, row };
}

export function shortReport(day: string, code: string, ratio: number): HistoryRecord {
  const seller = "Example Capital";
  const row = { code, name: "Example Works", seller, ratio, calculatedOn: day, disclosedOn: day };
  return { set: "market/markets/short-sale-report", day, subject: code, name: `${seller}//${day}`, row };
}

/** The calendar of a few days: the weekdays, but for some. */
export function calendarDays(days: readonly string[], closed: readonly string[]): HistoryRecord[] {
  return days.map((day) => {
    const isOpen = ![0, 6].includes(new Date(Date.parse(day)).getUTCDay()) && !closed.includes(day);
    const row = { date: day, holidayDivision: isOpen ? "1" : "0" };
    return { set: "market/markets/calendar", day, subject: "", name: "", row };
  });
}

export interface Told {
  /** Time in Japan, such as 2026-01-20 16:30. */
  readonly at: string;
  readonly type: string;
  readonly subject: string;
}

type Options = Omit<HistoryPlay, "file" | "watchlists" | "history"> &
  Partial<Pick<HistoryPlay, "watchlists">>;

export async function playedLog(history: HistoryReader, options: Options): Promise<LogEntry[]> {
  const file = join(tmpFolder(), "played.db");
  await playHistory({ watchlists: () => ({}), ...options, history, file });
  const reader = openStoreReader(file);
  try {
    return reader.log.read(0, 100_000).map(({ seq, json }) => ({ seq, event: JSON.parse(json) }));
  } finally {
    reader.close();
  }
}

export function told(log: readonly LogEntry[]): Told[] {
  return log.map(({ event: { time, type, subject } }) => ({
    at: japanMinute(Date.parse(time)),
    type,
    subject,
  }));
}

export function japanMinute(ms: number): string {
  return new Date(ms + 9 * 3_600_000).toISOString().slice(0, 16).replace("T", " ");
}
