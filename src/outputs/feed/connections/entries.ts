/**
 * Entries of the log on their way out: what subscribers share of each is made once, and the newest are kept in memory.
 */
import type { Event, LogReader, StoredEntry } from "../../../model/event.ts";
import { isLost } from "../../../model/event-types.ts";
import { maskedEntry } from "../../../model/masked-addresses.ts";
import { limits } from "../limits.ts";

/** Frames are kept for this many ids an entry, so that a client's choice of ids costs no memory. */
export const sharedIds = 4;
/** Answers are kept of this many conditions an entry. */
const sharedConditions = 64;

/** A compiled condition. Subscribers who ask the same share one. */
export interface Condition {
  /** May throw where it cannot be evaluated; the event then does not match. */
  matches(event: Event): boolean;
  /** What an event must have to match: each of them is asked for by a look at one field. */
  readonly equalities?: readonly Equality[];
}

/** A field that must have one of some values. */
export interface Equality {
  /** As it is written, such as `now.code`. */
  readonly name: string;
  /** Must not throw. */
  read(event: Event): unknown;
  readonly values: ReadonlySet<unknown>;
}

export class OutgoingEntry {
  readonly seq: number;
  readonly type: string;
  readonly subject: string;
  readonly json: string;
  #bytes: number | undefined;
  #event: Event | undefined;
  #frames: Map<string, Buffer> | undefined;
  #answers: Map<Condition, boolean> | undefined;
  #masked: OutgoingEntry | undefined;

  constructor(stored: StoredEntry) {
    this.seq = stored.seq;
    this.type = stored.type;
    this.subject = stored.subject;
    this.json = stored.json;
  }

  /** As whoever may only read gets it: an entry with frames and answers of its own, where it names an address. */
  get masked(): OutgoingEntry {
    if (!isLost(this.type)) return this;
    this.#masked ??= new OutgoingEntry(maskedEntry(this));
    return this.#masked;
  }

  /** Length of the text in UTF-8. */
  get bytes(): number {
    this.#bytes ??= Buffer.byteLength(this.json);
    return this.#bytes;
  }

  /** Parsed at the first call; only conditions ask. */
  event(): Event {
    this.#event ??= JSON.parse(this.json) as Event;
    return this.#event;
  }

  /** Whether one look at a field shows that a condition does not hold. It looks only where the text was parsed before. */
  rulesOut({ equalities = [] }: Condition): boolean {
    const event = this.#event;
    return event !== undefined && equalities.some(({ read, values }) => !values.has(read(event)));
  }

  /** The answer of a condition that was asked before; undefined: it was not. */
  answer(condition: Condition): boolean | undefined {
    return this.#answers?.get(condition);
  }

  /** Whether a condition holds; asked once, however many subscribers share it. */
  ask(condition: Condition): boolean {
    const known = this.#answers?.get(condition);
    if (known !== undefined) return known;
    const answer = holds(condition, this.event());
    this.#answers ??= new Map();
    if (this.#answers.size < sharedConditions) this.#answers.set(condition, answer);
    return answer;
  }

  /** The event frame for a subscription id, with the committed text inside as it is. */
  frame(id: string): Buffer {
    const kept = this.#frames?.get(id);
    if (kept !== undefined) return kept;
    const text = `{"type":"event","id":${JSON.stringify(id)},"seq":${this.seq},"event":${this.json}}`;
    const frame = textFrame(text);
    this.#frames ??= new Map();
    if (this.#frames.size < sharedIds) this.#frames.set(id, frame);
    return frame;
  }
}

function holds(condition: Condition, event: Event): boolean {
  try {
    return condition.matches(event);
  } catch {
    return false;
  }
}

/**
 * Text frames as bytes (RFC 6455, from a server: whole and unmasked). They are built here, once for all
 * sockets that get the same frame, because a library's send would build them again for each.
 */
const finalText = 0x81;

export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headerBytes = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerBytes + length);
  frame[0] = finalText;
  if (headerBytes === 2) {
    frame[1] = length;
  } else if (headerBytes === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headerBytes);
  return frame;
}

/** The text in the bytes of a text frame; how long the head is, the frame says. */
export function textIn(frame: Buffer): Buffer {
  const short = frame[1] ?? 0;
  return frame.subarray(short < 126 ? 2 : short === 126 ? 4 : 10);
}

/**
 * Reads the log for all connections: the last entries from memory, shared, so that a thousand live subscribers cost one
 * query; older ones from the database.
 */
export class LogWindow {
  readonly #log: LogReader;
  #entries: OutgoingEntry[] = [];
  #bytes = 0;
  /** The last seq that connections may be given. */
  #head: number;

  constructor(log: LogReader) {
    this.#log = log;
    this.#head = log.head();
  }

  get head(): number {
    return this.#head;
  }

  /** Whether entries were committed that `load` has not taken in yet. */
  get behind(): boolean {
    return this.#log.head() > this.#head;
  }

  /** Takes in at most `limit` newly committed entries and returns them. */
  load(limit: number): readonly OutgoingEntry[] {
    const head = this.#log.head();
    if (head <= this.#head) return [];
    // After a burst beyond the window's size only its end is worth sharing.
    const from = Math.max(this.#head, head - limits.windowEntries);
    if (from > this.#head) this.#clear();
    const fresh = this.#log.read(from, limit).map((stored) => new OutgoingEntry(stored));
    for (const entry of fresh) this.#append(entry);
    this.#head = fresh.at(-1)?.seq ?? head;
    this.#trim();
    return fresh;
  }

  /** Reads at most `limit` entries behind `position` and up to `head`. A jump in seq means entries that are pruned or damaged. */
  after(position: number, limit: number): readonly OutgoingEntry[] {
    if (position >= this.#head) return [];
    const first = this.#entries[0];
    if (first !== undefined && position >= first.seq - 1) {
      const start = position - first.seq + 1;
      return this.#entries.slice(start, start + limit);
    }
    const stored = this.#log.read(position, limit);
    return stored.filter((entry) => entry.seq <= this.#head).map((entry) => new OutgoingEntry(entry));
  }

  #append(entry: OutgoingEntry): void {
    const last = this.#entries.at(-1);
    // Positions are found by counting, so the window must not hold a jump.
    if (last !== undefined && entry.seq !== last.seq + 1) this.#clear();
    this.#entries.push(entry);
    this.#bytes += entry.bytes;
  }

  #trim(): void {
    let drop = 0;
    let bytes = this.#bytes;
    while (
      this.#entries.length - drop > limits.windowEntries ||
      (bytes > limits.windowBytes && this.#entries.length - drop > 1)
    ) {
      bytes -= this.#entries[drop]?.bytes ?? 0;
      drop += 1;
    }
    // A burst is cut off in one piece; entry by entry would copy the window each time.
    this.#entries.splice(0, drop);
    this.#bytes = bytes;
  }

  #clear(): void {
    this.#entries = [];
    this.#bytes = 0;
  }
}

/** The newest entries with masked addresses, for readers who may not act. */
export class MaskedWindow {
  readonly #window: LogWindow;

  constructor(window: LogWindow) {
    this.#window = window;
  }

  get head(): number {
    return this.#window.head;
  }

  after(position: number, limit: number): readonly OutgoingEntry[] {
    return this.#window.after(position, limit).map((entry) => entry.masked);
  }
}
