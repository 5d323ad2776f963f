import { known } from "../../lib/known.ts";
import type { EventDraft } from "../../model/event.ts";
import type { Tolerance } from "../compare-fields.ts";
import { decimalsBetween } from "../precision.ts";
import { type AsideRow, isSpared } from "./aside.ts";
import type { Book } from "./book.ts";
import type { MarginAlert } from "./events.ts";
import { compareRows, type Row, rowKey, writtenBy } from "./row.ts";
import { tell } from "./tell.ts";

export interface Merged {
  /** The corrections that the rows brought. */
  readonly drafts: readonly EventDraft[];
  /** Codes of the issues with a row that was published before. */
  readonly seenAgain: readonly string[];
}

/** Rows that the service now shows for a day. */
interface Shown {
  readonly day: string;
  readonly rows: readonly Row[];
  /** Rows that could not be read. */
  readonly aside?: readonly AsideRow[] | undefined;
  /** It may have more rows than these. */
  readonly isPartial?: true | undefined;
}

/** Makes the book hold what the service now shows for a day, and what it had where a row could not be read. */
export function merge(book: Book, { day, rows, aside = [], isPartial }: Shown, tolerance: Tolerance): Merged {
  const drafts: EventDraft[] = [];
  const seenAgain: string[] = [];
  // A row that stands on two pages was updated while they were read; the later page is the newer one.
  const shown = new Map(rows.map((row) => [rowKey(row), row]));
  const decimals = decimalsBetween(writtenBy(book.on(day)), writtenBy(rows));
  for (const [key, row] of shown) {
    const stored = book.get(key);
    const before = stored ?? book.versionBefore(row);
    if (before !== undefined) seenAgain.push(row.item.code);
    const compared = before && compareRows(before.item, row.item, decimals, tolerance);
    const same = compared === undefined || compared.differing.length === 0;
    if (before !== undefined && !same && before.other === undefined && row.other === undefined) {
      drafts.push(tell("margin.alert.corrected", row, before));
    }
    book.set(
      stored !== undefined && compared !== undefined && same ? refreshed(stored, row, compared.item) : row,
    );
  }
  const codes = new Set(rows.map(({ item }) => item.code));
  for (const row of book.on(day)) {
    const isReplaced = row.standsOn !== undefined && codes.has(row.item.code);
    if (shown.has(rowKey(row)) || (isPartial && !isReplaced)) continue;
    if (!isSpared(aside, row.item.code, day)) book.remove(row);
  }
  return { drafts, seenAgain };
}

/** The more exact figures, with the name and the flag of today. */
function refreshed(stored: Row, next: Row, exact: MarginAlert): Row {
  const item = known({ ...exact, name: next.item.name ?? stored.item.name });
  return next.other === undefined ? { item } : { item, other: true };
}
