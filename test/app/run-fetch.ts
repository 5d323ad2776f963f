/** Runs one call of `fetch` with a config of its own on the simulated world's first day, and keeps what it would print. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FetchedRow } from "../../src/app/fetch-call.ts";
import { parseFetch } from "../../src/app/fetch-options.ts";
import { fetchRecords } from "../../src/app/fetch-records.ts";
import type { Failure } from "../../src/lib/failure.ts";
import { startDate } from "../simulator/open-world.ts";
import { clockFrom } from "../support/clock-from.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

interface Addresses {
  readonly marketUrl?: string;
  readonly forumUrl?: string;
  readonly statisticsUrl?: string;
}

export interface Fetched {
  readonly rows: readonly FetchedRow[];
  readonly asides: readonly string[];
  readonly progress: readonly string[];
  /** What ended the call before its last page. */
  readonly failure?: Failure;
}

/** @param line such as `market equities/master --code 7203` */
export async function runFetch(addresses: Addresses, line: string, since?: string): Promise<Fetched> {
  const config = join(tmpFolder(), "monitor.yaml");
  writeFileSync(config, configOf(addresses));
  const rows: FetchedRow[] = [];
  const asides: string[] = [];
  const progress: string[] = [];
  const reader = {
    page: (page: readonly FetchedRow[]) => void rows.push(...page),
    aside: (text: string) => void asides.push(text),
    progress: (text: string) => void progress.push(text),
  };
  const call = parseFetch(line.split(" "), since);
  try {
    const clock = clockFrom(Date.parse(startDate));
    await fetchRecords(call, config, {}, reader, new AbortController().signal, clock);
  } catch (failure) {
    return { rows, asides, progress, failure: failure as Failure };
  }
  return { rows, asides, progress };
}

function configOf({ marketUrl, forumUrl, statisticsUrl }: Addresses): string {
  const lines = [
    marketUrl && `  market: { url: "${marketUrl}", apiKey: "any" }`,
    forumUrl && `  forum: { url: "${forumUrl}" }`,
    statisticsUrl && `  statistics: { url: "${statisticsUrl}" }`,
  ];
  return ["upstreams:", ...lines.filter(Boolean), ""].join("\n");
}
