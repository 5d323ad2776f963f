/** What is given of what a key asks for, and what is held back: open alerts, active hours, cooldown, flapping, in this order. */
import { after, isActiveAt } from "./calendar.ts";
import type { Case, HeldBack, Outcome } from "./case.ts";

export interface Asking {
  readonly moment: number;
  readonly timed: boolean;
  readonly cause: string;
  readonly found: string;
}

export class Suppression {
  readonly #case: Case;
  readonly #key: string;
  #open: Asking | undefined;
  #given: number | undefined;
  /** When alerts were given, and when flapping held them back. */
  #flaps: number[] = [];

  constructor(givenCase: Case, key: string) {
    this.#case = givenCase;
    this.#key = key;
  }

  ask(asking: Asking): Outcome {
    const reason = this.#heldBackBy(asking.moment);
    if (reason === undefined || reason === "flapping") this.#flaps.push(asking.moment);
    if (reason !== undefined) return { list: "held_back", key: this.#key, ...asking, reason };
    this.#given = asking.moment;
    if (this.#case.rule.until !== undefined) this.#open = asking;
    return { list: "alerts", key: this.#key, ...asking };
  }

  /** Ends the open alert, if there is one. */
  end(moment: number, endedBy: string): Outcome[] {
    const open = this.#open;
    this.#open = undefined;
    return open ? [{ list: "resolved", key: this.#key, ...open, moment, timed: false, endedBy }] : [];
  }

  /** Of several reasons the first is told. */
  #heldBackBy(moment: number): HeldBack | undefined {
    const { rule, calendar } = this.#case;
    if (this.#open) return "unresolved";
    if (rule.active && !isActiveAt(calendar, rule.active, moment)) return "inactive";
    if (rule.cooldown && this.#given !== undefined && moment < after(calendar, this.#given, rule.cooldown)) {
      return "cooldown";
    }
    const { flapping } = rule;
    if (!flapping) return undefined;
    const lately = this.#flaps.filter((at) => moment < after(calendar, at, flapping.within));
    return lately.length >= flapping.times ? "flapping" : undefined;
  }
}
