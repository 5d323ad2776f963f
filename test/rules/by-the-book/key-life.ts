/** One rule and one key through time: when all that the rule asks for begins and ceases to hold, and what waits. */
import { after, isTradingDay, midnightOf } from "./calendar.ts";
import { type Case, type Condition, day, type Happening, minute, type Outcome } from "./case.ts";
import { type Arrival, Asked } from "./conditions.ts";
import { canBeginByTime, holds, isMeasured, isMomentary, timeOf, toldMeasures } from "./rule-parts.ts";
import { Suppression } from "./suppression.ts";

/** What waits for its time: an alert that `for` or `absent` brings about. */
interface Waiting {
  readonly from: number;
  readonly due: number;
  readonly cause: string;
  readonly found: string;
}

export class KeyLife {
  readonly #case: Case;
  readonly #conditions: Asked[];
  readonly #suppression: Suppression;
  /** For each condition whether it counts as holding: those that need an event for it, until they cease. */
  #active: boolean[];
  #holding: boolean;
  #ceasedAt: number | undefined;
  /** Up to when time has gone for the conditions, by the rule's clock. */
  #passed = Number.NEGATIVE_INFINITY;
  #newest = Number.NEGATIVE_INFINITY;
  /** What is known by day goes on from when it was seen: so much later than by its own time. */
  #lag = 0;
  #last: string | undefined;
  #waiting: Waiting | undefined;
  /** Whether time alone made a condition hold since the last event. */
  #turned = false;
  /** Up to when time alone was judged, by the rule's clock. */
  #judged = Number.NEGATIVE_INFINITY;
  /** What came to pass that docs/rules.md says nothing of. */
  isLeftOpen = false;
  /** After an event that ended `for` only the next event with which all holds begins it anew. */
  #needsEvent = false;

