/** Facts under names in memory, for tests of what keeps some there. */
import { StoreError } from "../../src/model/store-faults.ts";

export class MemoryMeta {
  readonly values = new Map<string, string>();
  /** Nothing can be written. */
  isFull = false;

  get(key: string): string | undefined {
    return this.values.get(key);
  }

  set(key: string, value: string): void {
    if (this.isFull) throw new StoreError("the disk is full");
    this.values.set(key, value);
  }
}
