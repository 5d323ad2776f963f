/** Conditions that must all hold: those of a rule, or those of one map of `any`. */
import type { Case, Condition, Happening } from "./case.ts";
import { type Arrival, Asked } from "./conditions.ts";
import { canBeginByTime, countsFor, isMeasured } from "./rule-parts.ts";

export class Together {
  readonly #asked: readonly Asked[];
  /** For each condition whether it counts as holding: those that need an event for it, until they cease. */
  #active: boolean[];

  constructor(calendar: Case["calendar"], conditions: readonly Condition[]) {
    this.#asked = conditions.map((condition) => new Asked(calendar, condition));
    // Before the first event nothing had come either: too few is not news. All else begins with an event.
    this.#active = this.#asked.map((asked) => canBeginByTime(asked.condition) && asked.holdsAt(0));
  }

  get isActive(): boolean {
    return this.#active.every(Boolean);
  }

  /** Whether nothing that counts for them came yet. */
  get isUntouched(): boolean {
    return this.#asked.every(({ newest }) => newest === Number.NEGATIVE_INFINITY);
  }

  /** Whether an event lacks a value that it has to have, so that none of these conditions takes it. */
  lacks(happening: Happening): boolean {
    return this.counting(happening).some(({ condition }) => !isMeasured(condition, happening));
  }

  counting(happening: Happening): Asked[] {
    return this.#asked.filter(({ condition }) => countsFor(condition, happening));
  }

  take(arrival: Arrival): void {
    const counting = this.counting(arrival.happening);
    for (const asked of this.#asked) {
      if (counting.includes(asked)) asked.take(arrival);
      else asked.rest();
    }
  }

  /** Sees an event that is none of theirs. */
  rest(): void {
    for (const asked of this.#asked) asked.rest();
  }

  /** Asks each anew, as at an event: how it came to hold does not matter. */
  settle(moment: number): void {
    this.#active = this.#asked.map((asked) => asked.holdsAt(moment));
  }

  /** Looks at what time alone has made of them; says whether one of them began. */
  look(moment: number): boolean {
    const before = this.#active;
    this.#active = this.#asked.map((asked, index) => {
      const begins = canBeginByTime(asked.condition);
      return asked.holdsAt(moment) && ((before[index] ?? false) || begins);
    });
    return this.#active.some((is, index) => is && !before[index]);
  }

  /** Whether all hold, and one only by time although it needs an event. */
  isUnclear(moment: number): boolean {
    return this.#asked.length > 1 && !this.isActive && this.holdsAt(moment);
  }

  holdsAt(moment: number): boolean {
    return this.#asked.every((asked) => asked.holdsAt(moment));
  }

  changes(from: number, to: number): number[] {
    return this.#asked.flatMap((asked) => asked.changes(from, to));
  }

  /** What they find at a moment, by the names that texts use. */
  foundAt(moment: number): Map<string, number> {
    const named = this.#asked.flatMap((asked) =>
      Object.entries(asked.foundAt(moment)).map(
        ([value, is]) => [[asked.condition.name, value].filter(Boolean).join("."), is] as const,
      ),
    );
    return new Map(named);
  }
}
