/** The time that one subscriber's conditions take: measured, held against its budget, and waited for where that is used up. */
import type { Clock } from "../../lib/clock.ts";
import { ConditionBudget } from "./condition-budget.ts";
import type { Condition, OutgoingEntry } from "./entry.ts";
import { limits } from "./limits.ts";

export interface ConditionTimeEvents {
  /** Conditions took so long, of all that others have as well. */
  spent(ms: number): void;
  /** The wait is over. */
  goOn(): void;
  /** The budget is used up by conditions that are too costly. */
  exceeded(): void;
}

export class ConditionTime {
  readonly #clock: Clock;
  readonly #budget: ConditionBudget;
  readonly #events: ConditionTimeEvents;
  #cancelWait: (() => void) | undefined;

  constructor(clock: Clock, events: ConditionTimeEvents) {
    this.#clock = clock;
    this.#budget = new ConditionBudget(limits, clock.elapsed);
    this.#events = events;
  }

  /** Whether there is anything left of the budget. */
  get isLeft(): boolean {
    return this.#budget.waitMs() === 0;
  }

  ask(entry: OutgoingEntry, condition: Condition): boolean {
    const known = entry.answer(condition);
    if (known !== undefined) return known;
    const begun = this.#clock.elapsed();
    const answer = entry.ask(condition);
    const ms = this.#clock.elapsed() - begun;
    this.#budget.asked(0, ms);
    this.#events.spent(ms);
    return answer;
  }

  /** All subscriptions were asked about an entry. */
  looked(): void {
    this.#budget.asked(1, 0);
  }

  /** Reads a long frame or compiles a condition. */
  prepare<T>(make: () => T): T {
    const begun = this.#clock.elapsed();
    const made = make();
    const ms = this.#clock.elapsed() - begun;
    this.#budget.prepared(ms);
    this.#events.spent(ms);
    return made;
  }

  /** Whether to go on at once; else `goOn` is called when conditions may be asked again, or `exceeded` was. */
  waitIfUsedUp(): boolean {
    const waitMs = this.#budget.waitMs();
    if (waitMs === 0) return true;
    if (this.#budget.isExceeded) this.#events.exceeded();
    else
      this.#cancelWait ??= this.#clock.after(waitMs, () => {
        this.#cancelWait = undefined;
        this.#events.goOn();
      });
    return false;
  }

  stop(): void {
    this.#cancelWait?.();
  }
}
