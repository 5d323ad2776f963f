/**
 * A call whose rows can be watched as a set of records, and what is known of such a set. The forum has none: its
 * ranking and its comments have sources that tell more than rows.
 */
import type { Failure } from "../lib/failure.ts";
import type { MarketCalls } from "./market/records.ts";
import type { OddityCollector } from "./misfits.ts";
import type { Fields } from "./record.ts";
import type { StatisticsCalls } from "./statistics/records.ts";

export interface RecordClients {
  readonly market: Pick<MarketCalls, "pages" | "names">;
  readonly statistics: Pick<StatisticsCalls, "catalogue">;
}

/** A record in Yagura's names; unknown values are absent. */
export type WatchedRecord = Readonly<Record<string, unknown>>;

/** Values by the name of the parameter; what is not asked is absent. */
export type RecordQuery = Readonly<Record<string, string>>;

/** How records are read. */
export interface RecordReading {
  readonly signal: AbortSignal;
  /** Takes the records that cannot be read. */
  readonly oddities: OddityCollector;
  /** Called with the place that a long reading has reached. */
  progress(at: string): void;
  /** Whether the first page is enough. */
  readonly isSample?: boolean;
}

export interface RecordParameter {
  readonly name: string;
  readonly about: string;
  readonly required: boolean;
  /** A day YYYY-MM-DD, so that it may move with the calendar. */
  readonly isDay: boolean;
  /** Whether the set is asked for once for each of several values. */
  readonly isList: boolean;
  /** Finds what is wrong with a value; undefined: it is fine. */
  problem(value: string): string | undefined;
}

export interface RecordFacts<Field extends string = string> {
  /** The fields that name a record where the settings say no others. */
  readonly key: readonly Field[];
  /**
   * The day by which the service chooses records: the first of these fields that a record has. A record that is
   * another one under the same key and the same day was corrected.
   */
  readonly day?: readonly Field[];
  /** Records tell of days to come, so that another one of the same day is a change and no correction. */
  readonly isAhead?: boolean;
  /** Answers without any day; else the last weekdays are asked for where the settings name none. */
  readonly isWhole?: boolean;
  /** Field with the time at which the service published a record. */
  readonly published?: Field;
  /** Field with the time of that day (HH:MM in Japan). */
  readonly publishedTime?: Field;
  /** Times (HH:MM in Japan) at which the service brings the records of a day; from 24:00 on they are of the day after. */
  readonly out?: readonly string[];
  /** The day that a record is about. */
  readonly occurred?: Field;
  /** Fields with a number whose past is worth a look, the first that a record has; they are of the record's day. */
  readonly tracks?: readonly Field[];
  /** Fields that differ every day and are no news. */
  readonly asides?: readonly Field[];
  /**
   * One dialect does not say of which stock a row is, so that each stock is asked for by itself where no code is
   * named: then all days at once are cheaper than day by day.
   */
  readonly isByStock?: boolean;
}

/** The values of some fields as one text that no other values give. */
export function keyOf(record: WatchedRecord, fields: readonly string[]): string {
  let key = "";
  for (let at = 0; at < fields.length; at++) {
    const value = record[fields[at] ?? ""];
    const text = typeof value === "object" ? JSON.stringify(value) : String(value ?? "");
    key += at === 0 ? plain(text) : `/${plain(text)}`;
  }
  return key;
}

/** The text without the sign that divides a key. Hardly one has it, and to look for it is faster than to replace it. */
function plain(text: string): string {
  return text.includes("/") || text.includes("%") ? text.replace(/[%/]/g, encodeURIComponent) : text;
}

export interface RecordSet extends RecordFacts {
  readonly service: "market" | "statistics";
  /** Its name in the settings, such as market/fins/summary. */
  readonly from: string;
  readonly about: string;
  /** The least plan that has it, by the documents, where there are plans. */
  readonly plan?: string;
  /** Fields of a record. */
  readonly fields: Fields;
  readonly parameters: readonly RecordParameter[];
  /** Whether its records are about stocks and have a `name`, which may come from the list of issues. */
  readonly hasIssueNames?: boolean;
  /** Whether a refusal is about a range of days as such, so that they are to be asked for one by one. */
  refusesRange?(failure: Failure): boolean;
  /** All records of all pages but those that cannot be read. Throws a Failure. */
  read(clients: RecordClients, query: RecordQuery, reading: RecordReading): Promise<readonly WatchedRecord[]>;
}
