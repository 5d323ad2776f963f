/**
 * The chain of the log: each entry carries the hash of the one before, and its own over that and all that it says.
 * So an entry tells by itself whether it is whole, and together with its neighbour whether one is missing between.
 */
import { hash } from "node:crypto";
import type { Event } from "../model/event.ts";
import type { StoredEntry } from "../model/log.ts";

interface ChainedEntry {
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

/** An entry as the table has it; without a hash where it was written before there was a chain. */
export interface LogRow extends Omit<ChainedEntry, "before"> {
  readonly before: string | null;
  readonly hash: string | null;
}

export const logColumns = "seq, time, type, subject, source, body, before, hash";

/** 22 characters of 6 bits: more than any accident, and most intentions, can meet. */
const length = 22;

export function entryHash({ before, seq, time, type, subject, source, body }: ChainedEntry): string {
  const text = `${before}\n${seq}\n${time}\n${type}\n${subject}\n${source}\n${body}`;
  return hash("sha256", text, "base64url").slice(0, length);
}

/**
 * Whether an entry says what was written.
 * @param chainedFrom the first seq that has a hash; what is older tells only what its columns and its text both say
 */
export function isWhole(row: LogRow, chainedFrom: number): boolean {
  const { before, hash: own } = row;
  if (own !== null && before !== null) return entryHash({ ...row, before }) === own;
  return own === null && before === null && row.seq < chainedFrom && saysItsColumns(row);
}

export function storedEntry({ seq, type, subject, body }: LogRow): StoredEntry {
  return { seq, type, subject, json: body };
}

function saysItsColumns({ seq, time, type, subject, source, body }: LogRow): boolean {
  try {
    const event = JSON.parse(body) as Event;
    const same = event.time === time && event.type === type && event.subject === subject;
    return same && event.source === source && event.id.endsWith(`-${seq}`);
  } catch {
    return false;
  }
}
