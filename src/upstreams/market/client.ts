import { Failure } from "../../lib/failure.ts";
import { known } from "../../lib/known.ts";
import { addDays, isWeekday } from "../../model/dates.ts";
import { knownNames, type OddityCollector } from "../oddities.ts";
import { type Fields, type RecordOf, recordSchema } from "../record.ts";
import { anyMarketCall, fieldsOf, type MarketCallName, type MarketQuery } from "./calls.ts";
import { createForms } from "./forms.ts";
import { type MarketLine, readPages } from "./read-pages.ts";
import {
  type CalendarDay,
  calendarFields,
  issueNameFields,
  type MarketCalls,
  marginAlertFields,
  shortSaleFields,
} from "./records.ts";
import { checkMarketQuery } from "./refusals.ts";

/** `url` ends in the version segment. An empty `apiKey`: no key is sent. */
export function createMarketClient({ url, apiKey, http }: MarketLine): MarketCalls {
  // Keys read from a file end in a line break, which no header may hold.
  const line = { url, apiKey: apiKey.trim(), http };
  const inTakenForm = createForms();

  async function* pagesOf<F extends Fields, Name extends MarketCallName>(
    name: Name,
    fields: F,
    query: MarketQuery<Name>,
    signal: AbortSignal | undefined,
    oddities: OddityCollector | undefined,
  ): AsyncGenerator<RecordOf<F>[], void, void> {
    const call = anyMarketCall(name);
    checkMarketQuery(name, call, query);
    const rows = { schema: recordSchema(fields), fields, names: knownNames(call.fields) };
    yield* inTakenForm(name, call, query, (path, asked) =>
      readPages(line, path, asked, rows, signal, oddities),
    );
  }

  async function readAll<F extends Fields, Name extends MarketCallName>(
    name: Name,
    fields: F,
    query: MarketQuery<Name>,
    signal: AbortSignal | undefined,
    oddities?: OddityCollector,
  ): Promise<RecordOf<F>[]> {
    const rows: RecordOf<F>[] = [];
    // Not spread into push: a page may hold more rows than a call takes arguments.
    for await (const page of pagesOf(name, fields, query, signal, oddities))
      for (const row of page) rows.push(row);
    return rows;
  }

  async function calendar({ from, to }: { from: string; to: string }, signal?: AbortSignal) {
    const days = await readAll("markets/calendar", calendarFields, { from, to }, signal);
    return days.map(({ date, holidayDivision }) => ({ date, division: holidayDivision }));
  }

  return {
    pages: (name, query, signal, oddities) => pagesOf(name, fieldsOf(name), query, signal, oddities),
    read: (name, query, signal, oddities) => readAll(name, fieldsOf(name), query, signal, oddities),

    marginAlerts: ({ date }, signal, oddities) =>
      readAll("markets/margin-alert", marginAlertFields, { date }, signal, oddities),
    shortSaleReports: ({ date }, signal, oddities) =>
      readAll("markets/short-sale-report", shortSaleFields, { date }, signal, oddities),
    calendar,
    async tradingDays({ from, to }, signal) {
      // A week more holds a weekend, which tells the meanings apart.
      const days = await calendar({ from: addDays(from, -7), to }, signal);
      if (days.length === 0) return new Map();
      const open = tradingDays(days);
      if (open === undefined)
        throw new Failure("malformed", "/markets/calendar: nothing tells which meaning HolDiv has");
      return new Map([...open].filter(([date]) => date >= from));
    },
    async names(signal, oddities) {
      const issues = await readAll("equities/master", issueNameFields, {}, signal, oddities);
      return new Map(
        issues.map(({ code, companyName: name, companyNameEnglish: nameEnglish }) => [
          code,
          known({ name, nameEnglish }),
        ]),
      );
    },
  };
}

/**
 * Whether the exchange is open on each day of an answer. HolDiv has two meanings: as documented "0" is a trading
 * day and "1" a holiday; as observed "0" is closed, "1" open, "2" half a day, "3" closed but for derivatives. A
 * weekend, on which nobody trades, tells which it is; "2" and "3" exist in one only. Undefined where nothing
 * tells, or where the answer contradicts itself.
 */
function tradingDays(days: readonly CalendarDay[]): Map<string, boolean> | undefined {
  const weekend = days.filter(({ date }) => !isWeekday(date)).map(({ division }) => division);
  const isObserved =
    weekend.includes("0") || days.some(({ division }) => division === "2" || division === "3");
  const isDocumented = weekend.includes("1");
  if (isObserved === isDocumented) return undefined;
  const open = isDocumented ? ["0"] : ["1", "2"];
  return new Map(days.map(({ date, division }) => [date, open.includes(division)]));
}
