/** Compares the comments of one forum with those that are known: posted, edited, removed, voted. */
import type { EventDraft } from "../../model/event.ts";
import type { CommentRecord } from "../../upstreams/forum/records.ts";
import { draft, itemOf } from "../compare.ts";
import { comment, type ForumComment } from "./events.ts";
import type { CodeAnswer, CodeCursor } from "./poll-code.ts";

/** Comments of one forum that are remembered, so that votes, edits and removals are seen. */
export const keptComments = 200;

export interface CodeDiff {
  readonly drafts: readonly EventDraft[];
  /** Part to comment. */
  readonly after: ReadonlyMap<string, ForumComment>;
  readonly cursor: Omit<CodeCursor, "seenOn">;
  /** Items that were stored untold. */
  readonly baselined: number;
}

/** First sight of a forum: what its newest page holds is known from now on. */
export function baselineCode(answer: CodeAnswer): CodeDiff {
  const items = answer.comments.slice(-keptComments).map((record) => toComment(answer.code, record));
  const after = new Map(items.map((item) => [String(item.part), item]));
  const cursor = {
    highest: items.at(-1)?.part ?? 0,
    knownFrom: items[0]?.part ?? 0,
    open: answer.open,
    missing: [],
  };
  return { drafts: [], after, cursor, baselined: items.length };
}

export function diffCode(
  answer: CodeAnswer,
  stored: ReadonlyMap<string, ForumComment>,
  cursor: CodeCursor,
): CodeDiff {
  const { code } = answer;
  const isNew = (part: number) =>
    part >= cursor.knownFrom || cursor.open.some(({ from, to }) => part > from && part < to);
  const isGone = (part: number) => !answer.unnamed && !answer.aside?.includes(part) && isMissed(part);
  const isMissed = (part: number) =>
    answer.gone.includes(part) || answer.covered.some(([low, high]) => part >= low && part <= high);
  const seen = new Map(answer.comments.map((record) => [record.part, toComment(code, record)]));
  const after = new Map(stored);
  const drafts: EventDraft[] = [];
  const parts = new Set([...seen.keys(), ...[...stored.keys()].map(Number)]);
  for (const part of [...parts].sort((a, b) => a - b)) {
    const now = seen.get(part);
    const was = stored.get(String(part));
    if (now !== undefined) {
      if (was !== undefined) drafts.push(...changesOf(was, now));
      else if (isNew(part)) drafts.push(tell("forum.comment.posted", now));
      if (part >= cursor.knownFrom) after.set(String(part), now);
    } else if (was !== undefined && isGone(part)) {
      drafts.push(tell("forum.comment.removed", was));
      after.delete(String(part));
    }
  }
  // Nothing of what was known is left: the forum began anew, and so does what is known of it.
  if (after.size === 0 && seen.size > 0) return { ...baselineCode(answer), drafts };
  const knownFrom = prune(after, cursor.knownFrom);
  const highest = Math.max(...seen.keys(), ...[...after.keys()].map(Number), 0);
  return {
    drafts,
    after,
    cursor: { highest, knownFrom, open: answer.open, missing: answer.missing },
    baselined: 0,
  };
}

/** Forgets all but the newest; returns from where on everything is known. */
function prune(after: Map<string, ForumComment>, knownFrom: number): number {
  const tooOld = [...after.keys()]
    .map(Number)
    .sort((a, b) => b - a)
    .slice(keptComments);
  for (const part of tooOld) after.delete(String(part));
  return tooOld[0] === undefined ? knownFrom : tooOld[0] + 1;
}

function changesOf(was: ForumComment, now: ForumComment): EventDraft[] {
  const drafts: EventDraft[] = [];
  if (was.title !== now.title || was.body !== now.body) drafts.push(tell("forum.comment.edited", now, was));
  if (was.yes !== now.yes || was.no !== now.no) drafts.push(tell("forum.comment.voted", now, was));
  return drafts;
}

function tell(
  type: `forum.comment.${"posted" | "edited" | "removed" | "voted"}`,
  now: ForumComment,
  was?: ForumComment,
) {
  return draft("forum-comments", {
    type,
    subject: now.code,
    published: now.postedAt,
    occurred: now.postedAt,
    now,
    was,
  });
}

function toComment(code: string, record: CommentRecord): ForumComment {
  return itemOf(comment, { code, ...record });
}
