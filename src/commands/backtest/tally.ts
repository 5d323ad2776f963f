/** Counts what a set of rules would have done, as the evaluations come. */
import { jstDay } from "../../model/dates.ts";
import type { Alert } from "../../model/news-items.ts";
import type { ReachedLimit, Suppressed } from "../../model/rule.ts";
import type { Evaluated } from "../../pipeline/judge.ts";
import type { Span } from "./span.ts";

/** Number of suppressed alerts by reason; a reason without any is absent. */
export type SuppressionCounts = Readonly<Partial<Record<Suppressed["reason"], number>>>;

export interface RuleCounts {
  readonly rule: string;
  readonly alerts: number;
  readonly resolved: number;
  readonly mails: number;
  readonly heldBack: SuppressionCounts;
}

export interface Counts {
  /** Every rule, in the order of the files. */
  readonly rules: readonly RuleCounts[];
  /** Alerts by day in Japan; days without any are absent. */
  readonly alertsByDay: ReadonlyMap<string, number>;
  /** Mails by address, then by day. */
  readonly mailsByDay: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Rules that remembered as much as they may, before the span too: from then on they forgot. Each once. */
  readonly limits: readonly ReachedLimit[];
}

export interface Tally {
  /** Counts an evaluation; anything before the span is left out. */
  take(evaluation: Evaluated): void;
  counts(): Counts;
}

interface Counting {
  readonly rule: string;
  alerts: number;
  resolved: number;
  mails: number;
  readonly heldBack: Partial<Record<Suppressed["reason"], number>>;
}

export function createTally(names: readonly string[], { from }: Pick<Span, "from">): Tally {
  const rules = new Map<string, Counting>(names.map((rule) => [rule, nothingYet(rule)]));
  const alertsByDay = new Map<string, number>();
  const mailsByDay = new Map<string, Map<string, number>>();
  const limits = new Map<string, ReachedLimit>();
  const countsOf = (rule: string): Counting => {
    const known = rules.get(rule) ?? nothingYet(rule);
    rules.set(rule, known);
    return known;
  };
  return {
    take({ alerts, mails, suppressions, limits: reached }) {
      for (const one of reached) limits.set(`${one.limit} ${one.rule}`, one);
      const ruleOf = new Map<number, string>();
      for (const { seq, event } of alerts) {
        const at = Date.parse(event.time);
        if (at < from) continue;
        const { rule } = event.data.now as unknown as Alert;
        if (event.type === "alert.resolved") countsOf(rule).resolved += 1;
        else {
          countsOf(rule).alerts += 1;
          count(alertsByDay, jstDay(at));
          ruleOf.set(seq, rule);
        }
      }
      for (const { alertSeq, address, date } of mails) {
        const rule = ruleOf.get(alertSeq);
        if (rule === undefined) continue;
        countsOf(rule).mails += 1;
        const days = mailsByDay.get(address) ?? new Map<string, number>();
        mailsByDay.set(address, days);
        count(days, jstDay(Date.parse(date)));
      }
      for (const { rule, reason, at } of suppressions) {
        if (at < from) continue;
        const { heldBack } = countsOf(rule);
        heldBack[reason] = (heldBack[reason] ?? 0) + 1;
      }
    },
    counts: () => ({ rules: [...rules.values()], alertsByDay, mailsByDay, limits: [...limits.values()] }),
  };
}

function nothingYet(rule: string): Counting {
  return { rule, alerts: 0, resolved: 0, mails: 0, heldBack: {} };
}

export function count(counts: Map<string, number>, name: string, times = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + times);
}
