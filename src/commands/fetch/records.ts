/** Runs one call against the service that the config names, or against the simulator where it names none. */

import { requireConfig } from "../../app/check-files.ts";
import { createClients } from "../../app/clients.ts";
import { createGates } from "../../app/gates.ts";
import { Refused } from "../../app/refused.ts";
import { isSimulated } from "../../app/simulated.ts";
import { openSameWorld } from "../../app/simulated-world.ts";
import { todayOf } from "../../app/today.ts";
import { type Clock, systemClock } from "../../lib/clock.ts";
import { tameLine } from "../../lib/text/tame.ts";
import { createOddities } from "../../upstreams/oddities.ts";
import { QueryError } from "../../upstreams/query-error.ts";
import type { FetchedRow } from "./call.ts";
import type { ParsedFetch } from "./options.ts";
import { createFetchTold, type FetchListener } from "./told.ts";

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
