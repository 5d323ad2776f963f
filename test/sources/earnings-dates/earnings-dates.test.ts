/** Dates of results: what is told of them, which announcement a row is about, and what was known before the first sight. */
import { describe, expect, test } from "vitest";
import { addDays, isWeekday } from "../../../src/model/dates.ts";
import type { EarningsDateRecord } from "../../../src/sources/earnings-dates/events.ts";
import { createEarningsDates } from "../../../src/sources/earnings-dates/index.ts";
import { yearEndOf } from "../../../src/sources/earnings-dates/rounds.ts";
import { everyDay } from "../../support/every-day.ts";
import { fc } from "../../support/fast-check.ts";
import { createMemoryState } from "../memory-state.ts";
import { pollAndCommit, told } from "../poll-and-commit.ts";
import { createMemoryDates, dateRow as row } from "./memory-dates.ts";

function scene(start = "2026-12-01") {
  const service = createMemoryDates();
  const state = createMemoryState();
  let today = start;
  const source = createEarningsDates(service.client, () => today, everyDay);
  return {
    ...service,
    state,
    poll(day = today) {
      today = day;
      return pollAndCommit(source, state);
    },
  };
}

describe("what is told", () => {
  test("an announced, a moved, an undecided and a fixed date, each once", async () => {
    const { rows, poll } = scene();
    await poll();
    rows.push(row("2026-12-02", "2027-02-08"));
    const announced = await poll("2026-12-02");
    expect(announced.drafts).toMatchObject([
      {
        ...{ type: "earnings.date.announced", subject: "7203" },
        ...{ published: "2026-12-02", occurred: "2027-02-08" },
        data: { now: { period: "3Q", yearEndsOn: "2027-03-31", scheduledOn: "2027-02-08" } },
      },
    ]);
    expect((await poll()).drafts).toEqual([]);
    rows.push(row("2026-12-10", "2027-02-05"));
    expect((await poll("2026-12-10")).drafts).toMatchObject([
      {
        type: "earnings.date.moved",
        data: {
          now: { scheduledOn: "2027-02-05", shift: "earlier" },
          was: { scheduledOn: "2027-02-08" },
        },
      },
    ]);
    rows.push(row("2026-12-14", "2027-02-12"));
    expect((await poll("2026-12-14")).drafts[0]?.data.now).toMatchObject({ shift: "later" });
    rows.push(row("2026-12-15", undefined));
    const undecided = await poll("2026-12-15");
    expect(told(undecided)).toEqual(["earnings.date.undecided 7203"]);
    expect(undecided.drafts[0]?.data.now).not.toHaveProperty("scheduledOn");
    rows.push(row("2026-12-16", "2027-02-12"));
    expect((await poll("2026-12-16")).drafts).toMatchObject([
      { type: "earnings.date.moved", data: { now: { shift: "fixed" } } },
    ]);
    expect((await poll("2026-12-17")).drafts).toEqual([]);
  });

  test("a date that is published once more is no news, nor are other names", async () => {
    const { rows, poll } = scene();
    await poll();
    rows.push(row("2026-12-02", "2027-02-08"));
    await poll("2026-12-02");
    rows.push(row("2026-12-03", "2027-02-08", { name: "霧笛モーター" }));
    expect((await poll("2026-12-03")).drafts).toEqual([]);
  });

  test("of two rows of one day the last one counts, and is told once", async () => {
    const { rows, poll } = scene();
    await poll();
    rows.push(row("2026-12-02", "2027-02-08"));
    await poll("2026-12-02");
    rows.push(row("2026-12-03", "2027-02-08"), row("2026-12-03", "2027-02-10"));
    expect(told(await poll("2026-12-03"))).toEqual(["earnings.date.moved 7203"]);
    expect((await poll("2026-12-03")).drafts).toEqual([]);
  });

  test("days that the monitor missed are read, in their order", async () => {
    const { rows, poll } = scene();
    await poll();
    rows.push(row("2026-12-03", "2027-02-10"), row("2026-12-02", "2027-02-08"));
    expect((await poll("2026-12-09")).drafts.map(({ type, data }) => [type, data.now.scheduledOn])).toEqual([
      ["earnings.date.announced", "2027-02-08"],
      ["earnings.date.moved", "2027-02-10"],
    ]);
  });
});

describe("the first sight", () => {
  test("looks up the next sixty weekdays, twelve a poll, and tells nothing of what it finds", async () => {
    const { rows, asked, poll } = scene();
    rows.push(row("2026-10-01", "2026-12-08"), row("2026-11-02", "2027-02-08", { code: "130A" }));
    const baselined = [];
    for (let polls = 0; polls < 7; polls += 1) {
      const step = await poll();
      expect(step.drafts).toEqual([]);
      baselined.push(step.baselined?.items ?? 0);
    }
    expect(baselined).toEqual([1, 0, 0, 0, 1, 0, 0]);
    const looked = asked.flatMap(({ scheduledDate }) => scheduledDate ?? []);
    expect(looked).toHaveLength(61);
    expect(looked).toEqual([...new Set(looked)].sort());
    rows.push(row("2026-12-02", "2027-02-09", { code: "130A" }));
    expect((await poll("2026-12-02")).drafts).toMatchObject([
      { type: "earnings.date.moved", data: { was: { scheduledOn: "2027-02-08" } } },
    ]);
  });

  test("a date that is published while the days ahead are still looked up is told", async () => {
    const { rows, poll } = scene();
    await poll();
    rows.push(row("2026-12-01", "2026-12-22"));
    expect(told(await poll())).toEqual(["earnings.date.announced 7203"]);
  });
});

