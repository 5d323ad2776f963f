/** Days of a whole market as a history has them: reports of short positions, margin rows and the bars of every stock. */
import { addDays, isWeekday } from "../../../src/model/dates.ts";
import type { HistoryRecord, HistoryWriter } from "../../../src/model/history.ts";

export interface MarketYear {
  /** Trading days, oldest first. */
  readonly days: readonly string[];
  readonly stocks: number;
  readonly shortReportsADay: number;
  readonly marginRowsADay: number;
}

/** Weekdays from a day on, but for each twentieth, on which the exchange is closed. */
export function tradingDaysFrom(start: string, count: number): string[] {
  const days: string[] = [];
  let weekdays = 0;
  for (let day = start; days.length < count; day = addDays(day, 1)) {
    if (!isWeekday(day)) continue;
    weekdays += 1;
    if (weekdays % 20 !== 0) days.push(day);
  }
  return days;
}

export function writeMarketYear(history: HistoryWriter, year: MarketYear): void {
  const first = year.days[0] ?? "";
  const last = year.days.at(-1) ?? first;
  add(history, calendar(first, last, new Set(year.days)));
  add(
    history,
    codes(year.stocks).map((code) => ({
      ...{ set: "market/equities/master", day: first, subject: code, name: "" },
      row: { date: first, code, companyName: nameOf(code) },
    })),
  );
  const dice = createDice(1);
  const positions = new Map<string, Position>();
  const margin = new Map<string, number>();
  for (const day of year.days) {
    add(history, bars(day, year, dice));
    add(history, shortReports(day, year, positions, dice));
    add(history, marginRows(day, year, margin, dice));
  }
}

const atOnce = 1_000;

function add(history: HistoryWriter, records: readonly HistoryRecord[]): void {
  for (let at = 0; at < records.length; at += atOnce) history.add(records.slice(at, at + atOnce));
}

function codes(stocks: number): string[] {
  return Array.from({ length: stocks }, (_, at) => String(1_300 + at));
}

function nameOf(code: string): string {
  return `Example Works ${code}`;
}

function calendar(from: string, to: string, open: ReadonlySet<string>): HistoryRecord[] {
  const records: HistoryRecord[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const row = { date: day, holidayDivision: open.has(day) ? "1" : "0" };
    records.push({ set: "market/markets/calendar", day, subject: "", name: "", row });
  }
  return records;
}

type Dice = () => number;

/** The same numbers from 0 to 1 at each run. */
function createDice(seed: number): Dice {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function bars(day: string, { stocks }: MarketYear, dice: Dice): HistoryRecord[] {
  return codes(stocks).map((code) => {
    const open = 500 + Math.floor(dice() * 4_000);
    const close = open + Math.floor(dice() * 100) - 50;
    const [high, low] = [Math.max(open, close) + 10, Math.min(open, close) - 10];
    const volume = 100 * Math.floor(dice() * 50_000);
    const prices = { open, high, low, close, upperLimit: false, lowerLimit: false, volume };
    const adjusted = {
      ...{ adjustmentFactor: 1, adjustedOpen: open, adjustedHigh: high, adjustedLow: low },
      ...{ adjustedClose: close, adjustedVolume: volume, turnoverValue: volume * close },
    };
    const row = { date: day, code, ...prices, ...adjusted };
    return { set: "market/equities/bars/daily", day, subject: code, name: "", row };
  });
}

interface Position {
  readonly code: string;
  readonly seller: string;
  ratio: number;
  on: string;
}

const sellers = 40;
/** Pairs of a stock and a seller that report again and again. */
const openPositions = 6_000;

function shortReports(
  day: string,
  { stocks, shortReportsADay }: MarketYear,
  positions: Map<string, Position>,
  dice: Dice,
): HistoryRecord[] {
  const told = new Map<string, HistoryRecord>();
  while (told.size < shortReportsADay) {
    const pair = Math.floor(dice() ** 2 * openPositions);
    const code = String(1_300 + ((pair * 7) % stocks));
    const seller = `Example Capital ${pair % sellers}`;
    const key = `${code} ${seller}`;
    if (told.has(key)) continue;
    const before = positions.get(key);
    const ratio = Math.round(Math.max(0.4, (before?.ratio ?? 0.6) + (dice() - 0.45) * 0.1) * 100) / 100;
    const calculatedOn = addDays(day, -2);
    const was = before === undefined ? {} : { previousRatio: before.ratio, previousOn: before.on };
    const shares = Math.round(ratio * 100_000);
    const row = { code, name: nameOf(code), seller, ratio, shares, calculatedOn, disclosedOn: day, ...was };
    positions.set(key, { code, seller, ratio, on: calculatedOn });
    const name = `${seller}/${""}/${calculatedOn}`;
    told.set(key, { set: "market/markets/short-sale-report", day, subject: code, name, row });
  }
  return [...told.values()];
}

/** Issues stay under publication for some weeks. */
function marginRows(
  day: string,
  { stocks, marginRowsADay }: MarketYear,
  margin: Map<string, number>,
  dice: Dice,
): HistoryRecord[] {
  for (const code of [...margin.keys()]) if (dice() < 0.05) margin.delete(code);
  while (margin.size < marginRowsADay)
    margin.set(String(1_300 + Math.floor(dice() * stocks)), Math.floor(dice() * 1e6));
  return [...margin].map(([code, outstanding]) => {
    const change = Math.floor((dice() - 0.5) * 20_000);
    margin.set(code, outstanding + change);
    const row = {
      ...{
        code,
        publishedOn: day,
        appliedOn: addDays(day, -1),
        shortOutstanding: outstanding,
        shortChange: change,
      },
      ...{
        shortRatio: 1.2,
        longOutstanding: outstanding * 2,
        longChange: 0,
        longRatio: 2.4,
        shortLongRatio: 50,
      },
      ...{ regulation: "1", reasons: ["dailyPublication"], dailyPublication: true },
    };
    return { set: "market/markets/margin-alert", day, subject: code, name: addDays(day, -1), row };
  });
}
