/** Counts what a set of rules would have done, as the evaluations come. */

import type { Span } from "../../app/span.ts";
import { jstDay } from "../../model/dates.ts";
import type { Alert } from "../../model/news-items.ts";
import type { ReachedLimit, Suppressed } from "../../model/rule.ts";
import type { Evaluated } from "../../pipeline/judge.ts";

/** Number of suppressed alerts by reason; a reason without any is absent. */
export type SuppressionCounts = Readonly<Partial<Record<Suppressed["reason"], number>>>;

/** A mail that would go out, with as much as tells it from another about the same event. */
export interface CountedMail {
  readonly address: string;
  /** seq of the event that the alert is about. */
  readonly cause: number;
  /** When it would be queued, ms since 1970: alerts of one event that are given together share one mail. */
  readonly at: number;
  readonly rule: string;
  readonly severity: Alert["severity"];
}

export interface RuleCounts {
  readonly rule: string;
  readonly alerts: number;
  readonly resolved: number;
  readonly heldBack: SuppressionCounts;
}

export interface Counts {
  /** Every rule, in the order of the files. */
  readonly rules: readonly RuleCounts[];
  /** Alerts by day in Japan; days without any are absent. */
  readonly alertsByDay: ReadonlyMap<string, number>;
  /** Mails of these rules alone: those of others may take the place of one. */
  readonly mails: readonly CountedMail[];
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
  readonly heldBack: Partial<Record<Suppressed["reason"], number>>;
}

export function createTally(names: readonly string[], { from }: Pick<Span, "from">): Tally {
  const rules = new Map<string, Counting>(names.map((rule) => [rule, nothingYet(rule)]));
  const alertsByDay = new Map<string, number>();
  const counted: CountedMail[] = [];
  const limits = new Map<string, ReachedLimit>();
  const countsOf = (rule: string): Counting => {
    const known = rules.get(rule) ?? nothingYet(rule);
    rules.set(rule, known);
    return known;
  };
  return {
    take({ alerts, mails, suppressions, limits: reached }) {
      for (const one of reached) limits.set(`${one.limit} ${one.rule}`, one);
      const given = new Map<number, Alert>();
      for (const { seq, event } of alerts) {
        const at = Date.parse(event.time);
        if (at < from) continue;
        const alert = event.data.now as unknown as Alert;
        if (event.type === "alert.resolved") countsOf(alert.rule).resolved += 1;
        else {
          countsOf(alert.rule).alerts += 1;
          count(alertsByDay, jstDay(at));
          given.set(seq, alert);
        }
      }
      for (const { alertSeq, address, date } of mails) {
        const alert = given.get(alertSeq);
        if (alert === undefined) continue;
        const { rule, severity, cause } = alert;
        counted.push({ address, cause: cause.seq, at: Date.parse(date), rule, severity });
      }
      for (const { rule, reason, at } of suppressions) {
        if (at < from) continue;
        const { heldBack } = countsOf(rule);
        heldBack[reason] = (heldBack[reason] ?? 0) + 1;
      }
    },
    counts: () => ({ rules: [...rules.values()], alertsByDay, mails: counted, limits: [...limits.values()] }),
  };
}

function nothingYet(rule: string): Counting {
  return { rule, alerts: 0, resolved: 0, heldBack: {} };
}

export function count(counts: Map<string, number>, name: string, times = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + times);
}
