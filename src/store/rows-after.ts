/** Reading rows in the order of a number, past what SQLite cannot read. */
import { isDamage } from "./sqlite-error.ts";

interface Numbered {
  readonly seq: number;
}

/** Rows with seq > after, in order, at most `limit`; called with what better-sqlite3's `iterate` or `all` gives. */
interface RowReading<Row extends Numbered> {
  all(after: number, limit: number): Row[];
  iterate(after: number, limit: number): Iterable<Row>;
}

export interface RowsRead<Row> {
  readonly rows: readonly Row[];
  /** Where to go on behind them; undefined: nothing follows that can be read. */
  readonly next?: number;
}

/** Some rows, up to the next place that cannot be read. */
export function rowsAfter<Row extends Numbered>(
  { all, iterate }: RowReading<Row>,
  after: number,
  limit: number,
  head: number,
): RowsRead<Row> {
  try {
    const rows = all(after, limit);
    const last = rows.at(-1);
    return last === undefined || rows.length < limit ? { rows } : { rows, next: last.seq };
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  const rows: Row[] = [];
  try {
    for (const row of iterate(after, limit)) rows.push(row);
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  const next = readableAgain(rows.at(-1)?.seq ?? after, head, (seq) => all(seq, 1).length > 0);
  return next === undefined ? { rows } : { rows, next };
}

/** The first place behind `after` from which on something can be read: by steps that double, then by halves. */
function readableAgain(after: number, head: number, finds: (after: number) => boolean): number | undefined {
  const reads = (seq: number) => {
    try {
      return finds(seq);
    } catch (error) {
      if (isDamage(error)) return false;
      throw error;
    }
  };
  let failed = after;
  let step = 1;
  for (; failed + step < head && !reads(failed + step); step *= 2) failed += step;
  let found = Math.min(failed + step, head - 1);
  if (found <= failed || !reads(found)) return undefined;
  while (found - failed > 1) {
    const middle = Math.floor((failed + found) / 2);
    if (reads(middle)) found = middle;
    else failed = middle;
  }
  return found;
}
