/** Rows that could not be read: the items that they may be about stay as they were. */

import { known } from "../../lib/known.ts";
import type { BadRecord } from "../../lib/misfit.ts";
import type { Book } from "./book.ts";
import type { Publication } from "./publication.ts";

/** Fields of a row that could be read; absent: none, so it may be about any issue or day. */
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
