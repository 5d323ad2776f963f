/** `yagura backtest`: the alerts that a set of rules would have given on the stored log. */

import { backtestFiles } from "../../backtest/backtest-files.ts";
import type { LoneAlerts, Renamed } from "../../backtest/differences.ts";
import type { BacktestReport, Daily, Outcome, RuleOutcome } from "../../backtest/report.ts";
import type { SuppressionCounts } from "../../backtest/tally.ts";
import { Refused } from "../../lib/problem.ts";
import { counted, timeWords } from "../../lib/text/counted.ts";
import { tameLine } from "../../lib/text/tame.ts";
import { textTable } from "../../lib/text/terminal.ts";
import { plainNumber } from "../../model/numbers.ts";
import { memoryLimits } from "../../model/rule.ts";
import { createProgress, createProgressLine, onceStopped, terminalOf } from "../terminal.ts";
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
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : reportText(report, terminalOf().columns));
}

const mostMails = 1_000;

function numberOfMails(written: string): number {
  const mails = Number(written);
  if (/^\d+$/.test(written) && mails >= 1 && mails <= mostMails) return mails;
  throw new Refused(
    `--show takes a number of mails from 1 to ${shown(mostMails)}, not "${written.slice(0, 60)}"`,
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
      line.show(`${day}, day ${shown(done)} of ${shown(all)} of the past`);
    },
    clear: line.clear,
  };
}

const mostDays = 10;
const mostRules = 10;
const mostSamples = 20;
const mostSilent = 50;
const widestCell = 60;

/** The report for a person. @@ @param columns cells of the terminal; undefined: tables are as wide as they are */
export function reportText(report: BacktestReport, columns?: number): string {
  const { against, simulated } = report;
  const table: Table = (title, head, rows) =>
    rows.length === 0 ? "" : `${title}\n${tabled([head, ...rows], columns)}`;
  const blocks = [
    simulated.length > 0 ? `SIMULATED: ${simulated.join(", ")}\n` : "",
    spanLines(report),
    outcomeLines(report),
    against ? `The old rules: ${totals(against)}.\n` : "",
    cannotKnowLines(report),
    table(dayTitle(report), ["day", "events", "alerts", "mails"], dayCells(report)),
    mailTable(report, table),
    table("Mails by the hour of the day in Japan", ["address", "hours"], hourCells(report)),
    table("Decisions about notifications", ["receiver", "decisions"], noticeCells(report)),
    calendarLines(report),
    table("Loudest stocks", ["stock", "name", "alerts", "mails"], report.stocks.map(stockCells)),
    table(
      "Loudest rules",
      ["rule", "alerts", "mails", "held back"],
      report.rules.slice(0, mostRules).map(ruleCells),
    ),
    silentLines(report.silent),
    limitLines(report.limits),
    ...(against ? [loneLines("come", "new", against.come, columns)] : []),
    ...(against ? [loneLines("go", "old", against.go, columns)] : []),
    ...(against ? [renamedLines(against.renamed)] : []),
    ...(report.shown ?? []).map(mailLines),
  ];
  return blocks.filter((block) => block !== "").join("\n");
}

function spanLines({ span, events, warmUp, watchlist, only: rules, cannotKnow }: BacktestReport): string {
  const { from, to, keptFrom } = span;
  const isPlayed = cannotKnow !== undefined;
  const log = isPlayed ? "played past" : "log";
  const only =
    watchlist === undefined
      ? ""
      : `Only alerts about the stocks of the watchlist ${watchlist} are counted.\n`;
  const named =
    rules === undefined
      ? ""
      : `Only alerts of the ${rules.length === 1 ? "rule" : "rules"} ${rules.join(", ")} are counted.\n`;
  const kept =
    keptFrom === undefined
      ? `The ${log} is empty.\n`
      : keptFrom > from
        ? `The ${log} ${isPlayed ? "begins" : "is kept"} from ${timeWords(keptFrom)} on: before that there is nothing to judge.\n`
        : `${counted(warmUp, "event")} before that were judged as well and not counted, from ${timeWords(keptFrom)} on.\n`;
  return `${counted(events, "event")} from ${timeWords(from)} to ${timeWords(to)}\n${kept}${only}${named}`;
}

function outcomeLines(report: BacktestReport): string {
  const { mean, most, busiest } = report.alertsADay;
  const busy = busiest === undefined ? "" : `, ${shown(most)} on the busiest, ${busiest}`;
  return `${totals(report)}\n${shown(mean)} ${mean === 1 ? "alert" : "alerts"} a day${busy}\n`;
}

function totals({ alerts, resolved, mails, heldBack }: Outcome): string {
  const held = heldWords(heldBack);
  const others = [`${shown(resolved)} resolved`, counted(mails, "mail"), `held back: ${held || "none"}`];
  return `${counted(alerts, "alert")}, ${others.join(", ")}`;
}

function dayTitle({ days }: BacktestReport): string {
  return days.length > mostDays ? `The ${mostDays} busiest days` : "Days";
}

