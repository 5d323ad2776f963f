/** Questions of a poll: one part for each value of a list, and in it one question a day or one for all days. */

import { addDays, isWeekday, lastWeekdays } from "../../model/dates.ts";
import type { RecordQuery } from "../../upstreams/record-set.ts";
import type { RecordsOptions } from "./state.ts";

interface Question {
  readonly query: RecordQuery;
  /** Set if each day is asked for by itself. */
  readonly day?: string;
}

export interface Part {
  /** Name of the scope, which has its own baseline: the set with its query, and the key of its records. */
  readonly scope: string;
  /** Name of the scope for people. */
  readonly label: string;
  readonly questions: readonly Question[];
  /** The first and the last day that are asked for, where they are. */
  readonly from?: string;
  readonly to?: string;
}

/** Days of the sets that must be asked for some, where the settings name none. */
const usualDays = { last: 5 };

/** @param readTo the last day that was read of a scope */
export function partsOf(
  options: RecordsOptions,
  today: string,
  readTo: (scope: string) => string | undefined,
): Part[] {
  const { set, key } = options;
  const { date, from, to, ...rest } = withUsualDays(options);
  return fixedQueries(rest).map((fixed) => {
    const words = Object.entries(fixed).map(([name, value]) => `${name}=${value}`);
    const label = words.length === 0 ? set.from : `${set.from}?${words.join("&")}`;
    const scope = `${label}#${date === undefined ? "" : "date:"}${key.join()}`;
    const meant = (days: Days) => daysMeant(days, today, readTo(scope));
    if (date !== undefined) {
      const days = meant(date);
      const questions = days.map((day) => ({ query: { ...fixed, date: day }, day }));
      return { scope, label, questions, ...ends(days[0], days.at(-1)) };
    }
    const range = ends(from && meant(from)[0], to && meant(to).at(-1));
    return { scope, label, questions: [{ query: { ...fixed, ...range } }], ...range };
  });
}

/** Makes the first question of a poll at first sight. */
export function firstQuery(options: RecordsOptions, today: string): RecordQuery {
  return partsOf(options, today, () => undefined)[0]?.questions[0]?.query ?? {};
}

interface AskedDays {
  readonly date?: Days;
  readonly from?: Days;
  readonly to?: Days;
}

/** One code is asked for all days at once, all codes day by day: so do all services answer. */
function withUsualDays({ set, query }: RecordsOptions): AskedDays & Record<string, Days | readonly string[]> {
  const has = (name: string) => set.parameters.some((parameter) => parameter.name === name);
  const named = ["date", "from", "to"].some((name) => query[name] !== undefined);
  if (named || set.isWhole || !has("from")) return query;
  const byDay = has("date") && query.code === undefined;
  return byDay ? { ...query, date: usualDays } : { ...query, from: usualDays, to: "today" };
}

function ends(from: string | undefined, to: string | undefined): { from?: string; to?: string } {
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** Every combination of the values of lists. */
function fixedQueries(query: Readonly<Record<string, Days | readonly string[]>>): RecordQuery[] {
  let queries: RecordQuery[] = [{}];
  for (const [name, value] of Object.entries(query)) {
    const values = new Set([value].flat().map(String));
    queries = queries.flatMap((before) => [...values].map((one) => ({ ...before, [name]: one })));
  }
  return queries;
}

/** A day YYYY-MM-DD, a word, or a number of weekdays up to today or from today on. */
export type Days = string | { readonly last: number } | { readonly next: number };

/** A longer outage than this many weekdays is not caught up with: its oldest days are left out. */
const longestOutage = 30;

/**
 * Oldest first. `yesterday` is the weekday before today. The last weekdays reach back to the day that was read to
 * last, after the program was away longer.
 */
function daysMeant(days: Days, today: string, readTo: string | undefined): string[] {
  if (days === "today") return [today];
  if (days === "yesterday") return lastWeekdays(addDays(today, -1), 1);
  if (typeof days === "string") return [days];
  if ("next" in days) return nextWeekdays(today, days.next);
  const usual = lastWeekdays(today, days.last);
  if (readTo === undefined) return usual;
  const missed = lastWeekdays(today, longestOutage).filter((day) => day >= readTo);
  return missed.length > usual.length ? missed : usual;
}

function nextWeekdays(start: string, count: number): string[] {
  const days: string[] = [];
  for (let day = start; days.length < count; day = addDays(day, 1)) if (isWeekday(day)) days.push(day);
  return days;
}
