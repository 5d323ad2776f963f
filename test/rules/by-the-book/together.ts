/** The conditions of a rule for one key: those that must all hold, and `any`, of whose maps one must. */
import type { Case, Condition, Happening } from "./case.ts";
import { type Arrival, Asked } from "./conditions.ts";
import { canBeginByTime, conditionsOf, countsFor, isMeasured, told, toldValues } from "./rule-parts.ts";

/** Conditions that must all hold: those of a rule, or those of one map of `any`. */
class Together {
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

/** All conditions of a rule for one key. */
export class Judged {
  readonly #rule: Case["rule"];
  readonly #all: Together;
  readonly #maps: readonly Together[];
  readonly #count: number;
  /** Whether the page does not say what is found with the last event, or in the moment of it. */
  #isFoundOpen = false;
  #isMapOpen = false;
  #newest = Number.NEGATIVE_INFINITY;

  constructor({ rule, calendar }: Case) {
    this.#rule = rule;
    this.#all = new Together(calendar, rule.conditions);
    this.#maps = (rule.any ?? []).map((map) => new Together(calendar, map));
    this.#count = conditionsOf(rule).length;
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** Whether all of them count as holding, and one of the maps. */
  get isActive(): boolean {
    return this.#all.isActive && this.#isAnyActive;
  }

  get #isAnyActive(): boolean {
    return this.#maps.length === 0 || this.#maps.some(({ isActive }) => isActive);
  }

  /** Whether an event changes anything; `open` where the page does not say. */
  takes({ happening, at }: Arrival): "not" | "takes" | "open" {
    if (this.isEmpty) return "takes";
    if (this.#all.lacks(happening)) return "not";
    const seeing = [this.#all, ...this.#maps.filter((map) => !map.lacks(happening))];
    const counting = seeing.flatMap((conditions) => conditions.counting(happening));
    // An alert by time alone is about the last event: also where that came too late to play a part?
    // What comes late, with a time before the end of a completed sequence, may make another: the page does not say
    // how old it may be, nor up to which event.
    if (counting.some((asked) => asked.isUsedUp(at))) return "open";
    if (!counting.some((asked) => asked.takes(at))) return "not";
    // What is late for the rule may be in time for a condition that did not count the newest: up to when does that look?
    const isInTime = counting.some(
      (asked) => asked.newest <= at && (asked.condition.when || this.#maps.length > 0),
    );
    return at < this.#newest && isInTime ? "open" : "takes";
  }

  /** Whether a map holds of which nothing came: the page does not say how it stood before. */
  get isOpen(): boolean {
    return this.#maps.some((map) => map.isUntouched && map.isActive);
  }

  /** Takes an event; says whether it plays a part, so that the rule may begin with it. */
  take(arrival: Arrival, newest: number): boolean {
    const { happening, at } = arrival;
    const wasAnyActive = this.#isAnyActive;
    this.#newest = newest;
    this.#isMapOpen = this.#maps.some((map) => map.lacks(happening));
    this.#isFoundOpen = this.#isUnsaid(happening);
    const plays = [this.#all, ...this.#maps].map((conditions) => {
      if (conditions.lacks(happening)) {
        conditions.rest();
        conditions.settle(newest);
        return true;
      }
      const counting = conditions.counting(happening);
      const isTaken = counting.every((asked) => asked.takes(at));
      conditions.take(arrival);
      conditions.settle(newest);
      return isTaken && counting.every((asked) => asked.begins(at));
    });
    const [allPlay, ...mapsPlay] = plays;
    const holding = mapsPlay.filter((_, index) => this.#maps[index]?.isActive);
    return allPlay === true && (this.#maps.length === 0 || wasAnyActive || holding.some(Boolean));
  }

  /** Whether a title tells of a crossing or a streak for which an event does not count. */
  #isUnsaid(happening: Happening): boolean {
    return this.#rule.conditions.some(
      (condition) =>
        (condition.is === "crosses" || condition.is === "streak") && !countsFor(condition, happening),
    );
  }

  /** Ends the moment of an event. */
  rest(newest: number): void {
    this.#isMapOpen = false;
    for (const conditions of [this.#all, ...this.#maps]) {
      conditions.rest();
      conditions.settle(newest);
    }
  }

  /** Looks at what time alone has made of them; says whether it made one begin. */
  look(moment: number): boolean {
    const wasAnyActive = this.#isAnyActive;
    const hasBegun = this.#all.look(moment);
    for (const map of this.#maps) map.look(moment);
    return hasBegun || (this.#isAnyActive && !wasAnyActive);
  }

  /** Whether what needs an event came to hold by time alone: may it begin together with what does not need one? */
  isUnclear(moment: number): boolean {
    const { conditions } = this.#rule;
    const holds = this.#maps.length === 0 || this.#maps.some((map) => map.holdsAt(moment));
    if (this.isActive || !holds || !this.#all.holdsAt(moment)) return false;
    return (
      conditions.length + Math.min(1, this.#maps.length) > 1 ||
      this.#maps.some((map) => map.isUnclear(moment))
    );
  }

  changes(from: number, to: number): number[] {
    return [this.#all, ...this.#maps].flatMap((conditions) => conditions.changes(from, to));
  }

  /** What a title says they found, rounded to six decimals; of maps with the same name, the first that holds. */
  foundAt(moment: number): { readonly text: string; readonly isLeftOpen: boolean } {
    const maps = [
      ...this.#maps.filter(({ isActive }) => isActive),
      ...this.#maps.filter(({ isActive }) => !isActive),
    ];
    const found = [this.#all, ...maps].map((conditions) => conditions.foundAt(moment));
    const words = toldValues(this.#rule).map((name) => {
      return told(found.find((values) => values.has(name))?.get(name));
    });
    return { text: words.join(" "), isLeftOpen: this.#isFoundOpen || this.#isMapOpen };
  }
}
