import { Failure } from "../../lib/failure.ts";
import type { CommentRecord } from "../../upstreams/forum/records.ts";
import type { Interval } from "./intervals.ts";

/** One page of comments; `aside` are those on it that could not be read, by part where that could. */
export interface Page {
  readonly comments: readonly CommentRecord[];
  readonly aside?: readonly (number | undefined)[];
}

export interface Walked {
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
export async function walk(
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
export function partsOf({ comments, aside = [] }: Page): number[] {
  return [...comments.map(({ part }) => part), ...aside.filter((part) => part !== undefined)];
}
