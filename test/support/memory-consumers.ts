/** Places of consumers in memory, for tests of what keeps them there. */
import type { ConsumerPlace, ConsumerPlaces, NamedPlace, SeenPlace } from "../../src/model/event.ts";
import { StoreError } from "../../src/model/store-faults.ts";

export class MemoryConsumers implements ConsumerPlaces {
  readonly places = new Map<string, ConsumerPlace>();
  readonly owners = new Map<string, string>();
  /** Names of each write. */
  readonly writes: string[][] = [];
  /** Nothing can be written. */
  isFull = false;

  place(name: string): ConsumerPlace | undefined {
    return this.places.get(name);
  }

  owner(name: string): string | undefined {
    return this.owners.get(name);
  }

  count(owner?: string): number {
    if (owner === undefined) return this.places.size;
    return [...this.owners.values()].filter((one) => one === owner).length;
  }

  all(): SeenPlace[] {
    return [...this.places].map(([name, place]) => ({
      ...{ name, ...place, seenAt: 0 },
      ...(this.owners.has(name) && { owner: this.owners.get(name) }),
    }));
  }

  forget(name: string): boolean | Promise<boolean> {
    if (this.isFull) throw new StoreError("the disk is full");
    this.owners.delete(name);
    return this.places.delete(name);
  }

  keep(places: readonly NamedPlace[]): void | Promise<void> {
    if (this.isFull) throw new StoreError("the disk is full");
    this.writes.push(places.map(({ name }) => name));
    for (const { name, owner, ...place } of places) {
      this.places.set(name, place);
      if (owner !== undefined) this.owners.set(name, owner);
    }
  }
}
