/** What a rule works out of each event: the functions of trading days. */
import { addTradingDays, isDay, isTradingDay, midnightOfDay, tradingDaysBetween } from "./calendar.ts";
import type { Case, Happening, Rule, Worked } from "./case.ts";

/** Where the date and the day of an event stand. */
export const placeOf = { date: "now.reasons[0]", day: "now.appliedOn" } as const;

/** What a rule writes for it; also what it is found under. */
export function nameOf(worked: Worked): string {
  switch (worked.work) {
    case "isTradingDay":
      return `isTradingDay(${placeOf.date})`;
    case "tradingDaysBetween": {
      const to = worked.from === "date" ? "day" : "date";
      return `tradingDaysBetween(${placeOf[worked.from]}, ${placeOf[to]})`;
    }
    case "addTradingDays":
      return `addTradingDays(${placeOf.date}, ${worked.days}) <= ${placeOf.day}`;
  }
}

/** Whether it is true or false, and no number. */
export function isTruth({ work }: Worked): boolean {
  return work === "isTradingDay" || work === "addTradingDays";
}

/** All that a rule works out. */
export function workedOf(rule: unknown): Worked[] {
  if (typeof rule !== "object" || rule === null) return [];
  return "work" in rule ? [rule as Worked] : Object.values(rule).flatMap(workedOf);
}

/** The events of a case, each with what the rule works out of it. */
export function withWorked(givenCase: Case, rule: Rule): Happening[] {
  const all = workedOf(rule);
  return givenCase.happenings.map((happening) => {
    const values = all.flatMap((worked): [string, number][] => {
      const value = workOut(worked, happening, givenCase.calendar);
      return value === undefined ? [] : [[nameOf(worked), Number(value)]];
    });
    return values.length > 0 ? { ...happening, worked: new Map(values) } : happening;
  });
}

/** Absent for what is no day. */
function workOut(
  worked: Worked,
  { date, day }: Happening,
  calendar: Case["calendar"],
): number | boolean | undefined {
  if (date === undefined || !isDay(date)) return undefined;
  if (worked.work === "isTradingDay") return isTradingDay(calendar, midnightOfDay(date));
  if (day === undefined) return undefined;
  if (worked.work === "addTradingDays") return addTradingDays(calendar, date, worked.days) <= day;
  const [from, to] = worked.from === "date" ? [date, day] : [day, date];
  return tradingDaysBetween(calendar, from, to);
}
