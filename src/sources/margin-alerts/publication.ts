/** Publications: which issues a day puts under daily publication, also where some of its rows cannot be read. */
import type { BadRecord } from "../../lib/failure.ts";
import { known } from "../../model/fields.ts";
import type { Book, Row } from "./rows.ts";

/** A day on which something new was published, and the issues that it puts under daily publication. */
export interface Publication {
  readonly day: string;
  /** Stock code to row. */
  readonly members: ReadonlyMap<string, Row>;
}

/** Finds the publication of a day; undefined if there was nothing, or nothing but corrections. */
export function publicationOn(book: Book, day: string): Publication | undefined {
  const past = book.days().filter((other) => other < day);
  const oldest = past
    .flatMap((other) => book.on(other))
    .flatMap(({ item }) => item.appliedOn ?? [])
    .reduce<string | undefined>(
      (min, applied) => (min === undefined || applied < min ? applied : min),
      undefined,
    );
  const own = book.on(day).filter((row) => !isCorrection(book, row, oldest));
  if (own.every(({ standsOn }) => standsOn !== undefined)) return undefined;
  const members = new Map<string, Row>();
  for (const row of own.sort(byApplication)) if (row.other === undefined) members.set(row.item.code, row);
  return { day, members };
}

/** The newest publication in the book. */
export function newestPublication(book: Book): Publication | undefined {
  for (const day of book.days().reverse()) {
    const publication = publicationOn(book, day);
    if (publication !== undefined) return publication;
  }
  return undefined;
}

/** A row about an application date that was published before, or that is older than everything in the book. */
function isCorrection(book: Book, row: Row, oldest: string | undefined): boolean {
  if (row.standsOn !== undefined) return false;
  if (book.versionBefore(row) !== undefined) return true;
  const { appliedOn } = row.item;
  return appliedOn !== undefined && oldest !== undefined && appliedOn < oldest;
}

function byApplication(a: Row, b: Row): number {
  return (a.item.appliedOn ?? "").localeCompare(b.item.appliedOn ?? "");
}

/**
 * The readable fields of a row that could not be read as a whole: what it may be about stays as it was. Absent: it may
 * be about any issue or day.
 */
export interface AsideRow {
  readonly code?: string;
  readonly day?: string;
}

export function asideRows(records: readonly BadRecord[]): AsideRow[] {
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  return records.map((record) =>
    known({ code: text(record.known.code), day: text(record.known.publishedOn) }),
  );
}

/** Whether a row of an issue that is missing on a day may be one that could not be read. */
export function isSpared(aside: readonly AsideRow[], code: string, day: string): boolean {
  return aside.some((row) => (row.code ?? code) === code && (row.day ?? day) === day);
}

/** Members whose row of a new day cannot be read stay members, as they were last known. */
export function standIn(
  book: Book,
  before: Publication | undefined,
  day: string,
  aside: readonly AsideRow[],
): void {
  if (before === undefined || day <= before.day) return;
  const there = new Set(book.on(day).map(({ item }) => item.code));
  for (const [code, row] of before.members) {
    if (!there.has(code) && isSpared(aside, code, day))
      book.set({ item: book.newestVersion(row).item, standsOn: day });
  }
}
