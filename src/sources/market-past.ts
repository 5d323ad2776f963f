/** Answers of members about what the market service publishes day by day: trial calls, and its past with its moments. */
import { createZone, minuteMs } from "../lib/clock.ts";
import { Failure } from "../lib/failure.ts";
import { addDays, isWeekday, jstDay, weekdayAfter } from "../model/dates.ts";
import { known } from "../model/fields.ts";
import type { HistoryPeriod, HistoryReader, HistoryRecord } from "../model/history.ts";
import type { PublicationTimes } from "../model/publication-days.ts";
import type { NamedCall } from "../upstreams/market/call.ts";
import {
  callNamed,
  callRegistry,
  type MarketCallName,
  type MarketCallQuery,
  type MarketClient,
  type MarketRecord,
} from "../upstreams/market/calls.ts";
import {
  comesThroughTheDay,
  createPastRecords,
  outMoments,
  shownFrom,
} from "../upstreams/market/past-records.ts";
import { isOfUnknownStocks, marketSet, wholePages } from "../upstreams/market/record-sets.ts";
import { refusesRange } from "../upstreams/market/refusals.ts";
import { createOddities } from "../upstreams/misfits.ts";
import { createPastFiles } from "./market-files.ts";
import {
  type AskedPiece,
  type FetchContext,
  type HistoryClients,
  type SourceHistory,
  scopeOf,
  type TrialCall,
} from "./member.ts";

type Query = Readonly<Record<string, string>>;

/** A piece for each weekday, the newest first. */
export function dayPieces(call: NamedCall, period: HistoryPeriod, query: Query = {}): AskedPiece[] {
  const isByStock = call.records.isByStock === true && query.code === undefined;
  const readStocks = isByStock ? createStockReader(call, period, query) : undefined;
  const fileOf = Object.keys(query).length === 0 ? createPastFiles(call, period) : () => undefined;
  return weekdaysOf(period)
    .reverse()
    .map((date) => ({
      ...pieceOf(call, { from: date, to: date }, query),
      ...known({ file: fileOf(date) }),
      async *read(clients, context) {
        if (readStocks === undefined || !(yield* readStocks(clients, context, date)))
          yield* rowsOf(clients, context, call, { ...query, date }, date);
      },
    }));
}

/**
 * Makes the reading of days of which a service does not say to which stocks their rows belong. Each stock is asked for
 * all days of the period at once, with the first of its days that is read: day by day it would take thousands of
 * requests for each. Gives whether the day is read by that.
 */
function createStockReader(call: NamedCall, period: HistoryPeriod, query: Query) {
  let rowsSay: "their stock" | "nothing" | undefined;
  return async function* (
    clients: HistoryClients,
    context: FetchContext,
    date: string,
  ): AsyncGenerator<readonly HistoryRecord[], boolean, void> {
    if (rowsSay === "nothing") return true;
    if (rowsSay !== undefined) return false;
    for await (const rows of clients.market.pages(call.name, { date }, context.signal, createOddities())) {
      if (rows.length === 0) continue;
      if (isOfUnknownStocks(rows, query, call.fields)) {
        yield* rowsOf(clients, context, call, { ...query, ...period });
        rowsSay = "nothing";
        return true;
      }
      rowsSay = "their stock";
      break;
    }
    return false;
  };
}

/** One piece for all days of a period; a service that does not take them at once is asked day by day. */
export function rangePiece(call: NamedCall, period: HistoryPeriod, query: Query): AskedPiece {
  const takesDays = call.parameters.includes("date");
  return {
    ...pieceOf(call, period, query),
    async *read(clients, context) {
      try {
        yield* rowsOf(clients, context, call, { ...query, ...period });
      } catch (error) {
        if (!(error instanceof Failure) || !takesDays || !refusesRange(error)) throw error;
        const days = weekdaysOf(period).reverse();
        for (const [place, date] of days.entries()) {
          context.progress(`${date}, day ${place + 1} of ${days.length}`);
          yield* rowsOf(clients, context, call, { ...query, date }, date);
        }
      }
    },
  };
}

/** Days ahead that the calendar is asked for, so that times counted in trading days do not end with the period. */
const daysAhead = 400;

/** The pieces that every play needs: trading days, and the names of issues. */
export function groundPieces({ from, to }: HistoryPeriod): AskedPiece[] {
  const ahead = { from: addDays(to, 1), to: addDays(to, daysAhead) };
  const [calendar, issues] = [builtIn("markets/calendar"), builtIn("equities/master")];
  const list = pieceOf(issues, { from: to, to }, {});
  return [
    // A plan may have the days of the period and none of those ahead.
    rangePiece(calendar, { from, to }, {}),
    rangePiece(calendar, ahead, {}),
    { ...list, read: (clients, context) => rowsOf(clients, context, issues, {}, undefined, to) },
  ];
}

