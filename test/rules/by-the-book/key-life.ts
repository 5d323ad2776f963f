/** One rule and one key through time: when all that the rule asks for begins and ceases to hold, and what waits. */
import { after, afterInHours, isDay, isTradingDay, midnightOf, timeOfDay } from "./calendar.ts";
import { type Case, day, type Happening, type Length, minute, type Outcome } from "./case.ts";
import { isGone, Reminder } from "./reminder.ts";
import { holds, isAskedOf, timeOf, told, toldWorked } from "./rule-parts.ts";
import { Suppression } from "./suppression.ts";
import { Judged } from "./together.ts";

/** What waits for its time: an alert that `for` or `absent` brings about. */
interface Waiting {
  readonly from: number;
  readonly due: number;
  readonly cause: string;
  readonly found: string;
  /** Whether nothing came yet of what is expected. */
  readonly isExpected?: boolean;
}

/** The cause of an alert about what never came. */
export const neverCame = "–";

export class KeyLife {
  readonly #case: Case;
  readonly #key: string;
  readonly #conditions: Judged;
  readonly #suppression: Suppression;
  #holding: boolean;
  #ceasedAt: number | undefined;
  /** Up to when time has gone for the conditions, by the rule's clock. */
  #passed = Number.NEGATIVE_INFINITY;
  #newest = Number.NEGATIVE_INFINITY;
  /** What is known by day goes on from when it was seen: so much later than by its own time. */
  #lag = 0;
  #last: Happening | undefined;
  #waiting: Waiting | undefined;
  readonly #reminder: Reminder | undefined;
  /** Whether time alone made a condition hold since the last event. */
  #turned = false;
  /** Up to when time alone was judged, by the rule's clock. */
  #judged = Number.NEGATIVE_INFINITY;
  /** What came to pass that the reference of rules says nothing of. */
  #isLeftOpen = false;
  /** After an event that ended `for` only the next event with which all holds begins it anew. */
  #needsEvent = false;
  /** Whether the end of `for` went by after all had stopped. */
  #isOver = false;
  /** Whether its first event came, and whether something was before it. */
  #hasBegun = false;
  #gave = false;

  constructor(givenCase: Case, key: string) {
    this.#case = givenCase;
    this.#key = key;
    this.#conditions = new Judged(givenCase);
    this.#suppression = new Suppression(givenCase, key);
    const { calendar, rule } = givenCase;
    this.#reminder = rule.before && new Reminder(calendar, rule.before);
    this.#holding = !this.#conditions.isEmpty && this.#conditions.isActive;
  }

  get isLeftOpen(): boolean {
    return this.#isLeftOpen || this.#reminder?.isLeftOpen === true;
  }

