/** The client of the market service. Its records are made from the tables of the calls; wire names end in calls/. */
import type { CompanyName } from "../../model/stock/company-name.ts";
import type { OddityCollector } from "../misfits.ts";
import type { MarketCallName, MarketQuery, MarketRecord } from "./calls.ts";

type FieldOf<Name extends MarketCallName> = keyof MarketRecord<Name> & string;

/** Client of the market service. With `oddities`, records that cannot be read are set aside; without, the first one fails its call. */
export interface MarketClient {
  /**
   * All rows of all pages of a call, in either dialect. Throws a Failure.
   * @param fields those that are read; others may change their type. By default all
   */
  read<Name extends MarketCallName, Field extends FieldOf<Name> = FieldOf<Name>>(
    name: Name,
    query: MarketQuery<Name>,
    signal?: AbortSignal,
    oddities?: OddityCollector,
    fields?: readonly Field[],
  ): Promise<Pick<MarketRecord<Name>, Field>[]>;
  /** Names of all listed issues by short code. */
  names(signal?: AbortSignal, oddities?: OddityCollector): Promise<Map<string, CompanyName>>;
}

/** Every documented call. A QueryError tells of a mistake before anything is asked; all else throws a Failure. */
export interface MarketCalls extends MarketClient {
  /**
   * Whether the exchange is open on each day that the service's calendar has, whichever meaning of HolDiv it
   * uses. Throws a Failure "malformed" where the answer does not tell which.
   */
  tradingDays(query: { from: string; to: string }, signal?: AbortSignal): Promise<Map<string, boolean>>;
  /** Reads the rows page by page, as they come. */
  pages<Name extends MarketCallName>(
    name: Name,
    query: MarketQuery<Name>,
    signal?: AbortSignal,
    oddities?: OddityCollector,
  ): AsyncGenerator<MarketRecord<Name>[], void, void>;
}