function dayCells({ days }: BacktestReport): string[][] {
  const busiest = days
    .toSorted((a, b) => b.alerts - a.alerts || b.events - a.events)
    .slice(0, mostDays)
    .sort((a, b) => (a.day < b.day ? -1 : 1));
  return busiest.map(({ day, events, alerts, mails }) => [day, shown(events), shown(alerts), shown(mails)]);
}

/** Mails a day, beside those of the old rules where there are some. */
function mailTable({ mailsADay, against }: BacktestReport, table: Table): string {
  const head = ["address", "mails", "mean", "most", "on"];
  const rows = mailsADay.map(({ address, mails, ...daily }) => [address, shown(mails), ...dailyCells(daily)]);
  if (against === undefined) return table("Mails a day", head, rows);
  const before = new Map(against.mailsADay.map(({ address, ...daily }) => [address, daily]));
  const gone = [...before.keys()].filter((address) => !mailsADay.some((each) => each.address === address));
  const all = [...rows, ...gone.map((address) => [address, "0", "0", "0", ""])];
  const beside = all.map(([address = "", ...cells]) => {
    const { mails = 0, mean = 0, most = 0 } = before.get(address) ?? {};
    return [address, ...cells, shown(mails), shown(mean), shown(most)];
  });
  return table("Mails a day, and by the old rules", [...head, "old mails", "old mean", "old most"], beside);
}

function dailyCells({ mean, most, busiest = "" }: Daily): string[] {
  return [shown(mean), shown(most), busiest];
}

/** Such as "08: 3, 17: 12". */
function hourCells({ mailsByHour }: BacktestReport): string[][] {
  return Object.entries(mailsByHour).map(([address, hours]) => {
    const words = Object.entries(hours).map(([hour, mails]) => `${hour.padStart(2, "0")}: ${shown(mails)}`);
    return [address, words.join(", ")];
  });
}

/** Such as "first 12, changed 3, silenced 7". */
function noticeCells({ notices }: BacktestReport): string[][] {
  return Object.entries(notices).map(([receiver, reasons]) => {
    const words = Object.entries(reasons).map(([reason, times]) => `${reason} ${shown(times)}`);
    return [receiver, words.join(", ")];
  });
}

function ruleCells({ rule, alerts, mails, heldBack }: RuleOutcome): string[] {
  return [rule, shown(alerts), shown(mails), heldWords(heldBack)];
}

function silentLines(silent: readonly string[]): string {
  if (silent.length === 0) return "";
  const more = silent.length > mostSilent ? ` and ${silent.length - mostSilent} more` : "";
  return `Never fired: ${silent.slice(0, mostSilent).join(", ")}${more}\n`;
}

function renamedLines(renamed: readonly Renamed[]): string {
  return renamed
    .map(({ from, to, alerts }) => {
      const what = alerts === 1 ? "the one alert" : `the ${shown(alerts)} alerts`;
      return `${to} gives ${what} that ${from} gave: on this log they differ by name alone\n`;
    })
    .join("");
}

function limitLines(limits: Outcome["limits"]): string {
  const lines = limits.map(({ rule, limit }) => {
    if (limit === "standing")
      return `${rule} had more current items than the limit: rules saw none of them\n`;
    const what = limit === "keys" ? "combinations of its `by`" : "events of one combination of its `by`";
    return `${rule} remembers ${shown(memoryLimits[limit])} ${what}, and forgot the oldest for each new one\n`;
  });
  return lines.join("");
}

function loneLines(
  verb: "come" | "go",
  side: string,
  { count, byRule, alerts }: LoneAlerts,
  columns: number | undefined,
): string {
  const one = verb === "go" ? "goes" : "comes";
  const what =
    count === 1 ? `${one}: only the ${side} rules give it` : `${verb}: only the ${side} rules give them`;
  const head = `${counted(count, "alert")} ${what}\n`;
  if (count === 0) return head;
  const rules = Object.entries(byRule)
    .slice(0, mostRules)
    .map(([rule, times]) => `  ${rule} ${shown(times)}\n`);
  const more = Object.keys(byRule).length - rules.length;
  const others = more > 0 ? `  and ${counted(more, "other rule")}\n` : "";
  const samples = alerts
    .slice(0, mostSamples)
    .map(({ time, rule, key, title: says }) => [timeWords(time), rule, key, says]);
  const left = count > samples.length ? `and ${shown(count - samples.length)} more\n` : "";
  return `${head}${rules.join("")}${others}${tabled([["time", "rule", "key", "title"], ...samples], columns)}${left}`;
}

function heldWords(counts: SuppressionCounts): string {
  return Object.entries(counts)
    .map(([reason, times]) => `${reason} ${shown(times)}`)
    .join(", ");
}

type Table = (title: string, head: string[], rows: readonly (readonly string[])[]) => string;

/** Makes a table in which strangers' text cannot control the terminal. */
function tabled(rows: readonly (readonly string[])[], columns: number | undefined): string {
  return textTable(
    rows.map((row) => row.map((cell) => tameLine(cell, widestCell))),
    columns,
  );
}

function shown(number: number): string {
  return Number.isInteger(number) ? number.toLocaleString("en") : plainNumber(number);
}
