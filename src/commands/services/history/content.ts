/**
 * `yagura history list` and `forget`: what a history has and what services do not tell; its oldest days are deleted.
 */

import { simulatedPast } from "../../../config/services.ts";
import { requireConfig } from "../../../files/check-files.ts";
import { Refused } from "../../../lib/problem.ts";
import { counted } from "../../../lib/text/counted.ts";
import { tameLine } from "../../../lib/text/tame.ts";
import { textTable, wrapped } from "../../../lib/text/terminal.ts";
import { isDay } from "../../../model/dates.ts";
import type { HistorySet } from "../../../model/history.ts";
import { openHistory, openHistoryReader } from "../../../store/history/history.ts";
import type { RefusedPieces } from "../../../store/history/pieces.ts";
import { refusing } from "../../../store/sqlite-error.ts";
import { createProgressLine, pacedWords, sizeWords, terminalOf } from "../../terminal.ts";

interface HistoryContent {
  readonly file: string;
  /** Size on the disk. */
  readonly bytes: number;
  /** Services whose records are made up. */
  readonly simulated: readonly string[];
  readonly sets: readonly HistorySet[];
  /** Pieces that services refused, by set and reason. */
  readonly refused: readonly RefusedPieces[];
}

export async function listHistory(options: { config: string; json?: boolean }): Promise<void> {
  const content = readContent(options.config, process.env);
  const text = options.json ? `${JSON.stringify(content)}\n` : contentText(content, terminalOf().columns);
  process.stdout.write(text);
}

/** Throws Refused where there is no history, or none that can be opened. */
export function readContent(
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
): HistoryContent {
  const config = requireConfig(path, environment);
  return refusing(() => {
    const history = openHistoryReader(config.history.file);
    try {
      const [sets, refused] = [history.sets(), history.refusals()];
      return {
        file: history.path,
        bytes: history.bytes(),
        simulated: simulatedPast(config, history.origins()),
        sets,
        refused,
      };
    } finally {
      history.close();
    }
  });
}

const longestReason = 300;

/**
 * The content for a person.
 * @param columns cells of the terminal; undefined: lines are whole
 */
export function contentText(content: HistoryContent, columns?: number): string {
  const { file, bytes, simulated, sets, refused } = content;
  const blocks = [
    `${file}, ${sizeWords(bytes)}\n`,
    simulated.length > 0 ? `SIMULATED: ${simulated.join(", ")}\n` : "",
    sets.length === 0 ? "There are no records in it yet.\n" : textTable(setRows(sets), columns),
    refused.length === 0 ? "" : `Not provided by the services\n${refused.map(refusedLine(columns)).join("")}`,
  ];
  return blocks.filter((block) => block !== "").join("\n");
}

function setRows(sets: readonly HistorySet[]): string[][] {
  const rows = sets.map(({ set, from, to, records }) => [set, from, to, records.toLocaleString("en")]);
  return [["set", "first day", "last day", "records"], ...rows];
}

function refusedLine(columns: number | undefined) {
  return ({ set, from, to, pieces, reason }: RefusedPieces): string => {
    const days = from === to ? from : `${from} to ${to}`;
    const count = pieces === 1 ? "" : `, ${pieces} pieces`;
    const line = `${set}, ${days}${count}: ${tameLine(reason, longestReason)}`;
    return `${wrapped(line, columns, "    ").join("\n")}\n`;
  };
}

// `yagura history forget`: deletes the oldest days of a history, which it keeps until a person asks for this.

interface Options {
  readonly config: string;
  readonly before: string;
  readonly json?: boolean;
}

interface Forgotten {
  readonly file: string;
  /** Records that are gone. */
  readonly records: number;
  readonly bytesBefore: number;
  readonly bytes: number;
}

export async function forgetHistory({ json, ...options }: Options): Promise<void> {
  const line = createProgressLine();
  const tell = json ? () => {} : pacedWords(line, "records");
  const forgotten = forgetDays(options, process.env, tell);
  line.clear();
  const { records, bytesBefore, bytes } = forgotten;
  const size = `${sizeWords(bytesBefore)} before, ${sizeWords(bytes)} now`;
  const words = `${counted(records, "record")} before ${options.before} forgotten; ${size}\n`;
  process.stdout.write(json ? `${JSON.stringify(forgotten)}\n` : words);
}

/** Throws Refused for a wrong day, and where there is no history, or one that is being fetched. */
export function forgetDays(
  { config: path, before }: Pick<Options, "config" | "before">,
  environment: Readonly<Record<string, string | undefined>>,
  tell: (gone: number, all: number) => void,
): Forgotten {
  const { file } = requireConfig(path, environment).history;
  if (!isDay(before)) throw new Refused(`--before takes a day YYYY-MM-DD, not "${before.slice(0, 60)}"`);
  return refusing(() => {
    // One that is not there is not made.
    const reader = openHistoryReader(file);
    const bytesBefore = reader.bytes();
    reader.close();
    const history = openHistory(file);
    try {
      const records = history.forget(before, tell);
      return { file: history.path, records, bytesBefore, bytes: history.bytes() };
    } finally {
      history.close();
    }
  });
}
