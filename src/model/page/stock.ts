/** Answers of `/api/stock` and `/api/stocks`: everything about a stock on one axis of time. */
import type { LastClose } from "../holding.ts";
import type { CompanyName, Language, Worded } from "../language.ts";
import type { Severity } from "../news-items.ts";

/** A value from a moment on (ms since 1970); null: from then on it is unknown. */
export type TimedValue = readonly [at: number, value: number | null];

/** Where a row is from: the history that was fetched, or what the monitor saw itself. */
export type Origin = "history" | "live";

/** From which day on there is data, by where it is from; absent: there is none of that kind. */
export interface KnownFrom {
  readonly history?: string;
  readonly live?: string;
  /** Older rows were left out, since there are too many. */
  readonly isCut?: boolean;
}

/** What a number or a text is called, and its unit. */
export interface FieldLabel {
  readonly label: Worded;
  readonly unit?: Worded;
  readonly values?: Readonly<Record<string, Worded>>;
}

/** What sources tell of a stock, each kind in a panel of its own. The view draws every one of them. */
export interface SourcePanels {
  readonly shorts: ShortsPanel;
  readonly margin: MarginPanel;
  readonly timely: TimelyPanel;
  readonly forum: ForumPanel;
}

/** With the names of the company, as far as they are known; without the panels of which nothing is known. */
export interface StockAnswer extends CompanyName, Partial<SourcePanels> {
  readonly code: string;
  /** First and last moment of the axis, ms since 1970. */
  readonly from: number;
  readonly to: number;
  /** Names of the services that are made up and whose data is shown. */
  readonly simulated: readonly string[];
  /** Watchlists that have it, with what they note about it. */
  readonly watchlists: readonly ListedStock[];
  /** Its last close, where that is known. */
  readonly close?: LastClose;
  /** One for each set of records that the settings watch and that has some of the stock. */
  readonly records: readonly RecordsPanel[];
  /** Newest first. */
  readonly alerts: readonly StockAlert[];
  /** Alerts that are older than those, and not shown. */
  readonly isAlertsCut: boolean;
  /** Comments that rules matched, newest first. */
  readonly comments: readonly MatchedComment[];
}

export interface ListedStock {
  readonly watchlist: string;
  /** Columns of the list but the code. */
  readonly notes: Readonly<Record<string, string | number>>;
}

export interface ShortsPanel {
  readonly known: KnownFrom;
  readonly labels: Readonly<Record<string, FieldLabel>>;
  /** The largest last report first. */
  readonly sellers: readonly SellerLine[];
  /** Sum of what is reported at each moment. */
  readonly total: readonly TimedValue[];
  /** Newest first. */
  readonly reports: readonly ShortReport[];
}

export interface SellerLine {
  readonly seller: string;
  readonly fund?: string;
  /** Percent of the shares outstanding, while a report stands. */
  readonly points: readonly TimedValue[];
  /** Whether its last report says 0.5 % or more. */
  readonly isStanding: boolean;
}

export interface ShortReport {
  readonly seller: string;
  readonly fund?: string;
  readonly ratio: number;
  readonly shares?: number;
  readonly calculatedOn: string;
  readonly disclosedOn?: string;
  readonly origin: Origin;
}

export interface MarginPanel {
  readonly known: KnownFrom;
  readonly labels: Readonly<Record<string, FieldLabel>>;
  readonly lines: Readonly<Record<MarginLine, readonly TimedValue[]>>;
  /** Newest first. */
  readonly rows: readonly MarginRow[];
}

export type MarginLine =
  | "shortOutstanding"
  | "longOutstanding"
  | "shortLongRatio"
  | "shortRatio"
  | "longRatio";

export interface MarginRow extends Partial<Readonly<Record<MarginLine, number>>> {
  /** Day that the figures are about. */
  readonly day: string;
  readonly publishedOn?: string;
  readonly regulation?: string;
  readonly reasons?: readonly string[];
  /** Whether the stock left daily publication then. */
  readonly isLifted?: boolean;
  readonly origin: Origin;
}

/** What the company disclosed. */
export interface TimelyPanel {
  readonly known: KnownFrom;
  readonly labels: Readonly<Record<string, FieldLabel>>;
  /** By day, of days with some. */
  readonly counts: readonly TimedValue[];
  /** Newest first. */
  readonly rows: readonly TimelyRow[];
}

/** Papers of a thing that its service gives when they are asked for: at addresses that expire within minutes. */
export interface Papers {
  /** By which the service knows the thing. */
  readonly number: string;
  /** Which there are: full, summary, xbrl. */
  readonly papers: readonly string[];
}

export interface TimelyRow {
  readonly number: string;
  /** Untrusted. */
  readonly title: string;
  readonly disclosedOn: string;
  readonly disclosedTime?: string;
  readonly papers?: readonly string[];
  /** Number of the one that it corrects. */
  readonly corrects?: string;
  readonly isWithdrawn?: boolean;
  readonly origin: Origin;
}

export interface ForumPanel {
  readonly known: KnownFrom;
  /** Comments by day. */
  readonly comments: readonly TimedValue[];
  /** Ranks by term, 1 is the liveliest forum; null: it left the ranking. */
  readonly ranks: readonly { readonly term: string; readonly points: readonly TimedValue[] }[];
  readonly ranksKnown: KnownFrom;
  readonly terms: Readonly<Record<string, Worded>>;
}

export interface RecordsPanel {
  /** Name of the source in the settings. */
  readonly source: string;
  /** Its set, such as market/equities/bars/daily. */
  readonly from: string;
  /** What the settings call it, where they declare its call. */
  readonly words?: Worded;
  readonly known: KnownFrom;
  /** Fields of the rows that differ or are few. */
  readonly fields: readonly PanelField[];
  /** Newest first. */
  readonly rows: readonly RecordRow[];
  /** Numbers over time by field, of sets that have a number worth a look. */
  readonly lines: Readonly<Record<string, readonly TimedValue[]>>;
}

/** A field with its meaning and unit as the service's documents say. */
interface PanelField {
  readonly name: string;
  readonly about: string;
  readonly unit?: string;
  /** What the settings call it, where they declare its call. */
  readonly words?: Worded;
}

export interface RecordRow {
  readonly day: string;
  readonly values: Readonly<Record<string, string | number | boolean>>;
  readonly origin: Origin;
}

export interface StockAlert {
  readonly seq: number;
  readonly id: string;
  /** On the axis of time, ms since 1970: of a made-up service the moment of its own world. */
  readonly at: number;
  readonly rule: string;
  readonly severity: Severity;
  /** Untrusted, as the texts of comments are. */
  readonly title: string;
  /** In the languages that the rule has besides its own. */
  readonly titles: Partial<Readonly<Record<Language, string>>>;
}

export interface MatchedComment {
  readonly part: number;
  /** Hash of the author. */
  readonly author?: string;
  readonly name?: string;
  readonly title?: string;
  readonly body: string;
  /** ISO. */
  readonly postedAt?: string;
  readonly yes?: number;
  readonly no?: number;
  /** Alerts about it, the first one first. */
  readonly alerts: readonly { readonly id: string; readonly rule: string }[];
}

/** Answer of `/api/stocks`: stocks whose code or name has a text. */
export interface StocksAnswer {
  readonly found: readonly (CompanyName & {
    readonly code: string;
    readonly watchlists: readonly string[];
  })[];
  /** Whether there are more of them. */
  readonly isCut: boolean;
}

/** Answer of `/api/stock-names`: names by code, of those that are known. */
export interface StockNamesAnswer {
  readonly names: Readonly<Record<string, CompanyName>>;
}
