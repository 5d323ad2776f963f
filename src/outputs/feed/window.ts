/**
 * Reads the log for all connections: the last entries from memory, shared, so that a thousand live
 * subscribers cost one query; older ones from the database.
 */
import type { LogReader } from "../../model/log.ts";
import { OutgoingEntry } from "./entry.ts";

export interface WindowLimits {
  readonly windowEntries: number;
  readonly windowBytes: number;
}

export class LogWindow {
  readonly #log: LogReader;
  readonly #limits: WindowLimits;
  #entries: OutgoingEntry[] = [];
  #bytes = 0;
  /** The last seq that connections may be given. */
  #head: number;

  constructor(log: LogReader, limits: WindowLimits) {
    this.#log = log;
    this.#limits = limits;
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
    const from = Math.max(this.#head, head - this.#limits.windowEntries);
    if (from > this.#head) this.#clear();
    const fresh = this.#log.read(from, limit).map((stored) => new OutgoingEntry(stored));
    for (const entry of fresh) this.#append(entry);
    this.#head = fresh.at(-1)?.seq ?? head;
    this.#trim();
    return fresh;
  }

  /** At most `limit` entries with seq > after and up to `head`, in order. A jump in seq means entries that are pruned or damaged. */
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
      this.#entries.length - drop > this.#limits.windowEntries ||
      (bytes > this.#limits.windowBytes && this.#entries.length - drop > 1)
    ) {
      bytes -= this.#entries[drop]?.bytes ?? 0;
      drop += 1;
    }
    // A burst is cut off in one piece; entry by entry would copy the window each time.
    if (drop > 0) this.#entries.splice(0, drop);
    this.#bytes = bytes;
  }

  #clear(): void {
    this.#entries = [];
    this.#bytes = 0;
  }
}
