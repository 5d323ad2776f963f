/** What one condition makes of the events of one key: whether it holds, when that may change, what it finds. */
import { after } from "./calendar.ts";
import type { Case, Condition, Crosses, Length, Moves } from "./case.ts";
import { measuredBy } from "./rule-parts.ts";
import { endOfSequence, isPartOf, type Placed } from "./sequences.ts";
import { changesOfSpike, findSpike, startOfSpike } from "./spikes.ts";
import { changesOf, inWindow, isWithin, measure, type Timed } from "./windows.ts";

export interface Arrival extends Placed {
  /** How many came before it. */
  readonly order: number;
}

/** One condition of one key, with all that came of it so far. */
export class Asked {
  readonly #calendar: Case["calendar"];
  readonly condition: Condition;
  #events: Arrival[] = [];
  #newest = Number.NEGATIVE_INFINITY;
  #beyond = false;
  #usedUp: Arrival | undefined;
  /** For the moment of the last event alone. */
  #now = false;

  constructor(calendar: Case["calendar"], condition: Condition) {
    this.#calendar = calendar;
    this.condition = condition;
  }

  /** Takes an event, where it plays a part. */
  take(arrival: Arrival): void {
    this.#now = false;
    if (!this.takes(arrival.at)) return;
    const { condition } = this;
    if (condition.is === "sequence" && !isPartOf(condition, arrival.happening)) return;
    const before = this.#lastValue();
    if (condition.is === "unseen") this.#now = this.#isUnseen(arrival);
    this.#events.push(arrival);
    this.#events.sort((a, b) => a.at - b.at || a.order - b.order);
    this.#newest = Math.max(this.#newest, arrival.at);
    if ("bounds" in condition && "session" in condition.within) this.#forgetSessions();
    if (condition.is === "crosses") this.#cross(condition, this.#valueOf(arrival));
    if (condition.is === "sequence") this.#now = this.#completes();
    if (condition.is === "moves" && condition.since === undefined) {
      this.#now = hasMoved(condition, before, this.#valueOf(arrival));
    }
  }

