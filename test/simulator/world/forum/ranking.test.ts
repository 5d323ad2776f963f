import { expect, it } from "vitest";
import { drawnTerms } from "../../../../src/simulator/world/forum.ts";
import { createWorld } from "../../../../src/simulator/world/world.ts";
import { fc } from "../../../support/fast-check.ts";

const world = createWorld({ seed: 11, startDate: "2026-03-02" });
const anyMoment = fc.integer({ min: -1_000_000, max: 100_000_000 });
const codes = (term: (typeof drawnTerms)[number], at: number) =>
  world.ranking.order(term, at).map(({ code }) => code);

it("lists the same number of different stocks at any time", () => {
  fc.assert(
    fc.property(fc.constantFrom(...drawnTerms), anyMoment, (term, at) => {
      const listed = codes(term, at);
      expect(new Set(listed).size).toBe(term === "monthly" ? 93 : 95);
      expect(listed).toHaveLength(term === "monthly" ? 93 : 95);
    }),
  );
});

it("stays as it was drawn for ten seconds", () => {
  fc.assert(
    fc.property(anyMoment, (at) => {
      expect(codes("daily", world.ranking.drawnAt(at))).toEqual(codes("daily", at));
      expect(at - world.ranking.drawnAt(at)).toBeLessThan(10_000);
    }),
  );
});

it("lets stocks move, enter and leave, a few at a time, and now and then one jump", () => {
  let [moved, entered, jumped] = [0, 0, 0];
  for (let at = 0; at < 3_600_000; at += 10_000) {
    const [was, now] = [codes("daily", at), codes("daily", at + 10_000)];
    moved += now.filter((code, rank) => was.includes(code) && was[rank] !== code).length;
    entered += now.filter((code) => !was.includes(code)).length;
    jumped += now.filter((code, rank) => was.indexOf(code) - rank >= 20).length;
  }
  expect(moved / 360).toBeGreaterThan(5);
  expect(moved / 360).toBeLessThan(40);
  expect(entered).toBeGreaterThan(10);
  expect(jumped).toBeGreaterThan(3);
});
