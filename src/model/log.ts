/** Reading the append-only log. Implemented by the store; the feed and the tools read through it. */

export interface StoredEntry {
  readonly seq: number;
  readonly type: string;
  readonly subject: string;
  /** The event as the JSON text that was committed, byte for byte. */
  readonly json: string;
}

export interface LogReader {
  /** Random id of this database; seq numbers mean something only within it. */
  readonly epoch: string;
  /** The last seq that was committed, 0 on an empty log. */
  head(): number;
  /** The oldest seq that is still kept; head() + 1 on an empty log. */
  oldest(): number;
  /** At most `limit` entries with seq > after, in order. */
  read(after: number, limit: number): StoredEntry[];
}
