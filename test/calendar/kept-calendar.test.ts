import { describe, expect, test } from "vitest";
import { readCalendar, writeCalendar } from "../../src/calendar/calendar-record.ts";
import { createKeptCalendar } from "../../src/calendar/kept-calendar.ts";
import { Failure } from "../../src/lib/failure.ts";
import { createLog } from "../../src/lib/log.ts";
import { addDays, isWeekday, jstDay } from "../../src/model/dates.ts";
import type { EventDraft } from "../../src/model/event.ts";
import { StoreError } from "../../src/model/store-faults.ts";
import { createHandClock } from "../support/hand-clock.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const holiday = "2026-01-12";

/** The monitor's part of the world: a service whose calendar reaches to `until`, and a database. */
function scene(start = "2026-01-05T09:00:00+09:00") {
  const clock = createHandClock(Date.parse(start));
  const stored = new Map<string, string>();
  const told: EventDraft[] = [];
  const asked: string[] = [];
  const world = {
    origin: "api.example",
    until: "2027-03-31",
    failure: undefined as Failure | undefined,
    full: false,
  };
  const open = () =>
    createKeptCalendar({
      meta: { get: (key) => stored.get(key), set: (key, value) => void stored.set(key, value) },
      async ask({ from, to }) {
        asked.push(jstDay(clock.now()));
        if (world.failure) throw world.failure;
        const days = new Map<string, boolean>();
        for (let day = from; day <= to && day <= world.until; day = addDays(day, 1))
          days.set(day, isWeekday(day) && day !== holiday);
        return days;
      },
      origin: world.origin,
      today: () => jstDay(clock.now()),
      clock,
      log: createLog("silent", {}),
    });
  const tell = ({ drafts, batch }: { drafts: readonly EventDraft[]; batch: { meta?: object } }) => {
    if (world.full) throw new StoreError("the disk is full");
    told.push(...drafts);
    for (const [key, value] of Object.entries(batch.meta ?? {})) stored.set(key, value);
  };
  /** Moves on by hours, and lets each answer arrive. */
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= hourMs) {
      await new Promise((resolve) => setImmediate(resolve));
      clock.move(Math.min(left, hourMs));
    }
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { clock, stored, told, asked, world, open, tell, pass };
}

