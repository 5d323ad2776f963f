/** Asks one forum for its comments (the newest page, and back to what is known or was left open), and what is kept of it. */
import { Failure } from "../../lib/failure.ts";
import type { CommentRecord, ForumClient } from "../../upstreams/forum/records.ts";
import type { OddityCollector } from "../../upstreams/misfits.ts";

export interface CodeCursor {
  /** Highest part that is known, 0 for a forum without comments. */
  readonly highest: number;
  /** First part from which on, up to `highest`, every comment is stored, except in `open`. */
  readonly knownFrom: number;
  readonly open: readonly Interval[];
  /** Stored parts above the newest page of the last poll: gone if the next poll misses them too. */
  readonly missing: readonly number[];
  /** The last day on which the code was watched. */
  readonly seenOn: string;
}

export interface CommentsCursor {
  readonly codes: Readonly<Record<string, CodeCursor>>;
  /** The codes that the last poll watched. */
  readonly watched: readonly string[];
  /** Codes that the forum was found not to have; absent: none. */
  readonly unknown?: readonly string[];
}

/** Findings of a poll about one forum. */
export interface CodeAnswer {
  readonly code: string;
  /** All comments of all pages, each part once, ascending. */
  readonly comments: readonly CommentRecord[];
  /** Ranges of parts, both ends included, in which nothing but `comments` is there. */
  readonly covered: readonly PartRange[];
  /** Intervals that are left to fetch after this poll. */
  readonly open: readonly Interval[];
  /** Stored parts above the newest page, now for the first time. */
  readonly missing: readonly number[];
  /** Stored parts above the newest page at this poll and the one before. */
  readonly gone: readonly number[];
  /** Comments that could not be read, and so are as they were; absent: none. */
  readonly aside?: readonly number[];
  /** There was one whose part could not be read: it may be any. */
  readonly unnamed?: true;
}

export interface CommentsAnswer {
  readonly today: string;
  /** All codes that are watched now, also those that failed. */
  readonly watched: readonly string[];
  readonly codes: readonly CodeAnswer[];
  /** Codes that the forum does not have. */
  readonly unknown: readonly string[];
}

/** Parts between `from` and `to`, both left out, that are still to be fetched. */
export interface Interval {
  readonly from: number;
  readonly to: number;
  /** The last poll was answered with an empty page here. */
  readonly empty?: true;
}

/** Parts from low to high, both included. */
export type PartRange = readonly [low: number, high: number];

/** Takes ranges out of intervals and returns the rest. */
export function withoutRanges(intervals: readonly Interval[], ranges: readonly PartRange[]): Interval[] {
  let left = [...intervals];
  for (const [low, high] of ranges) {
    left = left.flatMap((interval) => {
      const { from, to } = interval;
      if (high <= from || low >= to) return [interval];
      return [
        { from, to: Math.min(to, low) },
        { from: Math.max(from, high), to },
      ].filter((piece) => piece.to > piece.from + 1);
    });
  }
  return left;
}

/** Pages after the newest one with which a poll tries to meet what it knows. */
const pagesToMeet = 4;
/** Pages with which a poll fills what earlier polls left open. */
const pagesToFill = 5;

export interface CodeQuestion {
  readonly code: string;
  readonly size: number;
  readonly cursor: CodeCursor | undefined;
  readonly storedParts: readonly number[];
  readonly signal: AbortSignal;
  readonly oddities?: OddityCollector;
}

/** Asks one forum for its newest comments, and back to what is known. Throws a Failure. */
export async function pollCode(
  client: Pick<ForumClient, "comments">,
  question: CodeQuestion,
): Promise<CodeAnswer> {
  const { code, size, cursor, storedParts, signal, oddities } = question;
  const unread: (number | undefined)[] = [];
  const read = async (mid?: number) => {
    const asked = { code, size, ...(mid === undefined ? {} : { mid }) };
    const page = await client.comments(asked, signal, oddities);
    requireTexts(code, page.comments);
    unread.push(...(page.aside ?? []));
    return page;
  };
  const page = await read();
  const newest = page.comments;
  if (newest.length === 0) {
    // A forum that never had a comment is answered like one whose page is broken; only the first may pass.
    if (cursor === undefined ? (page.total ?? 0) > 0 : cursor.highest > 0) {
      throw new Failure("incomplete", `the newest page of ${code} is empty`);
    }
    return { code, comments: [], covered: [], open: [], missing: [], gone: [] };
  }
  const top = Math.max(...partsOf(page));
  const bottom = Math.min(...partsOf(page));
  if (cursor === undefined) {
    return { code, comments: joined(newest), covered: [], open: [], missing: [], gone: [] };
  }
  const met = await walk({ from: cursor.highest, to: bottom }, pagesToMeet, read);
  const filled = await fill(cursor.open, read);
  const above = storedParts.filter((part) => part > top);
  const aside = unread.filter((part) => part !== undefined);
  const isUnnamed = unread.includes(undefined);
  const isMissed = (part: number) => cursor.missing.includes(part) && !isUnnamed;
  const covered = [...filled.covered, [met.low, top] as const];
  return {
    code,
    comments: joined([...filled.comments, ...met.comments, ...newest]),
    covered,
    open: withoutRanges(met.rest === undefined ? filled.open : [...filled.open, met.rest], covered),
    missing: above.filter((part) => !isMissed(part)),
    gone: above.filter(isMissed),
    ...(aside.length === 0 ? {} : { aside }),
    ...(isUnnamed ? { unnamed: true } : {}),
  };
}

