import { describe, expect, it } from "vitest";
import { momentOfDay } from "../../../src/simulator/world/trading-calendar.ts";
import { createWorld } from "../../../src/simulator/world/world.ts";
import { fc } from "../../support/fast-check.ts";

const worlds = [1, 2, 3].map((seed) => createWorld({ seed, startDate: "2026-03-02" }));
const anyWorld = fc.constantFrom(...worlds);
const anyDay = fc.integer({ min: -480, max: 5_000 });
/** Moments of a day: before anything is out, after the publications, after the day's corrections. */
const [dawn, noon, night] = [1_000, 12_000, 59_000];

const marginKey = (row: { company: { code: string }; appliedOn: number }) =>
  `${row.company.code} ${row.appliedOn}`;
const shortKey = (row: { company: { code: string }; seller: { name: string } }) =>
  `${row.company.code} ${row.seller.name}`;

describe("margin publications", () => {
  it("hold 25 to 75 issues, each once, of the day before", () => {
    fc.assert(
      fc.property(anyWorld, anyDay, (world, day) => {
        const rows = world.margins.publication(day, momentOfDay(day, noon));
        expect(rows.length).toBeGreaterThan(24);
        expect(rows.length).toBeLessThan(76);
        expect(new Set(rows.map(marginKey)).size).toBe(rows.length);
        expect(rows.every((row) => row.publishedOn === day && row.appliedOn === day - 1)).toBe(true);
        expect(world.margins.publication(day, momentOfDay(day, dawn))).toEqual([]);
      }),
    );
  });
  it("stay as they came out, but for one correction at the end that repeats an older application date", () => {
    fc.assert(
      fc.property(anyWorld, anyDay, fc.integer({ min: 25_000, max: 10_000_000 }), (world, day, later) => {
        const first = world.margins.publication(day, momentOfDay(day, noon));
        const last = world.margins.publication(day, momentOfDay(day, later));
        expect(last.slice(0, first.length)).toEqual(first);
        expect(last.length - first.length).toBeLessThan(2);
        for (const correction of last.slice(first.length)) {
          expect(correction.appliedOn).toBe(day - 2);
          const wrong = world.margins
            .publication(day - 1, momentOfDay(day, noon))
            .find((row) => marginKey(row) === marginKey(correction));
          expect(wrong?.short).not.toBe(correction.short);
        }
      }),
    );
  });
  it("change by a few issues a day, both ways", () => {
    for (const world of worlds) {
      const codes = (day: number) =>
        world.margins.publication(day, momentOfDay(day, noon)).map((row) => row.company.code);
      let [added, lifted] = [0, 0];
      for (let day = 0; day < 100; day += 1) {
        const [was, now] = [codes(day), codes(day + 1)];
        added += now.filter((code) => !was.includes(code)).length;
        lifted += was.filter((code) => !now.includes(code)).length;
      }
      for (const count of [added, lifted]) {
        expect(count).toBeGreaterThan(200);
        expect(count).toBeLessThan(900);
      }
    }
  });
  it("tell changes that add up from day to day", () => {
    fc.assert(
      fc.property(anyWorld, anyDay, (world, day) => {
        const before = world.margins.publication(day - 1, momentOfDay(day, night));
        const corrected = world.margins.publication(day, momentOfDay(day, night)).slice(-1)[0]?.company;
        for (const row of world.margins.publication(day, momentOfDay(day, noon))) {
          const was = before.find((other) => other.company === row.company && other.appliedOn === day - 2);
          if (was && row.company !== corrected)
            expect(Math.abs(row.long - row.longChange - was.long)).toBe(0);
        }
      }),
    );
  });
});

describe("short-sale reports", () => {
  it("are 15 to 80 a day, one a stock and seller", () => {
    fc.assert(
      fc.property(anyWorld, anyDay, (world, day) => {
        const reports = world.shorts.publication(day, momentOfDay(day, noon));
        expect(reports.length).toBeGreaterThan(14);
        expect(reports.length).toBeLessThan(81);
        expect(new Set(reports.map(shortKey)).size).toBe(reports.length);
        expect(world.shorts.publication(day, momentOfDay(day, dawn))).toEqual([]);
      }),
    );
  });
  it("stay as they came out, but for one ratio that is corrected the day after", () => {
    fc.assert(
      fc.property(anyWorld, anyDay, fc.integer({ min: 95_000, max: 10_000_000 }), (world, day, later) => {
        const first = world.shorts.publication(day, momentOfDay(day, noon));
        expect(world.shorts.publication(day, momentOfDay(day, night))).toEqual(first);
        const last = world.shorts.publication(day, momentOfDay(day, later));
        expect(last.map(shortKey)).toEqual(first.map(shortKey));
        const changed = last.filter((report, index) => report.ratio !== first[index]?.ratio);
        expect(changed.length).toBeLessThan(2);
      }),
    );
  });
  it("say less than 0.5 only to close a position, and then nothing until it is opened again", () => {
    for (const world of worlds) {
      const open = new Set<string>();
      let closings = 0;
      // Far enough from the beginning of what is read that every open position was met.
      for (let day = -400; day < 200; day += 1)
        for (const report of world.shorts.publication(day, momentOfDay(day + 2))) {
          const key = shortKey(report);
          if (report.ratio >= 0.5) open.add(key);
          else if (day > -300) {
            expect(open.delete(key)).toBe(true);
            closings += 1;
          } else open.delete(key);
        }
      expect(closings).toBeGreaterThan(1_000);
    }
  });
  it("give shares that fit the ratio", () => {
    for (const { company, ratio, shares } of worlds[0]?.shorts.publication(3, momentOfDay(4)) ?? [])
      expect(Math.abs((shares / company.shares) * 100 - ratio)).toBeLessThan(0.001);
  });
  it("need two pages on a busy day", () => {
    const sizes = Array.from(
      { length: 60 },
      (_, day) => worlds[0]?.shorts.publication(day, momentOfDay(day + 1)).length ?? 0,
    );
    expect(sizes.filter((size) => size > 57).length).toBeGreaterThan(0);
  });
});
