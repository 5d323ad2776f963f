/** Runs one call against the service that the config names, or against the simulator where it names none. */
import { tameLine } from "../lib/text/tame.ts";
import { createOddities, type OddityCollector } from "../upstreams/oddities.ts";
import { QueryError } from "../upstreams/query-error.ts";
import { requireConfig } from "./check-files.ts";
import { createClients } from "./clients.ts";
import type { FetchedRow } from "./fetch-call.ts";
import type { ParsedFetch } from "./fetch-options.ts";
import { createGates } from "./gates.ts";
import { Refused } from "./refused.ts";
import { isSimulated, serveSimulator } from "./simulated.ts";

export interface FetchReader {
  /** Called in order, once a page. */
  page(rows: readonly FetchedRow[]): void | Promise<void>;
  /** A line for the person: what is simulated, how far it has come. */
  aside(line: string): void;
}

/** Ends when all pages were read. Throws Refused for a call that the document forbids, else a Failure. */
export async function fetchRecords(
  { call, options }: ParsedFetch,
  configPath: string,
  environment: Readonly<Record<string, string | undefined>>,
  reader: FetchReader,
  signal: AbortSignal,
): Promise<void> {
  const config = requireConfig(configPath, environment);
  const simulated = isSimulated(config, call.service);
  const simulator = simulated ? await serveSimulator({ port: 0 }) : undefined;
  if (simulated) reader.aside(`SIMULATED: ${call.service} is served by the built-in simulator`);
  try {
    const clients = createClients(config, simulator, createGates(config));
    let pages = 0;
    let rows = 0;
    const oddities = createOddities();
    let warned = 0;
    for await (const page of call.rows(clients, options, signal, oddities)) {
      pages += 1;
      rows += page.length;
      warned = warn(oddities, warned, reader);
      await reader.page(page);
      reader.aside(`${call.call}: page ${pages}, ${rows} rows`);
    }
    warn(oddities, warned, reader);
  } catch (error) {
    throw error instanceof QueryError ? new Refused(tameLine(error.message, 500)) : error;
  } finally {
    await simulator?.close();
  }
}

/** A line for each record that was left out since the last look; returns how many there are by now. */
function warn({ badRecords }: OddityCollector, warned: number, reader: FetchReader): number {
  for (const { name, places, sample } of badRecords.slice(warned)) {
    const why = places.map(({ path, expected, found }) => `${path}: expected ${expected}, found ${found}`);
    const record = name === undefined ? "a record" : `the record of ${name}`;
    const parts = [`warning: ${record} was left out: ${why.join("; ")}`, ...(sample === "" ? [] : [sample])];
    reader.aside(tameLine(parts.join("; "), 900));
  }
  return badRecords.length;
}
