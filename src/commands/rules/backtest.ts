/** `yagura backtest`: the alerts that a set of rules would have given on the stored log. */

import { backtestFiles } from "../../backtest/backtest-files.ts";
import type { LoneAlerts } from "../../backtest/differences.ts";
import type { BacktestReport, Daily, Outcome, RuleOutcome } from "../../backtest/report.ts";
import type { SuppressionCounts } from "../../backtest/tally.ts";
import { Refused } from "../../lib/problem.ts";
import { timeWords } from "../../lib/text/counted.ts";
import { tameLine } from "../../lib/text/tame.ts";
import { textTable } from "../../lib/text/terminal.ts";
import { callerLanguage } from "../../model/language.ts";
import { createProgress, createProgressLine, onceStopped, type Terminal, terminalOf } from "../terminal.ts";
import { type BacktestWords, backtestWords, shownNumber } from "./backtest-words.ts";
import { calendarLines, cannotKnowLines, mailLines, stockCells } from "./read-lines.ts";

interface Options {
  config: string;
  since: string;
  until?: string;
  rules?: string;
  against?: string;
  history?: boolean;
  watchlist?: string;
  rule?: string[];
  show?: string;
  json?: boolean;
}

export async function backtest({ json, show: written, ...options }: Options): Promise<void> {
  const show = written === undefined ? undefined : numberOfMails(written);
  const progress = createProgress();
  const playing = createPlayProgress();
  const stopped = new AbortController();
  // A played past is a large file in the folder for temporary ones.
  if (options.history)
    onceStopped(() => stopped.abort(new Refused("stopped: nothing of the played past is kept")));
  const report = await backtestFiles(
    { ...options, show },
    {
      environment: process.env,
      now: Date.now(),
      progress: progress.tell,
      played: playing.tell,
      signal: stopped.signal,
    },
  );
  playing.clear();
  progress.clear();
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : reportText(report, terminalOf()));
}

const mostMails = 1_000;

function numberOfMails(written: string): number {
  const mails = Number(written);
  if (/^\d+$/.test(written) && mails >= 1 && mails <= mostMails) return mails;
  throw new Refused(
    `--show takes a number of mails from 1 to ${shownNumber(mostMails)}, not "${written.slice(0, 60)}"`,
  );
}

/** Number of days between two lines on a pipe. */
const linesEvery = 50;

function createPlayProgress(stream: NodeJS.WriteStream = process.stderr) {
  const line = createProgressLine(stream);
  const every = stream.isTTY === true ? 1 : linesEvery;
  let next = every;
  return {
    tell(day: string, done: number, all: number) {
      if (done < next) return;
      next = done + every;
      line.show(backtestWords[callerLanguage(process.env)].playing(day, done, all));
    },
    clear: line.clear,
  };
}

const mostDays = 10;
const mostRules = 10;
const mostSamples = 20;
const mostSilent = 50;
const widestCell = 60;

/** The report for a person. */
export function reportText(
  report: BacktestReport,
  { columns, language = "en" }: Partial<Terminal> = {},
): string {
  const { against, simulated } = report;
  const words = backtestWords[language];
  const { heads } = words;
  const table: Table = (title, head, rows) =>
    rows.length === 0 ? "" : `${title}\n${tabled([head, ...rows], columns)}`;
  const dayTitle = report.days.length > mostDays ? words.busiestDays(mostDays) : words.days;
  const loudest = report.rules.slice(0, mostRules).map((rule) => ruleCells(rule, words));
  const blocks = [
    simulated.length > 0 ? `SIMULATED: ${simulated.join(", ")}\n` : "",
    spanLines(report, words),
    outcomeLines(report, words),
    against ? `${words.oldRules(totals(against, words))}\n` : "",
    cannotKnowLines(report, language),
    table(dayTitle, heads.days, dayCells(report)),
    mailTable(report, table, words),
    table(words.mailsByHour, heads.hours, hourCells(report)),
    table(words.decisions, heads.decisions, noticeCells(report, words)),
    calendarLines(report, language),
    table(words.loudestStocks, heads.stocks, report.stocks.map(stockCells)),
    table(words.loudestRules, heads.rules, loudest),
    silentLines(report.silent, words),
    report.limits.map(({ rule, limit }) => `${words.limit(rule, limit)}\n`).join(""),
    ...(against ? [loneLines("come", against.come, columns, words)] : []),
    ...(against ? [loneLines("go", against.go, columns, words)] : []),
    ...(against
      ? [against.renamed.map(({ from, to, alerts }) => `${words.renamed(from, to, alerts)}\n`).join("")]
      : []),
    ...(report.shown ?? []).map((mail) => mailLines(mail, language)),
  ];
  return blocks.filter((block) => block !== "").join("\n");
}

function spanLines(
  { span, events, warmUp, watchlist, only: rules, cannotKnow }: BacktestReport,
  words: BacktestWords,
): string {
  const { from, to, keptFrom } = span;
  const isPlayed = cannotKnow !== undefined;
  const log = isPlayed ? words.log.played : words.log.kept;
  const kept =
    keptFrom === undefined
      ? words.empty(log)
      : keptFrom > from
        ? words.begins(log, isPlayed, timeWords(keptFrom))
        : words.warmUp(warmUp, timeWords(keptFrom));
  const lines = [
    words.events(events, timeWords(from), timeWords(to)),
    kept,
    ...(watchlist === undefined ? [] : [words.onlyList(watchlist)]),
    ...(rules === undefined ? [] : [words.onlyRules(rules)]),
  ];
  return `${lines.join("\n")}\n`;
}

