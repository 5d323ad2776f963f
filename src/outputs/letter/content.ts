/**
 * The content of a message before it has a form: everything in words, nothing of how it looks. Parts that a message has
 * nothing for are empty, and left out.
 */
import type { Severity } from "../../model/news-items.ts";

export interface LetterContent {
  /** Language of the words, as HTML names it. */
  readonly lang: string;
  readonly simulated: boolean;
  readonly severity: Severity;
  readonly title: string;
  /** The company and its code, where the title does not say both. */
  readonly who: string;
  /** Sentences on where the alert stands: still open, over, messages that were held. */
  readonly state: readonly Linked[];
  /** What changed since the reader's last message. */
  readonly since: RowsPart;
  readonly body: string;
  /** The watchlists of the subject, with what is noted about it. */
  readonly watched: string;
  /** What the event changed. */
  readonly changes: RowsPart;
  readonly tables: readonly TablePart[];
  readonly details: RowsPart;
  /** Titles of other alerts about the event, by their rules. */
  readonly others: RowsPart;
  readonly past: PastPart | undefined;
  readonly times: RowsPart;
  readonly links: LinksPart;
  /** Lines on why this came and how to change it. */
  readonly notes: readonly string[];
}

/** A value by its label. */
export interface ContentRow {
  readonly label: string;
  readonly now: string;
  /** The value before; absent where only one value is to be shown. */
  readonly was?: string | undefined;
}

/** Words that stand beside the title. */
export interface Marks {
  readonly simulated: string;
  /** The severity in words; "" where it is not said. */
  readonly severity: string;
}

interface RowsPart {
  readonly heading: string;
  readonly rows: readonly ContentRow[];
}

/** Alerts, one a row; those of one stock follow each other. */
export interface TablePart {
  readonly heading: string;
  readonly columns: readonly [stock: string, alert: string];
  readonly rows: readonly AlertRow[];
  /** A line below, such as "and 9,900 more"; "" where there is none. */
  readonly more: Linked;
  /** Number of alerts that have no row. */
  readonly left: number;
}

export interface AlertRow {
  readonly stock: Linked;
  /** Severity in words; "" for what is only for information. */
  readonly mark: string;
  readonly severity: Severity;
  readonly alert: Linked;
  /** Where it stands, such as "over"; "" for what is new. */
  readonly state: string;
  readonly change: ContentRow | undefined;
  /** The time of day; with the day where it is another one than the mail's. */
  readonly when: string;
}

/** Words, and the address that they lead to. */
export interface Linked {
  readonly words: string;
  readonly url?: string | undefined;
}

export interface LinksPart {
  readonly heading: string;
  readonly links: readonly Required<Linked>[];
}

/** Values of an item's past, as a chart and in words. */
export interface PastPart {
  readonly heading: string;
  /** Lowest, highest and latest value. */
  readonly summary: string;
  readonly points: readonly (readonly [day: string, value: number])[];
  /** The points in words. */
  readonly words: readonly string[];
}
