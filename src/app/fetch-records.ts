/** Runs one call against the service that the config names, or against the simulator where it names none. */
import { type Clock, systemClock } from "../lib/clock.ts";
import { tameLine } from "../lib/text/tame.ts";
import { createOddities } from "../upstreams/oddities.ts";
import { QueryError } from "../upstreams/query-error.ts";
import { requireConfig } from "./check-files.ts";
import { createClients } from "./clients.ts";
import type { FetchedRow } from "./fetch-call.ts";
import type { ParsedFetch } from "./fetch-options.ts";
import { createFetchTold, type FetchListener } from "./fetch-told.ts";
import { createGates } from "./gates.ts";
import { Refused } from "./refused.ts";
import { isSimulated } from "./simulated.ts";
import { openSameWorld } from "./simulated-world.ts";
import { todayOf } from "./today.ts";

export interface FetchReader extends FetchListener {
  /** Called in order, once a page. */
  page(rows: readonly FetchedRow[]): void | Promise<void>;
}

/** Ends when all pages were read. Throws Refused for a call that the document forbids, else a Failure. */
export async function fetchRecords(
  { call, options }: ParsedFetch,
  configPath: string,
  environment: Readonly<Record<string, string | undefined>>,
  reader: FetchReader,
  signal: AbortSignal,
  clock: Clock = systemClock,
): Promise<void> {
  const config = requireConfig(configPath, environment);
  const world = isSimulated(config, call.service) ? await openSameWorld(config.state, clock) : undefined;
  const simulator = world?.simulator;
  const today = todayOf(call.service, config, simulator, clock);
  if (world) reader.aside(simulatedLine(call.service, today, world.problem));
  const oddities = createOddities();
  const told = createFetchTold(call.call, oddities, reader);
  try {
    const clients = createClients(config, simulator, createGates(config, undefined, clock), clock);
    for await (const page of call.rows(clients, options, { signal, oddities, today })) {
      told.before();
      await reader.page(page.rows);
      told.after(page);
    }
  } catch (error) {
    throw error instanceof QueryError ? new Refused(tameLine(error.message, 500)) : error;
  } finally {
    told.end();
    await simulator?.close();
  }
}

function simulatedLine(service: string, today: string, problem: string | undefined): string {
  const line = `SIMULATED: ${service} is served by the built-in simulator, whose day is ${today}`;
  return problem === undefined
    ? line
    : tameLine(`${line}; the monitor's world cannot be read: ${problem}`, 500);
}
