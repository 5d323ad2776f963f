/** Days ahead of the stocks on the watchlists, as the page and a calendar program are told them, and publications. */
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

/** The next publication of a source that has a due time. */
export interface PublicationAhead {
  readonly source: string;
  /** YYYY-MM-DD in Japan. */
  readonly day: string;
  /** ms since 1970. */
  readonly dueAt: number;
  readonly isSimulated: boolean;
}

/** Answer of `/api/dates`. */
export interface DatesAnswer {
  /** First and last day, both included. */
  readonly from: string;
  readonly to: string;
  readonly dates: readonly DateAhead[];
  /** In the order of their moments. */
  readonly publications: readonly PublicationAhead[];
  /** Sources and sets of records that may tell of days ahead. */
  readonly sources: readonly string[];
  /** Names of the person's own watchlists, of which alone it tells unless all were asked for; absent: they have none. */
  readonly own?: readonly string[];
}
