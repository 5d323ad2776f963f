/**
 * Places of consumers on several machines, for tests: each has a copy, one writes, and what is on its way moves when the
 * test says so.
 */
import { type NamedPlace, placeToKeep } from "../../src/model/event.ts";
import { StoreError } from "../../src/model/store-faults.ts";
import { MemoryConsumers } from "./memory-consumers.ts";

type Write = { readonly places: readonly NamedPlace[] } | { readonly forgotten: string };

interface Asked {
  readonly write: Write;
  readonly done: (wasThere: boolean) => void;
  readonly failed: (error: StoreError) => void;
}

export class CopiedPlaces extends MemoryConsumers {
  /** Everything that was written, by all machines. */
  readonly log: Write[];
  /** Nothing is known of the others. */
  isCutOff = false;
  readonly #isWriter: boolean;
  #applied = 0;
  readonly #asked: Asked[] = [];
  /** What waits for a write to be applied here. */
  readonly #waiting: { readonly at: number; readonly call: (wasThere: boolean) => void }[] = [];
  readonly #listeners: ((name: string, place: NamedPlace | undefined) => void)[] = [];

  /** @param isWriter it writes at once; the others ask */
  constructor(log: Write[] = [], isWriter = false) {
    super();
    this.log = log;
    this.#isWriter = isWriter;
  }

  /** How many writes were asked for and reached nobody yet. */
  get asked(): number {
    return this.#asked.length;
  }

  watch(heard: (name: string, place: NamedPlace | undefined) => void): void {
    this.#listeners.push(heard);
  }

  settled(): Promise<void> | undefined {
    if (this.#isWriter) return undefined;
    if (this.isCutOff) return Promise.reject(new StoreError("cut off from the others"));
    return new Promise((resolve) => this.#when(this.log.length, () => resolve()));
  }

  override keep(places: readonly NamedPlace[]): void | Promise<void> {
    const kept = this.#write({ places });
    return kept instanceof Promise ? kept.then(() => {}) : undefined;
  }

  override forget(name: string): boolean | Promise<boolean> {
    return this.#write({ forgotten: name });
  }

  /** The oldest that was asked for is written. */
  deliver(): void {
    const asked = this.#asked.shift();
    if (asked === undefined) return;
    if (this.isCutOff) asked.failed(new StoreError("no answer"));
    else this.#when(this.log.push(asked.write), asked.done);
  }

  /** The oldest that was asked for is written, and its answer lost. */
  loseAnswer(): void {
    const asked = this.#asked.shift();
    if (asked === undefined) return;
    this.log.push(asked.write);
    asked.failed(new StoreError("no answer"));
  }

  /** Applies what was written, at most so many writes. */
  apply(most = Number.POSITIVE_INFINITY): void {
    for (let left = most; left > 0 && this.#applied < this.log.length && !this.isCutOff; left -= 1) {
      const wasThere = this.#take(this.log[this.#applied] as Write);
      this.#applied += 1;
      for (const one of this.#waiting.splice(0))
        if (one.at > this.#applied) this.#waiting.push(one);
        else one.call(wasThere);
    }
  }

  #write(write: Write): boolean | Promise<boolean> {
    if (!this.#isWriter) return new Promise((done, failed) => void this.#asked.push({ write, done, failed }));
    this.log.push(write);
    let wasThere = false;
    this.#when(this.log.length, (was) => {
      wasThere = was;
    });
    this.apply();
    return wasThere;
  }

  #heard(name: string, place: NamedPlace | undefined): void {
    for (const heard of this.#listeners) heard(name, place);
  }

  #when(at: number, call: (wasThere: boolean) => void): void {
    if (at <= this.#applied) call(false);
    else this.#waiting.push({ at, call });
  }

  #take(write: Write): boolean {
    if ("forgotten" in write) {
      const wasThere = super.forget(write.forgotten) === true;
      this.#heard(write.forgotten, undefined);
      return wasThere;
    }
    for (const asked of write.places) {
      const one = placeToKeep(asked, (name) => this.place(name));
      if (one === undefined) continue;
      const { name, epoch, seq, lostFrom, owner } = one;
      super.keep([{ name, epoch, seq, owner, ...(lostFrom !== undefined && { lostFrom }) }]);
      this.#heard(name, one);
    }
    return false;
  }
}
