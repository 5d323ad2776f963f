/**
 * A question about one stock's year beside ten million rows: eight years of a market of 4,400 stocks with daily bars,
 * 500 short reports and 128 margin rows a day, written the newest day first, in calls of 500, as a fetch does. The floor
 * is the same rows read by primary key from a file that holds them alone. Once from files that were just opened, once
 * after the system was asked to forget what it keeps of them.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { addDays, isWeekday } from "../../../src/model/dates.ts";
import type { HistoryRecord } from "../../../src/model/history.ts";
import { openHistory, openHistoryReader } from "../../../src/store/history/history.ts";

const stocks = 4_400;
const shorts = 500;
const margins = 128;
const days = Number(process.env.DAYS ?? 2_000);
const callOf = 500;
const rounds = 40;

const say = (line: string) => void process.stdout.write(`${line}\n`);
const codeOf = (at: number) => String(1_300 + (at % stocks));

const figures = (at: number) => {
  const close = 500 + (at % 4_000);
  return { open: close - 3, high: close + 12.5, low: close - 11, close, volume: 120_300 + at };
};

function bar(day: string, at: number): HistoryRecord {
  const code = codeOf(at);
  const { open, high, low, close, volume } = figures(at);
  const adjusted = { adjustedOpen: open, adjustedHigh: high, adjustedLow: low, adjustedClose: close };
  const limits = { upperLimitReached: false, lowerLimitReached: false };
  const row = { ...{ date: day, code }, ...figures(at), turnover: close * volume, ...limits };
  const whole = { ...row, adjustmentFactor: 1, ...adjusted, adjustedVolume: volume };
  return { set: "market/equities/bars/daily", day, subject: code, name: "", row: whole };
}

function short(day: string, at: number, number: number): HistoryRecord {
  const [code, seller] = [codeOf(at * 37), `Example Capital Management ${number % 90} LLP`];
  const row = { disclosedOn: day, calculatedOn: addDays(day, -2), code, seller, address: "1 Example Street" };
  const sizes = { ratio: 0.5 + (at % 300) / 100, shares: 1_000 * at, units: 10 * at, notes: "" };
  return {
    ...{ set: "market/markets/short-sale-report", day, subject: code, name: `${seller}//${number}` },
    row: { ...row, ...sizes, previousDate: addDays(day, -9), previousRatio: 0.5 },
  };
}

function margin(day: string, at: number): HistoryRecord {
  const code = codeOf(at * 31);
  const outstanding = { shortOutstanding: 90_100 + at, shortChange: -300, shortRatio: 1.25 };
  const long = { longOutstanding: 250_700 + at, longChange: 900, longRatio: 3.5, shortLongRatio: 0.36 };
  const row = { publishedOn: day, appliedOn: addDays(day, -1), code, ...outstanding, ...long };
  const why = { regulation: "001", reasons: ["dailyPublication"] };
  return {
    ...{ set: "market/markets/margin-alert", day, subject: code, name: "" },
    row: { ...row, ...why },
  };
}

function recordsOf(day: string, number: number): HistoryRecord[] {
  return [
    ...Array.from({ length: stocks }, (_, at) => bar(day, at)),
    ...Array.from({ length: shorts }, (_, at) => short(day, at + number * shorts, at)),
    ...Array.from({ length: margins }, (_, at) => margin(day, at + number * margins)),
  ];
}

const folder = mkdtempSync(join(tmpdir(), "yagura-bench-"));
const [path, alone] = [join(folder, "history.db"), join(folder, "alone.db")];
const tradingDays = Array.from({ length: days * 2 }, (_, at) => addDays("2026-11-20", -at))
  .filter(isWeekday)
  .slice(0, days);

function fill(): void {
  const history = openHistory(path);
  const took: number[] = [];
  let cpu = 0;
  for (const [number, day] of tradingDays.entries()) {
    const records = recordsOf(day, number);
    for (let at = 0; at < records.length; at += callOf) {
      const [part, start, used] = [records.slice(at, at + callOf), performance.now(), process.cpuUsage()];
      history.add(part);
      took.push(performance.now() - start);
      const { user, system } = process.cpuUsage(used);
      cpu += (user + system) / 1e6;
    }
  }
  history.close();
  took.sort((one, other) => one - other);
  const at = (share: number) => `${(took[Math.floor(took.length * share)] ?? Number.NaN).toFixed(1)} ms`;
  const seconds = took.reduce((sum, each) => sum + each, 0) / 1_000;
  say(
    `writing, ${callOf} records a call: median ${at(0.5)}, p99 ${at(0.99)}, most ${took.at(-1)?.toFixed(0)} ms, all ${seconds.toFixed(0)} s, ${cpu.toFixed(0)} s of processor time`,
  );
}

/** The rows of one stock's year alone, in a file of their own. */
function fillFloor(year: { from: string; to: string }, subject: string): number {
  const [history, own] = [openHistoryReader(path), openHistory(alone)];
  const records = history.ofSubject(subject, year);
  own.add(records);
  own.close();
  history.close();
  return records.length;
}

function readFloor(): number {
  const db = new Sqlite(alone, { readonly: true });
  const rows = db
    .prepare<[], { body: string }>(
      "SELECT set_id, day, subject, name, body FROM records ORDER BY set_id, day, subject, name",
    )
    .all();
  const values = rows.map(({ body }) => JSON.parse(body));
  db.close();
  return values.length;
}

/** Asks the system to drop what it keeps of a file. */
function dropCache(file: string): void {
  execFileSync("dd", [`if=${file}`, "iflag=nocache", "count=0", "status=none"]);
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

function measure(isCold: boolean): void {
  const year = { from: tradingDays[244] ?? tradingDays.at(-1) ?? "", to: tradingDays[0] ?? "" };
  const [own, floor, counts]: number[][] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    const subject = codeOf(round * 977);
    rmSync(alone, { force: true });
    const rows = fillFloor(year, subject);
    if (isCold) for (const file of [path, alone]) dropCache(file);
    const first = performance.now();
    const found = readFloor();
    const second = performance.now();
    const reader = openHistoryReader(path);
    const opened = performance.now();
    const records = reader.ofSubject(subject, year);
    const third = performance.now();
    reader.close();
    if (found !== rows || records.length !== rows)
      throw new Error(`${found} and ${records.length} of ${rows} rows`);
    floor?.push(second - first);
    own?.push(third - opened);
    counts?.push(rows);
  }
  const [ms, least] = [median(own ?? []), median(floor ?? [])];
  const most = Math.max(...(own ?? []));
  say(
    `${isCold ? "forgotten by the system" : "file just opened"}: ${median(counts ?? [])} rows in ${ms.toFixed(1)} ms (most ${most.toFixed(1)}), floor ${least.toFixed(1)} ms, ratio ${(ms / least).toFixed(1)}; aim 50 ms`,
  );
}

fill();
const reader = openHistoryReader(path);
const records = reader.sets().reduce((sum, set) => sum + set.records, 0);
say(
  `${records.toLocaleString("en")} rows, ${(reader.bytes() / 1e6).toFixed(0)} MB, ${(reader.bytes() / records).toFixed(1)} bytes a row`,
);
reader.close();
measure(false);
measure(true);
rmSync(folder, { recursive: true });
