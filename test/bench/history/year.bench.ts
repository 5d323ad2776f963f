/**
 * A year of a whole market through `yagura backtest --history` as it ships: 125,000 reports of short positions, 32,000
 * margin rows, a million prices and 500 daily series, played through the sources and judged by the shipped rules; beside
 * reading the same rows and writing as many entries to a store. DAYS makes the year shorter.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, bench } from "vitest";
import { addDays } from "../../../src/model/dates.ts";
import { type LogEntry, numbered } from "../../../src/model/event.ts";
import { openHistory, openHistoryReader } from "../../../src/store/history/history.ts";
import { openStore } from "../../../src/store/store.ts";
import { buildProgram, runProgram } from "../backtest/run-program.ts";
import { tradingDaysFrom, writeMarketYear } from "./market-year.ts";
import { writeSeriesYear } from "./series-year.ts";

const days = Number(process.env.DAYS ?? 250);
const warmUp = 10;
const market = { stocks: 4_000, shortReportsADay: 500, marginRowsADay: 128 };
const series = 500;
const rounds = 2;
const once = { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 };
const root = join(import.meta.dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "yagura-bench-"));
const config = join(folder, "monitor.yaml");
const path = join(folder, "history.db");
const tradingDays = tradingDaysFrom("2025-01-06", days + warmUp);
const first = tradingDays[warmUp] ?? "";
const last = tradingDays.at(-1) ?? "";
const lines: string[] = [];

beforeAll(() => {
  buildProgram();
  writeFileSync(
    config,
    `upstreams:
  market: { url: "http://127.0.0.1:9/v2", apiKey: none }
  forum: { url: "http://127.0.0.1:9" }
  statistics: { url: "http://127.0.0.1:9" }
watchlists: { mine: ["1300", "1301"] }
sources:
  margin-alerts: { schedule: "0 */10 16-20 * * *", due: "16:30" }
  short-sale-reports: { schedule: "0 */10 17-21 * * *", due: "17:30" }
  statistics-updates: { schedule: "0 */5 8-10 * * *", due: "08:50", watch: [{ db: FM01 }] }
  bars: { from: market/equities/bars/daily, schedule: "0 */10 16-20 * * *" }
rules: ${join(root, "rules")}
state: state.db
email: { recipients: { desk: [a@example.com] } }
`,
  );
  const history = openHistory(path);
  writeMarketYear(history, { days: tradingDays, ...market });
  writeSeriesYear(history, tradingDays, series);
  history.close();
}, 1_200_000);

afterAll(() => {
  rmSync(folder, { recursive: true });
  process.stdout.write(`${lines.join("\n")}\n`);
});

/** The floor: processor time of reading each row once and of writing as many entries, in seconds. */
function readAndWrite(entries: number): number {
  const start = process.cpuUsage();
  const history = openHistoryReader(path);
  let rows = 0;
  for (const { set, from, to } of history.sets())
    for (let day = from; day <= to; day = addDays(day, 1))
      rows += history.between(set, { from: day, to: day }).length;
  history.close();
  const file = join(folder, "floor.db");
  const store = openStore(file, { now: () => 0, epoch: () => "floor" });
  for (let seq = 1; seq <= entries; ) {
    const some: LogEntry[] = [];
    for (; some.length < 1_000 && seq <= entries; seq += 1) some.push(entryAt(seq));
    store.commit({ entries: some, cooldowns: [], mails: [] });
  }
  store.close();
  for (const ending of ["", "-wal", "-shm", ".told", ".lock"]) rmSync(file + ending, { force: true });
  const { user, system } = process.cpuUsage(start);
  if (rows === 0) throw new Error("no rows");
  return (user + system) / 1e6;
}

function entryAt(seq: number): LogEntry {
  const prices = {
    open: seq,
    high: seq + 10,
    low: seq - 10,
    close: seq + 1,
    volume: 100 * seq,
    turnoverValue: seq * seq,
  };
  const now = { date: first, code: "1300", name: "Example Works 1300", ...prices, adjustmentFactor: 1 };
  const draft = {
    type: "market.equities-bars-daily.added",
    source: "/sources/bars",
    subject: "1300",
  } as const;
  const place = { epoch: "floor", seq, time: "2025-01-06T07:30:00.000Z" };
  return numbered({ ...draft, published: first, occurred: first, data: { now } }, place);
}

bench(
  "a year of the market, played and judged",
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { report, seconds, cpuSeconds, peakMb } = await runProgram([
        ...["--config", config, "--history", "--since", first, "--until", last],
      ]);
      if (report.events < days * (market.stocks + series)) throw new Error(`${report.events} events`);
      const floor = readAndWrite(report.events + report.warmUp);
      lines.push(
        `${days} days: ${seconds.toFixed(1)} s, cpu ${cpuSeconds.toFixed(1)} s, ` +
          `ratio ${(cpuSeconds / floor).toFixed(2)} to reading the rows and writing the entries (cpu ${floor.toFixed(1)} s), ` +
          `at most ${peakMb.toFixed(0)} MB; ${report.events} events, ${report.alerts} alerts, ${report.mails} mails`,
      );
    }
  },
  once,
);