function outcomeLines(report: BacktestReport, words: BacktestWords): string {
  const { mean, most, busiest } = report.alertsADay;
  const busy = busiest === undefined ? "" : words.busiest(most, busiest);
  return `${totals(report, words)}\n${words.mean(mean, busy)}\n`;
}

function totals({ alerts, resolved, mails, heldBack }: Outcome, words: BacktestWords): string {
  return words.totals(alerts, resolved, mails, reasonWords(heldBack, words));
}

function dayCells({ days }: BacktestReport): string[][] {
  const busiest = days
    .toSorted((a, b) => b.alerts - a.alerts || b.events - a.events)
    .slice(0, mostDays)
    .sort((a, b) => (a.day < b.day ? -1 : 1));
  return busiest.map(({ day, events, alerts, mails }) => [
    day,
    shownNumber(events),
    shownNumber(alerts),
    shownNumber(mails),
  ]);
}

/** Mails a day, beside those of the old rules where there are some. */
function mailTable(
  { mailsADay, against }: BacktestReport,
  table: Table,
  { heads, ...words }: BacktestWords,
): string {
  const rows = mailsADay.map(({ address, mails, ...daily }) => [
    address,
    shownNumber(mails),
    ...dailyCells(daily),
  ]);
  if (against === undefined) return table(words.mailsADay, heads.mails, rows);
  const before = new Map(against.mailsADay.map(({ address, ...daily }) => [address, daily]));
  const gone = [...before.keys()].filter((address) => !mailsADay.some((each) => each.address === address));
  const all = [...rows, ...gone.map((address) => [address, "0", "0", "0", ""])];
  const beside = all.map(([address = "", ...cells]) => {
    const { mails = 0, mean = 0, most = 0 } = before.get(address) ?? {};
    return [address, ...cells, shownNumber(mails), shownNumber(mean), shownNumber(most)];
  });
  return table(words.mailsADayBeside, [...heads.mails, ...heads.oldMails], beside);
}

function dailyCells({ mean, most, busiest = "" }: Daily): string[] {
  return [shownNumber(mean), shownNumber(most), busiest];
}

/** Such as "08: 3, 17: 12". */
function hourCells({ mailsByHour }: BacktestReport): string[][] {
  return Object.entries(mailsByHour).map(([address, hours]) => {
    const words = Object.entries(hours).map(
      ([hour, mails]) => `${hour.padStart(2, "0")}: ${shownNumber(mails)}`,
    );
    return [address, words.join(", ")];
  });
}

/** Such as "first 12, changed 3, silenced 7". */
function noticeCells({ notices }: BacktestReport, words: BacktestWords): string[][] {
  return Object.entries(notices).map(([receiver, reasons]) => [receiver, reasonWords(reasons, words)]);
}

function ruleCells({ rule, alerts, mails, heldBack }: RuleOutcome, words: BacktestWords): string[] {
  return [rule, shownNumber(alerts), shownNumber(mails), reasonWords(heldBack, words)];
}

function silentLines(silent: readonly string[], words: BacktestWords): string {
  if (silent.length === 0) return "";
  const named = words.listed(silent.slice(0, mostSilent));
  return `${words.silent(named, silent.length - mostSilent)}\n`;
}

function loneLines(
  verb: "come" | "go",
  { count, byRule, alerts }: LoneAlerts,
  columns: number | undefined,
  words: BacktestWords,
): string {
  const head = `${words.lone(verb, count)}\n`;
  if (count === 0) return head;
  const rules = Object.entries(byRule)
    .slice(0, mostRules)
    .map(([rule, times]) => `  ${rule} ${shownNumber(times)}\n`);
  const more = Object.keys(byRule).length - rules.length;
  const others = more > 0 ? `  ${words.otherRules(more)}\n` : "";
  const samples = alerts
    .slice(0, mostSamples)
    .map(({ time, rule, key, title: says }) => [timeWords(time), rule, key, says]);
  const left = count > samples.length ? `${words.more(count - samples.length)}\n` : "";
  return `${head}${rules.join("")}${others}${tabled([words.heads.lone, ...samples], columns)}${left}`;
}

function reasonWords(
  counts: SuppressionCounts | BacktestReport["notices"][string],
  words: BacktestWords,
): string {
  const reasons = Object.entries(counts) as [Parameters<BacktestWords["reason"]>[0], number][];
  return words.listed(reasons.map(([reason, times]) => `${words.reason(reason)} ${shownNumber(times)}`));
}

type Table = (title: string, head: string[], rows: readonly (readonly string[])[]) => string;

/** Makes a table in which strangers' text cannot control the terminal. */
function tabled(rows: readonly (readonly string[])[], columns: number | undefined): string {
  return textTable(
    rows.map((row) => row.map((cell) => tameLine(cell, widestCell))),
    columns,
  );
}
