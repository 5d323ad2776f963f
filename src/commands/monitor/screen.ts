/**
 * A terminal with lines that go up, and below them a few that are drawn anew: the status never gets into the log. The
 * lines of the log are written as a person reads them.
 */
import { japanTime } from "../../lib/clock.ts";
import { tameLine } from "../../lib/text/tame.ts";
import { cellsIn, cutToCells } from "../../lib/text/terminal.ts";
import type { Worded } from "../../model/language.ts";
import { severity as severityWords } from "../../model/news-words.ts";
import { type Terminal, translated } from "../terminal.ts";

interface ScreenStream {
  readonly columns?: number;
  write(text: string): unknown;
}

/** A line of the status: its text, and the way to paint it once it is cut. */
export interface StatusLine {
  readonly text: string;
  paint?(text: string): string;
}

interface Screen {
  /** Writes a line above the status, without its line end. */
  line(text: string): void;
  /** Draws these lines in the place of those before; none: there is no status any more. */
  status(lines: readonly StatusLine[]): void;
}

/** A terminal that does not say how wide it is. */
const usualColumns = 80;
const clearBelow = "\x1b[J";

/** @param stream a terminal that moves its cursor; what else is written to it goes through `line` */
export function createScreen(stream: ScreenStream): Screen {
  let shown: readonly StatusLine[] = [];
  /** Cells of each line that stands there, for a terminal that is made narrower breaks them. */
  let cells: readonly number[] = [];
  const columns = (): number => Math.max(2, stream.columns || usualColumns);
  const erasing = (): string => {
    const rows = cells.reduce((sum, each) => sum + Math.max(1, Math.ceil(each / columns())), 0);
    return rows === 0 ? "" : `\r\x1b[${rows}A${clearBelow}`;
  };
  const drawing = (): string => {
    const fitted = shown.map(({ text, paint }) => ({ text: cutToCells(text, columns() - 1), paint }));
    cells = fitted.map(({ text }) => cellsIn(text));
    return fitted.map(({ text, paint = (plain) => plain }) => `${paint(text)}\n`).join("");
  };
  return {
    // One write each: nothing of another program comes in between.
    line(text) {
      const erased = erasing();
      stream.write(`${erased}${text}\n${drawing()}`);
    },
    status(lines) {
      const erased = erasing();
      shown = lines;
      stream.write(`${erased}${drawing()}`);
    },
  };
}

// A line of the log as a person reads it: the time in Japan, what happened, and the facts that go with it.

const longest = 2_000;
const longestFact = 300;
/** Facts that a person has otherwise: in the place of a message, or above the log. */
const leftOut = ["level", "time", "msg", "SIMULATED", "file", "line", "column"];

const levels: Readonly<Record<string, Worded & { style?: "red" | "yellow" | "dim" }>> = {
  trace: { en: "trace", ja: "詳細", style: "dim" },
  debug: { en: "debug", ja: "詳細", style: "dim" },
  info: { en: "     ", ja: "    " },
  warn: { en: "warn ", ja: "注意", style: "yellow" },
  error: { en: "ERROR", ja: "異常", style: "red" },
  fatal: { en: "FATAL", ja: "停止", style: "red" },
};

/** Severities of an alert, which have the place of a level. */
const severities: Readonly<Record<string, "red" | "yellow" | "bold">> = {
  critical: "red",
  warning: "yellow",
  info: "bold",
};

const placeWords = {
  en: (severity: string, alert: number, rule: string) => `${severity}, alert ${alert} of ${rule}`,
  ja: (severity: string, alert: number, rule: string) =>
    `${(severityWords.values as Readonly<Record<string, Worded>>)[severity]?.ja ?? severity}、アラート #${alert}（${rule}）`,
};

/** @param json a line of the log; one that is no entry stays as it is, without control characters */
export function readableLine(
  json: string,
  { paint, language }: Pick<Terminal, "paint" | "language">,
): string {
  const entry = entryOf(json);
  if (entry === undefined) return tameLine(json, longest);
  const { level, time, msg } = entry;
  const clock = typeof time === "string" ? japanTime(Date.parse(time)).slice(11) : "";
  const message = tameLine(translated(String(msg ?? ""), language), longest);
  if (typeof entry.alert === "number" && typeof entry.severity === "string") {
    const title = paint(severities[entry.severity] ?? "bold", message);
    const place = placeWords[language](entry.severity, entry.alert, String(entry.rule));
    return `${paint("dim", clock)}  ${title}  ${paint("dim", tameLine(place, longestFact))}`;
  }
  const { [language]: word = tameLine(String(level), 5), style } = levels[String(level)] ?? {};
  const facts = Object.entries(entry)
    .filter(([name, value]) => !leftOut.includes(name) && value !== undefined)
    .map(([name, value]) => `${name}=${factWords(value)}`);
  const head = style === undefined ? `${word} ${message}` : paint(style, `${word} ${message}`);
  const lines = [paint("dim", clock), head, ...(facts.length > 0 ? [paint("dim", facts.join("  "))] : [])];
  return lines.join("  ");
}

function entryOf(json: string): Record<string, unknown> | undefined {
  try {
    const entry: unknown = JSON.parse(json);
    return typeof entry === "object" && entry !== null ? (entry as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** A list or a map has its parts with commas; what is deeper stays JSON. */
function factWords(value: unknown): string {
  if (typeof value === "string") return tameLine(value, longestFact);
  if (Array.isArray(value) && value.every((one) => typeof one !== "object"))
    return tameLine(value.join(","), longestFact);
  if (
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((one) => typeof one !== "object")
  )
    return tameLine(
      Object.entries(value)
        .map(([name, one]) => `${name}:${String(one)}`)
        .join(","),
      longestFact,
    );
  return tameLine(JSON.stringify(value) ?? "", longestFact);
}
