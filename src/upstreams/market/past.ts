/** The market service as it was at a moment, answered from a history. */
import { Failure } from "../../lib/failure.ts";
import { addDays, jstDay } from "../../model/dates.ts";
import { shortCode } from "../../model/fields.ts";
import type { HistoryPeriod, HistoryReader, HistoryRecord } from "../../model/history.ts";
import type { CompanyName } from "../../model/language.ts";
import { asksFor, type NamedCall } from "./call.ts";
import {
  type CallRegistry,
  callNamed,
  callRegistry,
  companyNames,
  type MarketCalls,
  type MarketRecord,
  tradingDays,
} from "./calls.ts";
import { shownFrom } from "./past-records.ts";
import { marketSet, type WholeRow } from "./record-sets.ts";

type Query = Readonly<Record<string, string | undefined>>;

/** Rows of one day of a call, or of one stock, with the moments from which they were shown. */
interface PastRows {
  readonly rows: readonly WholeRow[];
  /** The day under which each stands. */
  readonly days: readonly string[];
  readonly shownFrom: readonly number[];
  /** The rows with some of their fields, by these. */
  readonly picked: Map<string, readonly WholeRow[]>;
}

/**
 * Client that answers with what was out at `now()` (ms since 1970). A day's rows come when their call is due in Japan,
 * and not before they say themselves that they were published. Calls of which the history has nothing answer without
 * rows. Names are those of the newest list of issues until then, or of the first one after it.
 */
export function createPastMarket(
  history: HistoryReader,
  now: () => number,
  calls: CallRegistry = callRegistry(),
): MarketCalls {
  const past = createPastDays(history);
  let open: Map<string, boolean> | undefined;
  let names: { readonly day: string | undefined; readonly of: Map<string, CompanyName> } | undefined;

  function* shown(name: string, query: Query, fields?: readonly string[]): Generator<WholeRow[]> {
    const call = callNamed(calls, name);
    const asks = asksFor(query, call);
    const isAsked = (row: WholeRow) =>
      asks(row) &&
      (query.section === undefined || row.section === undefined || row.section === query.section);
    const { from, to } = periodOf(query);
    for (const { rows, days, shownFrom, picked } of past.asked(call, query, now())) {
      const at = now();
      const isShown = (index: number) => {
        const day = days[index] ?? "";
        return (shownFrom[index] ?? 0) <= at && day >= from && day <= to && isAsked(rows[index] ?? {});
      };
      yield pickedOf(rows, picked, fields).filter((_, index) => isShown(index));
    }
  }

  const read: MarketCalls["read"] = async (name, query, _signal, _oddities, fields) => {
    const all: WholeRow[] = [];
    for (const rows of shown(name, query, fields)) for (const row of rows) all.push(row);
    // Rows were read by the table of the call when they were fetched.
    return all as never;
  };

  return {
    read,
    async files({ name }) {
      throw new Failure("rejected", `${name}: a past has rows and no files`);
    },
    async *pages(name, query) {
      yield* shown(name, query);
      // A past is read whole.
      return undefined;
    },
    async names() {
      const day = past.listDay("equities/master", now());
      if (names?.day !== day || names === undefined)
        names = { day, of: companyNames(await read("equities/master", {})) };
      return names.of;
    },
    async tradingDays({ from, to }) {
      open ??= openDays(history);
      return new Map([...open].filter(([day]) => day >= from && day <= to));
    },
  };
}

/** Whether the exchange was open on each day that a history knows. Throws a Failure where nothing tells what the days mean. */
export function openDays(history: HistoryReader): Map<string, boolean> {
  const days = history.between(marketSet("markets/calendar"), always).map(({ row }) => row);
  return days.length === 0 ? new Map() : tradingDays(days as unknown as MarketRecord<"markets/calendar">[]);
}

const always: HistoryPeriod = { from: "0001-01-01", to: "9999-12-31" };

/** The rows with these fields only; all of them where none are named. */
function pickedOf(
  rows: readonly WholeRow[],
  picked: PastRows["picked"],
  fields: readonly string[] | undefined,
): readonly WholeRow[] {
  if (fields === undefined) return rows;
  const key = fields.join();
  const before = picked.get(key);
  if (before !== undefined) return before;
  const some = rows.map((row) =>
    Object.fromEntries(fields.flatMap((field) => (row[field] === undefined ? [] : [[field, row[field]]]))),
  );
  picked.set(key, some);
  return some;
}

/** Rows that are kept in memory: days are asked for again at the next polls, and one of all prices has 4,500. */
const mostRows = 60_000;

/** Positions are reported within so many days after the day that they are of. */
const reportDays = 40;

/** The days and stocks of a history, those kept that were asked for last. */
function createPastDays(history: HistoryReader) {
  const kept = new Map<string, PastRows>();
  let rowsKept = 0;

  const keep = (key: string, rows: PastRows): void => {
    kept.set(key, rows);
    rowsKept += rows.rows.length;
    for (const [oldest, { rows: old }] of kept) {
      if (rowsKept <= mostRows || oldest === key) break;
      kept.delete(oldest);
      rowsKept -= old.length;
    }
  };

  const remembered = (call: NamedCall, what: string, read: () => readonly HistoryRecord[]): PastRows => {
    const key = `${call.name} ${what}`;
    const rows = kept.get(key) ?? pastRows(call, read());
    if (kept.delete(key)) rowsKept -= rows.rows.length;
    keep(key, rows);
    return rows;
  };
  const ofDay = (call: NamedCall, day: string) =>
    remembered(call, day, () => history.between(marketSet(call.name), { from: day, to: day }));
  const ofStock = (call: NamedCall, code: string) =>
    remembered(call, `of ${code}`, () => history.about(marketSet(call.name), code, always));

  const lists = new Map<string, readonly string[]>();
  /** Day of the list that stood at a moment. */
  const listDay = (name: string, at: number): string | undefined => {
    const days = lists.get(name) ?? history.days(marketSet(name), always);
    lists.set(name, days);
    return days.findLast((day) => day <= jstDay(at)) ?? days[0];
  };

  function* asked(call: NamedCall, query: Query, at: number): Generator<PastRows> {
    const { name, fields, records } = call;
    if (query.code !== undefined && fields.code?.type === "code")
      yield ofStock(call, shortCode(query.code.toUpperCase()));
    else if (records.day === undefined) {
      const day = query.date ?? listDay(name, at);
      if (day !== undefined) yield listed(ofDay(call, day));
    } else if (query.date !== undefined) yield ofDay(call, query.date);
    else for (const day of history.days(marketSet(name), periodOf(query))) yield ofDay(call, day);
  }

  return { asked, listDay };
}

/** A list stands whenever it is asked for. */
function listed(rows: PastRows): PastRows {
  return { ...rows, shownFrom: [] };
}

function periodOf({ date, calcDate, publishedDate, from, to }: Query): HistoryPeriod {
  if (calcDate !== undefined) return { from: calcDate, to: addDays(calcDate, reportDays) };
  if (publishedDate !== undefined) return { from: addDays(publishedDate, -reportDays), to: publishedDate };
  return { from: date ?? from ?? always.from, to: date ?? to ?? always.to };
}

function pastRows(call: NamedCall, records: readonly HistoryRecord[]): PastRows {
  return {
    rows: records.map(({ row }) => row),
    days: records.map(({ day }) => day),
    shownFrom: records.map((record) => shownFrom(call, record)),
    picked: new Map(),
  };
}
