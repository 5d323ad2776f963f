/**
 * Plays a history of the services as life would have been: the sources' own polls and diffs in the pipeline, on clients
 * that answer from the history, at the times at which their schedules would have found each publication. What comes of
 * it is a log. No rule is asked and nothing is sent.
 */
import { storeCalendar } from "../calendar/kept-calendar.ts";
import { createTradingCalendar } from "../calendar/trading-calendar.ts";
import type { Config } from "../config/config.ts";
import { callsIn, recordsOptions, settingsOf } from "../config/services.ts";
import { standingAnswers } from "../files/active-standing.ts";
import { dayMs } from "../lib/clock.ts";
import { createCronTimes } from "../lib/cron.ts";
import { nextTurn } from "../lib/turns.ts";
import { addDays, jstDay, lastWeekdays, type TradingCalendar } from "../model/dates.ts";
import type { HistoryReader } from "../model/history.ts";
import type { RuleSet } from "../model/rule.ts";
import type { Watchlists } from "../model/watchlists.ts";
import { createNamedSources, createRecordSources } from "../sources/index.ts";
import type { Polled, Source } from "../sources/source.ts";
import { createPastClients, knownDays } from "../upstreams/past.ts";
import { createMovedClock, type MovedHouse, openMovedHouse } from "./moved-house.ts";
import { type ToldSource, toldSources } from "./told-sources.ts";

