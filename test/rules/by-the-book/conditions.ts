/** What one condition makes of the events of one key: whether it holds, when that may change, what it finds. */
import { after } from "./calendar.ts";
import type { Case, Condition, Crosses, Happening, Length, Moves } from "./case.ts";
import { type FoundValues, findInPast, streakOf } from "./past.ts";
import { isMomentary, levelOf, measuredOf } from "./rule-parts.ts";
import { endOfSequence, type Placed } from "./sequences.ts";
import { changesOfSpike, findSpike, startOfSpike } from "./spikes.ts";
import { changesOf, inWindow, isWithin, measure, rounded, type Timed } from "./windows.ts";

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
  /** What it found with the last event, where it holds for that moment alone or until the next event. */
  #found: FoundValues | undefined;

  constructor(calendar: Case["calendar"], condition: Condition) {
    this.#calendar = calendar;
    this.condition = condition;
  }

  /** The time of the newest event that counted. */
  get newest(): number {
    return this.#newest;
  }

  /** Ends the moment of an event: what holds for it alone no longer does. */
  rest(): void {
    if (isMomentary(this.condition)) this.#found = undefined;
  }

  /** Takes an event that counts for it, where it plays a part. */
  take(arrival: Arrival): void {
    this.rest();
    if (!this.takes(arrival.at)) return;
    const { condition } = this;
    const before = this.#lastValue();
    const isNew = condition.is === "unseen" && this.#isUnseen(arrival);
    this.#events.push(arrival);
    this.#events.sort((a, b) => a.at - b.at || a.order - b.order);
    this.#newest = Math.max(this.#newest, arrival.at);
    switch (condition.is) {
      case "unseen":
        this.#found = isNew
          ? { seen: new Set(this.#timed(this.#newest).map(({ of }) => of)).size }
          : undefined;
        break;
      case "crosses":
        this.#cross(condition, arrival.happening);
        break;
      case "sequence":
        this.#found = this.#completes() ? {} : undefined;
        break;
      case "moves":
        if (condition.since === undefined) this.#found = this.#moved(condition, before);
        break;
      case "extreme":
      case "deviates":
      case "crossover":
      case "streak":
      case "rate":
        this.#found = findInPast(this.#calendar, condition, this.#valued(), arrival.happening);
        break;
      default:
        if ("bounds" in condition && "session" in condition.within) this.#forgetSessions();
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
      case "extreme":
      case "deviates":
      case "crossover":
      case "streak":
      case "rate":
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
    if ("bounds" in condition) return isWithin(this.#measured(moment), condition.bounds, this.#newestEvent());
    return this.#findAt(moment) !== undefined;
  }

  /** What texts say of it at a moment, by the names of its values. */
  foundAt(moment: number): FoundValues {
    const { condition } = this;
    const last = this.#lastValue();
    if (condition.is === "crosses") return last === undefined ? {} : { value: last };
    if (condition.is === "streak") return this.#events.length > 0 ? streakOf(condition, this.#valued()) : {};
    if (!("bounds" in condition)) return this.#findAt(moment) ?? {};
    const value = this.#measured(moment);
    return value === undefined ? {} : { [condition.is]: value };
  }

  #findAt(moment: number): FoundValues | undefined {
    const { condition } = this;
    switch (condition.is) {
      case "crosses":
        return this.#beyond ? {} : undefined;
      case "moves":
        if (condition.since === undefined) return this.#found;
        return this.#moved(condition, this.#valueSince(condition, moment));
      case "spike":
        return findSpike(this.#calendar, condition, this.#timed(moment), moment, this.#newestEvent());
      default:
        return this.#found;
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

  /** A session that is over stays so, also where a late event comes into the pause after it. */
  #forgetSessions(): void {
    if (!("bounds" in this.condition)) return;
    const session = inWindow(this.#calendar, this.condition.within, this.#timed(this.#newest), this.#newest);
    const begin = Math.min(...session.map(({ at }) => at));
    this.#events = this.#events.filter(({ at }) => at >= begin);
  }

  #measured(moment: number): number | undefined {
    if (!("bounds" in this.condition)) return undefined;
    const inside = inWindow(this.#calendar, this.condition.within, this.#timed(moment), moment);
    return measure(this.condition, inside);
  }

  #timed(upTo: number): Timed[] {
    return this.#events
      .filter(({ at }) => at <= upTo)
      .map(({ at, happening }) => ({ id: happening.id, at, of: measuredOf(this.condition, happening) }));
  }

  #valued() {
    return this.#events.map(({ at, happening }) => ({
      at,
      value: Number(measuredOf(this.condition, happening)),
    }));
  }

  /** That whose bounds stand. */
  #newestEvent(): Happening | undefined {
    return this.#events.at(-1)?.happening;
  }

  #lastValue(): number | undefined {
    return this.#valueOf(this.#newestEvent());
  }

  #valueOf(happening: Happening | undefined): number | undefined {
    const value = happening && measuredOf(this.condition, happening);
    return value === undefined ? undefined : Number(value);
  }

  #valueSince({ since }: Moves, moment: number): number | undefined {
    if (since === undefined) return undefined;
    const last = this.#events.findLast(({ at }) => after(this.#calendar, at, since) <= moment);
    return this.#valueOf(last?.happening);
  }

  #cross({ above, below, reset }: Crosses, happening: Happening): void {
    const value = Number(this.#valueOf(happening));
    const level = Number(levelOf(above ?? below, happening));
    const limit = this.#beyond ? (levelOf(reset, happening) ?? level) : level;
    this.#beyond = above !== undefined ? value > limit : value < limit;
  }

  /** What is out of the window up to the newest is forgotten, also where an event comes late. */
  #isUnseen(arrival: Arrival): boolean {
    if (this.condition.is !== "unseen") return false;
    const { condition } = this;
    const { within } = condition;
    const value = measuredOf(condition, arrival.happening);
    return !this.#events.some(
      ({ happening, at }) =>
        measuredOf(condition, happening) === value &&
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

  /** The move to the last value, where it is large enough. */
  #moved({ by, percent, direction }: Moves, from: number | undefined): FoundValues | undefined {
    const to = this.#lastValue();
    if (from === undefined || to === undefined) return undefined;
    const moved = rounded(to - from);
    if (direction === "up" && moved <= 0) return undefined;
    if (direction === "down" && moved >= 0) return undefined;
    const least = levelOf(by, this.#newestEvent());
    if (least !== undefined && Math.abs(moved) < least) return undefined;
    const leastPercent = levelOf(percent, this.#newestEvent());
    if (leastPercent === undefined) return { moved };
    return from !== 0 && Math.abs(moved / from) * 100 >= leastPercent - 1e-9 ? { moved } : undefined;
  }
}
