/**
 * A call whose rows can be watched as a set of records, and what is known of such a set. The forum has none: its
 * ranking and its comments have sources that tell more than rows.
 */
import type { Failure } from "../lib/failure.ts";
import type { NamedCall } from "./market/call.ts";
import type { MarketCalls } from "./market/calls.ts";
import type { ParameterRule } from "./market/parameter-rules.ts";
import type { OddityCollector } from "./misfits.ts";
import type { FieldTable, RecordFacts, WatchedRecord } from "./record.ts";
import type { StatisticsCalls } from "./statistics/records.ts";

export interface RecordClients {
  readonly market: Pick<MarketCalls, "pages" | "names">;
  readonly statistics: Pick<StatisticsCalls, "catalogue">;
}

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

export interface RecordSet extends RecordFacts {
  readonly service: "market" | "statistics";
  /** Its name in the settings, such as market/fins/summary. */
  readonly from: string;
  /** The market service's call that it is made of. */
  readonly call?: NamedCall;
  readonly about: string;
  /** The least plan that has it, by the documents, where there are plans. */
  readonly plan?: string;
  /** The add-on to that plan that it needs. */
  readonly addOn?: string;
  /** Fields of a record. */
  readonly fields: FieldTable;
  readonly parameters: readonly RecordParameter[];
  /** What its parameters may not be together. */
  readonly rules?: readonly ParameterRule[];
  /** Whether its records are about stocks and have a `name`, which may come from the list of issues. */
  readonly hasIssueNames?: boolean;
  /** Whether a refusal is about a range of days as such, so that they are to be asked for one by one. */
  refusesRange?(failure: Failure): boolean;
  /** All records of all pages but those that cannot be read. Throws a Failure. */
  read(clients: RecordClients, query: RecordQuery, reading: RecordReading): Promise<readonly WatchedRecord[]>;
}

/** Whether its records are published day by day, so that those of a day can be due. */
export function hasPublications({ published, day, isAhead }: RecordSet): boolean {
  return !isAhead && (published !== undefined || day !== undefined);
}

/** The start of its types of events: market.fins-summary for market/fins/summary, market.short-ratio for market/markets/short-ratio. */
export function recordPrefix({
  service,
  from,
}: Pick<RecordSet, "service" | "from">): `${RecordSet["service"]}.${string}` {
  const call = from.slice(service.length + 1).replace(/^markets\//, "");
  const words = call.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
  return `${service}.${words.replaceAll("/", "-")}`;
}
