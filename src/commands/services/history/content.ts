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
import { callerLanguage, type Language } from "../../../model/language.ts";
import { openHistory, openHistoryReader } from "../../../store/history/history.ts";
import type { RefusedPieces } from "../../../store/history/pieces.ts";
import { refusing } from "../../../store/sqlite-error.ts";
import {
  createProgressLine,
  pacedWords,
  sizeWords,
  type Terminal,
  terminalOf,
  translated,
} from "../../terminal.ts";

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
  const text = options.json ? `${JSON.stringify(content)}\n` : contentText(content, terminalOf());
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

const en = {
  noRecords: "There are no records in it yet.",
  notProvided: "Not provided by the services",
  heads: ["set", "first day", "last day", "records"],
  days: (from: string, to: string) => `${from} to ${to}`,
  refused: (set: string, days: string, pieces: number, reason: string) =>
    `${set}, ${days}${pieces === 1 ? "" : `, ${pieces} pieces`}: ${reason}`,
  forgotten: (records: number, before: string, size: string, sizeNow: string) =>
    `${counted(records, "record")} before ${before} forgotten; ${size} before, ${sizeNow} now`,
};

const ja: typeof en = {
  noRecords: "レコードはまだありません。",
  notProvided: "サービスが提供しないもの",
  heads: ["データの種類", "最初の日", "最後の日", "レコード"],
  days: (from, to) => `${from}〜${to}`,
  refused: (set, days, pieces, reason) => `${set}、${days}${pieces === 1 ? "" : `、${pieces}件`}：${reason}`,
  forgotten: (records, before, size, sizeNow) =>
    `${before} より前のレコード${records.toLocaleString("en")}件を削除しました（${size} から ${sizeNow} へ）`,
};

const words: Readonly<Record<Language, typeof en>> = { en, ja };

/** The content for a person. */
export function contentText(
  content: HistoryContent,
  { columns, language = "en" }: Partial<Terminal> = {},
): string {
  const { file, bytes, simulated, sets, refused } = content;
  const own = words[language];
  const rows = sets.map(({ set, from, to, records }) => [set, from, to, records.toLocaleString("en")]);
  const lacking = refused.flatMap(({ set, from, to, pieces, reason }) => {
    const days = from === to ? from : own.days(from, to);
    const said = tameLine(translated(reason, language), longestReason);
    return wrapped(own.refused(set, days, pieces, said), columns, "    ");
  });
  const blocks = [
    `${file}, ${sizeWords(bytes)}\n`,
    simulated.length > 0 ? `SIMULATED: ${simulated.join(", ")}\n` : "",
    sets.length === 0 ? `${own.noRecords}\n` : textTable([own.heads, ...rows], columns),
    lacking.length === 0 ? "" : [own.notProvided, ...lacking, ""].join("\n"),
  ];
  return blocks.filter((block) => block !== "").join("\n");
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
  const { forgotten: done } = words[callerLanguage(process.env)];
  const said = done(records, options.before, sizeWords(bytesBefore), sizeWords(bytes));
  process.stdout.write(`${json ? JSON.stringify(forgotten) : said}\n`);
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
