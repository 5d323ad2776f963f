/** Tools of the sources that read the market service day by day: the days, the fields, the names of issues. */
import type * as z from "zod";
import type { Clock } from "../lib/clock.ts";
import { doubting } from "../lib/turns.ts";
import { lastWeekdays } from "../model/dates.ts";
import type { CompanyName } from "../model/language.ts";
import type { MarketCall } from "../upstreams/market/call.ts";
import {
  type MarketCallName,
  type MarketClient,
  type MarketRecord,
  marketCalls,
} from "../upstreams/market/calls.ts";
import type { OddityCollector } from "../upstreams/misfits.ts";
import { groupBy } from "./compare.ts";
import { asFailure } from "./parts.ts";

const firstSight = 10;
const everyPoll = 5;

/** A longer outage than this many weekdays is not caught up with: its oldest days are left out. */
const longestOutage = 30;

/** Late rows and corrections of older days may be found so much later than those of the newest days. */
const olderDaysEveryMs = 10_000;

interface DayPlan {
  /** Weekdays, oldest first. */
  readonly days: readonly string[];
  /** Whether these are all the days that may still change; else the newest of them. */
  readonly isWhole: boolean;
  /** The days were read. */
  done(): void;
}

export type PlanDays = (today: string, readTo: string | undefined) => DayPlan;

/**
 * All days that may still change, or only the newest where all were read a moment ago: each costs a request, and a
 * source that is polled every second shall not spend its plan on days on which hardly anything happens any more.
 *
 * @param newestDays how many of the days may have what is published today
 */
export function createDayPlans(clock: Clock, newestDays: number): PlanDays {
  let wholeAt = Number.NEGATIVE_INFINITY;
  return (today, readTo) => {
    const days = daysToRead(today, readTo);
    const newest = days.slice(-newestDays);
    const startedAt = clock.now();
    const isRecent = startedAt >= wholeAt && startedAt < wholeAt + olderDaysEveryMs;
    const isWhole = !isRecent || readTo === undefined || readTo < (newest[0] ?? today);
    return {
      days: isWhole ? days : newest,
      isWhole,
      done() {
        if (isWhole) wholeAt = startedAt;
      },
    };
  };
}

/**
 * The last ten weekdays at first sight, then the last five, or more when the program was away longer, from the day
 * that it read to last.
 */
function daysToRead(today: string, readTo: string | undefined): string[] {
  if (readTo === undefined) return lastWeekdays(today, firstSight);
  const days = lastWeekdays(today, longestOutage);
  return days.filter((day, index) => day >= readTo || index >= days.length - everyPoll);
}

const retryMs = 10 * 60_000;

type NameOf = (code: string) => string | undefined;

/** Resolves always; where names cannot be had, with a function that knows none. */
export type ReadNames = (signal: AbortSignal, oddities: OddityCollector) => Promise<NameOf>;

/** Keeps the names of issues beyond this run, and for others. */
export interface KeptNames {
  known(): ReadonlyMap<string, CompanyName>;
  keep(names: ReadonlyMap<string, CompanyName>): void;
}

/**
 * Names of issues, asked for once a day. A service that does not give them costs nothing but the names: the
 * ones of the day before serve on, and it is asked again after ten minutes.
 */
export function createIssueNames(
  client: Pick<MarketClient, "names">,
  today: () => string,
  clock: Clock,
  kept?: KeptNames,
): ReadNames {
  let names = kept?.known() ?? new Map<string, CompanyName>();
  let readOn: string | undefined;
  let retryAt = Number.NEGATIVE_INFINITY;
  return async (signal, oddities) => {
    const day = today();
    if (readOn !== day && clock.elapsed() >= retryAt) {
      try {
        names = await doubting(() => client.names(signal, oddities));
        readOn = day;
        kept?.keep(names);
      } catch (error) {
        asFailure(error);
        retryAt = clock.elapsed() + retryMs;
      }
    }
    return (code) => names.get(code)?.name;
  };
}

/** Parts with which a source is made that reads the market service day by day. */
export interface DayParts {
  readonly client: MarketClient;
  readonly today: () => string;
  readonly readNames: ReadNames;
  readonly planDays: PlanDays;
}

/** The records of the days, read one day after another. Rejects with a Failure when a day cannot be read whole. */
export async function readDays<Row>(
  days: readonly string[],
  read: (day: string) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  // Not spread into push: a day may hold more rows than a call takes arguments.
  for (const day of days) for (const row of await read(day)) rows.push(row);
  return rows;
}

/** The fields that a call's records and an item have both, by one name; the item's others come from elsewhere. */
export function sharedFields<Name extends MarketCallName, Shape extends z.ZodRawShape>(
  call: Name,
  { shape }: z.ZodObject<Shape>,
): (keyof MarketRecord<Name> & keyof Shape & string)[] {
  const { fields }: MarketCall = marketCalls[call];
  // A name that no row says comes from the list of issues.
  return Object.keys(shape).filter(
    (name) => fields[name] !== undefined && fields[name].wire.length > 0,
  ) as (keyof MarketRecord<Name> & keyof Shape & string)[];
}

/**
 * The market service in a test of rules: it shows the items of a day as its records until other items of that day are
 * shown.
 */
export function createMarketStage<Item>(
  dayOf: (item: Item) => string,
  recordOf: (item: Item) => object,
  nameOf: ReadonlyMap<string, string> = new Map(),
) {
  const shown = new Map<string, readonly object[]>();
  const ofDay = (date: string) => structuredClone([...(shown.get(date) ?? [])]);
  return {
    show(items: readonly Item[]): void {
      for (const [day, own] of groupBy(items, dayOf)) shown.set(day, own.map(recordOf));
    },
    clients: {
      market: {
        read: async (_call: string, { date }: { readonly date: string }) => ofDay(date),
        async *pages(_call: string, { date }: { readonly date: string }) {
          yield ofDay(date);
        },
        names: async () => new Map([...nameOf].map(([code, name]) => [code, { name }])),
      } as unknown as MarketClient,
    },
  };
}
