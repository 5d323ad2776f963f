/** The conditions of a rule for one key: those that must all hold, and `any`, of whose maps one must. */
import type { Case, Condition, Happening } from "./case.ts";
import { type Arrival, Asked } from "./conditions.ts";
import {
  canBeginByTime,
  conditionsOf,
  countsFor,
  hasComputed,
  isAskedOf,
  isMeasured,
  keyOf,
  looksBack,
  told,
  toldValues,
} from "./rule-parts.ts";
import { isPartOf } from "./sequences.ts";
import { readsWhatStands } from "./worked.ts";

/** Conditions that must all hold: those of a rule, or those of one map of `any`. */
class Together {
  readonly #asked: readonly Asked[];
  /** For each condition whether it counts as holding: those that need an event for it, until they cease. */
  #active: boolean[];
  /** Up to when each looks with the event at hand, where that is not up to the newest one of the rule. */
  #upTo: (number | undefined)[] = [];
  isTorn = false;

  constructor(calendar: Case["calendar"], conditions: readonly Condition[]) {
    this.#asked = conditions.map((condition) => new Asked(calendar, condition));
    // Before the first event nothing had come either: too few is not news. All else begins with an event.
    this.#active = this.#asked.map((asked) => canBeginByTime(asked.condition) && asked.holdsAt(0));
  }

  get isActive(): boolean {
    return this.#active.every(Boolean);
  }

  /** Whether an event lacks a value that it has to have, so that none of these conditions takes it. */
  lacks(happening: Happening): boolean {
    return this.counting(happening).some(({ condition }) => !isMeasured(condition, happening));
  }

