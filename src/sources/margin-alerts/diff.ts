import { lastWeekdays, laterDay } from "../../model/dates.ts";
import type { EventDraft } from "../../model/event.ts";
import type { Diff, SourceState } from "../source.ts";
import { rewrite, storedCursor, storedItems } from "../stored.ts";
import { standIn } from "./aside.ts";
import { Book } from "./book.ts";
import { merge } from "./merge.ts";
import type { MarginAnswer, MarginCursor } from "./poll.ts";
import { newestPublication, type Publication, publicationOn } from "./publication.ts";
import { dayOf, type Row } from "./row.ts";
import { tellMembers } from "./tell.ts";

/** Weekdays whose rows are kept, so that a correction finds what it corrects. */
const weekdaysKept = 12;

export function diff(answer: MarginAnswer, state: SourceState): Diff {
  const before = storedItems<Row>(state, "");
  const cursor = storedCursor<MarginCursor>(state);
  const lastDay = answer.days.at(-1)?.day;
  if (lastDay === undefined) return { drafts: [], put: [], drop: [], cursor: state.cursor };
  const book = new Book(before.values());
  if (cursor === undefined) return baseline(answer, book, lastDay);
  const drafts: EventDraft[] = [];
  const seenAgain = new Set<string>();
  let newest = cursor.publication === undefined ? undefined : standingOn(book, cursor.publication);
  for (const { day, rows } of answer.days) {
    const merged = merge(book, { day, rows, aside: answer.aside, isPartial: answer.isPartial });
    standIn(book, newest, day, answer.aside ?? []);
    drafts.push(...merged.drafts);
    for (const code of merged.seenAgain) seenAgain.add(code);
    const publication = day === newest?.day ? standingOn(book, day) : publicationOn(book, day);
    if (publication === undefined || (newest !== undefined && day < newest.day)) continue;
    drafts.push(...tellMembers(book, newest, publication));
    newest = publication;
  }
  forget(book, lastDay, Math.max(weekdaysKept, answer.days.length), newest);
  const readTo = laterDay(lastDay, cursor.readTo);
  const cursorNow = cursorOf(newest, readTo);
  const writes = rewrite("", before, book.rows);
  return { drafts, ...writes, cursor: cursorNow, covers: seenAgain.size, published: newest?.day };
}

function baseline(answer: MarginAnswer, book: Book, lastDay: string): Diff {
  for (const { rows } of answer.days) for (const row of rows) book.set(row);
  const newest = newestPublication(book);
  forget(book, lastDay, weekdaysKept, newest);
  return {
    drafts: [],
    ...rewrite("", new Map(), book.rows),
    cursor: cursorOf(newest, lastDay),
    published: newest?.day,
    baselined: { items: newest?.members.size ?? 0, scopes: [""] },
  };
}

/** A day that was a publication stays one, also when all that it had turned out to be corrections. */
function standingOn(book: Book, day: string): Publication {
  return publicationOn(book, day) ?? { day, members: new Map() };
}

function cursorOf(newest: Publication | undefined, readTo: string): MarginCursor {
  return newest === undefined ? { readTo } : { publication: newest.day, readTo };
}

/** Drops what is too old to be corrected; the newest publication stays however old it is. */
function forget(book: Book, lastDay: string, weekdays: number, newest: Publication | undefined): void {
  const from = [lastWeekdays(lastDay, weekdays)[0] ?? lastDay, newest?.day ?? lastDay].sort()[0] ?? lastDay;
  for (const row of [...book.rows.values()]) if (dayOf(row) < from) book.remove(row);
}
