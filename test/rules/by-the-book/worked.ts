/** What a rule works out of each event: by the functions of trading days, and of what stands. */
import { addTradingDays, isDay, isTradingDay, midnightOfDay, tradingDaysBetween } from "./calendar.ts";
import { type Case, type Happening, type Rule, type Standing, sources, type Worked } from "./case.ts";
import { Stands } from "./standing.ts";

/** Where the values of an event stand. */
export const fields = {
  ...{ value: "now.shortChange", word: "now.regulation", flag: "now.longChange", code: "now.code" },
  ...{ seller: "now.seller", ratio: "now.ratio" },
};
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
    case "standing":
      return `standing.${worked.name}${placeRead(worked.standing)}`;
    case "latest": {
      const of = worked.source === sources.alerts ? "marginAlerts" : "shortSaleReports";
      return `latest.${of}[now.code].${fields[worked.field].slice("now.".length)}`;
    }
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

/** Whether a rule, or a part of one, reads what stands. */
export function readsWhatStands(rule: unknown): boolean {
  return workedOf(rule).some(({ work }) => work === "standing" || work === "latest");
}

/** The events of a case, each with what the rule works out of it: of what stands after it and before the next. */
export function withWorked(givenCase: Case, rule: Rule) {
  const all = workedOf(rule);
  const values = all.flatMap((worked) => (worked.work === "standing" ? worked.standing : []));
  const stands = new Stands(givenCase);
  const workedFor = (happening: Happening): ReadonlyMap<string, number> => {
    const values = all.flatMap((worked): [string, number][] => {
      const value = workOut(worked, happening, givenCase.calendar, stands);
      return value === undefined ? [] : [[nameOf(worked), Number(value)]];
    });
    return new Map(values);
  };
  const happenings = givenCase.happenings.map((happening): Happening => {
    const items = stands.itemsOf(rule).map((item) => ({ ...item, worked: workedFor(item) }));
    const before = givenCase.sight && { items, worked: workedFor(happening) };
    const worked = stands.taking(happening, values, () => workedFor(happening));
    return { ...happening, ...(before && { before }), worked };
  });
  return { happenings, isLeftOpen: stands.isLeftOpen };
}

/** Absent for what is no day. */
function workOut(
  worked: Worked,
  happening: Happening,
  calendar: Case["calendar"],
  stands: Stands,
): number | boolean | undefined {
  if (worked.work === "standing") return stands.valueFor(worked.standing, happening);
  if (worked.work === "latest") return stands.latestFor(worked.source, worked.field, happening);
  const { date, day } = happening;
  if (date === undefined || !isDay(date)) return undefined;
  if (worked.work === "isTradingDay") return isTradingDay(calendar, midnightOfDay(date));
  if (day === undefined) return undefined;
  if (worked.work === "addTradingDays") return addTradingDays(calendar, date, worked.days) <= day;
  const [from, to] = worked.from === "date" ? [date, day] : [day, date];
  return tradingDaysBetween(calendar, from, to);
}

function placeRead({ reads }: Standing): string {
  return reads === undefined ? "" : `.${reads.state}.${fields[reads.field].slice("now.".length)}`;
}