  counting(happening: Happening): Asked[] {
    return this.#asked.filter(
      ({ condition }) =>
        countsFor(condition, happening) && (condition.is !== "sequence" || isPartOf(condition, happening)),
    );
  }

  take(arrival: Arrival): void {
    const counting = this.counting(arrival.happening);
    for (const asked of this.#asked) {
      if (counting.includes(asked)) asked.take(arrival);
      else asked.rest();
    }
  }

  /** Gives what was to those that look at a level of the past. */
  takeWhatWas(items: readonly Arrival[], standing: Arrival): void {
    for (const asked of this.#asked) {
      const { condition } = asked;
      if (!looksBack(condition)) continue;
      const given = "of" in condition && readsWhatStands(condition.of) ? [standing] : items;
      for (const arrival of given) {
        const counts = given.includes(standing) || countsFor(condition, arrival.happening);
        if (counts && isMeasured(condition, arrival.happening)) asked.take(arrival);
      }
      asked.rest();
    }
    this.settle(standing.at);
  }

  /** Sees an event that is none of theirs. */
  rest(): void {
    for (const asked of this.#asked) asked.rest();
  }

  /**
   * Asks each anew, as at an event: how it came to hold does not matter. One with a `when` of its own, or in a map,
   * looks up to the newest event that counted for it, where this one does.
   */
  settle(moment: number, happening?: Happening, isMap = false): void {
    const counting = happening ? this.counting(happening) : [];
    this.isTorn = false;
    this.#upTo = this.#asked.map((asked) => {
      const hasOwn = counting.includes(asked) && (isMap || asked.condition.when !== undefined);
      return hasOwn ? asked.newest : undefined;
    });
    this.#active = this.#asked.map((asked, index) => {
      const holds = asked.holdsAt(this.#upTo[index] ?? moment);
      // How that goes on up to the newest event is not said.
      if (holds !== asked.holdsAt(moment)) this.isTorn = true;
      return holds;
    });
  }

  /** Whether a condition holds with a bound of which no event that counts told. */
  get hasUnknown(): boolean {
    return this.#asked.some(
      ({ newest, condition }) => newest === Number.NEGATIVE_INFINITY && hasComputed(condition),
    );
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

  /** What they find at a moment, by the names that texts use; with an event, up to where each looks. */
  foundAt(moment: number): Map<string, number> {
    const named = this.#asked.flatMap((asked, index) =>
      Object.entries(asked.foundAt(this.#upTo[index] ?? moment)).map(
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

  /** Takes in what stood before the first event of a key, the oldest first, and values of all that stood. */
  takeWhatWas(happening: Happening, at: number, key: string): { isGiven: boolean; isLeftOpen: boolean } {
    const rule = this.#rule;
    const { before } = happening;
    const past = conditionsOf(rule).filter(looksBack);
    if (before === undefined || past.length === 0) return { isGiven: false, isLeftOpen: false };
    const items = before.items.filter((item) => keyOf(rule, item) === key && isAskedOf(rule, item));
    const arrivals = items.map((item, index) => {
      const said = rule.clock === "time" ? undefined : item[rule.clock];
      return { happening: item, at: said?.ms ?? at, order: index - items.length };
    });
    const standing = { happening: { ...happening, worked: before.worked }, at, order: -1 };
    for (const conditions of [this.#all, ...this.#maps]) conditions.takeWhatWas(arrivals, standing);
    // Not said: of an item newer than the event, or without a value of one of several, and of what tests and bounds read.
    const reads = [rule.when, ...past.map((condition) => ({ ...condition, of: undefined }))];
    const lacks = items.some((item) => past.some((condition) => !isMeasured(condition, item)));
    const isNewer = arrivals.some((item) => item.at > at);
    return {
      isGiven: items.length > 0 || past.some(readsWhatStands),
      isLeftOpen: isNewer || readsWhatStands(reads) || (lacks && past.length > 1),
    };
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
    return "takes";
  }

  /** Whether it holds with a bound that is not known: nothing begins by it. */
  get isUnknown(): boolean {
    const all = [this.#all, ...this.#maps.filter(({ isActive }) => isActive)];
    return all.some(({ hasUnknown }) => hasUnknown);
  }

  /** Whether a condition looks up to an event that is late for the rule, and holds otherwise than up to the newest. */
  get isOpen(): boolean {
    return [this.#all, ...this.#maps].some(({ isTorn }) => isTorn);
  }

  /** Takes an event; says whether it plays a part, so that the rule may begin with it. */
  take(arrival: Arrival, newest: number): boolean {
    const { happening, at } = arrival;
    const plays = [this.#all, ...this.#maps].map((conditions) => {
      if (conditions.lacks(happening)) {
        conditions.rest();
        conditions.settle(newest);
        return true;
      }
      const counting = conditions.counting(happening);
      const isTaken = counting.every((asked) => asked.takes(at));
      conditions.take(arrival);
      conditions.settle(newest, happening, this.#maps.includes(conditions));
      return isTaken && counting.every((asked) => asked.begins(at));
    });
    const [allPlay, ...mapsPlay] = plays;
    const holding = mapsPlay.filter((_, index) => this.#maps[index]?.isActive);
    // What is too late for all maps that hold brings nothing about.
    return allPlay === true && (this.#maps.length === 0 || holding.length === 0 || holding.some(Boolean));
  }

  /** Ends the moment of an event. */
  rest(newest: number): void {
    for (const conditions of [this.#all, ...this.#maps]) {
      conditions.rest();
      conditions.settle(newest);
    }
  }

  /** Looks at what time alone has made of them; says whether it made one begin. */
  look(moment: number): boolean {
    const wasAnyActive = this.#isAnyActive;
    // One that holds again by time alone, and so brings nothing about, holds all the same.
    const heldBefore = this.#maps.some((map) => map.holdsAt(moment - 1));
    const hasBegun = this.#all.look(moment);
    for (const map of this.#maps) map.look(moment);
    return hasBegun || (this.#isAnyActive && !wasAnyActive && !heldBefore);
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
  foundAt(moment: number): string {
    const maps = [
      ...this.#maps.filter(({ isActive }) => isActive),
      ...this.#maps.filter(({ isActive }) => !isActive),
    ];
    const found = [this.#all, ...maps].map((conditions) => conditions.foundAt(moment));
    const words = toldValues(this.#rule).map((name) => {
      return told(found.find((values) => values.has(name))?.get(name));
    });
    return words.join(" ");
  }
}
