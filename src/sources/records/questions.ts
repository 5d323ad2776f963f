/** Questions of a poll: one part for each value of a list, and in it one question a day or one for all days. */

import { addDays, isWeekday, lastWeekdays } from "../../model/dates.ts";
import type { Watchlists } from "../../model/watchlists.ts";
import { codesNow, isOnWatchlist } from "../../settings/values.ts";
import { pairsApart } from "../../upstreams/market/parameter-rules.ts";
import type { RecordQuery } from "../../upstreams/record-set.ts";
import type { Days, RecordsOptions, SeenDays } from "./state.ts";

export interface RecordQuestion {
  readonly query: RecordQuery;
  /** Set if each day is asked for by itself. */
  readonly day?: string;
}

export interface RecordPart {
  /** Name of the scope, which has its own baseline: the set with its query, and the key of its records. */
  readonly scope: string;
  /** Name of the scope for people. */
  readonly label: string;
  /** The stock that it is about alone, where it names one. */
  readonly code?: string;
  readonly questions: readonly RecordQuestion[];
  /** The questions, one a day, where the service does not take the range of days that is asked for. */
  readonly dayByDay?: readonly RecordQuestion[];
  /** The first and the last day that are asked for, where they are. */
  readonly from?: string;
  readonly to?: string;
}

export interface PollOptions extends RecordsOptions {
  readonly query: Readonly<Record<string, Days | readonly string[]>>;
}

/** Days of the sets that must be asked for some, where the settings name none. */
const usualDays = { last: 5 };

/** More days than these are not read one by one: of a longer range its oldest days are left out. */
const mostDays = 1_000;

/** @param seen the range in which a scope is known; undefined: it was never seen */
export function recordParts(
  options: PollOptions,
  today: string,
  seen: (scope: string) => SeenDays | undefined,
): RecordPart[] {
  const { set, key } = options;
  const { each, range, isUsual, rest } = askedDays(options);
  const { from, to } = range;
  return fixedQueries(rest).map((fixed) => {
    const words = Object.entries(fixed).map(([name, value]) => `${name}=${value}`);
    const { code } = fixed;
    const about = code === undefined ? {} : { code };
    const label = words.length === 0 ? set.from : `${set.from}?${words.join("&")}`;
    // The usual days of all stocks are one scope, however they are asked for.
    const isAllStocks = isUsual && set.isByStock === true && code === undefined;
    const byDay = each?.parameter ?? (isAllStocks ? "date" : undefined);
    const scope = `${label}#${byDay === undefined ? "" : `${byDay}:`}${key.join()}`;
    const known = seen(scope);
    const meant = (days: Days) => daysMeant(days, today, known?.to);
    const asked = (parameter: string, days: readonly string[]) =>
      days.map((day) => ({ query: { ...fixed, [parameter]: day }, day }));
    if (each !== undefined) {
      const days = meant(each.days);
      return {
        scope,
        label,
        ...about,
        questions: asked(each.parameter, days),
        ...ends(days[0], days.at(-1)),
      };
    }
    const first = from && meant(from)[0];
    const last = to && meant(to).at(-1);
    const days = takesDays(set) ? daysToRead(first, last, today, known) : [];
    return {
      ...{
        scope,
        label,
        ...about,
        questions: [{ query: { ...fixed, ...ends(first, last) } }],
        ...ends(first, last),
      },
      ...(days.length === 0 ? {} : { dayByDay: asked("date", days) }),
    };
  });
}

/** A question about all days of a period: at once or, as all services take it, day by day. */
export interface PastQuestion {
  readonly query: RecordQuery;
  readonly isAtOnce: boolean;
}

/** The questions of the source about any period of the past, whichever days the settings name. */
export function pastQuestions(options: PollOptions): PastQuestion[] {
  const { set } = options;
  return fixedQueries(askedDays(options).rest).map((query) => {
    const isAtOnce = has(set, "from") && (!has(set, "date") || isNarrow(query));
    return { query: isAtOnce ? query : besideDay(set, query), isAtOnce };
  });
}

