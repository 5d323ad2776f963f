/** The parts of a report that are read rather than counted: the calendar, the stocks, the mails, what cannot be known. */

import type { ShownMail, StockOutcome } from "../../backtest/loudest-stocks.ts";
import type { BacktestReport } from "../../backtest/report.ts";
import { dayMs } from "../../lib/clock.ts";
import { timeWords } from "../../lib/text/counted.ts";
import { tameLine, tameLines } from "../../lib/text/tame.ts";
import { cellsIn } from "../../lib/text/terminal.ts";
import { addDays } from "../../model/dates.ts";
import type { Language } from "../../model/language.ts";
import { translated } from "../terminal.ts";
import { backtestWords } from "./backtest-words.ts";

const longestLine = 300;
const longestMail = 20_000;

/** Nothing where no mail goes out on any day. */
export function calendarLines(
  { calendar, mails }: Pick<BacktestReport, "calendar" | "mails">,
  language: Language,
): string {
  return mails === 0 ? "" : `${backtestWords[language].calendar}\n${monthCalendar(calendar, language)}`;
}

export function stockCells({ code, name = "", alerts, mails }: StockOutcome): string[] {
  return [code, name, alerts.toLocaleString("en"), mails.toLocaleString("en")];
}

export function cannotKnowLines(
  { cannotKnow = [] }: Pick<BacktestReport, "cannotKnow">,
  language: Language,
): string {
  if (cannotKnow.length === 0) return "";
  const lines = cannotKnow.map((sentence) => `- ${tameLine(translated(sentence, language), longestLine)}\n`);
  return `${backtestWords[language].cannotKnow}\n${lines.join("")}`;
}

/** A mail whole, between lines that its own text cannot be mistaken for. */
export function mailLines({ time, recipients, title, text }: ShownMail, language: Language): string {
  const words = backtestWords[language];
  const head = [
    words.mailOf(timeWords(time)),
    words.to(recipients.map((address) => tameLine(address, longestLine)).join(", ")),
    words.subject(tameLine(title, longestLine)),
  ];
  const body = tameLines(text, longestMail)
    .split("\n")
    .map((line) => `| ${line}`.trimEnd());
  return `${[...head, ...body].join("\n")}\n`;
}

// A calendar of numbers a day: months one below the other, a week a row.

/** @param byDay numbers of days in a row, YYYY-MM-DD, oldest first */
export function monthCalendar(byDay: Readonly<Record<string, number>>, language: Language = "en"): string {
  const words = backtestWords[language];
  const days = Object.keys(byDay);
  const months = [...new Set(days.map((day) => day.slice(0, 7)))];
  const width = Math.max(4, ...Object.values(byDay).map((number) => String(number).length + 1));
  const cell = (text: string) => " ".repeat(Math.max(0, width - cellsIn(text))) + text;
  const head = `${" ".repeat(10)}${words.weekdays.map(cell).join("")}\n`;
  return months
    .map((month) => {
      const own = days.filter((day) => day.startsWith(month));
      const total = own.reduce((sum, day) => sum + (byDay[day] ?? 0), 0);
      const weeks = [...new Set(own.map(mondayOf))];
      const rows = weeks.map((monday) => {
        const cells = words.weekdays.map((_, at) => {
          const day = addDays(monday, at);
          const number = day.startsWith(month) ? byDay[day] : undefined;
          return cell(wordOf(number));
        });
        return `${monday}${cells.join("")}`.trimEnd();
      });
      return `${words.month(month, total)}\n${head}${rows.join("\n")}\n`;
    })
    .join("");
}

/** A day that is not counted is empty. */
function wordOf(number: number | undefined): string {
  if (number === undefined) return "";
  return number === 0 ? "." : String(number);
}

function mondayOf(day: string): string {
  const sinceMonday = (new Date(Date.parse(day)).getUTCDay() + 6) % 7;
  return new Date(Date.parse(day) - sinceMonday * dayMs).toISOString().slice(0, 10);
}
