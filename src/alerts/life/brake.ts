/** The brake on a rule that fires far more often than on any of its last days. */
import type { RuleDays } from "../../model/alerts.ts";
import { addDays, jstDay } from "../../model/dates.ts";
import type { LogEntry } from "../../model/event.ts";
import { alertOf } from "./alert-facts.ts";
import type { Making } from "./pending.ts";

const days = 30;

/** Counts an alert of a rule on its day, and puts the brake on where that is too many. */
export function countForBrake(entry: LogEntry, { book, house, at }: Making): void {
  const { brake } = house.policy;
  if (brake === undefined) return;
  const { rule } = alertOf(entry);
  const today = jstDay(at);
  const known: RuleDays = book.get("rule", rule) ?? { days: {} };
  const from = addDays(today, -days);
  const recent = Object.entries(known.days).filter(([day]) => day > from);
  const before = Math.max(0, ...recent.filter(([day]) => day !== today).map(([, count]) => count));
  const count = (known.days[today] ?? 0) + 1;
  const isBraked = count > Math.max(brake.atLeast, brake.times * before);
  const isSame = known.brakedOn === today;
  book.put({
    kind: "rule",
    key: rule,
    body: {
      days: { ...Object.fromEntries(recent), [today]: count },
      ...(isBraked && { brakedOn: today, toldTo: isSame ? known.toldTo : [] }),
    },
  });
}

/** Number of alerts that a rule has given today. */
export function alertsToday(rule: string, { book, at }: Making): number {
  return book.get("rule", rule)?.days[jstDay(at)] ?? 0;
}

/** Whether a receiver is to be told that the rule is braked, which it is once a day. */
export function tellsBrake(rule: string, receiver: string, { book, at }: Making): boolean {
  const known = book.get("rule", rule);
  if (known?.brakedOn !== jstDay(at) || known.toldTo?.includes(receiver)) return false;
  book.put({ kind: "rule", key: rule, body: { ...known, toldTo: [...(known.toldTo ?? []), receiver] } });
  return true;
}