  constructor(givenCase: Case, key: string) {
    this.#case = givenCase;
    this.#conditions = givenCase.rule.conditions.map((condition) => new Asked(givenCase.calendar, condition));
    this.#suppression = new Suppression(givenCase, key);
    // Before the first event nothing had come either: too few is not news. All else begins with an event.
    this.#active = this.#conditions.map((asked) => canBeginByTime(asked.condition) && asked.holdsAt(0));
    this.#holding = this.#conditions.length > 0 && this.#active.every(Boolean);
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
    const isAsked = rule.when === undefined || holds(rule.when, happening);
    const { ms, byDay } = timeOf(rule, happening);
    const from = byDay ? moment : ms;
    const outcomes = ends ? this.#suppression.end(moment) : [];
    if (rule.for && (!isAsked || ends)) {
      this.#cease();
      this.#needsEvent = true;
    }
    if (!isAsked || !isMeasured(rule, happening)) return outcomes;

    // What comes late, with a time before the end of a completed sequence, may make another: the page leaves it open.
    if (this.#conditions.some((asked) => asked.isUsedUp(ms))) this.isLeftOpen = true;
    const parts = this.#conditions.map((asked) => asked.takes(ms));
    if (parts.length > 0 && !parts.some(Boolean)) {
      // An alert by time alone is about the last event: also where that came too late to play a part?
      return outcomes;
    }
    const newest = Math.max(this.#newest, ms);
    this.#ceaseUpTo(newest);
    const arrival: Arrival = { happening, at: ms, order };
    for (const asked of this.#conditions) asked.take(arrival);
    if (ms === newest) this.#lag = byDay ? moment - ms : 0;
    this.#newest = newest;
    this.#passed = newest;
    this.#last = happening.id;
    this.#turned = false;
    this.#needsEvent &&= ends;
    this.#active = this.#conditions.map((asked) => asked.holdsAt(newest));
    const all = this.#active.every(Boolean);
    const playsPart = parts.every(Boolean) && this.#conditions.every((asked) => asked.begins(ms));
    const begins = all && !this.#holding && playsPart;
    this.#holding = all && (this.#holding || begins) && this.#lasts();
    if (!all && rule.for) this.#waiting = undefined;
    const since = this.#conditions.length === 0 ? from : Math.max(from, newest + this.#lag);
    if (rule.absent) {
      if (all && playsPart) this.#await(from, since, happening.id);
      return outcomes;
    }
    if (!begins) return outcomes;
    if (ends && rule.for) this.#holding = false;
    if (!ends) outcomes.push(...this.#begin(moment, since, false));
    return outcomes;
  }

  /** Something that goes on after its event: conditions that last, or `when` by itself with `for`. */
  #lasts(): boolean {
    const { rule } = this.#case;
    if (rule.conditions.some(isMomentary)) return false;
    return rule.conditions.length > 0 || rule.for !== undefined;
  }

  #begin(moment: number, from: number, timed: boolean): Outcome[] {
    const { rule, calendar } = this.#case;
    const cause = this.#last ?? "";
    const found = this.#foundAt(timed ? moment - this.#lag : this.#newest);
    if (rule.for) {
      this.#waiting = { from, due: after(calendar, from, rule.for), cause, found };
      return [];
    }
    return [this.#suppression.ask({ moment, timed, cause, found })];
  }

  #foundAt(moment: number): string {
    const told: readonly Condition[] = toldMeasures(this.#case.rule);
    const shown = this.#conditions.filter(({ condition }) => told.includes(condition));
    return shown.map((asked) => asked.foundAt(moment)).join(" ");
  }

  #cease(): void {
    this.#holding = false;
    if (this.#case.rule.for) this.#waiting = undefined;
  }

  /** Looks at the conditions as time alone has made them. */
  #look(moment: number): void {
    this.#active = this.#conditions.map((asked, index) => {
      const was = this.#active[index] ?? false;
      const begins = canBeginByTime(asked.condition);
      const holds = asked.holdsAt(moment) && (was || begins);
      this.#turned ||= holds && !was;
      return holds;
    });
    if (!this.#active.every(Boolean) && this.#holding) this.#ceasedAt ??= moment;
  }

  #beginByTime(moment: number): Outcome[] {
    // What needs an event came to hold by time alone: may it begin together with what does not need one?
    const all = this.#conditions.every((asked) => asked.holdsAt(moment - this.#lag));
    if (all && !this.#active.every(Boolean) && this.#conditions.length > 1) this.isLeftOpen = true;
    if (!this.#active.every(Boolean) || this.#case.rule.absent) return [];
    if (this.#holding && this.#ceasedAt === undefined) return [];
    if (!this.#turned || !this.#lasts() || this.#needsEvent) return [];
    this.#turned = false;
    this.#holding = true;
    this.#ceasedAt = undefined;
    return this.#begin(moment, moment, true);
  }

  /** The moments by the rule's clock at which time alone may change something, in their order. */
  #changes(from: number, to: number): number[] {
    const changes = this.#conditions.flatMap((asked) => asked.changes(from, to));
    return [...new Set(changes)].sort((a, b) => a - b);
  }

  /** Before an event is taken: did all cease to hold since the last one, by the rule's clock? */
  #ceaseUpTo(newest: number): void {
    for (const moment of this.#changes(this.#passed, newest)) this.#look(moment);
    if (this.#ceasedAt !== undefined && this.#ceasedAt <= newest) this.#cease();
    this.#ceasedAt = undefined;
  }

  #await(from: number, since: number, cause: string): void {
    const { absent } = this.#case.rule;
    if (!absent || (this.#waiting && from < this.#waiting.from)) return;
    const due = "for" in absent ? after(this.#case.calendar, since, absent.for) : this.#nextDay(since);
    this.#waiting = { from: since, due, cause, found: this.#foundAt(this.#newest) };
  }

  /** The time of `absent: { by }` on the next day that it asks about. */
  #nextDay(from: number): number {
    const { absent } = this.#case.rule;
    if (!absent || !("by" in absent)) return Number.POSITIVE_INFINITY;
    const [hours, minutes] = absent.by.split(":").map(Number);
    let midnight = midnightOf(from) + day;
    while (absent.tradingDays && !isTradingDay(this.#case.calendar, midnight)) midnight += day;
    return midnight + ((hours ?? 0) * 60 + (minutes ?? 0)) * minute;
  }

  #dues(to: number): number[] {
    return this.#waiting && this.#waiting.due <= to ? [this.#waiting.due] : [];
  }

  #due(moment: number): Outcome[] {
    const waiting = this.#waiting;
    if (!waiting || waiting.due > moment) return [];
    const { absent } = this.#case.rule;
    this.#waiting = absent && "by" in absent ? { ...waiting, due: this.#nextDay(moment) } : undefined;
    if (absent && !("by" in absent)) this.#waiting = { ...waiting, due: Number.POSITIVE_INFINITY };
    if (!absent && this.#ceasedAt !== undefined && this.#ceasedAt <= moment - this.#lag) return [];
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
