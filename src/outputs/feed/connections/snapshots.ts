/**
 * The snapshots of one connection, one after the other: what stands is read a part at a time, as fast as the socket
 * takes it.
 */
import type { Event } from "../../../model/event.ts";
import type { ItemNow, OpenAlertNow, Present } from "../../output.ts";
import { limits } from "../limits.ts";
import type { ConditionTurn } from "./conditions.ts";
import { OutgoingEntry, sharedIds, textFrame } from "./entries.ts";
import type { PumpSink } from "./pump.ts";
import type { Subscription } from "./subscription.ts";

/** The end of a snapshot: what could not be read as a whole, alerts or names of sources. */
type Live = (lacking: readonly string[]) => void;

interface Snapshot {
  readonly subscription: Subscription;
  /** Entry of the log at which it began. */
  readonly seq: number;
  readonly parts: Generator<readonly Candidate[], readonly string[]>;
  readonly live: Live;
  /** The part that is under way. */
  part: readonly Candidate[];
  /** How many of it were sent, or did not match. */
  done: number;
}

/** One of what stands; it is sent if it matches. */
interface Candidate {
  /** It as an entry: the subscription is asked about it. */
  readonly entry: OutgoingEntry;
  frame(): Buffer;
}

export class Snapshots {
  readonly #present: Present;
  readonly #sink: Pick<PumpSink, "room" | "write">;
  #running: Snapshot[] = [];

  constructor(present: Present, sink: Pick<PumpSink, "room" | "write">) {
    this.#present = present;
    this.#sink = sink;
  }

  /** @param live called when all of it was written */
  add(subscription: Subscription, seq: number, live: Live): void {
    const parts = candidates(this.#present, subscription);
    this.#running.push({ subscription, seq, live, parts, part: [], done: 0 });
  }

  remove(id: string): void {
    this.#running = this.#running.filter(({ subscription }) => subscription.id !== id);
  }

  /** No entry after it was sent to the subscriptions that still get their snapshots. */
  position(): number {
    return Math.min(Number.POSITIVE_INFINITY, ...this.#running.map(({ seq }) => seq));
  }

  /** Sends some of the first. True: there is more that could be sent now. */
  turn(turn: ConditionTurn): boolean {
    const [first] = this.#running;
    if (first !== undefined && this.#sink.room() > 0) this.#step(first, turn);
    return this.#running.length > 0 && this.#sink.room() > 0;
  }

  #step(snapshot: Snapshot, turn: ConditionTurn): void {
    if (snapshot.done === snapshot.part.length) {
      const { value, done } = snapshot.parts.next();
      if (done === true) {
        this.remove(snapshot.subscription.id);
        snapshot.live(value);
        return;
      }
      snapshot.part = value;
      snapshot.done = 0;
    }
    const fits = Math.min(this.#sink.room(), limits.markerBytes);
    const { wants, condition } = snapshot.subscription;
    const frames: Buffer[] = [];
    let bytes = 0;
    for (; snapshot.done < snapshot.part.length && bytes < fits; snapshot.done += 1) {
      const { entry, frame: made } = snapshot.part[snapshot.done] as Candidate;
      if (wants(entry) && condition !== undefined && !turn.mayAsk()) break;
      turn.looked(1);
      if (!wants(entry) || (condition !== undefined && !turn.ask(entry, condition))) continue;
      const frame = made();
      frames.push(frame);
      bytes += frame.length;
    }
    if (frames.length > 0) this.#sink.write(frames, bytes);
  }
}

/** Gives all that may match; answers what could not be read. */
function* candidates(
  present: Present,
  { id, means }: Subscription,
): Generator<readonly Candidate[], readonly string[]> {
  const lacking: string[] = [];
  if (means("alert.fired")) {
    const parts = present.alerts();
    let next = parts.next();
    for (; next.done !== true; next = parts.next()) yield next.value.map((alert) => ofAlert(id, alert));
    if (!next.value) lacking.push("alerts");
  }
  for (const { name, types } of present.sources()) {
    const type = types.find(means);
    if (type === undefined) continue;
    const parts = present.items(name);
    let next = parts.next();
    for (; next.done !== true; next = parts.next())
      yield next.value.map((item) => ofItem(id, { source: name, type, item }));
    if (!next.value) lacking.push(name);
  }
  return lacking;
}

function ofAlert(id: string, alert: OpenAlertNow): Candidate {
  const known = shared.get(alert) ?? sharedOf(alert);
  shared.set(alert, known);
  const { entry, frames } = known;
  return {
    entry,
    frame() {
      const frame = frames.get(id) ?? alertFrame(id, alert);
      if (frames.size < sharedIds) frames.set(id, frame);
      return frame;
    },
  };
}

/** What snapshots share of an alert that all of them were given. */
interface Shared {
  readonly entry: OutgoingEntry;
  /** By the id of the subscription. */
  readonly frames: Map<string, Buffer>;
}

const shared = new WeakMap<OpenAlertNow, Shared>();

function sharedOf({ latest, subject }: OpenAlertNow): Shared {
  const entry = latest === undefined ? new Unrecorded("alert.fired", subject, {}) : new OutgoingEntry(latest);
  return { entry, frames: new Map() };
}

function alertFrame(id: string, { latest, ...facts }: OpenAlertNow): Buffer {
  const text = JSON.stringify({ type: "episode", id, ...facts });
  // The committed text as it is.
  return textFrame(latest === undefined ? text : `${text.slice(0, -1)},"event":${latest.json}}`);
}

function ofItem(
  id: string,
  { source, type, item }: { readonly source: string; readonly type: string; readonly item: ItemNow },
): Candidate {
  const { key, subject, occurred, published, now } = item;
  return {
    entry: new Unrecorded(type, subject, { now }),
    frame: () =>
      textFrame(JSON.stringify({ type: "item", id, source, key, subject, occurred, published, now })),
  };
}

/** What stands and is no entry of the log. A condition that asks for more than it has cannot be evaluated. */
class Unrecorded extends OutgoingEntry {
  readonly #event: Event;

  constructor(type: string, subject: string, data: { readonly now?: Event["data"]["now"] }) {
    super({ seq: 0, type, subject, json: "" });
    this.#event = new Proxy({ data: new Proxy(data, known) }, known) as Event;
  }

  override event(): Event {
    return this.#event;
  }
}

const known: ProxyHandler<object> = {
  get(target, name) {
    if (Object.hasOwn(target, name)) return Reflect.get(target, name);
    throw new Error(`what stands has no ${String(name)}`);
  },
};