describe("the kept calendar", () => {
  test("writes nothing after a stop, though its answer comes then", async () => {
    const { stored, open, tell, pass } = scene();
    const stop = open().start(tell);
    stop();
    await pass(1);
    expect([...stored]).toEqual([]);
  });

  test("counts weekdays until the service told it", async () => {
    const { open, tell, pass } = scene();
    const kept = open();
    expect(kept.current().isTradingDay(holiday)).toBe(true);
    kept.start(tell);
    await pass(1);
    expect(kept.current().isTradingDay(holiday)).toBe(false);
    expect(kept.current().knows("2026-12-31")).toBe(true);
  });

  test("is read once a day, and is known after a restart without a request", async () => {
    const { open, tell, pass, asked } = scene();
    const stop = open().start(tell);
    await pass(2 * dayMs);
    expect(asked).toEqual(["2026-01-05", "2026-01-06", "2026-01-07"]);
    stop();
    const again = open();
    expect(again.current().isTradingDay(holiday)).toBe(false);
    again.start(tell);
    await pass(hourMs);
    expect(asked).toHaveLength(3);
  });

  test("knows no days of another service, and reads them again", async () => {
    const { open, tell, pass, world, asked } = scene();
    const stop = open().start(tell);
    await pass(hourMs);
    stop();
    world.origin = "simulated";
    const other = open();
    expect(other.current().isTradingDay(holiday)).toBe(true);
    other.start(tell);
    await pass(1);
    expect(asked).toHaveLength(2);
  });

  test("keeps what it knew where a reading fails or tells less, and asks again soon", async () => {
    const { open, tell, pass, world, asked } = scene();
    const kept = open();
    kept.start(tell);
    await pass(hourMs);
    world.failure = new Failure("timeout", "no answer");
    await pass(dayMs);
    expect(asked.length).toBeGreaterThan(5);
    expect(kept.current().isTradingDay(holiday)).toBe(false);
    world.failure = undefined;
    world.until = "2026-01-11";
    await pass(dayMs);
    expect(kept.current().isTradingDay(holiday)).toBe(false);
  });

  test("tells once that fewer than ten trading days are left, also over a restart and a full disk", async () => {
    const { open, tell, pass, world, told } = scene();
    world.until = "2026-01-20";
    world.full = true;
    const stop = open().start(tell);
    await pass(hourMs);
    // Ten are left today (the holiday is none), nine tomorrow.
    expect(told).toEqual([]);
    await pass(dayMs);
    expect(told).toEqual([]);
    world.full = false;
    await pass(3 * hourMs);
    stop();
    open().start(tell);
    await pass(2 * dayMs);
    expect(told).toMatchObject([
      {
        type: "source.late",
        source: "/sources/trading-calendar",
        subject: "trading-calendar",
        data: { now: { reason: "calendar-runs-out", items: 9 } },
      },
    ]);
    expect(told[0]?.data.now.message).toContain("ends on 2026-01-20");
  });

  test("tells it again when it was well in between", async () => {
    const { open, tell, pass, world, told } = scene();
    world.until = "2026-01-12";
    open().start(tell);
    await pass(hourMs);
    world.until = "2026-03-01";
    await pass(dayMs);
    world.until = "2026-01-31";
    await pass(60 * dayMs);
    expect(told.map(({ type }) => type)).toEqual(["source.late", "source.late"]);
  });

  test("gives a service that was never read a day before it is told", async () => {
    const { open, tell, pass, world, told } = scene();
    world.failure = new Failure("refused", "the plan has no calendar", { status: 403 });
    const stop = open().start(tell);
    await pass(20 * hourMs);
    stop();
    expect(told).toEqual([]);
    const kept = open();
    kept.start(tell);
    await pass(30 * hourMs);
    expect(told).toMatchObject([
      { data: { now: { reason: "calendar-runs-out", since: "2026-01-05T00:00:00.000Z" } } },
    ]);
    expect(kept.current().known).toBeUndefined();
  });

  test("is asked for once a day and tells nothing where the plan's days do not reach to today", async () => {
    const { open, tell, pass, world, told, asked, stored } = scene();
    const says = "Your subscription covers the following dates: 2024-01-04 ~ 2025-10-13.";
    world.failure = new Failure("rejected", `/v2/markets/calendar answered 400: ${says}`, { status: 400 });
    const stop = open().start(tell);
    await pass(3 * dayMs);
    stop();
    open().start(tell);
    await pass(2 * dayMs);
    expect(told).toEqual([]);
    expect(asked).toEqual([
      "2026-01-05",
      "2026-01-06",
      "2026-01-07",
      "2026-01-08",
      "2026-01-09",
      "2026-01-10",
    ]);
    expect(readCalendar(stored.get("trading-calendar")).failingSince).toBeUndefined();
    world.failure = undefined;
    const kept = open();
    kept.start(tell);
    await pass(dayMs);
    expect(kept.current().isTradingDay(holiday)).toBe(false);
  });

  test("tells that it runs out where an account was put on such a plan", async () => {
    const { open, tell, pass, world, told } = scene();
    world.until = "2026-01-23";
    open().start(tell);
    await pass(hourMs);
    world.failure = new Failure("rejected", "Your subscription covers the following dates: 2024-01-04 ~ .", {
      status: 400,
    });
    await pass(4 * dayMs);
    expect(told).toMatchObject([{ data: { now: { reason: "calendar-runs-out", items: 9 } } }]);
  });

  test("stops with its monitor, and leaves no timer", async () => {
    const { open, tell, pass, clock } = scene();
    const stop = open().start(tell);
    await pass(hourMs);
    stop();
    expect(clock.waiting).toBe(0);
  });
});

test("a calendar is read as it was written, holes too", () => {
  const days = new Map([
    ["2026-01-05", true],
    ["2026-01-06", false],
    ["2026-01-09", true],
  ]);
  expect(readCalendar(writeCalendar({ readOn: "2026-01-05", warned: true, days }))).toEqual({
    readOn: "2026-01-05",
    warned: true,
    days,
  });
  expect(readCalendar(writeCalendar({ failingSince: "2026-01-05T00:00:00.000Z", days: new Map() }))).toEqual({
    failingSince: "2026-01-05T00:00:00.000Z",
    days: new Map(),
  });
});
