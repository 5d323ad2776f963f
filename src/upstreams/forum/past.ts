/** Comments as records of the past, and the forum as it was at a moment, answered from a history. */
import { dayMs } from "../../lib/clock.ts";
import { countFirst } from "../../lib/collections.ts";
import { Failure } from "../../lib/failure.ts";
import { addDays, jstDay } from "../../model/dates.ts";
import type { HistoryReader, HistoryRecord } from "../../model/history.ts";
import type { CommentRecord, ForumCalls } from "./records.ts";

/** Name of the comments in a history. */
export const commentSet = "forum/comments";

/** @param day of a comment that does not say when it was posted */
export function commentToPast(code: string, comment: CommentRecord, day: string): HistoryRecord {
  const on = comment.postedAt === undefined ? day : postedDay(comment.postedAt);
  return { set: commentSet, day: on, subject: code, name: String(comment.part), row: { ...comment } };
}

/** The day in Japan, in whose time comments say when they were posted. */
export function postedDay(postedAt: string): string {
  return postedAt.slice(0, 10);
}

/** Moment (ms since 1970) from which a comment was shown. */
export function postedFrom({ day, row }: HistoryRecord): number {
  const at = typeof row.postedAt === "string" ? row.postedAt : `${day}T00:00:00+09:00`;
  return Date.parse(at);
}

/**
 * Client that answers with what was posted by `now()` (ms since 1970), in the words and with the votes of when it was
 * fetched.
 */
export function createPastForum(history: HistoryReader, now: () => number): ForumCalls {
  const weeks = createWeeks(history);
  return {
    async comments({ code, size, mid = Number.POSITIVE_INFINITY }) {
      const at = now();
      const page: CommentRecord[] = [];
      for (const { comments, shownFrom } of weeks(code, jstDay(at))) {
        let place = Math.min(
          countFirst(comments.length, (index) => (comments[index]?.part ?? 0) <= mid),
          countFirst(comments.length, (index) => (shownFrom[index] ?? 0) <= at),
        );
        while (place > 0 && page.length < size) {
          place -= 1;
          page.push(comments[place] as CommentRecord);
        }
        if (page.length === size) break;
      }
      return { comments: page };
    },
    ranking: async () => {
      throw new Failure("rejected", "past ranks are not known: the forum provides only current ones");
    },
    knows: async () => true,
    page: async ({ code }) => ({ code, tokenFound: false, cookies: 0 }),
  };
}

interface Week {
  /** By part, ascending. */
  readonly comments: readonly CommentRecord[];
  /** Moment from which each was shown, never before one that was written earlier. */
  readonly shownFrom: readonly number[];
}

/** Comments that are kept in memory: polls ask again for the newest ones. */
const mostComments = 100_000;
const weekDays = 7;

/** Makes the walk through the weeks of a forum, back from the one of a day. */
function createWeeks(history: HistoryReader) {
  const kept = new Map<string, Week>();
  let count = 0;
  let first: string | undefined;

  const weekFrom = (code: string, from: string): Week => {
    const key = `${code} ${from}`;
    const known = kept.get(key);
    const week = known ?? weekOf(history.about(commentSet, code, { from, to: addDays(from, weekDays - 1) }));
    if (known === undefined) count += week.comments.length;
    kept.delete(key);
    kept.set(key, week);
    for (const [oldest, { comments }] of kept) {
      if ((count <= mostComments && kept.size <= mostComments) || oldest === key) break;
      kept.delete(oldest);
      count -= comments.length;
    }
    return week;
  };

  return function* weeks(code: string, day: string): Generator<Week, void, void> {
    first ??= history.sets().find(({ set }) => set === commentSet)?.from ?? "9999-12-31";
    const number = Math.floor(Date.parse(day) / dayMs);
    let from = addDays("1970-01-01", number - (number % weekDays));
    for (; addDays(from, weekDays) > first; from = addDays(from, -weekDays)) yield weekFrom(code, from);
  };
}

function weekOf(records: readonly HistoryRecord[]): Week {
  const sorted = records
    .map((record) => ({ comment: record.row as unknown as CommentRecord, at: postedFrom(record) }))
    .sort((a, b) => a.comment.part - b.comment.part);
  let latest = Number.NEGATIVE_INFINITY;
  return {
    comments: sorted.map(({ comment }) => comment),
    shownFrom: sorted.map(({ at }) => {
      latest = Math.max(latest, at);
      return latest;
    }),
  };
}