function builtIn(name: MarketCallName): NamedCall {
  return callNamed(callRegistry(), name);
}

function pieceOf(
  { name, plan, records }: NamedCall,
  period: HistoryPeriod,
  query: Query,
): Omit<AskedPiece, "read"> {
  const asked = { set: marketSet(name), scope: scopeOf(query), ...period, call: name, requests: 1 };
  const publishedAt = (day: string) => outMoments(records, day);
  return { ...asked, service: "market", plan, publishedAt, isByDay: records.isWhole !== true };
}

/**
 * @param asked the day that is asked for by itself
 * @param otherwise the day of rows that say none
 */
async function* rowsOf(
  { market }: HistoryClients,
  { signal, oddities, progress }: FetchContext,
  call: NamedCall,
  query: Query,
  asked?: string,
  otherwise?: string,
): AsyncGenerator<readonly HistoryRecord[], void, void> {
  const toRecords = createPastRecords(call, asked, otherwise);
  for await (const { rows, at } of wholePages(market, call, query, { signal, oddities })) {
    if (at !== undefined) progress(at);
    yield toRecords(rows);
  }
}

function weekdaysOf({ from, to }: HistoryPeriod): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) if (isWeekday(day)) days.push(day);
  return days;
}

/** When the settings of a source expect a day's publication. */
export interface ExpectedTimes {
  readonly due?: PublicationTimes | undefined;
  readonly timezone: string;
}

/**
 * The moments at which the days of a call came out: when its source expects them, and not before the service has them.
 * A day is looked at again on the next weekday, since rows may have come out after the day under which they stand, and
 * on the day itself, since the rows of days before may be out then.
 */
export function* dayMoments(
  call: NamedCall,
  { due, timezone }: ExpectedTimes,
  history: HistoryReader,
  { from, to }: HistoryPeriod,
): Generator<number, void, void> {
  const zone = createZone(timezone);
  const { name, records } = call;
  const { outAfter = 0 } = records;
  // The evening of a day may be told after midnight, and a Friday's on Monday.
  const own = history.days(marketSet(name), { from: addDays(from, -4 - 2 * outAfter), to });
  const days = new Set(
    own.flatMap((day) => Array.from({ length: outAfter + 2 }, (_, later) => weekdayAfter(day, later))),
  );
  const moments = new Set<number>(comesThroughTheDay(records) ? rowMoments(call, history, own) : []);
  for (const day of days)
    for (const moment of outMoments({ ...records, outAfter: 0 }, day))
      moments.add(Math.max(zone.moment(day, due?.timeMs ?? 0), moment));
  for (const moment of [...moments].sort((a, b) => a - b)) {
    const on = jstDay(moment);
    if (on >= from && on <= to) yield moment;
  }
}

/** So often what comes through the day is looked at. */
const lookMs = 5 * minuteMs;

/** The looks that find the rows of some days, where each says itself when it came. */
function* rowMoments(
  call: NamedCall,
  history: HistoryReader,
  days: readonly string[],
): Generator<number, void, void> {
  for (const day of days)
    for (const record of history.between(marketSet(call.name), { from: day, to: day }))
      yield Math.ceil(shownFrom(call, record) / lookMs) * lookMs;
}

/** Small calls of a source that asks for the records of a day, and for the names of issues. */
export function dayTrials<Name extends MarketCallName, Field extends keyof MarketRecord<Name> & string>(
  market: MarketClient,
  call: Name,
  date: string,
  fields: readonly Field[],
): TrialCall[] {
  // Every call of a source takes a day.
  const query = { date } as MarketCallQuery<Name>;
  return [
    { call, plan: "standard", ask: () => market.read(call, query, undefined, undefined, fields) },
    { call: "equities/master", plan: "free", ask: () => market.names() },
  ];
}

/** The past of what a call gives day by day. */
export function dayHistory(name: MarketCallName): SourceHistory<ExpectedTimes> {
  const call = builtIn(name);
  return {
    pieces: (_settings, period) => dayPieces(call, period),
    untold: untoldDays,
    moments: (settings, history, period) => dayMoments(call, settings, history, period),
  };
}

/** Facts that hold for everything that the market service tells of its past days. */
export const untoldDays = [
  "Rows that were corrected in place have the corrected figures: there is no event of the correction.",
  "Late publications count as if they had been in time.",
  "What the service has withdrawn is missing, as if it had never been there.",
  "Rows of one publication are in the order of codes.",
  "Names of stocks are those of the list of issues that was fetched, not those of then.",
] as const;