export interface HistoryPlay {
  readonly config: Config;
  readonly history: HistoryReader;
  /** First and last moment to play, ms since 1970; what comes before the first is the warm-up. */
  readonly span: { readonly from: number; readonly to: number };
  /** File of the database that is made. */
  readonly file: string;
  watchlists(): Watchlists;
  /** Whether what stands of a source is to be on record: rules name it; by default of all. */
  stands?(source: string): boolean;
  /** Hears about each day that begins, and how many of the days are played. */
  progress?(day: string, done: number, all: number): void;
  /** Aborted when it is to stop; then the play rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Weekdays before the span: the first of them is the silent baseline, the others let rules know what was. */
const warmUpDays = 10;

/** A history that has something of these days before the play gives the baseline at once, if it was not fetched whole. */
const lookBackDays = 31;

/** Writes the log of the play into a new database, which is closed when it resolves. Rejects with Refused where it cannot be written. */
export async function playHistory(play: HistoryPlay): Promise<void> {
  const { config, history, span, file, watchlists, stands = () => true } = play;
  const answers = standingAnswers(config);
  const start = firstDay(span.from);
  const end = jstDay(span.to);
  const days = knownDays(history);
  const calendar = createTradingCalendar(days);
  const clock = createMovedClock(momentOf(start));
  const today = () => jstDay(clock.now());
  const clocks = { clock, today: { market: today, forum: today, statistics: today } };
  const clients = createPastClients(history, clock.now, callsIn(config));
  const told = toldSources(config);
  const names = new Set(told.map(({ name }) => name));
  const sources = [
    ...createNamedSources(config.sources, clients, clocks, watchlists),
    ...createRecordSources(recordsOptions(config), clients, clocks, watchlists),
  ].flatMap((source) => (names.has(source.name) ? toldByParts(source) : []));
  const house = openMovedHouse({
    ...{ config, clock, sources, file, epoch: "history", rules: noRules, remembersItems: true },
    answers: (source) => (stands(source) ? answers(source) : undefined),
    unmailed: () => [],
    calendar: () => calendar,
    // A history does not tell when something was late.
    due: () => undefined,
  });
  try {
    storeCalendar(house.store.meta, days);
    const times = told.map((source) => ({
      source: source.name,
      times: timesOf(source, { config, history, watchlists, calendar, start, end }),
    }));
    await playPolls(house, inOrder(times), play, start);
  } finally {
    house.close();
  }
}

/**
 * Each part of a poll is told at once. In life the parts of a change wait for the last one, since together they may be a
 * mass rewrite; a past has the values of now and rewrites none.
 */
function toldByParts(source: Source): Source {
  const alone = <Part extends Polled<unknown> | undefined>(part: Part): Part => {
    if (part === undefined) return part;
    const { toCome: _, next, ...rest } = part;
    return { ...rest, ...(next && { next: () => next().then(alone) }) } as Part;
  };
  return { ...source, poll: (context) => source.poll(context).then(alone) };
}

/** The day on which a play of a span begins, the warm-up before it. */
function firstDay(from: number): string {
  const before = addDays(jstDay(from), -1);
  return lastWeekdays(before, warmUpDays)[0] ?? before;
}

const noRules: RuleSet = {
  ...{ hash: "", files: [], names: [], meanings: new Map() },
  match: () => [],
  pass: () => undefined,
};

interface Surroundings extends Pick<HistoryPlay, "config" | "history" | "watchlists"> {
  readonly calendar: TradingCalendar;
  readonly start: string;
  readonly end: string;
}

/** Where the history begins with the play, the first poll is at the first moment: before it there is nothing to see. */
function timesOf(source: ToldSource, surroundings: Surroundings): Iterable<number> {
  const { config, history, calendar, start, end } = surroundings;
  const { name, settings, past } = source;
  const schedule = settingsOf(name, config);
  if (schedule === undefined) return [];
  const moments = past.moments(settings, history, { from: start, to: end });
  const first = isKnownBefore(source, surroundings) ? [momentOf(start)] : [];
  return pollTimes(chained(first, moments), schedule, calendar);
}

/**
 * Whether there is something to see before the play, if only that there was nothing: the first records of a source that
 * had none for weeks are news then, as in life, and no baseline.
 */
function isKnownBefore(
  { settings, past }: ToldSource,
  { history, watchlists, start }: Surroundings,
): boolean {
  const [day = start] = lastWeekdays(addDays(start, -1), 1);
  const pieces = past.pieces(settings, { from: day, to: day }, { watchlists });
  const isFetched = pieces.some((piece) => {
    const fetched = history.fetched(piece);
    return fetched !== undefined && fetched.refused === undefined;
  });
  if (isFetched) return true;
  const before = { from: addDays(start, -lookBackDays), to: addDays(start, -1) };
  return [...take(past.moments(settings, history, before), 1)].length > 0;
}

function* take<T>(all: Iterable<T>, most: number): Generator<T, void, void> {
  let taken = 0;
  for (const one of all) {
    if (taken++ === most) return;
    yield one;
  }
}

function* chained<T>(...parts: readonly Iterable<T>[]): Generator<T, void, void> {
  for (const part of parts) yield* part;
}

interface Poll {
  readonly source: string;
  /** ms since 1970. */
  readonly at: number;
}

/** Polls of all sources in order of time; those of one moment in the order of the sources. */
function* inOrder(
  all: readonly { readonly source: string; readonly times: Iterable<number> }[],
): Generator<Poll, void, void> {
  const waiting = all.map(({ source, times }) => ({ source, times: times[Symbol.iterator]() }));
  const next = waiting.map(({ times }) => times.next());
  for (;;) {
    let first: { readonly place: number; readonly at: number } | undefined;
    for (const [place, { done, value: at }] of next.entries())
      if (done !== true && at !== undefined && (first === undefined || at < first.at)) first = { place, at };
    const from = first && waiting[first.place];
    if (first === undefined || from === undefined) return;
    yield { source: from.source, at: first.at };
    next[first.place] = from.times.next();
  }
}

async function playPolls(
  house: MovedHouse,
  polls: Iterable<Poll>,
  { span, progress, signal }: Pick<HistoryPlay, "span" | "progress" | "signal">,
  start: string,
): Promise<void> {
  const dayNumber = (day: string) => Math.round((Date.parse(day) - Date.parse(start)) / dayMs);
  const all = dayNumber(jstDay(span.to)) + 1;
  let shown = "";
  for (const { source, at } of polls) {
    if (at > span.to) return;
    const day = jstDay(at);
    if (day !== shown) progress?.(day, dayNumber(day), all);
    shown = day;
    house.passUntil(at);
    await house.poll(source);
    // Whoever runs beside the play has a turn, and so has whoever wants to stop it.
    await nextTurn();
    signal?.throwIfAborted();
  }
}

function momentOf(day: string): number {
  return Date.parse(`${day}T00:00:00+09:00`);
}

// The times at which a played source is polled: the first tick of its schedule at or after each moment of its
// past.
interface Schedule {
  readonly schedule: string;
  readonly timezone: string;
  readonly on?: "trading-days" | undefined;
}

/** More days in a row than the exchange is ever closed. */
const longestClosedDays = 60;

/** Gives times in ms since 1970, ascending, each once. Several moments before one tick are found by one poll. */
export function* pollTimes(
  moments: Iterable<number>,
  schedule: Schedule,
  calendar: TradingCalendar,
): Generator<number, void, void> {
  const tickFrom = createTicksFrom(schedule, calendar);
  let last = Number.NEGATIVE_INFINITY;
  for (const moment of moments) {
    if (moment <= last) continue;
    const tick = tickFrom(moment);
    if (tick === undefined) return;
    last = tick;
    yield tick;
  }
}

/** The first tick at or after a moment; undefined: none comes. */
function createTicksFrom({ schedule, timezone, on }: Schedule, calendar: TradingCalendar) {
  const timeAfter = createCronTimes(schedule, timezone);
  return (moment: number): number | undefined => {
    let tick = timeAfter(moment - 1);
    for (let days = 0; days < longestClosedDays; days += 1) {
      if (tick === undefined || on === undefined || calendar.isTradingDay(jstDay(tick))) return tick;
      tick = timeAfter(Date.parse(`${addDays(jstDay(tick), 1)}T00:00:00+09:00`) - 1);
    }
    return undefined;
  };
}
