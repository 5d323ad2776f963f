import { describe, expect, test } from "vitest";
import { createTradingCalendar } from "../../src/calendar/trading-calendar.ts";
import { createZone } from "../../src/lib/clock.ts";
import { Failure } from "../../src/lib/failure.ts";
import type { PublicationFacts } from "../../src/model/commit.ts";
import type { Due } from "../../src/pipeline/due.ts";
import { type Looked, lateness } from "../../src/pipeline/health.ts";

const minuteMs = 60_000;
const due: Due = {
  timeMs: 17.5 * 60 * minuteMs,
  zone: createZone("Asia/Tokyo"),
  grace: { ms: 30 * minuteMs },
};
/** The Monday is a holiday. */
const calendar = createTradingCalendar(new Map([["2026-01-12", false]]));

const look = (
  time: string,
  before: PublicationFacts,
  more: Omit<Looked, "at"> = {},
  when: Due | undefined = due,
) => lateness("short-sale-reports", before, { at: Date.parse(`${time}+09:00`), ...more }, when, calendar);

describe("a publication that does not come", () => {
  const thursday = { published: "2026-01-08" };

  test("is late after its grace, with the day and since when it is due", () => {
    expect(look("2026-01-09T17:59:59", thursday).drafts).toEqual([]);
    const { drafts, facts } = look("2026-01-09T18:00:00", thursday, { published: "2026-01-08" });
    expect(drafts).toEqual([
      {
        type: "source.late",
        source: "/sources/short-sale-reports",
        subject: "short-sale-reports",
        occurred: "2026-01-09",
        data: {
          now: {
            source: "short-sale-reports",
            reason: "overdue",
            message: "the publication of 2026-01-09 was due at 17:30 and has not been seen",
            since: "2026-01-09T08:30:00.000Z",
          },
        },
      },
    ]);
    expect(facts).toEqual({ ...thursday, late: { day: "2026-01-09", since: "2026-01-09T08:30:00.000Z" } });
  });

  test("is told once, over a weekend and a holiday too", () => {
    const { facts } = look("2026-01-09T18:00:00", thursday);
    for (const time of ["2026-01-09T18:10:00", "2026-01-11T18:00:00", "2026-01-12T23:00:00"])
      expect(look(time, facts)).toEqual({ drafts: [], facts });
  });

  test("ends in silence when it comes, and is not told again", () => {
    const late = look("2026-01-09T18:00:00", thursday).facts;
    const come = look("2026-01-09T19:00:00", late, { published: "2026-01-09" });
    expect(come).toEqual({ drafts: [], facts: { published: "2026-01-09" } });
    // An answer that shows it no more does not make it late again.
    expect(look("2026-01-09T20:00:00", come.facts, { published: "2026-01-08" })).toEqual(come);
  });

  test("is told for the next day too, when that one does not come either", () => {
    const { facts } = look("2026-01-09T18:00:00", thursday);
    const { drafts } = look("2026-01-13T18:00:00", facts);
    expect(drafts.map(({ occurred }) => occurred)).toEqual(["2026-01-13"]);
  });

  test("is late also where the source cannot be read, and says so", () => {
    const failure = new Failure("timeout", "no answer within 30 s");
    const { drafts } = look("2026-01-09T18:00:00", thursday, { failure });
    expect(drafts[0]?.data.now.message).toMatch(
      /has not been seen; it cannot be read: no answer within 30 s$/,
    );
  });
});

describe("what was published", () => {
  test("is remembered also where nothing is due", () => {
    expect(look("2026-01-09T18:00:00", {}, { published: "2026-01-09" }, undefined).drafts).toEqual([]);
  });

  test("in a simulated future does not hide the days until then", () => {
    expect(look("2026-01-09T18:00:00", { published: "2027-03-01" }).drafts).toHaveLength(1);
    expect(look("2026-01-09T18:00:00", {}, { published: "2027-03-01" }).drafts).toHaveLength(1);
  });
});

test("a source without a due time is never late", () => {
  const never = lateness("x", {}, { at: Date.parse("2026-01-09T23:00:00Z") }, undefined, calendar);
  expect(never).toEqual({ drafts: [], facts: {} });
});

describe("a publication by week", () => {
  /** Figures of a Friday come out on the Tuesday after it. */
  const weekly: Due = { ...due, days: { every: "week", on: { weekday: 2 } } };
  const ofFriday = { published: "2026-01-02" };

  test("is late on its day alone, by figures of the week before", () => {
    expect(look("2026-01-05T18:00:00", ofFriday, {}, weekly).drafts).toEqual([]);
    expect(look("2026-01-06T17:59:59", { published: "2025-12-26" }, {}, weekly).drafts).toEqual([]);
    const { drafts, facts } = look("2026-01-06T18:00:00", { published: "2025-12-26" }, {}, weekly);
    expect(drafts).toMatchObject([{ type: "source.late", occurred: "2026-01-06" }]);
    expect(look("2026-01-09T18:00:00", facts, {}, weekly)).toEqual({ drafts: [], facts });
    expect(look("2026-01-13T18:00:00", facts, {}, weekly).drafts).toHaveLength(1);
  });

  test("that comes on the second trading day of a week is not late on the Tuesday after a closed Monday", () => {
    const second: Due = { ...due, days: { every: "week", on: { tradingDay: 2 } } };
    expect(look("2026-01-13T18:00:00", ofFriday, {}, second).drafts).toEqual([]);
    expect(look("2026-01-14T18:00:00", ofFriday, {}, second).drafts).toMatchObject([
      { occurred: "2026-01-14" },
    ]);
    expect(look("2026-01-13T18:00:00", ofFriday, {}, weekly).drafts).toHaveLength(1);
  });

  test("is there with figures of a day since the one before, and ends its lateness", () => {
    expect(look("2026-01-06T18:00:00", ofFriday, {}, weekly)).toEqual({ drafts: [], facts: ofFriday });
    const late = { published: "2025-12-26", late: { day: "2026-01-06", since: "2026-01-06T08:30:00.000Z" } };
    expect(look("2026-01-07T10:00:00", late, ofFriday, weekly)).toEqual({ drafts: [], facts: ofFriday });
  });
});

test("a publication by month is late once in it", () => {
  const monthly: Due = { ...due, days: { every: "month", on: { tradingDay: 5 } } };
  const december = { published: "2025-12-05" };
  // The 12th is closed, and in these days the first two are trading days like others.
  expect(look("2026-01-07T17:59:59", december, {}, monthly).drafts).toEqual([]);
  const { drafts, facts } = look("2026-01-07T18:00:00", december, {}, monthly);
  expect(drafts).toMatchObject([{ occurred: "2026-01-07" }]);
  expect(look("2026-02-05T18:00:00", facts, {}, monthly).drafts).toEqual([]);
  expect(look("2026-02-06T18:00:00", facts, {}, monthly).drafts).toHaveLength(1);
});
