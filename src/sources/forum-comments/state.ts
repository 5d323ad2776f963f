/** State of each forum. */
import type { CommentRecord } from "../../upstreams/forum/records.ts";

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
  readonly covered: readonly Range[];
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
export type Range = readonly [low: number, high: number];

/** Takes ranges out of intervals and returns the rest. */
export function without(intervals: readonly Interval[], ranges: readonly Range[]): Interval[] {
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
