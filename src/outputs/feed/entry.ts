/** An entry of the log on its way out: what subscribers share of it is made once. */
import type { Event } from "../../model/event.ts";
import type { StoredEntry } from "../../model/log.ts";
import { textFrame } from "./wire.ts";

/** Frames are kept for this many ids an entry, so that a client's choice of ids costs no memory. */
const sharedIds = 4;

export class OutgoingEntry {
  readonly seq: number;
  readonly type: string;
  readonly subject: string;
  readonly json: string;
  #bytes: number | undefined;
  #event: Event | undefined;
  #frames: Map<string, Buffer> | undefined;

  constructor(stored: StoredEntry) {
    this.seq = stored.seq;
    this.type = stored.type;
    this.subject = stored.subject;
    this.json = stored.json;
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
