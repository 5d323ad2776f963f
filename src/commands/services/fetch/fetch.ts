/** `yagura fetch`: any documented call of the three services, as a table, NDJSON or CSV. */
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { loadConfig } from "../../../config/load-config.ts";
import { callsIn } from "../../../config/services.ts";
import { requireConfig } from "../../../files/check-files.ts";
import { csvRow } from "../../../lib/csv.ts";
import { Failure } from "../../../lib/failure.ts";
import { Refused } from "../../../lib/problem.ts";
import { cellWords } from "../../../lib/rows/row-writer.ts";
import { tameLine } from "../../../lib/text/tame.ts";
import { textTable } from "../../../lib/text/terminal.ts";
import { callerLanguage, type Language } from "../../../model/language.ts";
import { serviceCalls } from "../../../model/messages/polls.ts";
import { type CallRegistry, callRegistry } from "../../../upstreams/market/calls.ts";
import { createProgressLine, onceStopped, terminalOf, translated } from "../../terminal.ts";
import type { FetchedRow } from "./call.ts";
import { fetchCallsOf, fetchFiles, fetchRecords, parseFetch } from "./fetch-records.ts";
import { inferredCall } from "./infer.ts";

interface Options {
  config: string;
  format?: string;
  since?: string;
  list?: boolean;
  infer?: boolean;
  json?: boolean;
  names: boolean;
  /** Folder for files. */
  output?: string;
}

const longestMessage = 1_000;

export async function fetch(words: readonly string[], options: Options): Promise<void> {
  if (options.list) return list(declaredFor(options.config), options.json === true);
  if (options.infer) return infer(words, options.config);
  const config = requireConfig(options.config, process.env);
  const parsed = parseFetch(words, options.since, options.names, fetchCallsOf(callsIn(config)));
  const { call } = parsed;
  const columns = call.columnsFor?.(parsed.options) ?? call.columns;
  const writer = createFetchWriter(formatOf(options), columns, terminalOf().columns);
  const line = createProgressLine();
  const reader = {
    page(rows: readonly FetchedRow[]) {
      line.clear();
      return print(writer.page(rows));
    },
    aside(text: string) {
      line.clear();
      process.stderr.write(`${text}\n`);
    },
    progress: line.show,
  };
  const stopped = new AbortController();
  onceStopped(() => stopped.abort());
  try {
    const place = { config, signal: stopped.signal };
    if (options.output === undefined) await fetchRecords(parsed, place, reader);
    else {
      mkdirSync(options.output, { recursive: true });
      const stored = await fetchFiles(parsed, options.output, place, reader);
      line.clear();
      for (const path of stored) process.stdout.write(`${path}\n`);
      return;
    }
  } catch (error) {
    line.clear();
    tellFailure(error);
  }
  line.clear();
  await print(writer.end());
}

/** Waits where the reader is slower than the service. */
async function print(text: string): Promise<void> {
  if (text !== "" && !process.stdout.write(text)) await once(process.stdout, "drain");
}

function formatOf({ format, json }: Options): FetchFormat {
  if (format === undefined) return json || !process.stdout.isTTY ? "ndjson" : "table";
  const known = fetchFormats.find((each) => each === format);
  if (known === undefined) throw new Refused(`--format takes ${fetchFormats.join(", ")}, not "${format}"`);
  return known;
}

/** Calls of the market service. Settings that do not load declare none: what is built in is listed all the same. */
function declaredFor(path: string): CallRegistry {
  const loaded = loadConfig(path, process.env);
  return loaded.ok ? callsIn(loaded.config) : callRegistry();
}

async function infer(words: readonly string[], path: string): Promise<void> {
  const stopped = new AbortController();
  onceStopped(() => stopped.abort());
  try {
    const aside = (line: string) => void process.stderr.write(`${line}\n`);
    await print(await inferredCall(words, path, process.env, aside, stopped.signal));
  } catch (error) {
    tellFailure(error);
  }
}

/** Throws what is no Failure. */
function tellFailure(error: unknown): void {
  if (!(error instanceof Failure)) throw error;
  process.stderr.write(
    `yagura: ${tameLine(translated(error.message, callerLanguage(process.env)), longestMessage)}\n`,
  );
  process.exitCode = 1;
}

const heads: Readonly<Record<Language, string[]>> = {
  en: ["service", "call", "plan", "options (* needed)", ""],
  ja: ["サービス", "API", "プラン", "オプション（* は必須）", ""],
};

async function list(calls: CallRegistry, json: boolean): Promise<void> {
  const rows = fetchCallsOf(calls).map(({ service, call, parameters, plan, addOn = null, about }) => ({
    service,
    call,
    parameters: parameters.map(({ name }) => name),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    plan,
    addOn,
    about,
  }));
  if (json) return print(`${JSON.stringify(rows)}\n`);
  const { columns, language } = terminalOf();
  const japanese = new Map(serviceCalls);
  const shown = rows.map(({ parameters, required, ...row }) => [
    row.service,
    row.call,
    [row.plan, row.addOn].filter((one) => one !== null).join(" + "),
    parameters.map((name) => `--${name}${required.includes(name) ? "*" : ""}`).join(" "),
    language === "ja" ? (japanese.get(row.about) ?? row.about) : row.about,
  ]);
  await print(textTable([heads[language], ...shown], columns));
}

export const fetchFormats = ["table", "ndjson", "csv"] as const;
export type FetchFormat = (typeof fetchFormats)[number];

/** Writes rows as a program or a person reads them. */
export interface FetchWriter {
  /** Takes a page and gives what to print now. */
  page(rows: readonly FetchedRow[]): string;
  /** Prints the rest. */
  end(): string;
}

/**
 * @param columns every column that a row may have; NDJSON needs none
 * @param cells how wide a table may be; undefined: as wide as it is
 */
export function createFetchWriter(
  format: FetchFormat,
  columns: readonly string[],
  cells?: number,
): FetchWriter {
  if (format === "table") return createTable(columns, cells);
  let headed = format !== "csv";
  return {
    page(rows) {
      const lines = rows.map((row) =>
        format === "csv" ? csvRow(columns.map((name) => cellWords(row[name]))) : `${JSON.stringify(row)}\n`,
      );
      if (!headed) lines.unshift(csvRow(columns));
      headed = true;
      return lines.join("");
    },
    end: () => (headed ? "" : csvRow(columns)),
  };
}

const widestCell = 40;
/** Rows of one table: a longer one begins anew below, since a whole catalogue would fill the memory. */
const longestTable = 5_000;

/** Columns that no row fills are left out, so the rows of a table are kept until its end. */
function createTable(columns: readonly string[], cells: number | undefined): FetchWriter {
  let kept: string[][] = [];
  let isFirst = true;
  const table = () => {
    const rows = kept;
    kept = [];
    const used = columns.map((_, at) => at).filter((at) => rows.some((row) => row[at] !== ""));
    const text = textTable(
      [columns, ...rows].map((row) => used.map((at) => row[at] ?? "")),
      cells,
    );
    const between = isFirst ? "" : "\n";
    isFirst = false;
    return between + text;
  };
  return {
    page(rows) {
      let text = "";
      for (const row of rows) {
        // Only where another row follows is a full table over: the last one is printed at the end.
        if (kept.length === longestTable) text += table();
        kept.push(columns.map((name) => tameLine(cellWords(row[name]), widestCell)));
      }
      return text;
    },
    end: () => (isFirst || kept.length > 0 ? table() : ""),
  };
}
