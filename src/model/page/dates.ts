/** Days ahead of the stocks on the watchlists, as the page and a calendar program are told them. */
import type { CompanyName, Worded } from "../language.ts";

export interface DateAhead extends CompanyName {
  /** Names the thing itself, so that a day that was moved is the same entry on another day. */
  readonly uid: string;
  /** YYYY-MM-DD in Japan. */
  readonly day: string;
  /** A stock code, or a series as DB/CODE. */
  readonly subject: string;
  readonly title: Worded;
  readonly source: string;
  readonly isSimulated: boolean;
}

/** Answer of `/api/dates`. */
export interface DatesAnswer {
  /** First and last day, both included. */
  readonly from: string;
  readonly to: string;
  readonly dates: readonly DateAhead[];
  /** Sources and sets of records that may tell of days ahead. */
  readonly sources: readonly string[];
}
