/** The ranking of forums by activity: entered, left, moved, active. Scope: term; key: stock code. */
import { Failure } from "../../lib/failure.ts";
import type { EventDraft, EventType } from "../../model/event.ts";
import type { ForumClient, RankingRecord, RankingTerm } from "../../upstreams/forum/records.ts";
import { createOddities, type OddityCollector } from "../../upstreams/misfits.ts";
import {
  allWrites,
  compareKeyed,
  draft,
  firstSights,
  itemOf,
  rewriteScope,
  storedCursor,
  storedItems,
} from "../compare.ts";
import { isShrunk, pollParts } from "../parts.ts";
import type { Diff, Source, SourceState } from "../source.ts";
import { type RankingRow, rankingRow, type Term } from "./events.ts";

export interface ForumRankingOptions {
  readonly terms: readonly Term[];
  /** Whether newer activity at the same rank is told; most rows have some at every poll. */
  readonly activity: boolean;
}

interface Listing {
  readonly term: Term;
  readonly rows: readonly RankingRecord[];
}

export type RankingAnswer = readonly Listing[];

interface RankingCursor {
  /** Terms that were seen. */
  readonly terms: readonly Term[];
}

export function createForumRanking(options: ForumRankingOptions, client: ForumClient): Source<RankingAnswer> {
  return {
    name: "forum-ranking",
    async poll({ signal, state }) {
      const oddities = createOddities();
      const { answers, failures } = await pollParts(
        [...new Set(options.terms)],
        (term) => term,
        async (term) => {
          const rows = await readListing(client, term, signal, oddities);
          requireUnshrunk(term, storedItems(state, term).size, rows.length);
          return { term, rows };
        },
      );
      return { answer: answers, failures, oddities };
    },
    diff: (answer, state) => diff(answer, state, options.activity),
  };
}

/** A listing of fewer rows than this may really lose more than half of them at once. */
const smallListing = 20;

/** Throws a Failure for a listing that fits together and has lost more than half of its rows: it is half a listing. */
function requireUnshrunk(term: Term, before: number, now: number): void {
  if (before < smallListing || !isShrunk(before, now)) return;
  throw new Failure("incomplete", `${term} ranking: it had ${before} rows and now has ${now}`);
}

function diff(answer: RankingAnswer, state: SourceState, activity: boolean): Diff {
  const seen = storedCursor<RankingCursor>(state)?.terms ?? [];
  const firsts = answer.filter(({ term }) => !seen.includes(term));
  const writes = [];
  const drafts: EventDraft[] = [];
  for (const { term, rows } of answer) {
    const before = storedItems<RankingRow>(state, term);
    const after = new Map(rows.map((row) => [row.code, toRow(term, row)]));
    if (seen.includes(term)) drafts.push(...compare(before, after, activity));
    writes.push(rewriteScope(term, before, after));
  }
  return {
    drafts,
    ...allWrites(writes),
    cursor: { terms: [...seen, ...firsts.map(({ term }) => term)] } satisfies RankingCursor,
    ...firstSights(firsts.map(({ term, rows }) => ({ scope: term, items: rows.length }))),
  };
}

/** First who left, then the listing from its top. */
function compare(
  before: ReadonlyMap<string, RankingRow>,
  after: ReadonlyMap<string, RankingRow>,
  activity: boolean,
): EventDraft[] {
  const { standing, gone } = compareKeyed(before, after);
  const drafts = gone.map(({ was }) => tell("forum.ranking.left", was));
  for (const { now, was } of standing) {
    if (was === undefined) {
      drafts.push(tell("forum.ranking.entered", now));
    } else if (was.rank !== now.rank) {
      drafts.push(tell("forum.ranking.moved", { ...now, climbed: was.rank - now.rank }, was));
    } else if (activity && now.activeAt !== undefined && now.activeAt > (was.activeAt ?? "")) {
      drafts.push(tell("forum.ranking.active", now, was));
    }
  }
  return drafts;
}

function tell(type: EventType, now: RankingRow, was?: RankingRow): EventDraft {
  return draft("forum-ranking", {
    type,
    subject: now.code,
    occurred: type === "forum.ranking.active" ? now.activeAt : undefined,
    now,
    was,
  });
}

function toRow(term: Term, record: RankingRecord): RankingRow {
  return itemOf(rankingRow, { term, ...record });
}

/** Rows move while pages are read, so a listing that does not fit together is read anew this often. */
const tries = 3;

/** A whole listing by rank. Throws a Failure: "incomplete" when its pages do not make one listing. */
async function readListing(
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
