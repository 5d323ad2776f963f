import { Failure } from "../../lib/failure.ts";
import type { ForumClient, RankingRecord, RankingTerm } from "../../upstreams/forum/records.ts";
import type { OddityCollector } from "../../upstreams/oddities.ts";

/** Rows move while pages are read, so a listing that does not fit together is read anew this often. */
const tries = 3;
/** A whole listing by rank. Throws a Failure: "incomplete" when its pages do not make one listing. */
export async function readListing(
  client: ForumClient,
  term: RankingTerm,
  signal: AbortSignal,
  oddities: OddityCollector,
): Promise<RankingRecord[]> {
  let problem = "";
  for (let count = 0; count < tries; count += 1) {
    const { rows, sizes } = await readPages(client, term, signal, oddities);
    const found = problemOf(rows, sizes);
    if (found === undefined) return rows.sort((a, b) => a.rank - b.rank);
    problem = found;
  }
  throw new Failure("incomplete", `${term} ranking: ${problem}`);
}

async function readPages(
  client: ForumClient,
  term: RankingTerm,
  signal: AbortSignal,
  oddities: OddityCollector,
) {
  const rows: RankingRecord[] = [];
  const sizes: number[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await client.ranking({ term, page }, signal, oddities);
    rows.push(...answer.rows);
    sizes.push(answer.totalSize);
    const more = answer.hasNext || page < answer.totalPage;
    // Pages without rows, or with more rows than there are, would go on for ever.
    if (!more || answer.rows.length === 0 || rows.length > answer.totalSize) return { rows, sizes };
  }
}

/** Finds the reason why the rows are not one whole listing; undefined if they are. */
function problemOf(rows: readonly RankingRecord[], sizes: readonly number[]): string | undefined {
  const total = sizes[0] ?? 0;
  if (total === 0) return "it is empty";
  if (sizes.some((size) => size !== total)) return `its size differs from page to page (${sizes.join(", ")})`;
  if (rows.length !== total) return `${rows.length} of ${total} rows`;
  const ranks = new Set(rows.map(({ rank }) => rank));
  for (let rank = 1; rank <= total; rank += 1) {
    if (!ranks.has(rank)) return `nobody is at rank ${rank}`;
  }
  if (new Set(rows.map(({ code }) => code)).size !== total) return "a stock has two ranks";
  return undefined;
}
