/** Reminders of one key: the date that waits, and the dates of which an alert came. */
import { addTradingDays, dayName, isDay, midnightOfDay } from "./calendar.ts";
import { type Before, type Case, day, hour, type Kind } from "./case.ts";

/** An alert about a date: what it says, and when it is due. */
export interface Reminded {
  readonly date: string;
  readonly due: number;
  readonly cause: string;
  readonly found: string;
}

/** Whether an event says that its item is gone. */
export const isGone = (kind: Kind) => kind === "lifted" || kind === "closed";

export class Reminder {
  readonly #calendar: Case["calendar"];
  readonly #days: Before["days"];
  readonly #told = new Set<string>();
  /** Dates of which the alert was held back: whether it comes with a later event is not said. */
  readonly #heldBack = new Set<string>();
  #waiting: Reminded | undefined;
  isLeftOpen = false;

  constructor(calendar: Case["calendar"], { days }: Before) {
    this.#calendar = calendar;
    this.#days = days;
  }

  get due(): number | undefined {
    return this.#waiting?.due;
  }

  get isWaiting(): boolean {
    return this.#waiting !== undefined;
  }

  /** Ends the wait. */
  end(): void {
    this.#waiting = undefined;
  }

  /** Takes an event that brings a date, or one without. What is known after its morning is told at once. */
  bring(date: string | undefined, seen: number, texts: { cause: string; found: string }): void {
    this.#waiting = undefined;
    if (date === undefined || !isDay(date) || this.#told.has(date)) return;
    if (seen >= midnightOfDay(date) + day) return;
    if (this.#heldBack.has(date)) this.isLeftOpen = true;
    this.#waiting = { date, due: Math.max(this.#morningOf(date), seen), ...texts };
  }

  /** Takes what is due at a moment. */
  takeDue(moment: number): Reminded | undefined {
    const waiting = this.#waiting;
    if (waiting === undefined || waiting.due > moment) return undefined;
    this.#waiting = undefined;
    return waiting;
  }

  /** Notes whether the alert of a date came. */
  note({ date }: Reminded, isGiven: boolean): void {
    (isGiven ? this.#told : this.#heldBack).add(date);
  }

  /** At 08:00, so many days before. */
  #morningOf(date: string): number {
    const days = this.#days;
    const before =
      "bd" in days ? addTradingDays(this.#calendar, date, -days.bd) : dayName(midnightOfDay(date) - days.ms);
    return midnightOfDay(before) + 8 * hour;
  }
}
