/** Places of consumers in memory, for tests of what keeps them there. */
import type { ConsumerPlace, ConsumerPlaces, NamedPlace } from "../../src/model/event.ts";
import { StoreError } from "../../src/model/store-faults.ts";

export class MemoryConsumers implements ConsumerPlaces {
  readonly places = new Map<string, ConsumerPlace>();
  /** Names of each write. */
  readonly writes: string[][] = [];
  /** Nothing can be written. */
  isFull = false;

  place(name: string): ConsumerPlace | undefined {
    return this.places.get(name);
  }

  count(): number {
    return this.places.size;
  }

  keep(places: readonly NamedPlace[]): void {
    if (this.isFull) throw new StoreError("the disk is full");
    this.writes.push(places.map(({ name }) => name));
    for (const { name, ...place } of places) this.places.set(name, place);
  }
}
