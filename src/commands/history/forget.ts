/** `yagura history forget`: deletes the oldest days of a history, which it keeps until a person asks for this. */

import { requireConfig } from "../../app/files/check-files.ts";
import { Refused, refusing } from "../../app/refused.ts";
import { counted } from "../../lib/text/counted.ts";
import { isDay } from "../../model/dates.ts";
import { openHistory, openHistoryReader } from "../../store/history/history.ts";
import { sizeWords } from "../size-words.ts";
import { createProgressLine, pacedWords } from "../terminal.ts";

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

export async function forget({ json, ...options }: Options): Promise<void> {
  const line = createProgressLine();
  const tell = json ? () => {} : pacedWords(line, "records");
  const forgotten = forgetDays(options, process.env, tell);
  line.clear();
  const { records, bytesBefore, bytes } = forgotten;
  const size = `${sizeWords(bytesBefore)} before, ${sizeWords(bytes)} now`;
  const told = `${counted(records, "record")} before ${options.before} forgotten; ${size}\n`;
  process.stdout.write(json ? `${JSON.stringify(forgotten)}\n` : told);
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
