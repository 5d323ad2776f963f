/** The past of forums: their comments month by month, paged back, and the minutes in which they were posted. */
import { addDays } from "../../model/dates.ts";
import type { HistoryPeriod, HistoryReader, HistoryRecord } from "../../model/history.ts";
import { commentSet, commentToPast, postedDay, postedFrom } from "../../upstreams/forum/past.ts";
import type { CommentRecord, ForumClient } from "../../upstreams/forum/records.ts";
import { type AskedPiece, type FetchContext, scopeOf } from "../member.ts";

export const untoldComments = [
  "Comments have their current text and votes: there are no events of edits and votes.",
  "Removed comments are missing, and so are their removals.",
  "The top stocks of past rankings are not known: there are no events of `fromRanking`.",
] as const;

/** A piece for each forum and month, the newest months first: what is there of older ones need not be asked again. */
export function commentPieces(
  codes: readonly string[],
  pageSize: number,
  period: HistoryPeriod,
): AskedPiece[] {
  /** The first day of the piece that was read last of a forum, and its first comment. */
  const reached = new Map<string, { readonly day: string; readonly part: number }>();
  return monthsOf(period).flatMap((month) =>
    codes.map((code): AskedPiece => {
      const forum: Forum = { code, size: Math.max(2, pageSize) };
      return {
        ...{ set: commentSet, scope: scopeOf({ code }), ...month },
        ...{ service: "forum", call: "comments", requests: 1 },
        async *read({ forum: client }, context) {
          const before = reached.get(code);
          const start =
            before?.day === addDays(month.to, 1)
              ? before.part
              : await partAfter(client, forum, month.to, context);
          let part = start;
          for await (const records of pagesBack(client, forum, month, start, context)) {
            const own = records.filter(({ day }) => day >= month.from && day <= month.to);
            part = own.reduce((lowest, { name }) => Math.min(lowest ?? Number(name), Number(name)), part);
            yield own;
          }
          if (part !== undefined) reached.set(code, { day: month.from, part });
        },
      };
    }),
  );
}

interface Forum {
  readonly code: string;
  readonly size: number;
}

/** Newest first; the first and the last one cut at the ends of the period. */
function monthsOf({ from, to }: HistoryPeriod): HistoryPeriod[] {
  const months: HistoryPeriod[] = [];
  for (let end = to; end >= from; ) {
    const first = `${end.slice(0, 8)}01`;
    months.push({ from: first > from ? first : from, to: end });
    end = addDays(first, -1);
  }
  return months;
}

/** Pages of a forum back from a part, until one holds a comment of before the period. Throws a Failure. */
async function* pagesBack(
  client: ForumClient,
  forum: Forum,
  { from, to }: HistoryPeriod,
  start: number | undefined,
  context: FetchContext,
): AsyncGenerator<HistoryRecord[], void, void> {
  // A comment that does not say when it was posted was so when the one after it was.
  let day = to;
  let isEmpty = false;
  for (let mid = start; ; ) {
    const { comments, lowest } = await readPage(client, forum, mid, context);
    if (lowest === undefined) {
      // A page may be empty by mistake; twice it is the end of the forum.
      if (isEmpty) return;
      isEmpty = true;
      continue;
    }
    isEmpty = false;
    yield comments.map((comment) => {
      day = comment.postedAt === undefined ? day : postedDay(comment.postedAt);
      return commentToPast(forum.code, comment, day);
    });
    context.progress(`${forum.code}, comment ${lowest} of ${day}`);
    if (day < from || lowest === mid) return;
    mid = lowest;
  }
}

/**
 * Finds a part of soon after a day, to page back from: undefined where the newest page is. Parts grow with time, so the
 * days of a few pages tell.
 */
async function partAfter(
  client: ForumClient,
  forum: Forum,
  day: string,
  context: FetchContext,
): Promise<number | undefined> {
  const newest = await readPage(client, forum, undefined, context);
  const isLater = ({ comments }: Page) => {
    const said = comments.findLast(({ postedAt }) => postedAt !== undefined)?.postedAt;
    return said !== undefined && postedDay(said) > day;
  };
  if (newest.lowest === undefined || !isLater(newest)) return undefined;
  let [low, high] = [0, newest.lowest];
  while (high - low > forum.size) {
    const middle = (low + high) >> 1;
    const page = await readPage(client, forum, middle, context);
    if (page.lowest !== undefined && isLater(page)) high = page.lowest;
    else low = middle;
  }
  return high;
}

interface Page {
  /** By part, descending. */
  readonly comments: readonly CommentRecord[];
  /** Lowest part on the page, readable or not; undefined: it is empty. */
  readonly lowest: number | undefined;
}

async function readPage(
  client: ForumClient,
  { code, size }: Forum,
  mid: number | undefined,
  { signal, oddities }: FetchContext,
): Promise<Page> {
  const asked = { code, size, ...(mid === undefined ? {} : { mid }) };
  const { comments, aside = [] } = await client.comments(asked, signal, oddities);
  const parts = [...comments.map(({ part }) => part), ...aside.flatMap((part) => part ?? [])];
  return { comments, lowest: parts.length === 0 ? undefined : Math.min(...parts) };
}

/** The minutes in which comments were posted, of all forums that the history has. */
export function* commentMoments(
  history: HistoryReader,
  period: HistoryPeriod,
): Generator<number, void, void> {
  for (const day of history.days(commentSet, period)) {
    const posted = history.between(commentSet, { from: day, to: day }).map(postedFrom);
    yield* [...new Set(posted)].sort((a, b) => a - b);
  }
}
