/**
 * The fixed words that each language has for mails: whatever is not from a rule, a field or a stranger. Layout is
 * elsewhere, so a language may put its words in any order.
 */
import type { EpisodeEnd } from "../../model/alerts.ts";
import type { Severity } from "../../model/news-items.ts";

/** A day or a moment in Japan. */
export interface JapanDay {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** Hour and minute such as 17:32; absent: only the day is known. */
  readonly clock?: string | undefined;
}

/** A length of time in its largest unit. */
export interface Span {
  readonly count: number;
  readonly unit: "minute" | "hour" | "day";
}

/** A stock of the reader's watchlists. */
interface HeldWords {
  readonly shares?: string | undefined;
  readonly price?: string | undefined;
  readonly side?: "long" | "short" | undefined;
}

/** The end of an episode. */
interface OverWords {
  readonly why?: EpisodeEnd | undefined;
  /** Who ended it by hand, and the reason that they gave. */
  readonly by?: string | undefined;
  readonly because?: string | undefined;
  /** How long it was open; absent: that is not known. */
  readonly span?: string | undefined;
  readonly times: number;
}

/** Low, high and latest value of a chart, and the unit of all; "" where there is none. */
interface ChartWords {
  readonly label: string;
  readonly unit: string;
  readonly low: string;
  readonly high: string;
  readonly latest: string;
}

/** Stocks or other subjects in the title of a group, the one with the gravest alert first. */
export interface TitleStocks {
  readonly named: readonly string[];
  /** How many there are besides; undefined: some, and nobody counted them. */
  readonly more: number | undefined;
}

export interface Phrases {
  /** Value of the HTML part's `lang`. */
  readonly lang: string;
  /** Stands before the subject; the severity's follows it. */
  readonly subjectMarks: Readonly<Record<Severity, string>>;
  readonly simulated: string;
  readonly severities: Readonly<Record<Severity, string>>;
  /** @param year whether the reader needs it, since it is not that of the mail */
  day(day: JapanDay, year: boolean): string;
  span(span: Span): string;
  /** A count with its thousands separated. */
  number(value: number): string;
  /** Joins short words into a list. */
  list(words: readonly string[]): string;
  /** The company and its code. */
  stock(name: string, code: string): string;

  readonly headings: {
    sinceLast(when: string): string;
    readonly changed: string;
    readonly details: string;
    readonly others: string;
    readonly times: string;
    readonly past: string;
    readonly links: string;
    readonly yourStocks: string;
    readonly holdings: string;
    readonly fresh: string;
    readonly grown: string;
    readonly over: string;
    readonly rest: string;
  };
  readonly labels: {
    readonly titleBefore: string;
    readonly severity: string;
    readonly occurred: string;
    readonly published: string;
    readonly seen: string;
    readonly rule: string;
    readonly more: string;
  };
  readonly columns: {
    readonly stock: string;
    /** The alert, and when it came. */
    readonly alert: string;
  };
  readonly links: {
    readonly alert: string;
    readonly why: string;
    readonly acknowledge: string;
    readonly silence: string;
    readonly rate: string;
    readonly page: string;
    stockPage(stock: string): string;
  };

  /** Changes of a value. */
  readonly changes: {
    /** It has a value, and had none. */
    appeared(now: string): string;
    /** It had a value, and has none. */
    gone(was: string): string;
    /** One period of a series: revised, withdrawn, without a value. */
    revised(period: string, from: string, to: string): string;
    withdrawn(period: string, from: string): string;
    valued(period: string, value: string): string;
    unvalued(period: string): string;
    andMore(count: string): string;
  };

  /** The alert's place in its episode. */
  again(times: number, since: string): string;
  stillOpen(span: string, since: string, times: number): string;
  over(end: OverWords): string;
  /** The title of an alert that is over. */
  ended(title: string): string;
  /** The same, short enough for a row of a table. */
  readonly rows: {
    again(times: number): string;
    stillOpen(span: string): string;
    readonly over: string;
  };
  held(count: number, since: string): string;
  flapping(often: string): string;
  /** @param more number of further lists, which are not named */
  watched(lists: readonly string[], more: number, held: HeldWords): string;
  /** Words that stand as a sentence behind another one. */
  beside(words: string): string;
  /** What the chart shows. */
  chart(values: ChartWords): string;

  /** Titles of messages about several alerts. */
  group(about: string | undefined, count: number, stocks: TitleStocks): string;
  /** @param title of the gravest of several alerts about one subject */
  andMore(title: string, more: number): string;
  /** Subject of the messages of a group. */
  groupThread(about: string): string;
  digest(name: string | undefined, day: string, count: number): string;
  /** How many stocks or series a digest is about. */
  digestAbout(own: number, others: number): string;
  /** @param isWatched whether the brake is on what is about stocks on a watchlist, or on all else */
  braked(rule: string, count: number, isWatched: boolean): string;
  /** What follows from the brake. */
  readonly brakedSince: string;
  /** How many alerts of a rule are not in the tables. */
  restOf(rule: string, count: number): string;
  moreOnPage(count: number): string;

  readonly notes: {
    readonly simulated: string;
    ofRule(rule: string): string;
    /** Words for a message with alerts of several rules. */
    readonly ofRules: string;
    ofRoute(route: string): string;
    page(url: string, isHere: boolean): string;
  };
}
