/** An entry of the log on its way out: what subscribers share of it is made once. */
import type { Event } from "../../model/event.ts";
import type { StoredEntry } from "../../model/log.ts";
import { textFrame } from "./wire.ts";

/** Frames are kept for this many ids an entry, so that a client's choice of ids costs no memory. */
const sharedIds = 4;
/** Answers are kept of this many conditions an entry. */
const sharedConditions = 64;

/** A compiled condition. Subscribers who ask the same share one. */
export interface Condition {
  /** May throw where it cannot be evaluated; the event then does not match. */
  matches(event: Event): boolean;
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

  /** What is known of a condition without asking it. */
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
