import { describe, expect, it } from "vitest";
import { type CatalogueSeries, databases } from "../../../../src/simulator/world/statistics/catalogue.ts";
import { momentOfDay } from "../../../../src/simulator/world/trading-calendar.ts";
import { createWorld } from "../../../../src/simulator/world/world.ts";
import { fc } from "../../../support/fast-check.ts";

const { statistics, calendar } = createWorld({ seed: 5, startDate: "2026-03-02" });
const allSeries = databases.flatMap((db) => [...(statistics.series(db) ?? [])]);
const daily = allSeries.filter((series) => series.frequency === "D");
const anyDay = fc.integer({ min: -400, max: 1_500 });
const at = (day: number) => momentOfDay(day, 30_000);

describe("published series", () => {
  it("are 58 in FM08 and 4 in FM01, and all codes of a database differ", () => {
    expect([statistics.series("FM08")?.length, statistics.series("FM01")?.length]).toEqual([58, 4]);
    for (const db of databases) {
      const codes = [...(statistics.series(db) ?? [])].map(({ code }) => code);
      expect(new Set(codes).size).toBe(codes.length);
    }
  });
  it("grow at the end only, and old values change no more often than they are revised", () => {
    fc.assert(
      fc.property(fc.constantFrom(...allSeries), anyDay, fc.nat(30), (series, day, days) => {
        const [before, after] = [
          statistics.points(series, at(day)),
          statistics.points(series, at(day + days)),
        ];
        expect(after.slice(0, before.length).map(({ label }) => label)).toEqual(
          before.map(({ label }) => label),
        );
        const revised = before.filter((point, index) => point.value !== after[index]?.value);
        // Two recent periods of a long series are few, of a short one they are a large share.
        expect(revised.length).toBeLessThan(3 + before.length * 0.05);
        if (revised.length > 0 || after.length > before.length)
          expect(statistics.updatedOn(series, at(day + days))).toBeGreaterThan(
            statistics.updatedOn(series, at(day)),
          );
      }),
    );
  });
  it("have a span that is that of their points", () => {
    fc.assert(
      fc.property(fc.constantFrom(...allSeries), anyDay, (series, day) => {
        const points = statistics.points(series, at(day));
        expect(statistics.span(series, at(day))).toEqual({
          first: points[0]?.label,
          last: points.at(-1)?.label,
        });
      }),
    );
  });
});

describe("daily series", () => {
  it("get the period of the day before on every business day", () => {
    fc.assert(
      fc.property(fc.constantFrom(...daily), anyDay, (series, day) => {
        const last = calendar.dateOf(day - 1).replaceAll("-", "");
        expect(statistics.span(series, at(day)).last).toBe(Number(last));
      }),
    );
  });
  it("turn a value that is missing into a number on the next day", () => {
    const missing = daily
      .slice(0, 8)
      .flatMap((series) =>
        Array.from({ length: 120 }, (_, day) => ({ series, day })).filter(
          ({ day }) => statistics.points(series, at(day), 202601).at(-1)?.value === null,
        ),
      );
    expect(missing.length).toBeGreaterThan(0);
    for (const { series, day } of missing)
      expect(statistics.points(series, at(day + 1)).at(-2)?.value).toEqual(expect.any(Number));
  });
});

describe("monthly and quarterly series", () => {
  const changes = (series: readonly CatalogueSeries[]) =>
    Array.from(
      { length: 60 },
      (_, day) => series.filter((one) => statistics.updatedOn(one, at(day)) === day).length,
    );
  it("come out on some days and not on others", () => {
    const monthly = changes([...(statistics.series("PR01") ?? [])]);
    expect(monthly.filter((count) => count > 0).length).toBeGreaterThan(10);
    expect(monthly.filter((count) => count === 0).length).toBeGreaterThan(10);
    expect(changes([...(statistics.series("CO") ?? [])]).filter((count) => count > 0).length).toBeGreaterThan(
      0,
    );
  });
});
