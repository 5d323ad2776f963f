/** Reading rows in the order of a number, past what SQLite cannot read. */
import { readable } from "../sqlite-error.ts";

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
  /** Place to go on from; undefined: nothing follows that can be read. */
  readonly next?: number;
}

/** Some rows, up to the next place that cannot be read. Always ends: `next` is greater than `after`. */
export function rowsAfter<Row extends Numbered>(
  { all, iterate }: RowReading<Row>,
  after: number,
  limit: number,
  head: number,
): RowsRead<Row> {
  const read = readable(() => all(after, limit));
  const rows = inOrder(after, read ?? readOnes(() => iterate(after, limit)));
  const last = rows.at(-1)?.seq ?? after;
  if (read !== undefined && rows.length === read.length)
    return rows.length < limit ? { rows } : { rows, next: last };
  const next = readableAgain(last, head, (seq) => (all(seq, 1)[0]?.seq ?? 0) > seq);
  return next === undefined ? { rows } : { rows, next };
}

/** Reads rows up to the first that cannot be read. */
function readOnes<Row>(read: () => Iterable<Row>): Row[] {
  const rows: Row[] = [];
  readable(() => {
    for (const row of read()) rows.push(row);
  });
  return rows;
}

/** Keeps rows as long as they follow each other: a damaged page leads anywhere, also back. */
function inOrder<Row extends Numbered>(after: number, rows: readonly Row[]): readonly Row[] {
  let before = after;
  const stray = rows.findIndex(({ seq }) => {
    const follows = seq > before;
    before = seq;
    return !follows;
  });
  return stray < 0 ? rows : rows.slice(0, stray);
}

/** The first place behind `after` from which on something can be read: by steps that double, then by halves. */
function readableAgain(after: number, head: number, finds: (after: number) => boolean): number | undefined {
  const reads = (seq: number) => readable(() => finds(seq)) ?? false;
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
