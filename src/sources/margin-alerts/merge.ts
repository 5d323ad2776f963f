import type { EventDraft } from "../../model/event.ts";
import { type AsideRow, isSpared } from "./aside.ts";
import type { Book } from "./book.ts";
import { decimalsOfRows, type Row, rowKey, saysTheSame } from "./row.ts";
import { tell } from "./tell.ts";

export interface Merged {
  /** The corrections that the rows brought. */
  readonly drafts: readonly EventDraft[];
  /** Codes of the issues with a row that was published before. */
  readonly seenAgain: readonly string[];
}

/** What the service now shows for a day. */
interface Shown {
  readonly day: string;
  readonly rows: readonly Row[];
  /** Rows that could not be read. */
  readonly aside?: readonly AsideRow[] | undefined;
  /** It may have more rows than these. */
  readonly isPartial?: true | undefined;
}

/** Makes the book hold what the service now shows for a day, and what it had where a row could not be read. */
export function merge(book: Book, { day, rows, aside = [], isPartial }: Shown): Merged {
  const drafts: EventDraft[] = [];
  const seenAgain: string[] = [];
  // A row that stands on two pages was updated while they were read; the later page is the newer one.
  const shown = new Map(rows.map((row) => [rowKey(row), row]));
  const decimals = decimalsOfRows(rows);
  for (const [key, row] of shown) {
    const stored = book.get(key);
    const before = stored ?? book.versionBefore(row);
    if (before !== undefined) seenAgain.push(row.item.code);
    const same = before === undefined || saysTheSame(before.item, row.item, decimals);
    if (before !== undefined && !same && before.other === undefined && row.other === undefined) {
      drafts.push(tell("margin.alert.corrected", row, before));
    }
    book.set(stored !== undefined && same ? refreshed(stored, row) : row);
  }
  if (isPartial) return { drafts, seenAgain };
  for (const row of book.on(day))
    if (!shown.has(rowKey(row)) && !isSpared(aside, row.item.code, day)) book.remove(row);
  return { drafts, seenAgain };
}

/** The stored figures, which may have more decimals than the new ones, with the name and the flag of today. */
function refreshed(stored: Row, next: Row): Row {
  const name = next.item.name ?? stored.item.name;
  const item =
    name === stored.item.name ? stored.item : { ...stored.item, ...(name === undefined ? {} : { name }) };
  return next.other === undefined ? { item } : { item, other: true };
}
