/**
 * The audiences of what is new: subscriptions of one id that want the same entries. Their frames are the same
 * bytes, made once, and written to one free socket after the other with little else in between.
 */
import { limits } from "../limits.ts";
import type { OutgoingEntry } from "./entries.ts";
import type { Subscription } from "./subscription.ts";
import { type Listener, SubscriptionIndex } from "./subscription-index.ts";

/** A subscription of a connection. */
export interface Member extends Listener {
  /**
   * Writes the frames of all that is new to it. False: it is behind or its socket is not free, and it has to be offered
   * the entries.
   * @param first seq of the first entry
   */
  writeNow(bytes: Buffer, first: number): boolean;
}

export class Audiences {
  readonly #index = new SubscriptionIndex();
  readonly #audiences = new Map<string, Audience>();
  readonly #audienceOf = new Map<Member, Audience>();
  /** Audiences that keep entries. */
  #keeping: Audience[] = [];

  /** @param isAlone whether its connection has no other; else it is offered each entry, in order of seq with theirs */
  add(member: Member, isAlone: boolean): void {
    const key = isAlone ? keyOf(member.subscription) : undefined;
    if (key === undefined) {
      this.#index.add(member);
      return;
    }
    const audience = this.#audiences.get(key) ?? this.#found(key, member.subscription);
    audience.members.add(member);
    this.#audienceOf.set(member, audience);
  }

  remove(member: Member): void {
    const audience = this.#audienceOf.get(member);
    if (audience === undefined) {
      this.#index.remove(member);
      return;
    }
    this.#audienceOf.delete(member);
    audience.members.delete(member);
    if (audience.members.size > 0) return;
    this.#audiences.delete(audience.key);
    this.#index.remove(audience);
  }

  /**
   * Gives entries to those whom they may be for.
   * @returns number of sockets that were written to; the others wait for a turn
   */
  offer(entries: readonly OutgoingEntry[]): number {
    for (const entry of entries) this.#index.offer(entry);
    const keeping = this.#keeping;
    this.#keeping = [];
    let written = 0;
    for (const audience of keeping) written += audience.deliver(limits.writesAtOnce - written);
    return written;
  }

  #found(key: string, subscription: Subscription): Audience {
    const audience = new Audience(key, subscription, () => this.#keeping.push(audience));
    this.#audiences.set(key, audience);
    this.#index.add(audience);
    return audience;
  }
}

class Audience implements Listener {
  readonly key: string;
  readonly subscription: Subscription;
  readonly members = new Set<Member>();
  readonly #keeps: () => void;
  #entries: OutgoingEntry[] = [];

  /** @param keeps called when it keeps something to deliver */
  constructor(key: string, subscription: Subscription, keeps: () => void) {
    this.key = key;
    this.subscription = subscription;
    this.#keeps = keeps;
  }

  offered(entry: OutgoingEntry): void {
    if (this.#entries.push(entry) === 1) this.#keeps();
  }

  /**
   * Writes what was kept to the free sockets, and offers it to the others.
   * @param most number of sockets that may be written to
   * @returns number of sockets that were written to
   */
  deliver(most: number): number {
    const entries = this.#entries;
    const [first] = entries;
    if (first === undefined) return 0;
    this.#entries = [];
    const bytes = joined(entries.map((entry) => entry.frame(this.subscription.id)));
    const fits = bytes.length <= limits.markerBytes;
    let written = 0;
    for (const member of this.members) {
      if (fits && written < most && member.writeNow(bytes, first.seq)) written += 1;
      else for (const entry of entries) member.offered(entry);
    }
    return written;
  }
}

function joined(frames: readonly Buffer[]): Buffer {
  const [first, ...rest] = frames;
  return first !== undefined && rest.length === 0 ? first : Buffer.concat(frames);
}

/** A key that stands in memory for each audience. */
const mostValues = 64;

/** Subscriptions of one key want the same entries; undefined: it has a condition or a long list, and is offered each. */
function keyOf({ id, types, demands, condition }: Subscription): string | undefined {
  if (condition !== undefined || demands.some(({ values }) => values.size > mostValues)) return undefined;
  const wanted = demands.map(({ name, values }) => [name, ...[...values].map(String).sort()]);
  return JSON.stringify([id, types, wanted]);
}
