/**
 * What a rule says of a log, slowly and simply: minute by minute, and for each event from all that came before it.
 */
import { isWithin, measureOf } from "./measures.ts";
import type { Condition, Rule, Window } from "./random-rules.ts";

export interface Report {
  /** Its place among all reports. */
  readonly place: number;
  /** Minutes since midnight in Japan; never less than that of the one before. */
  readonly at: number;
  readonly type: string;
  readonly code: string;
  readonly seller: string;
  /** Undefined: it does not say. */
  readonly ratio: number | undefined;
}

/** `fired` or `resolved`, the key, and the place of the report that the alert is about. */
export type Said = string;

interface Alert {
  readonly cause: Report;
}

/** One key's life. */
class Life {
  readonly said: Said[] = [];
  readonly #rule: Rule;
  readonly #key: string;
  readonly #counted: Report[] = [];
  #held: boolean;
  /** Whether a report ended what has to last, and none began it again. */
  #isEnded = false;
  #waiting: (Alert & { readonly due: number }) | undefined;
  #active: Alert | undefined;
  #given = Number.NEGATIVE_INFINITY;
  #asked: number[] = [];
  /** The first report that anybody was told of. */
  #first = 0;

  constructor(rule: Rule, key: string) {
    this.#rule = rule;
    this.#key = key;
    this.#held = rule.conditions.length > 0 && this.#holdsAt(0);
  }

