/** Finds the subscriptions that a new entry may be for without asking every one of them. */
import type { OutgoingEntry } from "./entries.ts";
import type { Demand, Subscription } from "./subscription.ts";

/** One who hears of the entries that may be for a subscription. */
export interface Listener {
  readonly subscription: Subscription;
  /** Its types match, and so do its demands as far as they are looked up; the condition was not asked. */
  offered(entry: OutgoingEntry): void;
}

/** A subscription stands under at most this many combinations of values: a client's long lists cost no memory here. */
const mostKeys = 64;

export class SubscriptionIndex {
  readonly #groups = new Map<string, Group>();
  readonly #byType = new Map<string, Set<Group>>();

  add(listener: Listener): void {
    const { types } = listener.subscription;
    const key = types.join();
    const group = this.#groups.get(key) ?? { lookups: new Map() };
    if (group.lookups.size === 0) {
      this.#groups.set(key, group);
      for (const type of types) {
        const sharing = this.#byType.get(type) ?? new Set();
        this.#byType.set(type, sharing.add(group));
      }
    }
    const demands = lookedUp(listener.subscription.demands);
    const shape = shapeOf(demands, listener);
    const asks = demands.length < listener.subscription.demands.length;
    const reads = demands.map(({ read }) => read);
    const lookup = group.lookups.get(shape) ?? { reads, asks, first: new Map() };
    group.lookups.set(shape, lookup);
    put(lookup.first, demands, listener);
  }

  remove(listener: Listener): void {
    const { types } = listener.subscription;
    const key = types.join();
    const group = this.#groups.get(key);
    const demands = lookedUp(listener.subscription.demands);
    const shape = shapeOf(demands, listener);
    const lookup = group?.lookups.get(shape);
    if (group === undefined || lookup === undefined) return;
    take(lookup.first, demands, listener);
    if (lookup.first.size === 0) group.lookups.delete(shape);
    if (group.lookups.size > 0) return;
    this.#groups.delete(key);
    for (const type of types) this.#byType.get(type)?.delete(group);
  }

  /** Tells those whom the entry may be for. */
  offer(entry: OutgoingEntry): void {
    const groups = this.#byType.get(entry.type);
    if (groups === undefined) return;
    for (const { lookups } of groups) {
      for (const lookup of lookups.values()) {
        const found = find(lookup, entry);
        if (found === undefined) continue;
        for (const listener of found) {
          if (!lookup.asks || listener.subscription.wants(entry)) listener.offered(entry);
        }
      }
    }
  }
}

/** The subscriptions that mean the same types. */
interface Group {
  /** By the names of what they demand. */
  readonly lookups: Map<string, Lookup>;
}

/** The subscriptions that demand values of the same: a map for each demand, one inside the other, and sets in the last. */
interface Lookup {
  readonly reads: readonly Demand["read"][];
  /** Whether there are demands that are not looked up. */
  readonly asks: boolean;
  readonly first: Step;
}

type Step = Map<unknown, Step | Set<Listener>>;

/** Key of the sets, behind those of all demands. */
const all = Symbol("all");

/** The demands that a subscription is found by: those with few values. Wants and the condition ask the others. */
function lookedUp(demands: readonly Demand[]): readonly Demand[] {
  const keys: Demand[] = [];
  let combinations = 1;
  for (const demand of [...demands].sort((one, other) => one.values.size - other.values.size)) {
    combinations *= demand.values.size;
    if (combinations <= mostKeys) keys.push(demand);
  }
  return keys.sort((one, other) => (one.name < other.name ? -1 : 1));
}

function shapeOf(lookedUp: readonly Demand[], { subscription }: Listener): string {
  return [subscription.demands.length, ...lookedUp.map(({ name }) => name)].join("\n");
}

function put(step: Step, [demand, ...rest]: readonly Demand[], listener: Listener): void {
  if (demand === undefined) {
    const listeners = (step.get(all) as Set<Listener> | undefined) ?? new Set();
    step.set(all, listeners.add(listener));
    return;
  }
  for (const value of demand.values) {
    const next = (step.get(value) as Step | undefined) ?? new Map();
    step.set(value, next);
    put(next, rest, listener);
  }
}

function take(step: Step, [demand, ...rest]: readonly Demand[], listener: Listener): void {
  if (demand === undefined) {
    const listeners = step.get(all) as Set<Listener> | undefined;
    listeners?.delete(listener);
    if (listeners?.size === 0) step.delete(all);
    return;
  }
  for (const value of demand.values) {
    const next = step.get(value) as Step | undefined;
    if (next === undefined) continue;
    take(next, rest, listener);
    if (next.size === 0) step.delete(value);
  }
}

function find({ reads, first }: Lookup, entry: OutgoingEntry): ReadonlySet<Listener> | undefined {
  let step: Step | undefined = first;
  for (const read of reads) {
    step = step.get(read(entry)) as Step | undefined;
    if (step === undefined) return undefined;
  }
  return step.get(all) as Set<Listener> | undefined;
}
