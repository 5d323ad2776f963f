/**
 * The chain of the log: each entry carries the hash of the one before, and its own over that and all that it says.
 * So an entry tells by itself whether it is whole, and together with its neighbour whether one is missing between.
 */
import { hash } from "node:crypto";

/** An entry as the table has it. */
export interface ChainedRow {
  readonly seq: number;
  readonly time: string;
  readonly type: string;
  readonly subject: string;
  readonly source: string;
  /** JSON of the event. */
  readonly body: string;
  /** The hash of the entry before, as it was when this one was written; "" where there was none to read. */
  readonly before: string;
}

/** 22 characters of 6 bits: more than any accident, and most intentions, can meet. */
const length = 22;

export function entryHash({ before, seq, time, type, subject, source, body }: ChainedRow): string {
  const text = `${before}\n${seq}\n${time}\n${type}\n${subject}\n${source}\n${body}`;
  return hash("sha256", text, "base64url").slice(0, length);
}
