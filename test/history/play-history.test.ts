import { describe, expect, test } from "vitest";
import { addDays, isWeekday } from "../../src/model/dates.ts";
import type { HistoryRecord } from "../../src/model/history.ts";
import { createMemoryHistory } from "../support/memory-history.ts";
import { at, calendarDays, configOf, marginRow, playedLog, shortReport, told } from "./played.ts";

const margin = `  margin-alerts: { schedule: "0 */10 16-20 * * *", due: "16:30" }`;
const shorts = `  short-sale-reports: { schedule: "0 5 17-21 * * *" }`;

/** Days from the first Monday of the year on. */
const days = Array.from({ length: 28 }, (_, index) => addDays("2026-01-05", index));
const holiday = "2026-01-21";
const tradingDays = days.filter((day) => isWeekday(day) && day !== holiday);
const span = { from: at("2026-01-19"), to: at("2026-01-30", "23:00") };

function historyOf(records: readonly HistoryRecord[]) {
  const history = createMemoryHistory();
  history.add([...calendarDays(days, [holiday]), ...records]);
  return history;
}

/** One issue is there all along, another one from a day on. */
function marginHistory(from: string, more: readonly HistoryRecord[] = []) {
  const always = tradingDays.map((day) => marginRow(day, "7203"));
  const later = tradingDays.filter((day) => day >= from).map((day) => marginRow(day, "6758"));
  return historyOf([...always, ...later, ...more]);
}

describe("a played past", () => {
  test("begins with a silent baseline and tells each day at the tick that would have found it", async () => {
    const log = await playedLog(marginHistory("2026-01-20"), { config: configOf(margin), span });
    expect(told(log)).toEqual([
      { at: "2026-01-05 16:30", type: "source.baselined", subject: "margin-alerts" },
      { at: "2026-01-20 16:30", type: "margin.alert.added", subject: "6758" },
    ]);
    expect(log.map(({ event }) => event.published)).toEqual([undefined, "2026-01-20"]);
  });

  test("tells by the source's own schedule, not before its service had it", async () => {
    const late = `  margin-alerts: { schedule: "0 15 9,19 * * *" }`;
    const log = await playedLog(marginHistory("2026-01-20"), { config: configOf(late), span });
    expect(told(log).at(-1)).toMatchObject({ at: "2026-01-20 19:15", subject: "6758" });
  });

  test("tells in the warm-up what came then, with times before the span", async () => {
    const log = await playedLog(marginHistory("2026-01-14"), { config: configOf(margin), span });
    const [first, second] = told(log);
    expect([first?.at, second]).toEqual([
      "2026-01-05 16:30",
      { at: "2026-01-14 16:30", type: "margin.alert.added", subject: "6758" },
    ]);
  });

  test("tells the first records of a source of which the history knows that it had none before", async () => {
    const history = historyOf([marginRow("2026-01-20", "6758")]);
    const day = { from: "2026-01-02", to: "2026-01-02" };
    history.finish({ set: "market/markets/margin-alert", scope: "", ...day, at: 0, records: 0 });
    const log = await playedLog(history, { config: configOf(margin), span });
    expect(told(log)).toEqual([
      { at: "2026-01-05 16:00", type: "source.baselined", subject: "margin-alerts" },
      { at: "2026-01-20 16:30", type: "margin.alert.added", subject: "6758" },
    ]);
  });

  test("has its baseline before the first day where the history knows what was before", async () => {
    const before = ["2025-12-24", "2025-12-25", "2025-12-26"].map((day) => marginRow(day, "7203"));
    // The source looks back ten weekdays.
    const log = await playedLog(marginHistory("2026-01-05", before), { config: configOf(margin), span });
    expect(told(log)).toEqual([
      { at: "2026-01-05 16:00", type: "source.baselined", subject: "margin-alerts" },
      { at: "2026-01-05 16:30", type: "margin.alert.added", subject: "6758" },
    ]);
  });

  test("goes through all sources in order of time, and ends with the span", async () => {
    const reports = tradingDays.map((day, index) => shortReport(day, "7203", 0.6 + index / 10));
    const config = configOf(`${margin}\n${shorts}`);
    const history = marginHistory("2026-01-20", reports);
    const log = await playedLog(history, { config, span: { ...span, to: at("2026-01-22", "17:59") } });
    expect(told(log).filter((entry) => entry.at >= "2026-01-19")).toEqual([
      { at: "2026-01-19 18:05", type: "short.report.increased", subject: "7203" },
      { at: "2026-01-20 16:30", type: "margin.alert.added", subject: "6758" },
      { at: "2026-01-20 18:05", type: "short.report.increased", subject: "7203" },
    ]);
  });

  test("is the same at every run, to the last byte", async () => {
    const reports = tradingDays.map((day, index) => shortReport(day, "7203", 0.6 + index / 10));
    const config = configOf(`${margin}\n${shorts}`);
    const once = await playedLog(marginHistory("2026-01-20", reports), { config, span });
    const again = await playedLog(marginHistory("2026-01-20", reports), { config, span });
    expect(once.length).toBeGreaterThan(10);
    expect(JSON.stringify(again)).toBe(JSON.stringify(once));
  });

  test("tells of the days that it plays, and stops when it is told to", async () => {
    const heard: (readonly [string, number, number])[] = [];
    const stopped = new AbortController();
    const play = playedLog(marginHistory("2026-01-20"), {
      config: configOf(margin),
      span,
      signal: stopped.signal,
      progress(day, done, all) {
        heard.push([day, done, all]);
        if (day === "2026-01-07") stopped.abort(new Error("enough"));
      },
    });
    await expect(play).rejects.toThrow("enough");
    expect(heard).toEqual([
      ["2026-01-05", 0, 26],
      ["2026-01-06", 1, 26],
      ["2026-01-07", 2, 26],
    ]);
  });

  test("tells nothing of what is not there, and calls nothing late", async () => {
    const log = await playedLog(historyOf([]), { config: configOf(`${margin}\n${shorts}`), span });
    expect(told(log)).toEqual([]);
  });
});
