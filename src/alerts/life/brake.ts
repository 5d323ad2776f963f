/**
 * The brake on a rule that fires far more often than on any of its last days. What is about stocks on a watchlist is
 * counted apart: a day on which a rule fires about a thousand others takes no message about these away.
 */
import { keyOf, type RuleDays, ruleDaysKey } from "../../model/alerts.ts";
import { addDays, jstDay } from "../../model/dates.ts";
import type { LogEntry } from "../../model/event.ts";
import type { ReceiverPlan } from "../policy.ts";
import { alertIn } from "./alert-facts.ts";
import type { Book } from "./book.ts";
import type { Making } from "./pending.ts";
import { tell } from "./tell.ts";

const days = 30;

function daysKeyOf(entry: LogEntry): string {
  const { rule, watchlists = [] } = alertIn(entry);
  return ruleDaysKey(rule, watchlists.length > 0);
}

/** Counts an alert of a rule on its day, and puts the brake on where that is too many. */
export function countForBrake(entry: LogEntry, { book, house, at }: Making): void {
  const { brake } = house.policy;
  if (brake === undefined) return;
  const key = daysKeyOf(entry);
  const today = jstDay(at);
  const known: RuleDays = book.get("rule", key) ?? { days: {} };
  const from = addDays(today, -days);
  const recent = Object.entries(known.days).filter(([day]) => day > from);
  const before = Math.max(0, ...recent.filter(([day]) => day !== today).map(([, count]) => count));
  const count = (known.days[today] ?? 0) + 1;
  const isOver = count > Math.max(brake.atLeast, brake.times * before);
  const isSame = known.brakedOn === today;
  book.put({
    kind: "rule",
    key,
    body: {
      days: { ...Object.fromEntries(recent), [today]: count },
      ...(isOver && { brakedOn: today, toldTo: isSame ? known.toldTo : [] }),
    },
  });
}

/** Whether the brake is on for an alert on the day of a moment. */
export function isBraked(entry: LogEntry, book: Book, at: number): boolean {
  return book.get("rule", daysKeyOf(entry))?.brakedOn === jstDay(at);
}

/** Tells a receiver that the brake is on for such an alert, once a day. */
export function sayBrake(entry: LogEntry, { receiver, route }: ReceiverPlan, making: Making): void {
  const { book, at } = making;
  const today = jstDay(at);
  const key = daysKeyOf(entry);
  const known = book.get("rule", key);
  if (known?.brakedOn !== today || known.toldTo?.includes(receiver)) return;
  book.put({ kind: "rule", key, body: { ...known, toldTo: [...(known.toldTo ?? []), receiver] } });
  const told = [{ entry, reason: "braked" as const, pending: undefined }];
  const { rule } = alertIn(entry);
  const all = known.days[today] ?? 0;
  tell(
    { key: keyOf("brake", key), receiver, route: route.name, kind: "brake", told, all, about: rule },
    making,
  );
}
