/** Runs one call of `fetch` with a config of its own on the simulated world's first day, and keeps what it would print. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FetchedRow } from "../../../../src/commands/services/fetch/call.ts";
import {
  fetchCallsOf,
  fetchRecords,
  parseFetch,
} from "../../../../src/commands/services/fetch/fetch-records.ts";
import { callsIn } from "../../../../src/config/services.ts";
import { requireConfig } from "../../../../src/files/check-files.ts";
import type { Clock } from "../../../../src/lib/clock.ts";
import type { Failure } from "../../../../src/lib/failure.ts";
import { startDate } from "../../../simulator/open-world.ts";
import { clockFrom } from "../../../support/clock-from.ts";
import { tmpFolder } from "../../../support/tmp-folder.ts";

/** Entries of the config; a service without an address is simulated. */
interface Settings {
  readonly marketUrl?: string;
  readonly forumUrl?: string;
  readonly statisticsUrl?: string;
  /** File of the database. */
  readonly state?: string;
}

export interface Fetched {
  readonly rows: readonly FetchedRow[];
  readonly asides: readonly string[];
  readonly progress: readonly string[];
  /** Failure that ended the call before its last page. */
  readonly failure?: Failure;
}

/** @param line such as `market equities/master --code 7203` */
export async function runFetch(
  settings: Settings,
  line: string,
  since?: string,
  clock: Clock = clockFrom(Date.parse(startDate)),
): Promise<Fetched> {
  const config = join(tmpFolder(), "monitor.yaml");
  writeFileSync(config, configOf(settings));
  const rows: FetchedRow[] = [];
  const asides: string[] = [];
  const progress: string[] = [];
  const reader = {
    page: (page: readonly FetchedRow[]) => void rows.push(...page),
    aside: (text: string) => void asides.push(text),
    progress: (text: string) => void progress.push(text),
  };
  const words = line.split(" ");
  const loaded = requireConfig(config, {});
  const call = parseFetch(
    words.filter((word) => word !== "--no-names"),
    since,
    !words.includes("--no-names"),
    fetchCallsOf(callsIn(loaded)),
  );
  try {
    await fetchRecords(call, { config: loaded, signal: new AbortController().signal, clock }, reader);
  } catch (failure) {
    return { rows, asides, progress, failure: failure as Failure };
  }
  return { rows, asides, progress };
}

function configOf({ marketUrl, forumUrl, statisticsUrl, state }: Settings): string {
  const lines = [
    marketUrl && `  market: { url: "${marketUrl}", apiKey: "any", tier: premium }`,
    forumUrl && `  forum: { url: "${forumUrl}" }`,
    statisticsUrl && `  statistics: { url: "${statisticsUrl}" }`,
  ];
  const given = lines.filter(Boolean);
  const upstreams = given.length === 0 ? ["upstreams: {}"] : ["upstreams:", ...given];
  return [...upstreams, state && `state: ${state}`, ""].filter((one) => one !== undefined).join("\n");
}
