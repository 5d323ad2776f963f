import type { Book } from "./book.ts";
import type { Row } from "./row.ts";

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