/** What may be asked together with a day: where a service does not take a code with it, all stocks of the day are asked for. */
function besideDay({ rules = [] }: RecordsOptions["set"], query: RecordQuery): RecordQuery {
  const apart = pairsApart(rules).filter((pair) => pair.includes("date"));
  return Object.fromEntries(
    Object.entries(query).filter(([name]) => !apart.some((pair) => pair.includes(name))),
  );
}

type Values = Readonly<Record<string, Days | readonly string[]>>;

/** The options of a poll: with the codes of a watchlist in the place of its name. */
export function withCodes(options: RecordsOptions, watchlists: Watchlists): PollOptions {
  const query = Object.entries(options.query).map(([name, value]) => [
    name,
    isOnWatchlist(value) ? codesNow(value, watchlists) : value,
  ]);
  return { ...options, query: Object.fromEntries(query) };
}

interface AskedDays {
  /** Days that are asked for one by one, and the parameter that takes them. */
  readonly each?: { readonly parameter: string; readonly days: Days };
  /** Ends of the days that are asked for at once. */
  readonly range: { readonly from?: Days; readonly to?: Days };
  /** Whether the settings name no days. */
  readonly isUsual: boolean;
  readonly rest: Values;
}

/**
 * The days of a query. Where the settings name none, one stock or sector is asked for all days at once, all of them
 * are asked for day by day: so do all services answer.
 */
function askedDays({ set, query }: PollOptions): AskedDays {
  const isDay = (name: string) => set.parameters.some((one) => one.name === name && one.isDay);
  const days = Object.keys(query).filter(isDay);
  const rest = Object.fromEntries(Object.entries(query).filter(([name]) => !isDay(name)));
  const { from, to } = query as Values & Readonly<Record<"from" | "to", Days | undefined>>;
  const single = days.find((name) => name !== "from" && name !== "to");
  if (single !== undefined)
    return { each: { parameter: single, days: query[single] as Days }, range: {}, isUsual: false, rest };
  const range = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  const [takesRange, takesDay] = [has(set, "from"), has(set, "date")];
  const isNamed = from !== undefined || to !== undefined;
  // All that there is of one stock, where no days can be named beside it.
  const isAll = !takesRange && (!takesDay || isNarrow(query));
  if (isNamed || set.isWhole || isAll) return { range, isUsual: false, rest };
  const isAtOnce = takesRange && (isNarrow(query) || set.isByStock === true);
  if (isAtOnce || !takesDay) return { range: { from: usualDays, to: "today" }, isUsual: true, rest };
  return { each: { parameter: "date", days: usualDays }, range: {}, isUsual: true, rest };
}

/** Whether one stock, company or sector is asked for. */
function isNarrow({ code, s33, edinetCode }: Values): boolean {
  return code !== undefined || s33 !== undefined || edinetCode !== undefined;
}

function has({ parameters }: RecordsOptions["set"], name: string): boolean {
  return parameters.some((parameter) => parameter.name === name);
}

/** Whether the days of a set can be asked for one by one, and a range of them is over when its last day is. */
function takesDays(set: RecordsOptions["set"]): boolean {
  return set.day !== undefined && !set.isAhead && has(set, "date");
}

/**
 * The weekdays of a range that are read where each is a request of its own: all of them at first sight, then the last
 * ones, back to the day that was read to last. None for a range without a beginning.
 */
function daysToRead(
  first: string | undefined,
  last: string = "9999",
  today: string,
  known: SeenDays | undefined,
): string[] {
  if (first === undefined) return [];
  const end = last < today ? last : today;
  const recent = known === undefined ? undefined : daysMeant(usualDays, today, known.to)[0];
  const start = recent !== undefined && recent > first ? recent : first;
  const days: string[] = [];
  for (let day = start; day <= end; day = addDays(day, 1)) if (isWeekday(day)) days.push(day);
  return days.slice(-mostDays);
}

function ends(from: string | undefined, to: string | undefined): { from?: string; to?: string } {
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** Every combination of the values of lists. */
function fixedQueries(query: Values): RecordQuery[] {
  let queries: RecordQuery[] = [{}];
  for (const [name, value] of Object.entries(query)) {
    const values = new Set([value].flat().map(String));
    queries = queries.flatMap((before) => [...values].map((one) => ({ ...before, [name]: one })));
  }
  return queries;
}

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