/** Number of comments without text beside each other that must have lost it; a single one may have none. */
const mostEmpty = 5;

/** Throws a Failure for a page of comments none of which says anything: told as edits it would empty a forum. */
function requireTexts(code: string, comments: readonly CommentRecord[]): void {
  if (comments.length < mostEmpty || comments.some(({ title = "", body }) => title !== "" || body !== ""))
    return;
  throw new Failure("incomplete", `none of the ${comments.length} comments of a page of ${code} has a text`);
}

/** Fills open intervals, oldest first, as far as the pages of one poll go. */
async function fill(open: readonly Interval[], ask: (mid: number) => Promise<Page>) {
  const comments: CommentRecord[] = [];
  const covered: PartRange[] = [];
  const rests: Interval[] = [];
  let pages = pagesToFill;
  for (const interval of open) {
    const walked = await walk(interval, pages, ask);
    pages -= walked.pages;
    comments.push(...walked.comments);
    if (walked.low < interval.to) covered.push([walked.low, interval.to - 1]);
    if (walked.rest !== undefined) rests.push(walked.pages === 0 ? interval : walked.rest);
  }
  return { comments, covered, open: rests };
}

/** Each part once, the one given last, ascending: pages overlap, and the newest page was asked first. */
function joined(comments: readonly CommentRecord[]): CommentRecord[] {
  const byPart = new Map(comments.map((comment) => [comment.part, comment]));
  return [...byPart.values()].sort((a, b) => a.part - b.part);
}

/** One page of comments; `aside` are those on it that could not be read, by part where that could. */
interface Page {
  readonly comments: readonly CommentRecord[];
  readonly aside?: readonly (number | undefined)[];
}

interface Walked {
  readonly comments: CommentRecord[];
  /** Everything from here up to the interval's upper end was seen. */
  readonly low: number;
  /** Rest of the interval; undefined: nothing. */
  readonly rest: Interval | undefined;
  /** Pages that were asked for. */
  readonly pages: number;
}

/**
 * Pages back through an interval, from its upper end, for at most `maxPages`. Works whether `mid` itself is on
 * the page or not: what counts is which parts lie below it. An empty page may be the end of the forum or a
 * hiccup of the service, so it ends the interval only when the poll before met it at the same place.
 */
async function walk(
  interval: Interval,
  maxPages: number,
  ask: (mid: number) => Promise<Page>,
): Promise<Walked> {
  const comments: CommentRecord[] = [];
  const { from } = interval;
  let low = interval.to;
  let pages = 0;
  while (low > from + 1) {
    if (pages === maxPages) return { comments, low, rest: { from, to: low }, pages };
    const page = await ask(low);
    pages += 1;
    if (page.comments.length === 0) {
      const confirmed = interval.empty === true && low === interval.to;
      return { comments, low, rest: confirmed ? undefined : { from, to: low, empty: true }, pages };
    }
    const parts = partsOf(page);
    if (Math.max(...parts) > low) {
      throw new Failure(
        "malformed",
        `a page asked to start at comment ${low} starts at ${Math.max(...parts)}`,
      );
    }
    comments.push(...page.comments);
    const lowest = Math.min(...parts);
    if (lowest === low && page.aside?.includes(undefined))
      throw new Failure("incomplete", `what comes before comment ${low} cannot be read`);
    if (lowest === low) break;
    low = lowest;
  }
  return { comments, low, rest: undefined, pages };
}

/** The parts that a page shows, whether their comments can be read or not. */
function partsOf({ comments, aside = [] }: Page): number[] {
  return [...comments.map(({ part }) => part), ...aside.filter((part) => part !== undefined)];
}
