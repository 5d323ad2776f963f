/** What stands, in memory, for tests of what shows it. */
import type { ItemNow, OpenAlertNow, Parts, Present } from "../../src/outputs/output.ts";

interface Source {
  readonly name: string;
  readonly types: readonly string[];
  items: ItemNow[];
}

export class MemoryPresent implements Present {
  open: OpenAlertNow[] = [];
  held: Source[] = [];
  /** Names of what breaks off after its first part. */
  readonly unreadable = new Set<string>();
  /** Parts that were read. */
  reads = 0;
  readonly #atOnce: number;

  constructor(atOnce = 2) {
    this.#atOnce = atOnce;
  }

  alerts(): Parts<OpenAlertNow> {
    return this.#parts("alerts", () => this.open);
  }

  sources(): readonly Source[] {
    return this.held;
  }

  items(source: string): Parts<ItemNow> {
    return this.#parts(source, () => this.held.find(({ name }) => name === source)?.items ?? []);
  }

  *#parts<One>(name: string, all: () => readonly One[]): Generator<readonly One[], boolean> {
    for (let at = 0; at < all().length; at += this.#atOnce) {
      this.reads += 1;
      yield all().slice(at, at + this.#atOnce);
      if (this.unreadable.has(name)) return false;
    }
    return true;
  }
}
