/** `yagura fetch`: any documented call of the three services, as a table, NDJSON or CSV. */
import { once } from "node:events";
import { Refused } from "../../app/refused.ts";
import { Failure } from "../../lib/failure.ts";
import { textTable } from "../../lib/text/table.ts";
import { tameLine } from "../../lib/text/tame.ts";
import { createProgressLine } from "../progress.ts";
import { terminalOf } from "../terminal.ts";
import type { FetchedRow } from "./call.ts";
import { createRowWriter, type FetchFormat, fetchFormats } from "./format.ts";
import { fetchCalls, parseFetch } from "./options.ts";
import { fetchRecords } from "./records.ts";

interface Options {
  config: string;
  format?: string;
  since?: string;
  list?: boolean;
  json?: boolean;
}

const longestMessage = 1_000;

export async function fetch(words: readonly string[], options: Options): Promise<void> {
  if (options.list) return list(options.json === true);
  const parsed = parseFetch(words, options.since);
  const writer = createRowWriter(formatOf(options), parsed.call.columns, terminalOf().columns);
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
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stopped.abort());
  try {
    await fetchRecords(parsed, options.config, process.env, reader, stopped.signal);
  } catch (error) {
    line.clear();
    if (!(error instanceof Failure)) throw error;
    process.stderr.write(`yagura: ${tameLine(error.message, longestMessage)}\n`);
    process.exitCode = 1;
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

async function list(json: boolean): Promise<void> {
  const rows = fetchCalls.map(({ service, call, parameters, plan, about }) => ({
    service,
    call,
    parameters: parameters.map(({ name }) => name),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    plan,
    about,
  }));
  if (json) return print(`${JSON.stringify(rows)}\n`);
  const shown = rows.map(({ parameters, required, ...row }) => [
    row.service,
    row.call,
    row.plan ?? "",
    parameters.map((name) => `--${name}${required.includes(name) ? "*" : ""}`).join(" "),
    row.about,
  ]);
  await print(
    textTable([["service", "call", "plan", "options (* needed)", ""], ...shown], terminalOf().columns),
  );
}
