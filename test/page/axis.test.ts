/** The axis of time of the page's charts: where it ends, and what is asked of it. */
import { describe, expect, test } from "vitest";
import { axisOf, latestTime } from "../../src/page/stock/axis.ts";

const at = (text: string) => Date.parse(`${text}+09:00`);
const clock = at("2026-11-20T18:00:00");

function latest(addresses: { market: string; forum: string }, world: number): number {
  const upstreams = { market: { url: addresses.market }, forum: { url: addresses.forum } };
  const parts = { config: { upstreams }, now: () => clock, servicesNow: () => world };
  return latestTime(["market", "forum"], parts as unknown as Parameters<typeof latestTime>[1]);
}

describe("the end of the axis", () => {
  const behind = at("2026-05-28T12:00:00");
  const real = "https://services.example";

  test("is the time of the world where all is made up, months behind the clock or ahead of it", () => {
    const simulated = { market: "simulated", forum: "simulated" };
    expect(latest(simulated, behind)).toBe(behind);
    expect(latest(simulated, at("2027-01-04T12:00:00"))).toBe(at("2027-01-04T12:00:00"));
  });

  test("is the clock's where a service is real, and the world's where that is later", () => {
    expect(latest({ market: real, forum: real }, behind)).toBe(clock);
    expect(latest({ market: "simulated", forum: real }, behind)).toBe(clock);
    expect(latest({ market: "simulated", forum: real }, clock + 1)).toBe(clock + 1);
  });

  test("is in the last of the days that are asked for", () => {
    const { period, from, to } = axisOf({ days: 90 }, behind);
    expect(period).toEqual({ from: "2026-02-28", to: "2026-05-28" });
    expect([from, to]).toEqual([at("2026-02-28T00:00:00"), behind]);
  });
});
