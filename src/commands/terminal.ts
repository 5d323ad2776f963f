/**
 * What commands write: answers and refusals, to a terminal with its width and colours or to a program; the progress of
 * long work, and sizes in words.
 */
import { styleText } from "node:util";
import { type Problem, problemLines, type Refused } from "../lib/problem.ts";
import { callerLanguage, type Language, type Worded } from "../model/language.ts";
import { answerInJapanese } from "../model/messages/in-japanese.ts";

type Style = "red" | "green" | "yellow" | "bold" | "dim";

export interface Terminal {
  /** Cells of a line; undefined where nobody looks at it: lines are whole then. */
  readonly columns: number | undefined;
  /** That of the caller. */
  readonly language: Language;
  paint(style: Style, text: string): string;
}

type Stream = Partial<Pick<NodeJS.WriteStream, "isTTY" | "columns">> & { hasColors?: () => boolean };

/** A stream says itself whether it has colours: NO_COLOR and dumb terminals have none. */
export function terminalOf(stream: Stream = process.stdout): Terminal {
  const isTerminal = stream.isTTY === true;
  const hasColours = isTerminal && stream.hasColors?.() === true;
  return {
    columns: isTerminal && stream.columns ? stream.columns : undefined,
    language: callerLanguage(process.env),
    paint: (style, text) => (hasColours ? styleText(style, text, { validateStream: false }) : text),
  };
}

/** Calls when a person or whoever started the program asks it to stop. */
export function onceStopped(call: () => void): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, call);
}

/** Prints an answer: as one line of JSON for a program, else in lines for a person. */
export function printAnswer(
  answer: unknown,
  json: boolean | undefined,
  linesFor: (terminal: Terminal) => readonly string[],
): void {
  const lines = json ? [JSON.stringify(answer)] : linesFor(terminalOf());
  process.stdout.write(lines.map((line) => `${line}\n`).join(""));
}

// What a person reads of a call that was refused, in the caller's language. What has no translation stays as it is.

/** Lines for a person: the message, then every mistake with its line of the file. */
export function refusalLines(
  { message, problems }: Refused,
  language: Language = callerLanguage(process.env),
): string[] {
  const mistakes = problems.flatMap((one) => mistakeLines(one, language));
  return [`yagura: ${translated(message, language)}`, ...mistakes];
}

/** Lines about a call that cannot be meant. */
export function callErrorText(text: string, language: Language): string {
  return text
    .split("\n")
    .map((line) => translated(line, language))
    .join("\n");
}

/** A mistake for a person. */
export function mistakeLines(problem: Problem, language: Language = callerLanguage(process.env)): string[] {
  if (language === "en") return problemLines(problem);
  const { severity, suggestion, ...rest } = problem;
  const message = `${severity === undefined ? "" : "警告："}${translated(problem.message, language)}`;
  return problemLines({
    ...rest,
    message,
    ...(suggestion !== undefined && { suggestion: translated(suggestion, language) }),
  });
}

/** What the program said in English, for a reader. */
export function translated(message: string, language: Language): string {
  return language === "en" ? message : answerInJapanese(message);
}

type ProgressStream = Pick<NodeJS.WriteStream, "write"> & { isTTY?: boolean; columns?: number };

/** Progress of long work on stderr: one line that changes on a terminal, lines on a pipe. */
interface ProgressLine {
  show(text: string): void;
  /** Takes the line off a terminal, so that other lines can be written. */
  clear(): void;
}

/** A terminal that does not say how wide it is. */
const usualColumns = 80;

export function createProgressLine(stream: ProgressStream = process.stderr): ProgressLine {
  if (stream.isTTY !== true)
    return { show: (text) => void stream.write(`${text}\n`), clear: () => undefined };
  let isShown = false;
  return {
    show(text) {
      isShown = true;
      // A line that wraps could not be taken away again.
      stream.write(`\r\x1b[K${text.slice(0, (stream.columns ?? usualColumns) - 1)}`);
    },
    clear() {
      if (isShown) stream.write("\r\x1b[K");
      isShown = false;
    },
  };
}

/** Between two looks of a person, and between two lines of a record that a person reads later. */
const shownEveryMs = { terminal: 500, pipe: 10_000 };

/** What is counted while a work goes on. */
const unitWords = {
  entries: { en: "entries", ja: "件" },
  pages: { en: "pages", ja: "ページ" },
  records: { en: "records", ja: "件" },
} as const satisfies Record<string, Worded>;

/** Such as "1,200 of 34,000 entries". */
function doneWords(done: number, all: number, unit: keyof typeof unitWords): string {
  const language = callerLanguage(process.env);
  const [some, whole] = [done.toLocaleString("en"), all.toLocaleString("en")];
  const counted = unitWords[unit][language];
  return language === "en" ? `${some} of ${whole} ${counted}` : `${whole}${counted}中${some}${counted}`;
}

/** Shows now and then how far a work is: a short one is not worth a line. */
export function pacedWords(
  line: ProgressLine,
  unit: keyof typeof unitWords,
): (done: number, all: number) => void {
  const everyMs = process.stderr.isTTY ? shownEveryMs.terminal : shownEveryMs.pipe;
  let shownAt = performance.now();
  return (done, all) => {
    if (performance.now() - shownAt < everyMs) return;
    shownAt = performance.now();
    line.show(doneWords(done, all, unit));
  };
}

/** Progress of work on the log. */
interface Progress {
  /** Both in entries of the log. */
  tell(read: number, all: number): void;
  /** Takes the line off a terminal. */
  clear(): void;
}

/** Number of entries between two lines on a pipe. */
const lineEvery = 100_000;
/** On a terminal so often: a short log is not worth a line. */
const showEvery = 5_000;

export function createProgress(stream: ProgressStream = process.stderr): Progress {
  const line = createProgressLine(stream);
  const every = stream.isTTY === true ? showEvery : lineEvery;
  let shown = 0;
  return {
    tell(read, all) {
      const step = Math.floor(read / every);
      if (step === shown) return;
      shown = step;
      line.show(`${doneWords(read, all, "entries")}, ${Math.floor((100 * read) / Math.max(1, all))} %`);
    },
    clear: line.clear,
  };
}

// A size on the disk, in the largest unit of which it has one.

export function sizeWords(bytes: number): string {
  const [unit, size] = units.find(([, each]) => bytes >= each) ?? ["bytes", 1];
  return `${(bytes / size).toFixed(bytes >= 10 * size || size === 1 ? 0 : 1)} ${unit}`;
}

const units: readonly (readonly [unit: string, bytes: number])[] = [
  ["GB", 1e9],
  ["MB", 1e6],
  ["kB", 1e3],
];
