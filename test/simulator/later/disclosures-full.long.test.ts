/** Timely disclosures of a market of the real size: how many, how often corrected, how late. */
import { describe, expect, it } from "vitest";
import { createWorld } from "../../../src/simulator/world/world.ts";
import { startDate } from "../open-world.ts";

describe("in a market of the real size", () => {
  const world = createWorld({ seed: 1, startDate, market: "full" });
  const { calendar, disclosures } = world;
  const days = Array.from({ length: 245 }, (_, place) => place - 245);
  const counts = days.map((day) => disclosures.on(day, Number.POSITIVE_INFINITY).length);

  it("there are about 390 a business day, some 2,500 on a peak day, and some 150 in quiet weeks", () => {
    const average = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    expect(average).toBeGreaterThan(360);
    expect(average).toBeLessThan(430);
    expect(counts.filter((count) => count > 2_350 && count < 2_700)).toHaveLength(4);
    expect(Math.min(...counts)).toBeLessThan(170);
  });

  it("one in twenty is a corrected file: a number of its own, a title that says so, after what it corrects", () => {
    const all = days.slice(0, 120).flatMap((day) => disclosures.on(day, Number.POSITIVE_INFINITY));
    expect(new Set(all.map(({ number }) => number)).size).toBe(all.length);
    const corrections = all.filter(({ title }) => title.includes("訂正"));
    expect(corrections.length / all.length).toBeGreaterThan(0.04);
    expect(corrections.length / all.length).toBeLessThan(0.06);
    const byTitle = new Map<string, typeof all>();
    const keyOf = (code: string, title = "") => `${code} ${title}`;
    for (const one of all) {
      const key = keyOf(one.issuer.code, one.title);
      byTitle.set(key, [...(byTitle.get(key) ?? []), one]);
    }
    const first = days[4] ?? 0;
    for (const one of corrections.filter(({ day }) => day >= first)) {
      const corrected = byTitle.get(keyOf(one.issuer.code, /「(.+)」/.exec(one.title)?.[1])) ?? [];
      expect([one.title, corrected.some(({ seenAt }) => seenAt < one.seenAt)]).toEqual([one.title, true]);
    }
  });

  it("they come minutes late, and in the afternoon of a crowded day about an hour", () => {
    const late = (day: number) =>
      disclosures.on(day, Number.POSITIVE_INFINITY).map(({ minute, seenAt }) => {
        const told = Date.parse(`${calendar.dateOf(day)}T00:00:00+09:00`) + minute * 60_000;
        return { minute, late: (calendar.timeOf(seenAt).getTime() - told) / 60_000 };
      });
    const peak = days[counts.indexOf(Math.max(...counts))] ?? 0;
    const quiet = days[counts.indexOf(Math.min(...counts))] ?? 0;
    for (const one of late(quiet)) expect(one.late > 0 && one.late < 30).toBe(true);
    const crowded = late(peak).filter(({ minute }) => minute >= 15 * 60 && minute < 17 * 60);
    expect(crowded.length).toBeGreaterThan(1_000);
    expect(Math.min(...crowded.map((one) => one.late))).toBeGreaterThan(35);
    expect(Math.max(...crowded.map((one) => one.late))).toBeLessThan(80);
  });
});
