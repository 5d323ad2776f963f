/** `yagura export`: the log, the alerts and the services' own past as files of data. */
import { once } from "node:events";
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import type { Config } from "../../config/config.ts";
import { creditOf, creditsOf, upstreamNames } from "../../config/services.ts";
import { requireConfig } from "../../files/check-files.ts";
import { allEventTypes } from "../../files/event-types.ts";
import { type Asked, type Exported, exportHistory } from "../../history/export-history.ts";
import { Refused } from "../../lib/problem.ts";
import { createCsvWriter, createNdjsonWriter, type RowWriter, type Sink } from "../../lib/rows/row-writer.ts";
import { counted } from "../../lib/text/counted.ts";
import { matchesType } from "../../model/event-types.ts";
import { callerLanguage, type Language, type Worded } from "../../model/language.ts";
import { askedSpan } from "../../settings/span.ts";
import { openHistoryReader } from "../../store/history/history.ts";
import { openStoreReader } from "../../store/reader.ts";
import { refusing } from "../../store/sqlite-error.ts";
import { keptCalendar } from "../monitor-calls.ts";
import { createProgressLine } from "../terminal.ts";
import { exportAlerts, exportEvents } from "./log-tables.ts";

interface Options {
  readonly config: string;
  readonly format?: string;
  readonly output?: string;
  readonly force?: boolean;
  readonly since?: string;
  readonly until?: string;
  /** Comma-separated, as are `types`, `rules` and `sets`. */
  readonly subject?: string;
  readonly spreadsheet?: boolean;
}

const formats = ["ndjson", "csv", "parquet"] as const;
type Format = (typeof formats)[number];

export async function writeEventRows(options: Options & { readonly types?: string }): Promise<void> {
  const config = requireConfig(options.config, process.env);
  const { known } = allEventTypes(config);
  const types = listOf(options.types);
  const none = types?.find((pattern) => ![...known.keys()].some((type) => matchesType(pattern, type)));
  if (none !== undefined) throw new Refused(`no type of events is meant by "${none}"`);
  const asked = { ...askedOf(options, config), types };
  const told =
    types &&
    [...known].flatMap(([type, { sources = [] }]) =>
      types.some((pattern) => matchesType(pattern, type)) ? sources : [],
    );
  await written(options, () => exportEvents(openStoreReader(config.state), asked, known));
  sayCredits(creditsOf(config, told));
}

export async function writeAlertRows(options: Options & { readonly rules?: string }): Promise<void> {
  const config = requireConfig(options.config, process.env);
  const asked = { ...askedOf(options, config), rules: listOf(options.rules) };
  await written(options, () => exportAlerts(openStoreReader(config.state), asked));
}

export async function writeHistoryRows(options: Options & { readonly sets?: string }): Promise<void> {
  const config = requireConfig(options.config, process.env);
  const asked = { ...askedOf(options, config), sets: listOf(options.sets) };
  let sets: readonly string[] = [];
  await written(options, (format) => {
    const history = openHistoryReader(config.history.file);
    sets = asked.sets ?? history.sets().map(({ set }) => set);
    return exportHistory(history, asked, format !== "ndjson");
  });
  const services = upstreamNames.filter((name) => sets.some((set) => set.startsWith(`${name}/`)));
  sayCredits(services.flatMap((service) => creditOf(config, service) ?? []));
}

/** On stderr: the rows stay rows, and whoever publishes them knows what to say. */
function sayCredits(credits: readonly Worded[]): void {
  for (const credit of credits) process.stderr.write(`${credit[callerLanguage(process.env)]}\n`);
}

function askedOf({ since, until, subject }: Options, config: Config): Asked {
  const now = Date.now();
  const span = askedSpan({ since: since ?? "1970-01-02", until }, now, keptCalendar(config));
  return { ...span, from: since === undefined ? 0 : span.from, subjects: listOf(subject) };
}

