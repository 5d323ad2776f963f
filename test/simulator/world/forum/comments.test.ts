import { describe, expect, it } from "vitest";
import type { Company } from "../../../../src/simulator/world/market/companies.ts";
import { createWorld } from "../../../../src/simulator/world/world.ts";
import { fc } from "../../../support/fast-check.ts";

const world = createWorld({ seed: 7, startDate: "2026-03-02" });
const stock = (code: string): Company => {
  const found = world.company(code);
  if (!found) throw new Error(`no stock ${code}`);
  return found;
};
const anyStock = fc.constantFrom(...world.companies);
const anyMoment = fc.integer({ min: -3_000_000, max: 100_000_000 });

describe("any forum at any moment", () => {
  it("lists comments by part, descending, none of them from the future", () => {
    fc.assert(
      fc.property(anyStock, anyMoment, (company, at) => {
        const comments = world.comments.page(company, at, 60);
        expect(comments).toHaveLength(60);
        const parts = comments.map(({ part }) => part);
        expect(parts).toEqual([...new Set(parts)].sort((a, b) => b - a));
        expect(comments.every(({ moment }) => moment <= at)).toBe(true);
        const times = comments.map(({ moment }) => moment);
        expect(times).toEqual(times.toSorted((a, b) => b - a));
      }),
    );
  });
  it("continues from a part exactly where the page before ended", () => {
    fc.assert(
      fc.property(anyStock, anyMoment, fc.integer({ min: 1, max: 59 }), (company, at, cut) => {
        const whole = world.comments.page(company, at, 60);
        const rest = world.comments.page(company, at, 60 - cut, whole[cut]?.part);
        expect(rest).toEqual(whole.slice(cut));
      }),
    );
  });
  it("keeps part, author and time of a comment, lets votes only grow, and removes for good", () => {
    fc.assert(
      fc.property(anyStock, anyMoment, fc.nat(90_000), (company, at, later) => {
        const before = world.comments.page(company, at, 40);
        const oldest = before.at(-1)?.part ?? 0;
        const after = world.comments.page(company, at + later, 400);
        for (const comment of after) {
          if (comment.part < oldest || comment.moment > at) continue;
          const was = before.find(({ part }) => part === comment.part);
          expect(was).toBeDefined();
          expect(comment).toMatchObject({ author: was?.author, moment: was?.moment, title: was?.title });
          expect(comment.yes).toBeGreaterThanOrEqual(was?.yes ?? 0);
        }
      }),
    );
  });
  it("says about the newest part", () => {
    fc.assert(
      fc.property(anyStock, anyMoment, (company, at) => {
        const newest = world.comments.page(company, at, 1)[0]?.part ?? 0;
        expect(Math.abs(world.comments.roughTotal(company, at) - newest)).toBeLessThan(60);
      }),
    );
  });
});

describe("a lively forum", () => {
  it.each(["7203", "6758"])("%s gets a comment every three to nine seconds, bursts aside", (code) => {
    const posted = world.comments.page(stock(code), 600_000, 1_000).map(({ moment }) => moment);
    const inTime = posted.filter((moment) => moment >= 0);
    const gaps = inTime.slice(1).map((moment, index) => (inTime[index] ?? 0) - moment);
    // Removed comments leave longer gaps behind; posts of a burst come within tenths of a second.
    expect(gaps.filter((gap) => gap > 9_000).length).toBeLessThan(gaps.length * 0.15);
    expect(gaps.filter((gap) => gap > 500 && gap < 2_900).length).toBeLessThan(gaps.length * 0.03);
  });
  it("has bursts of 20 and more within a few seconds, by script and by chance", () => {
    const posted = world.comments.page(stock("7203"), 3_600_000, 3_000).filter(({ moment }) => moment >= 0);
    const bursts = new Set<number>();
    for (const { moment } of posted) {
      const near = posted.filter((other) => other.moment >= moment && other.moment < moment + 4_000);
      if (near.length >= 18) bursts.add(Math.floor(moment / 60_000));
    }
    expect(bursts.has(0)).toBe(true);
    expect(bursts.size).toBeGreaterThan(1);
  });
  it("loses and edits some of its comments", () => {
    let [lost, edited] = [0, 0];
    for (let at = 0; at < 600_000; at += 60_000) {
      const late = world.comments.page(stock("7203"), at + 60_000, 400);
      for (const was of world.comments.page(stock("7203"), at, 50)) {
        const now = late.find(({ part }) => part === was.part);
        if (!now) lost += 1;
        else if (now.body !== was.body) edited += 1;
      }
    }
    expect(lost).toBeGreaterThan(0);
    expect(edited).toBeGreaterThan(0);
  });
});
