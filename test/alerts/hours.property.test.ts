/** Hours by clock and trading calendar against an oracle that looks at every minute. */
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { compileHours, hoursSetting } from "../../src/alerts/hours.ts";
import { createTradingCalendar, weekdaysOnly } from "../../src/calendar/trading-calendar.ts";
import { cpuMs, mostMs } from "../support/cpu-time.ts";
import { fc } from "../support/fast-check.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A Monday, at midnight in Japan. */
const start = Date.parse("2026-12-21T00:00:00+09:00");

/** The year's end: closed from 31 December to 3 January, and on a Wednesday before. */
const closed = ["2026-12-23", "2026-12-31", "2027-01-01", "2027-01-04"];
const calendar = createTradingCalendar(new Map(closed.map((each) => [each, false])));

interface Written {
  readonly between?: readonly [string, string];
  readonly on?: "every-day" | "trading-days" | "other-days";
  readonly days?: readonly string[];
  readonly except?: readonly (string | { readonly from: string; readonly to: string })[];
}

const names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** Whether the day on which a minute lies, or began, counts: read off the wall, nothing else. */
function isIn(written: Written, at: number): boolean {
  const wall = (moment: number) => new Date(moment + 9 * hour).toISOString();
  const counts = (iso: string): boolean => {
    const date = iso.slice(0, 10);
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
    const isTrading = weekday % 6 !== 0 && !closed.includes(date);
    if (written.on === "trading-days" && !isTrading) return false;
    if (written.on === "other-days" && isTrading) return false;
    if (written.days && !written.days.includes(names[weekday] ?? "")) return false;
    return !(written.except ?? []).some((one) =>
      typeof one === "string" ? one === date : one.from <= date && date <= one.to,
    );
  };
  const [from, to] = written.between ?? ["00:00", "24:00"];
  const time = wall(at).slice(11, 16);
  if (from < to) return counts(wall(at)) && time >= from && time < to;
  return (time >= from && counts(wall(at))) || (time < to && counts(wall(at - day)));
}

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom("00", "07", "30", "59"))
  .map(([hours, minutes]) => `${String(hours).padStart(2, "0")}:${minutes}`);
const one: fc.Arbitrary<Written> = fc
  .record(
    {
      between: fc.tuple(time, time).filter(([from, to]) => from !== to),
      on: fc.constantFrom("every-day" as const, "trading-days" as const, "other-days" as const),
      days: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }),
      except: fc.constantFrom(["2026-12-24"], [{ from: "2026-12-28", to: "2026-12-30" }, "2027-01-05"]),
    },
    { requiredKeys: [] },
  )
  .filter(
    ({ between, on = "every-day", days, except }) => Boolean(between ?? days ?? except) || on !== "every-day",
  );

const compiled = (written: readonly Written[]) => {
  const hours = compileHours(z.parse(hoursSetting, written));
  if (hours === undefined) throw new Error("they are always");
  return hours;
};

describe("hours", () => {
  it("open and close when a look at every minute says so", () => {
    fc.assert(
      fc.property(
        fc.array(one, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 0, max: 9 * 24 * 60 }),
        fc.constantFrom(0, 1, 59_999),
        (written, after, ms) => {
          const hours = compiled(written);
          const at = start + after * minute + ms;
          const includes = (moment: number) => written.some((each) => isIn(each, moment));
          const next = (wanted: boolean) => {
            if (includes(at) === wanted) return at;
            let moment = start + after * minute;
            while (includes(moment) !== wanted && moment < at + 12 * day) moment += minute;
            return moment;
          };
          expect(hours.includes(at, calendar)).toBe(includes(at));
          for (const [told, looked] of [
            [hours.nextOpen(at, calendar), next(true)],
            [hours.nextClosed(at, calendar), next(false)],
          ] as const)
            if (looked < at + 12 * day) expect(told).toBe(looked);
            else expect(told).toBeGreaterThanOrEqual(looked);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("are asked again in 400 days where they never open, or never close", () => {
    const never = compiled([{ on: "other-days", days: ["wed"] }]);
    expect(never.nextOpen(start, weekdaysOnly)).toBe(start + 400 * day);
    const always = compiled([{ on: "other-days" }, { on: "trading-days" }]);
    expect(always.nextClosed(start, weekdaysOnly)).toBe(start + 400 * day);
  });

  it("are answered in no time, years after the calendar's end", () => {
    const hours = compiled([{ between: ["22:00", "06:00"], on: "trading-days" }]);
    const ask = () => {
      for (let count = 0; count < 10_000; count += 1)
        hours.nextOpen(start + 3_000 * day + count * hour, calendar);
    };
    expect(cpuMs(ask, mostMs)).toBeLessThan(mostMs);
  });
});
