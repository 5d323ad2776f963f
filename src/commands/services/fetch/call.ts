/** One call of a service as a command sees it: options in as texts, rows out page by page. */
import type { ServiceClients } from "../../../config/clients.ts";
import type { UpstreamName } from "../../../sources/index.ts";
import type { MarketPlan } from "../../../upstreams/market/call.ts";
import type { Storing } from "../../../upstreams/market/store-files.ts";
import type { OddityCollector } from "../../../upstreams/misfits.ts";
import type { FieldTable } from "../../../upstreams/record.ts";

export type FetchedRow = Readonly<Record<string, unknown>>;

export interface FetchedPage {
  readonly rows: readonly FetchedRow[];
  /** Note for a person, such as that the service found nothing. */
  readonly note?: string;
  /** Progress of the call, if it is more than the number of the page. */
  readonly at?: string;
  /** The day of each row that is of another one than was asked for. */
  readonly otherDays?: readonly string[];
  /** The code of each row that was left out because it is of another one than was asked for. */
  readonly otherCodes?: readonly string[];
}

/** Means of a call. */
interface FetchContext {
  readonly signal: AbortSignal;
  /** Takes the records that cannot be read, which fail the call where there is none. */
  readonly oddities?: OddityCollector;
  /** The service's day, YYYY-MM-DD. */
  readonly today: string;
  /** Whether records about stocks get their names from the list of issues. */
  readonly withNames?: boolean;
}

/** Options by the name of the parameter; what was not given is absent. */
export type FetchOptions = Readonly<Record<string, string>>;

export interface FetchParameter {
  readonly name: string;
  readonly required: boolean;
  readonly about: string;
}

export interface FetchCall {
  readonly service: UpstreamName;
  readonly call: string;
  readonly about: string;
  readonly parameters: readonly FetchParameter[];
  /** Null where no account is needed. */
  readonly plan: MarketPlan | null;
  /** The add-on to that plan without which the service refuses. */
  readonly addOn?: string;
  /** Every column that a row may have, in order. */
  readonly columns: readonly string[];
  /** Columns of the call whose rows these are, where the options name that call. */
  readonly columnsFor?: (options: FetchOptions) => readonly string[] | undefined;
  /** The tables that its rows are made of. */
  readonly fields: FieldTable;
  /** The options that ask for what is from a day (YYYY-MM-DD) on; undefined where the call knows no days. */
  readonly since?: (day: string, options: FetchOptions) => FetchOptions;
  /** Yields page after page. Throws a Failure; a QueryError for options that the document forbids. */
  readonly rows: (
    clients: ServiceClients,
    options: FetchOptions,
    context: FetchContext,
  ) => AsyncGenerator<FetchedPage, void, void>;
  /** Stores the files that the call names, each whole or not at all, and gives a line on each; undefined: it has rows alone. */
  readonly store?: (
    clients: ServiceClients,
    options: FetchOptions,
    storing: Storing,
  ) => Promise<readonly string[]>;
}

export function parameter(name: string, about: string, required = false): FetchParameter {
  return { name, about, required };
}
