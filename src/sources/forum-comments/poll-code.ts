import { Failure } from "../../lib/failure.ts";
import type { CommentRecord, ForumClient } from "../../upstreams/forum/records.ts";
import type { OddityCollector } from "../../upstreams/oddities.ts";
import { type Interval, type Range, without } from "./intervals.ts";
import type { CodeAnswer, CodeCursor } from "./state.ts";
import { type Page, partsOf, walk } from "./walk.ts";

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
export async function pollCode(client: ForumClient, question: CodeQuestion): Promise<CodeAnswer> {
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
    open: without(met.rest === undefined ? filled.open : [...filled.open, met.rest], covered),
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
  const covered: Range[] = [];
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