  /** Lets time go by, up to a moment. */
  pass(to: number): Outcome[] {
    const outcomes: Outcome[] = [];
    const from = this.#passed + this.#lag;
    const changes = this.#changes(this.#passed, to - this.#lag).map((at) => at + this.#lag);
    const looks = changes.map(fullMinute).filter((at) => at <= to);
    const moments = new Set([...changes, ...looks, ...this.#dues(to)]);
    for (let next = least(moments); next !== undefined; next = least(moments)) {
      moments.delete(next);
      if (next > from) {
        this.#look(next - this.#lag);
        this.#judged = Math.max(this.#judged, next - this.#lag);
        if (looks.includes(next)) outcomes.push(...this.#beginByTime(next));
      }
      outcomes.push(...this.#due(next));
      for (const due of this.#dues(to)) moments.add(due);
    }
    if (this.#newest > Number.NEGATIVE_INFINITY) this.#passed = Math.max(this.#passed, to - this.#lag);
    return outcomes;
  }

  /** Takes an event of the rule's types. */
  take(happening: Happening, order: number): Outcome[] {
    const { rule } = this.#case;
    const moment = happening.seen;
    const ends = rule.until !== undefined && holds(rule.until, happening);
    const isAsked = isAskedOf(rule, happening);
    const { ms, byDay } = timeOf(rule, happening);
    const from = byDay ? moment : ms;
    const outcomes = ends ? this.#suppression.end(moment, happening.id) : [];
    if (rule.for && (!isAsked || ends)) {
      this.#cease();
      this.#needsEvent = true;
    }
    if (!isAsked || ends) this.#reminder?.end();
    if (!isAsked) return outcomes;
    if (!this.#hasBegun) this.#begun(happening, ms);
    const arrival = { happening, at: ms, order };
    const taking = this.#conditions.takes(arrival);
    if (taking === "not") {
      // Is what was given with an event that the rule ignores, or with the next one?
      if (this.#gave && this.#last === undefined) this.#isLeftOpen = true;
      return outcomes;
    }
    if (taking === "open") this.#isLeftOpen = true;
    const newest = Math.max(this.#newest, ms);
    this.#ceaseUpTo(newest);
    const playsPart = this.#conditions.take(arrival, newest);
    if (this.#conditions.isOpen) this.#isLeftOpen = true;
    if (ms === newest) this.#lag = byDay ? moment - ms : 0;
    this.#newest = newest;
    this.#passed = newest;
    this.#last = happening;
    this.#turned = false;
    this.#needsEvent &&= ends;
    const all = this.#conditions.isActive;
    // A wait whose end went by while all had stopped is over for good, also where a late event lets it go on.
    if (this.#isOver) this.#holding = false;
    this.#isOver &&= !all;
    const begins = all && !this.#holding && playsPart;
    // By a bound that is not known yet nothing begins; whether it begins with the event that brings it is not said.
    const isUnknown = begins && this.#conditions.isUnknown;
    if (isUnknown) this.#isLeftOpen = true;
    if (!all && rule.for) this.#waiting = undefined;
    const since = this.#conditions.isEmpty ? from : Math.max(from, newest + this.#lag);
    if (rule.absent && all && playsPart) {
      // What never came is missed, and what came is older than the moment from which that is counted.
      if (this.#waiting?.isExpected && from < this.#waiting.from) this.#isLeftOpen = true;
      this.#await(from, since, happening.id, this.#foundAt(newest));
    }
    if (this.#reminder) this.#remind(this.#reminder, happening, all && playsPart, ends);
    else if (!rule.absent && begins && !ends) outcomes.push(...this.#begin(moment, since, false));
    this.#conditions.rest(newest);
    this.#holding = all && (this.#holding || begins) && this.#lasts() && !(begins && ends && rule.for);
    return outcomes;
  }

  /** Takes in what stood before the first event. */
  #begun(happening: Happening, at: number): void {
    this.#hasBegun = true;
    const { isGiven, isLeftOpen } = this.#conditions.takeWhatWas(happening, at, this.#key);
    if (isLeftOpen) this.#isLeftOpen = true;
    if (!isGiven) return;
    this.#gave = true;
    this.#passed = at;
    this.#holding = this.#conditions.isActive && this.#lasts();
  }

  /** Something that goes on after its event: conditions that last, or `when` by itself with `for`. */
  #lasts(): boolean {
    return this.#conditions.isEmpty ? this.#case.rule.for !== undefined : this.#conditions.isActive;
  }

  #begin(moment: number, from: number, timed: boolean): Outcome[] {
    const { rule, calendar } = this.#case;
    const cause = this.#last?.id ?? "";
    const found = this.#foundAt(timed ? moment - this.#lag : this.#newest);
    if (rule.for) {
      this.#waiting = { from, due: after(calendar, from, rule.for), cause, found };
      return [];
    }
    return [this.#suppression.ask({ moment, timed, cause, found })];
  }

  /** Takes an event into account for reminders: the item is gone, or it has a date, if all holds with it. */
  #remind(reminder: Reminder, { kind, id, date, seen }: Happening, holds: boolean, ends: boolean): void {
    if (ends || isGone(kind)) reminder.end();
    else if (holds) reminder.bring(date, seen, { cause: id, found: this.#foundAt(this.#newest) });
    else if (date === undefined || !isDay(date)) reminder.end();
  }

  /** Begins the wait for what is expected, if nothing came of it. */
  expect(moment: number): void {
    if (this.#waiting) return;
    // Is it something that came, if the conditions did not hold with it before the rule was loaded?
    if (this.#last) this.#isLeftOpen = true;
    const { by } = this.#case.rule;
    const found = by[0] === "word" ? `– ${this.#key}` : `${this.#key} –`;
    this.#await(moment, moment, neverCame, found);
    if (this.#waiting) this.#waiting = { ...(this.#waiting as Waiting), isExpected: true };
  }

  #foundAt(moment: number): string {
    if (this.#case.rule.absent?.expected) return `${this.#last?.code} ${this.#last?.word ?? "–"}`;
    const text = this.#conditions.foundAt(moment);
    const worked = toldWorked(this.#case.rule).map((name) => told(this.#last?.worked?.get(name)));
    return [text, ...worked].filter((word) => word !== "").join(" ");
  }

  #cease(): void {
    this.#holding = false;
    if (this.#case.rule.for) this.#waiting = undefined;
  }

  /** Looks at the conditions as time alone has made them. */
  #look(moment: number): void {
    this.#turned = this.#conditions.look(moment) || this.#turned;
    if (!this.#conditions.isActive && this.#holding) this.#ceasedAt ??= moment;
  }

  #beginByTime(moment: number): Outcome[] {
    // What needs an event came to hold by time alone: may it begin together with what does not need one?
    if (this.#conditions.isUnclear(moment - this.#lag)) this.#isLeftOpen = true;
    if (!this.#conditions.isActive || this.#case.rule.absent || this.#reminder) return [];
    if (this.#holding && this.#ceasedAt === undefined) return [];
    if (!this.#turned || !this.#lasts() || this.#needsEvent) return [];
    // Does a title show what stands now, or what stood at the event?
    if (toldWorked(this.#case.rule).length > 0) this.#isLeftOpen = true;
    this.#turned = false;
    this.#holding = true;
    this.#ceasedAt = undefined;
    return this.#begin(moment, moment, true);
  }

  /** The moments by the rule's clock at which time alone may change something, in their order. */
  #changes(from: number, to: number): number[] {
    return [...new Set(this.#conditions.changes(from, to))].sort((a, b) => a - b);
  }

  /** Before an event is taken: did all cease to hold since the last one, by the rule's clock? */
  #ceaseUpTo(newest: number): void {
    for (const moment of this.#changes(this.#passed, newest)) this.#look(moment);
    if (this.#ceasedAt !== undefined && this.#ceasedAt <= newest) this.#cease();
    this.#ceasedAt = undefined;
  }

  #await(from: number, since: number, cause: string, found: string): void {
    const { absent } = this.#case.rule;
    if (!absent || (this.#waiting && from < this.#waiting.from)) return;
    const due = "for" in absent ? this.#afterSilence(since, absent.for) : this.#nextDay(since);
    this.#waiting = { from: since, due, cause, found };
  }

  /** When nothing has come for so long; in active hours, where the rule has them and the length is no trading days. */
  #afterSilence(since: number, length: Length): number {
    const { rule, calendar } = this.#case;
    if (rule.active === undefined || "bd" in length) return after(calendar, since, length);
    return afterInHours(calendar, rule.active, since, length.ms);
  }

  /** The time of `absent: { by }` on the next day that it asks about. */
  #nextDay(from: number): number {
    const { absent } = this.#case.rule;
    if (!absent || !("by" in absent)) return Number.POSITIVE_INFINITY;
    let midnight = midnightOf(from) + day;
    while (absent.tradingDays && !isTradingDay(this.#case.calendar, midnight)) midnight += day;
    return midnight + timeOfDay(absent.by);
  }

  #dues(to: number): number[] {
    const dues = [this.#waiting?.due, this.#reminder?.due];
    return dues.filter((due) => due !== undefined && due <= to) as number[];
  }

  #due(moment: number): Outcome[] {
    const reminder = this.#reminder;
    const reminded = reminder?.takeDue(moment);
    if (reminder && reminded) {
      const { due, cause, found } = reminded;
      const outcome = this.#suppression.ask({ moment: due, timed: true, cause, found });
      reminder.note(reminded, outcome.list === "alerts");
      return [outcome];
    }
    const waiting = this.#waiting;
    if (!waiting || waiting.due > moment) return [];
    const { absent } = this.#case.rule;
    this.#waiting = absent && "by" in absent ? { ...waiting, due: this.#nextDay(moment) } : undefined;
    if (absent && !("by" in absent)) this.#waiting = { ...waiting, due: Number.POSITIVE_INFINITY };
    if (!absent && this.#ceasedAt !== undefined && this.#ceasedAt <= moment - this.#lag) {
      this.#isOver = true;
      return [];
    }
    const { cause, found, due } = waiting;
    return [this.#suppression.ask({ moment: due, timed: true, cause, found })];
  }
}

function least(moments: ReadonlySet<number>): number | undefined {
  return moments.size > 0 ? Math.min(...moments) : undefined;
}

function fullMinute(moment: number): number {
  return Math.ceil(moment / minute) * minute;
}
