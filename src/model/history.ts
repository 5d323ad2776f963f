/** The services' own past as their clients read it, kept in a file of its own beside the log. */

/** A record of the past, in Yagura's names; JSON values, unknown ones absent. */
export interface HistoryRecord {
  /** Set that it belongs to, such as market/markets/margin-alert, forum/comments or statistics/points. */
  readonly set: string;
  /** Day (YYYY-MM-DD in Japan) under which its service has it. */
  readonly day: string;
  /** Stock code, or series as DB/CODE; "" for what is about neither. */
  readonly subject: string;
  /** Tells it from the others of its set, day and subject. */
  readonly name: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** Days YYYY-MM-DD in Japan, both included. */
export interface HistoryPeriod {
  readonly from: string;
  readonly to: string;
}

/** Part of a set that is fetched whole or not at all; its name in the history. */
export interface HistoryPiece extends HistoryPeriod {
  readonly set: string;
  /** The rest of its question, such as code=7203; "" where it asks for everything of its days. */
  readonly scope: string;
}

export interface FetchedPiece extends HistoryPiece {
  /** Time at which it was whole, ms since 1970. */
  readonly at: number;
  readonly records: number;
  /** Reason why the service does not tell it, in words, such as days outside the plan; absent: it told all. */
  readonly refused?: string | undefined;
}

/** Content of one set. */
export interface HistorySet extends HistoryPeriod {
  readonly set: string;
  readonly records: number;
}

export interface HistoryReader {
  /** Records of a set by day, subject and name. */
  between(set: string, period: HistoryPeriod): readonly HistoryRecord[];
  /** Records of a set about one subject, by day and name. */
  about(set: string, subject: string, period: HistoryPeriod): readonly HistoryRecord[];
  /** Days of a set that have records, oldest first. */
  days(set: string, period: HistoryPeriod): readonly string[];
  /** Everything about one subject, all sets on one axis of days, oldest first: one indexed question. */
  ofSubject(subject: string, period: HistoryPeriod): readonly HistoryRecord[];
  /** A fetched piece of the same set and scope that has all days of this one; undefined: there is none. */
  fetched(piece: HistoryPiece): FetchedPiece | undefined;
  /** Content by set, in the order of their names. */
  sets(): readonly HistorySet[];
}

/** Writing side of a history; each call is one transaction. Throws a StoreError. */
export interface HistoryWriter extends HistoryReader {
  /** Takes records of a piece that is being fetched; a record that is there already is replaced. */
  add(records: readonly HistoryRecord[]): void;
  /** Notes that a piece was fetched whole, or why the service does not tell it. */
  finish(piece: FetchedPiece): void;
}
