/** Days ahead of watched stocks: what each source and set of records knows to come, in the order of the days. */
import { createHash } from "node:crypto";
import { isSimulated, recordsOptions, serviceOf } from "../../config/services.ts";
import { nextTurn } from "../../lib/turns.ts";
import { addDays, isDay, jstDay } from "../../model/dates.ts";
import type { HistoryPeriod } from "../../model/history.ts";
import type { DateAhead } from "../../model/page/dates.ts";
import { allWatched, ownLists } from "../../model/watchlists.ts";
import { type RecordsOptions, sourceMembers } from "../../sources/index.ts";
import type { DayAhead } from "../../sources/shown.ts";
import { fieldsKey } from "../../upstreams/record.ts";
import type { PageParts } from "../page-call.ts";
import { openPast, type PastReading } from "../read-past.ts";
import { latestTime, pastOf } from "../stock/axis.ts";
import { storedRecords } from "../stored-records.ts";

export type DaysParts = Pick<PageParts, "config" | "store" | "rules" | "companies" | "now" | "servicesNow">;

/** Sources and sets of records, as they are configured, that may know days to come. */
export function tellersOf(config: DaysParts["config"]): string[] {
  const members = sourceMembers.filter(
    ({ name, shown }) => shown.ahead !== undefined && name in config.sources,
  );
  const sets = recordsOptions(config).filter(({ set }) => set.ahead !== undefined);
  return [...members, ...sets].map(({ name }) => name);
}

/** @param days from today on, by the services' own clock */
export function periodAhead(days: number, parts: DaysParts): HistoryPeriod {
  const from = jstDay(latestTime(["market"], parts));
  return { from, to: addDays(from, days) };
}

/**
 * In the order of days, then of stocks. In turns, since there may be many stocks.
 * @param own names of the watchlists that count; undefined: all do
 */
export async function daysAhead(
  { from, to }: HistoryPeriod,
  own: readonly string[] | undefined,
  parts: DaysParts,
): Promise<DateAhead[]> {
  const { config, store, rules, companies } = parts;
  const names = companies.shown();
  const found: DateAhead[] = [];
  if (tellersOf(config).length === 0) return found;
  for (const code of allWatched(ownLists(rules.watchlists(), own)).keys()) {
    await nextTurn();
    const past = openPast(code, store, config);
    try {
      for (const [source, one] of ownDays(code, past, from, config))
        if (isDay(one.day) && one.day >= from && one.day <= to)
          found.push({
            ...{ uid: uidOf(source, code, one), day: one.day, subject: code, title: one.title, source },
            ...{ isSimulated: isMade(source, config), ...names.get(code) },
          });
    } finally {
      past.close();
    }
  }
  return found.toSorted((one, other) => orderOf(one).localeCompare(orderOf(other)));
}

const orderOf = ({ day, subject, uid }: DateAhead) => `${day} ${subject} ${uid}`;

function* ownDays(
  code: string,
  past: PastReading,
  today: string,
  config: DaysParts["config"],
): Generator<readonly [source: string, DayAhead]> {
  for (const { name, shown } of sourceMembers)
    for (const one of shown.ahead?.(code, pastOf(name, past)) ?? []) yield [name, one];
  const period = { from: today, to: today };
  for (const options of recordsOptions(config)) {
    if (options.set.ahead === undefined) continue;
    for (const record of storedRecords(options, { code, past, period }))
      for (const one of daysOf(record, options)) yield [options.name, one];
  }
}

function daysOf(record: Readonly<Record<string, unknown>>, { set, key }: RecordsOptions): DayAhead[] {
  return (set.ahead ?? []).flatMap(({ field, title }) => {
    const day = record[field];
    // Without the day itself: the same thing on another day.
    const thing = `${field} ${fieldsKey(
      record,
      key.filter((name) => name !== field),
    )}`;
    return typeof day === "string" ? [{ thing, day, title }] : [];
  });
}

/** The id of a day ahead is the same in every database, and stays when the day moves. */
function uidOf(source: string, code: string, { thing }: DayAhead): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([source, code, thing]))
    .digest("hex");
  return `${hash.slice(0, 32)}@yagura`;
}

function isMade(source: string, config: DaysParts["config"]): boolean {
  const service = serviceOf(source, config);
  return service !== undefined && isSimulated(config, service);
}