  /** Whether an event of a moment plays a part, or came too late for that. */
  takes(at: number): boolean {
    const { condition } = this;
    const calendar = this.#calendar;
    if (at >= this.#newest) return true;
    switch (condition.is) {
      case "crosses":
      case "moves":
        return false;
      case "unseen":
        return condition.within === undefined || this.#newest < after(calendar, at, condition.within);
      case "sequence":
        return this.#isNear(at, condition.within);
      case "spike":
        return true;
      default: {
        const late = { id: "", at, of: undefined };
        return inWindow(
          calendar,
          condition.within,
          [...this.#timed(this.#newest), late],
          this.#newest,
        ).includes(late);
      }
    }
  }

  /** Whether a moment is before the end of a completed sequence. */
  isUsedUp(at: number): boolean {
    return this.#usedUp !== undefined && at < this.#usedUp.at;
  }

  /** Whether the rule may begin with an event of a moment: not where a spike counts it as usual alone. */
  begins(at: number): boolean {
    return this.condition.is !== "spike" || at >= startOfSpike(this.condition, this.#newest);
  }

  /** Whether it holds at a moment, with all that came so far. */
  holdsAt(moment: number): boolean {
    const { condition } = this;
    switch (condition.is) {
      case "unseen":
      case "sequence":
        return this.#now;
      case "crosses":
        return this.#beyond;
      case "moves":
        if (condition.since === undefined) return this.#now;
        return hasMoved(condition, this.#valueSince(condition, moment), this.#lastValue());
      case "spike":
        return findSpike(this.#calendar, condition, this.#timed(moment), moment) !== undefined;
      default:
        return isWithin(this.#measured(moment), condition.bounds);
    }
  }

  /** The moments up to another at which time alone may change whether it holds. */
  changes(from: number, to: number): number[] {
    const { condition } = this;
    if (this.#events.length === 0) return [];
    const all = () => {
      if (condition.is === "spike") return changesOfSpike(condition, from, to);
      if (condition.is === "moves" && condition.since !== undefined) {
        const { since } = condition;
        return this.#events.map(({ at }) => after(this.#calendar, at, since));
      }
      if (!("bounds" in condition)) return [];
      return changesOf(this.#calendar, condition.within, this.#timed(to), to);
    };
    return all().filter((at) => at > from && at <= to);
  }

  /** What a text says of it at a moment: a measure, rounded to six decimals. */
  foundAt(moment: number): string {
    if (!("bounds" in this.condition)) return "";
    const value = this.#measured(moment);
    return value === undefined ? "–" : String(Math.round(value * 1e6) / 1e6);
  }

  /** A session that is over stays so, also where a late event comes into the pause after it. */
  #forgetSessions(): void {
    if (!("bounds" in this.condition)) return;
    const session = inWindow(this.#calendar, this.condition.within, this.#timed(this.#newest), this.#newest);
    const ids = new Set(session.map(({ id }) => id));
    this.#events = this.#events.filter(({ happening }) => ids.has(happening.id));
  }

  #measured(moment: number): number | undefined {
    if (!("bounds" in this.condition)) return undefined;
    const inside = inWindow(this.#calendar, this.condition.within, this.#timed(moment), moment);
    return measure(this.condition, inside);
  }

  #timed(upTo: number): Timed[] {
    const field = measuredBy(this.condition);
    return this.#events
      .filter(({ at }) => at <= upTo)
      .map(({ at, happening }) => ({ id: happening.id, at, of: field && happening[field] }));
  }

  #valueOf({ happening }: Placed): number {
    return Number(happening.value);
  }

  #lastValue(): number | undefined {
    return this.#events.at(-1)?.happening.value;
  }

  #valueSince({ since }: Moves, moment: number): number | undefined {
    if (since === undefined) return undefined;
    return this.#events.findLast(({ at }) => after(this.#calendar, at, since) <= moment)?.happening.value;
  }

  #cross({ above, below, reset }: Crosses, value: number): void {
    if (above !== undefined) this.#beyond = this.#beyond ? value > (reset ?? above) : value > above;
    if (below !== undefined) this.#beyond = this.#beyond ? value < (reset ?? below) : value < below;
  }

  /** What is out of the window up to the newest is forgotten, also where an event comes late. */
  #isUnseen(arrival: Arrival): boolean {
    if (this.condition.is !== "unseen") return false;
    const { of, within } = this.condition;
    return !this.#events.some(
      ({ happening, at }) =>
        happening[of] === arrival.happening[of] &&
        (within === undefined || Math.max(arrival.at, this.#newest) < after(this.#calendar, at, within)),
    );
  }

  #isNear(at: number, within: Length): boolean {
    return this.#newest <= after(this.#calendar, at, within);
  }

  #completes(): boolean {
    if (this.condition.is !== "sequence") return false;
    const { within } = this.condition;
    const used = this.#usedUp;
    const left = this.#events.filter(
      ({ at, order }) =>
        this.#isNear(at, within) &&
        (used === undefined || at > used.at || (at === used.at && order > used.order)),
    );
    const end = endOfSequence(this.#calendar, this.condition, left);
    if (end === undefined) return false;
    this.#usedUp = left[end];
    return true;
  }
}

function hasMoved(
  { by, percent, direction }: Moves,
  from: number | undefined,
  to: number | undefined,
): boolean {
  if (from === undefined || to === undefined) return false;
  const moved = Math.round((to - from) * 1e9) / 1e9;
  if (direction === "up" && moved <= 0) return false;
  if (direction === "down" && moved >= 0) return false;
  if (by !== undefined && Math.abs(moved) < by) return false;
  return percent === undefined || (from !== 0 && Math.abs(moved / from) * 100 >= percent - 1e-9);
}
