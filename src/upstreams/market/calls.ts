/**
 * The endpoints of the market service, by path without the first slash: those that are built in, the registry of all
 * that can be called, and the client that makes the calls. Wire names end in calls/.
 */
import { Failure } from "../../lib/failure.ts";
import { isWeekday } from "../../model/dates.ts";
import { known } from "../../model/fields.ts";
import type { CompanyName } from "../../model/language.ts";
import type { OddityCollector } from "../misfits.ts";
import type { RecordOf, WatchedRecord } from "../record.ts";
import type { CallLimit, MarketCall, NamedCall } from "./call.ts";
import { bulk } from "./calls/bulk.ts";
import { edinet } from "./calls/edinet.ts";
import { equities } from "./calls/equities.ts";
import { financials } from "./calls/financials.ts";
import { derivatives, indices } from "./calls/indices-derivatives.ts";
import { markets } from "./calls/markets.ts";
import { timely } from "./calls/timely.ts";
import { type FoundFile, fileCalls, type NamedFileCall } from "./files.ts";

/** The calls that are built in. */
export const marketCalls = {
  ...equities,
  ...financials,
  ...timely,
  ...bulk,
  ...edinet,
  ...markets,
  ...indices,
  ...derivatives,
};

type Calls = typeof marketCalls;
export type MarketCallName = keyof Calls;

/** The calls that there are, by name, in the order of tables and help. */
export type CallRegistry = ReadonlyMap<string, NamedCall>;

/**
 * The registry of all calls.
 * @param further calls that are not built in, by name
 */
export function callRegistry(
  further: Readonly<Record<string, MarketCall>> = {},
  builtIn: Readonly<Record<string, MarketCall>> = marketCalls,
): CallRegistry {
  const all = [...Object.entries(builtIn), ...Object.entries(further)];
  return new Map(all.map(([name, call]) => [name, { ...call, name }]));
}

/** The call of a name that the caller took from the registry. */
export function callNamed(calls: CallRegistry, name: string): NamedCall {
  const call = calls.get(name);
  if (call === undefined) throw new Error(`the registry has no call ${name}`);
  return call;
}

/** Row of a call that is built in. */
export type MarketRecord<Name extends MarketCallName> = RecordOf<Calls[Name]["fields"]>;

type ParameterOf<Name extends MarketCallName> = Calls[Name]["parameters"][number];

/** Query of a call. What the document requires is checked before the request. */
export type MarketCallQuery<Name extends MarketCallName> = { readonly [P in ParameterOf<Name>]?: string };

type FieldOf<Name extends MarketCallName> = keyof MarketRecord<Name> & string;

/** Client of the market service. With `oddities`, records that cannot be read are set aside; without, the first one fails its call. */
export interface MarketClient {
  /**
   * All rows of all pages of a call, in either dialect. Throws a Failure.
   * @param fields those that are read; others may change their type. By default all
   */
  read<Name extends MarketCallName, Field extends FieldOf<Name> = FieldOf<Name>>(
    name: Name,
    query: MarketCallQuery<Name>,
    signal?: AbortSignal,
    oddities?: OddityCollector,
    fields?: readonly Field[],
  ): Promise<Pick<MarketRecord<Name>, Field>[]>;
  /**
   * Reads the rows of any call of the registry page by page, as they come. Returns the cursor of the answer, after which
   * the call may be asked again today for what is new; undefined where it has none. It is the last that a page had, so
   * that it is never ahead of what was read.
   */
  pages(
    name: string,
    query: Readonly<Record<string, string | undefined>>,
    signal?: AbortSignal,
    oddities?: OddityCollector,
  ): AsyncGenerator<WatchedRecord[], string | undefined, void>;
  /** Names of all listed issues by short code. */
  names(signal?: AbortSignal, oddities?: OddityCollector): Promise<Map<string, CompanyName>>;
}

/** Every call of the registry. A QueryError tells of a mistake before anything is asked; all else throws a Failure. */
export interface MarketCalls extends MarketClient {
  /**
   * Whether the exchange is open on each day that the service's calendar has, whichever meaning of HolDiv it
   * uses. Throws a Failure "malformed" where the answer does not tell which.
   */
  tradingDays(query: { from: string; to: string }, signal?: AbortSignal): Promise<Map<string, boolean>>;
  /** The files that a call of files.ts names now. Their addresses are secrets, and good for some minutes. */
  files(
    call: NamedFileCall,
    query: Readonly<Record<string, string | undefined>>,
    signal?: AbortSignal,
  ): Promise<readonly FoundFile[]>;
}

/** A limit of its own, and the calls that it counts. */
interface OwnLimit extends CallLimit {
  /** Ends of their paths. */
  readonly ends: readonly string[];
}

/** The limits that calls have beside that of the plan, each once. */
export function callLimits(calls: CallRegistry = callRegistry()): OwnLimit[] {
  const limits = new Map<string, OwnLimit>();
  for (const { name, limit } of [...calls.values(), ...fileCalls.values()]) {
    if (limit === undefined) continue;
    limits.set(limit.name, { ...limit, ends: [...(limits.get(limit.name)?.ends ?? []), `/${name}`] });
  }
  return [...limits.values()];
}

type CalendarDay = Pick<MarketRecord<"markets/calendar">, "date" | "holidayDivision">;

/**
 * Whether the exchange is open on each day of an answer. HolDiv has two meanings: as documented "0" is a trading
 * day and "1" a holiday; as observed "0" is closed, "1" open, "2" half a day, "3" closed but for derivatives. A
 * weekend, on which nobody trades, tells which it is; "2" and "3" exist in one only. Throws a Failure "malformed" where
 * nothing tells, or where the answer contradicts itself.
 */
export function tradingDays(days: readonly CalendarDay[]): Map<string, boolean> {
  const weekend = days.filter(({ date }) => !isWeekday(date)).map(({ holidayDivision }) => holidayDivision);
  const isObserved =
    weekend.includes("0") || days.some(({ holidayDivision: kind }) => kind === "2" || kind === "3");
  const isDocumented = weekend.includes("1");
  if (isObserved === isDocumented)
    throw new Failure("malformed", "/markets/calendar: nothing shows which meaning HolDiv has");
  const open = isDocumented ? ["0"] : ["1", "2"];
  return new Map(days.map(({ date, holidayDivision }) => [date, open.includes(holidayDivision)]));
}

/** The names of issues by short code, out of their list. */
export function companyNames(
  issues: readonly Pick<MarketRecord<"equities/master">, "code" | "companyName" | "companyNameEnglish">[],
): Map<string, CompanyName> {
  return new Map(
    issues.map(({ code, companyName: name, companyNameEnglish: nameEnglish }) => [
      code,
      known({ name, nameEnglish }),
    ]),
  );
}
