/** Moments, spans and trading days. Moments of events are texts; timestamp() makes them moments to reckon with. */
import type { Environment } from "@marcbachmann/cel-js";
import type { Duration } from "@marcbachmann/cel-js/evaluator";
import { createZone, dayMs, type Zone } from "../../lib/clock.ts";
import { isDay } from "../../model/dates.ts";
import type { Surroundings, Variables } from "./language.ts";
import { createMeter, type Meter, spend } from "./meter.ts";
import { asking, counting } from "./surroundings.ts";
import { register } from "./syntax.ts";

const moment = "google.protobuf.Timestamp";
const span = "google.protobuf.Duration";

/** Parts of a wall clock by the name of their function; the clock is given as a date in UTC. */
const shown: Readonly<Record<string, (clock: Date) => number>> = {
  getFullYear: (clock) => clock.getUTCFullYear(),
  getMonth: (clock) => clock.getUTCMonth(),
  getDate: (clock) => clock.getUTCDate(),
  getDayOfMonth: (clock) => clock.getUTCDate() - 1,
  getDayOfWeek: (clock) => clock.getUTCDay(),
  getDayOfYear: (clock) => Math.floor((clock.getTime() - Date.UTC(clock.getUTCFullYear(), 0, 1)) / dayMs),
  getHours: (clock) => clock.getUTCHours(),
  getMinutes: (clock) => clock.getUTCMinutes(),
  getSeconds: (clock) => clock.getUTCSeconds(),
  getMilliseconds: (clock) => clock.getUTCMilliseconds(),
};

export function addTimes(environment: Environment): void {
  register(environment, [
    ...Object.entries(shown).flatMap(([name, read]) => [
      ...counting(
        name,
        (own, number) => `${moment}.${own}(): ${number}`,
        (_, at: Date) => read(at),
      ),
      ...counting(
        name,
        (own, number) => `${moment}.${own}(string): ${number}`,
        ({ around }, at: Date, zone: string) =>
          read(new Date(at.getTime() + offsetMs(around.meter, at, zone))),
      ),
    ]),
    ...Object.entries(lengths).flatMap(([name, read]) =>
      counting(
        name,
        (own, number) => `${span}.${own}(): ${number}`,
        (_, length: Duration) => Number(read(length)),
      ),
    ),
    [`timestamp(${moment}): ${moment}`, (at: Date) => at],
    [`duration(${span}): ${span}`, (length: Duration) => length],
    [`int(${moment}): int`, (at: Date) => BigInt(secondsOf(at))],
    [`event_int(${moment}): double`, secondsOf],
    [`own_string(${moment}): string`, utcText],
    [`own_string(${span}): string`, String],
  ]);
}

const lengths: Readonly<Record<string, (length: Duration) => bigint>> = {
  getHours: (length) => length.getHours(),
  getMinutes: (length) => length.getMinutes(),
  getSeconds: (length) => length.getSeconds(),
  getMilliseconds: (length) => length.getMilliseconds(),
};

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1_000);

/** RFC 3339, in UTC, with no more digits than are needed. */
export function utcText(at: Date): string {
  return at.toISOString().replace(/\.?0*Z$/, "Z");
}

const zones = new Map<string, Zone>();
const mostZones = 50;
const steps = { toRead: 300, toCreate: 3_000 };

function offsetMs(meter: Meter, at: Date, name: string): number {
  spend(meter, steps.toRead);
  return zoneFor(meter, name).offsetMs(at.getTime());
}

function zoneFor(meter: Meter, name: string): Zone {
  const known = zones.get(name);
  if (known !== undefined) return known;
  spend(meter, steps.toCreate);
  const fresh = createZone(name);
  if (zones.size >= mostZones) zones.clear();
  zones.set(name, fresh);
  return fresh;
}

/** Describes the mistake in the name of a time zone; undefined: there is none. */
export function zoneProblem(name: string): string | undefined {
  try {
    zoneFor(createMeter(), name);
    return undefined;
  } catch {
    return `there is no time zone ${JSON.stringify(name)}`;
  }
}

// Functions of trading days.

const [firstDay, lastDay] = ["1970-01-01", "2199-12-31"];

/** Most days that are counted, either way. */
const mostDays = 10_000;
const calendarSteps = { toAsk: 20, aDay: 4 };

export function addCalendar(environment: Environment): void {
  register(environment, [
    [
      "own_isTradingDay(string): bool",
      asking(({ around }, day: string) => around.calendar.isTradingDay(checked(around, day))),
    ],
    ...counting("tradingDaysBetween", (own, number) => `${own}(string, string): ${number}`, daysBetween),
    ["own_addTradingDays(string, double): string", asking(addDays)],
    ["own_addTradingDays(string, int): string", asking(addDays)],
  ]);
}

/** The day, or an error for what is none: then the value is absent. */
function checked({ meter }: Surroundings, day: string): string {
  spend(meter, calendarSteps.toAsk);
  if (!isDay(day) || day < firstDay || day > lastDay) throw new RangeError("this is no day");
  return day;
}

function daysBetween({ around }: Variables, from: string, to: string): number {
  const { calendar, meter } = around;
  const days = Math.abs(Date.parse(checked(around, to)) - Date.parse(checked(around, from))) / dayMs;
  if (days > mostDays) throw new RangeError("these days are too far apart");
  spend(meter, days * calendarSteps.aDay);
  return to < from ? -calendar.countTradingDays(to, from) : calendar.countTradingDays(from, to);
}

function addDays({ around }: Variables, day: string, given: number | bigint): string {
  const count = Number(given);
  if (!Number.isInteger(count) || Math.abs(count) > mostDays / 2)
    throw new RangeError("these are too many days");
  spend(around.meter, Math.abs(count) * calendarSteps.aDay);
  return around.calendar.addTradingDays(checked(around, day), count);
}