describe("the year", () => {
  const know = (record: EarningsDateRecord, known = new Map()) => yearEndOf(record, known);

  test.each([
    ["1Q", "2026-08-05", "2027-03-31"],
    ["2Q", "2026-11-10", "2027-03-31"],
    ["3Q", "2027-02-08", "2027-03-31"],
    ["FY", "2027-05-12", "2027-03-31"],
    ["FY", "2027-06-30", "2027-03-31"],
  ])("of %s told on %s is that of the year to %s", (period, scheduledOn, yearEndsOn) => {
    expect(know(row(addDays(scheduledOn, -40), scheduledOn, { period }))).toBe(yearEndsOn);
  });

  test("of an undecided date goes by its publication, and the end of February by the year", () => {
    expect(know(row("2027-03-20", undefined, { period: "FY" }))).toBe("2027-03-31");
    expect(know(row("2028-02-10", "2028-04-07", { period: "FY", fiscalYearEnd: "0229" }))).toBe("2028-02-29");
    expect(know(row("2027-02-10", "2027-04-07", { period: "FY", fiscalYearEnd: "0229" }))).toBe("2027-02-28");
    expect(know(row("2027-02-10", "2027-04-07", { fiscalYearEnd: "9999" }))).toBeUndefined();
  });

  test("is that of the announcement that was published within 150 days, however far it is moved", async () => {
    const { rows, poll } = scene();
    await poll();
    rows.push(row("2026-12-02", "2027-02-08"));
    await poll("2026-12-02");
    rows.push(row("2027-02-01", "2027-09-30"));
    expect((await poll("2027-02-01")).drafts).toMatchObject([
      { type: "earnings.date.moved", data: { now: { yearEndsOn: "2027-03-31" } } },
    ]);
  });

  test("of two years' rows of one stock and period is two years", async () => {
    const { rows, poll, state } = scene();
    await poll();
    for (const [published, scheduled] of [
      ["2026-12-02", "2027-02-08"],
      ["2027-12-01", "2028-02-07"],
    ] as const) {
      for (let day = addDays(published, -25); day < published; day = addDays(day, 5)) await poll(day);
      rows.push(row(published, scheduled));
      expect(told(await poll(published))).toEqual(["earnings.date.announced 7203"]);
    }
    expect([...state.items("").keys()]).toEqual(["7203|3Q|2028-03-31"]);
  });

  test("of any year end is found from dates that are announced twenty to fifty trading days ahead", () => {
    const month = fc.integer({ min: 1, max: 12 });
    const periods = fc.constantFrom(["1Q", 9], ["2Q", 6], ["3Q", 3], ["FY", 0]) as fc.Arbitrary<
      [string, number]
    >;
    fc.assert(
      fc.property(month, periods, fc.integer({ min: 20, max: 75 }), (endMonth, [period, left], after) => {
        const last = (year: number, of: number) => new Date(Date.UTC(year, of, 0)).toISOString().slice(0, 10);
        const yearEndsOn = last(2027, endMonth);
        const scheduledOn = addDays(last(2027, endMonth - left), after);
        const fiscalYearEnd = yearEndsOn.slice(5).replace("-", "");
        for (const ahead of [28, 75]) {
          const record = row(addDays(scheduledOn, -ahead), scheduledOn, { period, fiscalYearEnd });
          expect(know(record)).toBe(yearEndsOn);
        }
      }),
    );
  });
});

test("what is told, played over the first sight, gives the last word of every announcement", async () => {
  const step = fc.record({
    code: fc.constantFrom("7203", "130A"),
    scheduled: fc.option(fc.integer({ min: 20, max: 40 }), { nil: undefined }),
    polled: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 20 }), async (script) => {
      const { rows, poll, state } = scene();
      await poll();
      const played = new Map<string, unknown>();
      let day = "2026-12-01";
      for (const [place, { code, scheduled, polled }] of script.entries()) {
        do day = addDays(day, 1);
        while (!isWeekday(day));
        rows.push(row(day, scheduled === undefined ? undefined : addDays("2027-01-20", scheduled), { code }));
        if (!polled && place < script.length - 1) continue;
        for (const { subject, data } of (await poll(day)).drafts) {
          expect(data.was?.scheduledOn).toBe(played.get(subject ?? ""));
          played.set(subject ?? "", data.now.scheduledOn);
        }
      }
      const stored = [...state.items("").values()] as { code: string; scheduledOn?: string }[];
      expect(new Map(stored.map(({ code, scheduledOn }) => [code, scheduledOn]))).toEqual(played);
    }),
  );
});
