/** Comments of stock forums: posted, edited, removed, voted. Scope: stock code; key: part. */

import { Failure } from "../../lib/failure.ts";
import { addDays } from "../../model/dates.ts";
import type { EventDraft } from "../../model/event.ts";
import type { ForumClient } from "../../upstreams/forum/records.ts";
import { createOddities, type OddityCollector } from "../../upstreams/misfits.ts";
import { allWrites, firstSights, rewriteScope, storedCursor, storedItems } from "../compare.ts";
import { asFailure, pollParts } from "../parts.ts";
import type { Diff, PartFailure, PollContext, Source, SourceState } from "../source.ts";
import { baselineCode, diffCode } from "./diff-code.ts";
import type { ForumComment } from "./events.ts";
import { pacesOf } from "./pace.ts";
import { type CodeCursor, type CommentsAnswer, type CommentsCursor, pollCode } from "./poll-code.ts";

export interface ForumCommentsOptions {
  /** Stock codes to watch; a function is asked at each poll. */
  readonly codes?: readonly string[] | (() => readonly string[]) | undefined;
  /** Number of stocks from the top of the daily ranking to watch as well. */
  readonly fromRanking?: number | undefined;
  /** Comments a page, at least 2. */
  readonly pageSize: number;
}

export function createForumComments(
  options: ForumCommentsOptions,
  client: ForumClient,
  today: () => string,
): Source<CommentsAnswer> {
  return {
    name: "forum-comments",
    poll: (context) => poll(options, client, today(), context),
    paces: pacesOf,
    diff,
  };
}

async function poll(
  options: ForumCommentsOptions,
  client: ForumClient,
  today: string,
  { state, signal, scopes }: PollContext,
) {
  const cursor = storedCursor<CommentsCursor>(state);
  const oddities = createOddities();
  const before = cursor?.watched ?? codesOf(options);
  const ranked =
    options.fromRanking === undefined || scopes !== undefined
      ? { codes: [], failures: [] }
      : await topOfRanking(client, options.fromRanking, before, signal, oddities);
  // A poll of some forums leaves it at what is watched.
  const watched = scopes ? before : [...new Set([...codesOf(options), ...ranked.codes])];
  // On a page of one, an inclusive `mid` would never get below itself.
  const size = Math.max(2, options.pageSize);
  const { answers, failures } = await pollParts(
    scopes ? watched.filter((code) => scopes.includes(code)) : watched,
    (code) => code,
    async (code) => {
      const own = createOddities();
      const seen = await pollCode(client, {
        code,
        size,
        cursor: cursor?.codes[code],
        storedParts: [...state.items(code).keys()].map(Number),
        signal,
        oddities: own,
      });
      oddities.take(own, code);
      return seen;
    },
  );
  const told = await Promise.all(
    failures.map((part) => unknownOr(part, client, new Set(cursor?.unknown), signal)),
  );
  const unasked = scopes ? (cursor?.unknown ?? []).filter((code) => !scopes.includes(code)) : [];
  const isUnknown = ({ failure }: PartFailure) => failure.reason === "unknown-code";
  const unknown = [...unasked, ...told.filter(isUnknown).map(({ scope }) => scope)];
  const answer = { today, watched, codes: answers, unknown };
  return { answer, failures: [...ranked.failures, ...told], oddities };
}

/**
 * The failure of one forum while others answered. Where the service refuses, its page is asked once: it answers 404 only
 * for what it does not have, and the comments of such a stock come as an error that could be any.
 */
async function unknownOr(
  { scope, failure }: PartFailure,
  client: ForumClient,
  known: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<PartFailure> {
  const isRefused = failure.status === 404 || failure.reason === "service-error";
  if (!isRefused || !(known.has(scope) || (await isGone(scope, client, signal)))) return { scope, failure };
  const { message, status } = failure;
  return { scope, failure: new Failure("unknown-code", message, { status, cause: failure }) };
}

/** False where its page does not say so either. */
async function isGone(code: string, client: ForumClient, signal: AbortSignal): Promise<boolean> {
  try {
    return !(await client.knows({ code }, signal));
  } catch (error) {
    asFailure(error);
    return false;
  }
}

function diff(answer: CommentsAnswer, state: SourceState): Diff {
  const before = storedCursor<CommentsCursor>(state)?.codes ?? {};
  const codes: Record<string, CodeCursor> = {};
  const drafts: EventDraft[] = [];
  const writes = [];
  const baselined: { scope: string; items: number }[] = [];
  for (const seen of answer.codes) {
    const stored = storedItems<ForumComment>(state, seen.code);
    const cursor = before[seen.code];
    const result = cursor === undefined ? baselineCode(seen) : diffCode(seen, stored, cursor);
    codes[seen.code] = { ...result.cursor, seenOn: answer.today };
    drafts.push(...result.drafts);
    writes.push(rewriteScope(seen.code, stored, result.after));
    if (cursor === undefined || result.baselined > 0) {
      baselined.push({ scope: seen.code, items: result.baselined });
    }
  }
  for (const [code, cursor] of Object.entries(before)) {
    if (code in codes) continue;
    if (answer.watched.includes(code)) codes[code] = { ...cursor, seenOn: answer.today };
    // A stock that left the ranking often comes back within hours; what was known of it is kept so long.
    else if (cursor.seenOn >= addDays(answer.today, -1)) codes[code] = cursor;
    else writes.push(rewriteScope(code, state.items(code), new Map()));
  }
  return {
    drafts,
    ...allWrites(writes),
    cursor: {
      ...{ codes, watched: answer.watched },
      ...(answer.unknown.length > 0 && { unknown: answer.unknown }),
    } satisfies CommentsCursor,
    ...firstSights(baselined),
  };
}

function codesOf({ codes = [] }: ForumCommentsOptions): readonly string[] {
  return typeof codes === "function" ? codes() : codes;
}

interface Ranked {
  readonly codes: string[];
  readonly failures: PartFailure[];
}

/**
 * The stocks at the top of the daily ranking. When the ranking cannot be read, those of the last poll are
 * watched on, at the first one those that the settings name; throws the Failure when there are none.
 */
async function topOfRanking(
  client: ForumClient,
  count: number,
  before: readonly string[],
  signal: AbortSignal,
  oddities: OddityCollector,
): Promise<Ranked> {
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