function listOf(text: string | undefined): string[] | undefined {
  return text
    ?.split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

async function written(options: Options, open: (format: Format) => Exported): Promise<void> {
  const format = formatOf(options);
  if (format === "parquet" && options.output === undefined && process.stdout.isTTY)
    throw new Refused("a Parquet file is nothing for a terminal: --output FILE");
  const exported = refusing(() => open(format));
  try {
    const output = openOutput(options.output, options.force);
    const line = createProgressLine();
    const language = callerLanguage(process.env);
    try {
      const rows = await writtenRows(
        exported,
        await writerOf(format, exported, output.sink, options),
        (count) => {
          if (options.output !== undefined && process.stderr.isTTY) line.show(words[language].rows(count));
        },
      );
      output.finish();
      line.clear();
      tellOutcome(options.output, rows, exported.damaged());
    } catch (error) {
      output.drop();
      throw error;
    }
  } finally {
    exported.close();
  }
}

async function writtenRows(
  exported: Exported,
  writer: RowWriter,
  tell: (rows: number) => void,
): Promise<number> {
  let rows = 0;
  for (const batch of exported.batches()) {
    await writer.write(batch);
    rows += batch.length;
    tell(rows);
  }
  await writer.end();
  return rows;
}

const en = {
  rows: (rows: number) => counted(rows, "row"),
  written: (output: string, rows: number) => `${output}: ${counted(rows, "row")}`,
  damaged: (damaged: number) =>
    `${counted(damaged, "entry is", "entries are")} damaged and left out; see \`yagura verify\``,
};

const ja: typeof en = {
  rows: (rows) => `${rows.toLocaleString("en")}行`,
  written: (output, rows) => `${output}：${rows.toLocaleString("en")}行を書き出しました`,
  damaged: (damaged) =>
    `損傷した${damaged.toLocaleString("en")}件を除きました。\`yagura verify\` で確認してください`,
};

const words: Readonly<Record<Language, typeof en>> = { en, ja };

function tellOutcome(output: string | undefined, rows: number, damaged: number): void {
  const own = words[callerLanguage(process.env)];
  if (output !== undefined) process.stdout.write(`${own.written(output, rows)}\n`);
  if (damaged > 0) process.stderr.write(`${own.damaged(damaged)}\n`);
}

function formatOf({ format, output }: Options): Format {
  const named = format ?? formats.find((each) => output?.endsWith(`.${each}`)) ?? "ndjson";
  const known = formats.find((each) => each === named);
  if (known === undefined) throw new Refused(`--format takes ${formats.join(", ")}, not "${named}"`);
  return known;
}

async function writerOf(
  format: Format,
  { columns }: Exported,
  sink: Sink,
  { spreadsheet }: Options,
): Promise<RowWriter> {
  if (format === "ndjson") return createNdjsonWriter(sink);
  if (format === "csv") return createCsvWriter(columns, sink, spreadsheet);
  // Loaded for this format alone.
  const { createParquetWriter } = await import("../../lib/rows/parquet-writer.ts");
  return createParquetWriter(columns, sink);
}

// Where an export goes: a file that has its name only once it is whole, or stdout.

interface Output {
  readonly sink: Sink;
  /** All was written. */
  finish(): void;
  /** It was not: nothing is left. */
  drop(): void;
}

/** Throws Refused where the file cannot be written, or is there and `force` does not replace it. */
function openOutput(file: string | undefined, force = false): Output {
  return file === undefined ? standard : fileOutput(resolve(file), force);
}

const standard: Output = {
  async sink(bytes) {
    if (!process.stdout.write(bytes)) await once(process.stdout, "drain");
  },
  finish() {},
  drop() {},
};

function fileOutput(path: string, force: boolean): Output {
  if (!force && existsSync(path)) throw new Refused(`${path}: it is there already; --force replaces it`);
  const part = `${path}.part`;
  const opened = tried(path, () => openSync(part, "w"));
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(opened);
    isOpen = false;
  };
  return {
    async sink(bytes) {
      const all = Buffer.from(bytes);
      tried(path, () => {
        for (let at = 0; at < all.length; ) at += writeSync(opened, all, at);
      });
    },
    finish() {
      tried(path, () => {
        fsyncSync(opened);
        close();
        renameSync(part, path);
      });
    },
    drop() {
      close();
      rmSync(part, { force: true });
    },
  };
}

/** Failures of the system in one line. */
function tried<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof Error && "syscall" in error ? new Refused(`${path}: ${error.message}`) : error;
  }
}
