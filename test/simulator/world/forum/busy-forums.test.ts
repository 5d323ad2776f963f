import { expect, it } from "vitest";
import { momentsPerDay } from "../../../../src/simulator/world/trading-calendar.ts";
import { createWorld } from "../../../../src/simulator/world/world.ts";

const day = 12;

/** Comments of a business day by the code of their forum; the last page that a poll may ask for is far longer. */
function commentsOfDay(busyForums: number | undefined): Map<string, number> {
  const world = createWorld({ seed: 3, startDate: "2026-03-02", busyForums });
  const end = (day + 1) * momentsPerDay;
  return new Map(
    world.companies.map((company) => {
      const newest = world.comments.page(company, end, 300);
      return [company.code, newest.filter(({ moment }) => moment >= end - momentsPerDay).length];
    }),
  );
}

it("gives the busiest forums some 130 comments a day, and leaves the others as they were", () => {
  const [usual, busy] = [commentsOfDay(undefined), commentsOfDay(8)];
  const changed = [...busy].filter(([code, count]) => count !== usual.get(code));
  expect(changed.length).toBe(8);
  for (const [code, count] of changed)
    expect([code, count]).toEqual([code, expect.toSatisfy((n: number) => n > 90 && n < 220)]);
  expect(Math.max(...usual.values())).toBeLessThan(60);
});
