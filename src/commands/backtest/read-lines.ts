/** The parts of a report that are read rather than counted: the calendar, the stocks, the mails, what cannot be known. */

import type { StockOutcome } from "../../app/backtest/loudest-stocks.ts";
import type { BacktestReport } from "../../app/backtest/report.ts";
import type { ShownMail } from "../../app/backtest/shown-mails.ts";
import { tameLine, tameLines } from "../../lib/text/tame.ts";
import { timeWords } from "../../lib/text/time-words.ts";
import { monthCalendar } from "./month-calendar.ts";

const longestLine = 300;
const longestMail = 20_000;

/** Nothing where no mail goes out on any day. */
export function calendarLines({ calendar, mails }: Pick<BacktestReport, "calendar" | "mails">): string {
  return mails === 0 ? "" : `Mails by day, a week a row\n${monthCalendar(calendar)}`;
}

export function stockCells({ code, name = "", alerts, mails }: StockOutcome): string[] {
  return [code, name, alerts.toLocaleString("en"), mails.toLocaleString("en")];
}

export function cannotKnowLines({ cannotKnow = [] }: Pick<BacktestReport, "cannotKnow">): string {
  if (cannotKnow.length === 0) return "";
  const lines = cannotKnow.map((sentence) => `- ${tameLine(sentence, longestLine)}\n`);
  return `What this cannot know\n${lines.join("")}`;
}

/** A mail whole, between lines that its own text cannot be mistaken for. */
export function mailLines({ time, recipients, title, text }: ShownMail): string {
  const head = [
    `Mail of ${timeWords(time)}`,
    `To:      ${recipients.map((address) => tameLine(address, longestLine)).join(", ")}`,
    `Subject: ${tameLine(title, longestLine)}`,
  ];
  const body = tameLines(text, longestMail)
    .split("\n")
    .map((line) => `| ${line}`.trimEnd());
  return `${[...head, ...body].join("\n")}\n`;
}
