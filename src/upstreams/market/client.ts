/** The client of the market service: any call of the table, in either dialect. */
import { Failure } from "../../lib/failure.ts";
import { addDays, isWeekday } from "../../model/dates.ts";
import { known } from "../../model/fields.ts";
import { knownNames, type OddityCollector } from "../oddities.ts";
import { type Fields, pickFields, type RecordOf, recordSchema } from "../record.ts";
import {
  anyMarketCall,
  fieldsOf,
  type MarketCallName,
  type MarketQuery,
  type MarketRecord,
} from "./calls.ts";
import { createForms } from "./forms.ts";
import { type MarketLine, readPages } from "./read-pages.ts";
import type { MarketCalls } from "./records.ts";
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

  const read: MarketCalls["read"] = async (name, query, signal, oddities, fields) => {
    const own = fieldsOf(name);
    const asked: Fields = fields === undefined ? own : pickFields<Fields, string>(own, fields);
    const rows: RecordOf<Fields>[] = [];
    // Not spread into push: a page may hold more rows than a call takes arguments.
    for await (const page of pagesOf(name, asked, query, signal, oddities))
      for (const row of page) rows.push(row);
    // Rows have these fields, whose types are in the table of the call.
    return rows as never;
  };

  return {
    read,
    pages: (name, query, signal, oddities) => pagesOf(name, fieldsOf(name), query, signal, oddities),
    async tradingDays({ from, to }, signal) {
      // A week more holds a weekend, which tells the meanings apart.
      const query = { from: addDays(from, -7), to };
      const days = await read("markets/calendar", query, signal, undefined, ["date", "holidayDivision"]);
      if (days.length === 0) return new Map();
      const open = tradingDays(days);
      if (open === undefined)
        throw new Failure("malformed", "/markets/calendar: nothing tells which meaning HolDiv has");
      return new Map([...open].filter(([date]) => date >= from));
    },
    async names(signal, oddities) {
      const fields = ["code", "companyName", "companyNameEnglish"] as const;
      const issues = await read("equities/master", {}, signal, oddities, fields);
      return new Map(
        issues.map(({ code, companyName: name, companyNameEnglish: nameEnglish }) => [
          code,
          known({ name, nameEnglish }),
        ]),
      );
    },
  };
}

type CalendarDay = Pick<MarketRecord<"markets/calendar">, "date" | "holidayDivision">;

/**
 * Whether the exchange is open on each day of an answer. HolDiv has two meanings: as documented "0" is a trading
 * day and "1" a holiday; as observed "0" is closed, "1" open, "2" half a day, "3" closed but for derivatives. A
 * weekend, on which nobody trades, tells which it is; "2" and "3" exist in one only. Undefined where nothing
 * tells, or where the answer contradicts itself.
 */
function tradingDays(days: readonly CalendarDay[]): Map<string, boolean> | undefined {
  const weekend = days.filter(({ date }) => !isWeekday(date)).map(({ holidayDivision }) => holidayDivision);
  const isObserved =
    weekend.includes("0") || days.some(({ holidayDivision: kind }) => kind === "2" || kind === "3");
  const isDocumented = weekend.includes("1");
  if (isObserved === isDocumented) return undefined;
  const open = isDocumented ? ["0"] : ["1", "2"];
  return new Map(days.map(({ date, holidayDivision }) => [date, open.includes(holidayDivision)]));
}
