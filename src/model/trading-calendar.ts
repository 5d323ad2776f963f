/** The days on which the exchange trades, as rules and durations ask for them; src/calendar makes one. Days are ISO texts (YYYY-MM-DD). */
export interface TradingCalendar {
  /** First and last day that the service told of, these included; undefined: it told of none. */
  readonly known: { readonly from: string; readonly to: string } | undefined;
  /** Whether the service said what a day is; of other days only the weekday is known, and weekdays count. */
  knows(day: string): boolean;
  isTradingDay(day: string): boolean;
  /** The trading day that comes `count` trading days after a day, before it when negative; the day itself for 0. */
  addTradingDays(day: string, count: number): string;
  /** Counts the trading days after `from` up to and including `to`; 0 if `to` is not later. */
  countTradingDays(from: string, to: string): number;
}