  /** A minute begins, before its reports. */
  minute(now: number): void {
    if (this.#held && !this.#holdsAt(now)) this.#cease();
    if (this.#beginsByTime(now)) this.#begin(now);
    const waiting = this.#waiting;
    if (waiting?.due !== now) return;
    this.#waiting = undefined;
    this.#give(waiting, now);
  }

  /** Nobody was told of the reports up to now: what they gave or were to give is nothing, and what they say stays. */
  begin(first: number): void {
    this.#first = first;
    this.said.length = 0;
    [this.#waiting, this.#active, this.#asked] = [undefined, undefined, []];
    this.#given = Number.NEGATIVE_INFINITY;
  }

  #cease(): void {
    this.#held = false;
    if (this.#rule.for !== undefined) this.#waiting = undefined;
  }

  #beginsByTime(now: number): boolean {
    if (this.#counted.length === 0 || this.#isEnded || this.#rule.absent !== undefined) return false;
    const begins = (one: Condition) =>
      isLessEnough(one) && !holds(one, this.#counted, now - 1) && holds(one, this.#counted, now);
    return this.#holdsAt(now) && this.#rule.conditions.some(begins);
  }

  #begin(now: number): void {
    const cause = this.#counted.at(-1);
    if (cause === undefined) return;
    this.#held = true;
    if (cause.place < this.#first) return;
    if (this.#rule.for !== undefined) this.#waiting = { cause, due: now + this.#rule.for };
    else this.#give({ cause }, now);
  }

  /** Whether all conditions hold at a moment that is not that of a report. */
  #holdsAt(now: number): boolean {
    return this.#rule.conditions.every((one) => isLasting(one) && holds(one, this.#counted, now));
  }

  report(report: Report): void {
    const { when, until, absent } = this.#rule;
    const now = report.at;
    const { ratio } = report;
    const ends = until !== undefined && ratio !== undefined && ratio < until;
    if (ends && this.#active) {
      // The end is about the report that ended it.
      this.#say("resolved", { cause: report });
      this.#active = undefined;
    }
    const isOut = when !== undefined && (ratio === undefined || ratio < when);
    const endsLasting = this.#rule.for !== undefined && (isOut || ends);
    if (endsLasting) [this.#held, this.#waiting, this.#isEnded] = [false, undefined, true];
    const { conditions } = this.#rule;
    if (isOut || conditions.some((one) => measuresRatio(one) && ratio === undefined)) return;
    const goesOn = this.#held && this.#holdsAt(now);
    this.#counted.push(report);
    // It is seen by the conditions, and nothing begins with it.
    if (endsLasting) return;
    this.#isEnded = false;
    this.#held = conditions.every((one) => holds(one, this.#counted, now));
    const isEachEvent = conditions.length === 0 && this.#rule.for === undefined;
    const begins = isEachEvent || (this.#held && !goesOn);
    if (absent !== undefined) {
      if (this.#held) this.#waiting = { cause: report, due: now + absent };
    } else if (this.#rule.for !== undefined) {
      if (begins) this.#waiting = { cause: report, due: now + this.#rule.for };
      else if (!this.#held) this.#waiting = undefined;
    } else if (begins && !ends) this.#give({ cause: report }, now);
  }

  #give(alert: Alert, now: number): void {
    const { flapping, cooldown, until } = this.#rule;
    if (this.#active !== undefined) return;
    if (cooldown !== undefined && now < this.#given + cooldown) return;
    if (flapping !== undefined) {
      const recent = this.#asked.filter((at) => at > now - flapping.minutes);
      this.#asked.push(now);
      // Only so many are looked back at.
      if (recent.slice(-flapping.times).length >= flapping.times) return;
    }
    this.#given = now;
    if (until !== undefined) this.#active = alert;
    this.#say("fired", alert);
  }

  #say(what: string, { cause }: Alert): void {
    this.said.push(`${what} ${this.#key} ${cause.place}`);
  }
}

/** Whether a report that does not say its ratio plays no part. */
function measuresRatio(one: Condition): boolean {
  if (one.kind === "measured") return one.measure !== "count" && one.measure !== "distinct";
  return one.kind === "crosses" || one.kind === "moves";
}

/** Whether it may come to hold since reports leave its window. */
function isLessEnough(one: Condition): boolean {
  if (one.kind !== "measured") return false;
  const { at_most, below, at_least, above } = one.bounds;
  const isLimited = at_most !== undefined || below !== undefined;
  if (one.measure === "minimum") return at_least !== undefined || above !== undefined;
  return isLimited && ["count", "distinct", "sum", "maximum"].includes(one.measure);
}

/** Whether it may hold from one event to the next. */
function isLasting(one: Condition): boolean {
  if (one.kind === "moves") return one.since !== undefined;
  return one.kind === "measured" || one.kind === "crosses";
}

/** Whether a condition holds after some reports at a moment that is not before any of them. */
function holds(one: Condition, reports: readonly Report[], now: number): boolean {
  switch (one.kind) {
    case "measured": {
      const inside = insideOf(one.window, reports, now);
      const values = inside.map(({ seller, ratio = 0 }) =>
        one.measure === "distinct" ? seller : ratio - one.less,
      );
      const measured = measureOf(one.measure, values, 50);
      return measured !== undefined && isWithin(measured, one.bounds);
    }
    case "crosses": {
      let isOver = false;
      for (const { ratio = 0 } of reports) isOver = ratio > (isOver ? one.reset : one.above);
      return isOver;
    }
    case "moves": {
      const { since } = one;
      const before =
        since === undefined ? reports.slice(0, -1) : reports.filter(({ at }) => at <= now - since);
      const [from, last] = [before.at(-1), reports.at(-1)];
      if (last?.ratio === undefined || from?.ratio === undefined) return false;
      const moved = Math.abs(last.ratio - from.ratio);
      const isPercent = from.ratio > 0 && (moved / from.ratio) * 100 >= (one.percent ?? 0);
      return moved >= one.by && (one.percent === undefined || isPercent);
    }
    case "unseen": {
      const last = reports.at(-1);
      const isSame = ({ seller, at }: Report) => seller === last?.seller && at > last.at - one.within;
      return last !== undefined && !reports.slice(0, -1).some(isSame);
    }
    case "sequence": {
      const last = reports.at(-1);
      return last !== undefined && completes(reports, one.within).has(last);
    }
  }
}

function insideOf({ kind, minutes }: Window, reports: readonly Report[], now: number): readonly Report[] {
  if (kind === "sliding") return reports.filter(({ at }) => at > now - minutes);
  if (kind === "tumbling")
    return reports.filter(({ at }) => Math.floor(at / minutes) === Math.floor(now / minutes));
  let next = now;
  const inside: Report[] = [];
  for (const report of reports.toReversed()) {
    if (next - report.at > minutes) break;
    inside.unshift(report);
    next = report.at;
  }
  return inside;
}

/** The reports with which a sequence is complete: opened, then increased, nothing closed between, none used twice. */
function completes(reports: readonly Report[], within: number): ReadonlySet<Report> {
  const complete = new Set<Report>();
  let opened: Report[] = [];
  for (const report of reports) {
    if (report.type.endsWith(".closed")) opened = [];
    if (report.type.endsWith(".opened")) opened.push(report);
    if (!report.type.endsWith(".increased")) continue;
    if (!opened.some(({ at }) => at >= report.at - within)) continue;
    complete.add(report);
    opened = [];
  }
  return complete;
}

/**
 * Alerts of the rule up to a minute, in the order of the keys.
 * @param seam the minute up to which nobody was told anything; left out: all were
 */
export function oracle(rule: Rule, reports: readonly Report[], end: number, seam?: number): Said[] {
  const lives = new Map<string, Life>();
  for (let now = 0; now <= end; now += 1) {
    for (const life of lives.values()) life.minute(now);
    if (now === seam)
      for (const life of lives.values()) life.begin(reports.filter(({ at }) => at < now).length);
    for (const report of reports.filter(({ at }) => at === now)) {
      const key = rule.bySeller ? `${report.code}|${report.seller}` : report.code;
      const life = lives.get(key) ?? new Life(rule, key);
      lives.set(key, life);
      life.report(report);
    }
  }
  return [...lives.values()].flatMap(({ said }) => said);
}
