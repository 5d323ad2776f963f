import { Failure } from "../../lib/failure.ts";
import type { ForumClient } from "../../upstreams/forum/records.ts";
import type { OddityCollector } from "../../upstreams/oddities.ts";
import { asFailure } from "../parts.ts";
import type { PartFailure } from "../source.ts";

export interface Watched {
  readonly codes: string[];
  readonly failures: PartFailure[];
}

/**
 * The stocks at the top of the daily ranking. When the ranking cannot be read, those of the last poll are
 * watched on; throws the Failure when there was none.
 */
export async function topOfRanking(
  client: ForumClient,
  count: number,
  before: readonly string[],
  signal: AbortSignal,
  oddities: OddityCollector,
): Promise<Watched> {
  try {
    return { codes: await top(client, count, signal, oddities), failures: [] };
  } catch (error) {
    const failure = asFailure(error);
    if (before.length === 0) throw failure;
    return { codes: [...before], failures: [{ scope: "ranking", failure }] };
  }
}

async function top(
  client: ForumClient,
  count: number,
  signal: AbortSignal,
  oddities: OddityCollector,
): Promise<string[]> {
  const codes = new Set<string>();
  for (let page = 1; codes.size < count; page += 1) {
    const { rows, hasNext } = await client.ranking({ term: "daily", page }, signal, oddities);
    if (rows.length === 0) throw new Failure("incomplete", `page ${page} of the daily ranking is empty`);
    for (const { code } of [...rows].sort((a, b) => a.rank - b.rank)) codes.add(code);
    if (!hasNext) break;
  }
  return [...codes].slice(0, count);
}
