import { expect, test } from "vitest";
import { addDays, lastWeekdays } from "../../../src/model/dates.ts";
import type { ShortPosition } from "../../../src/sources/short-sale-reports/events.ts";
import { createShortSaleReports } from "../../../src/sources/short-sale-reports/index.ts";
import { everyDay } from "../../support/every-day.ts";
import { fc } from "../../support/fast-check.ts";
import { createMemoryMarket, nameless } from "../memory-market.ts";
import { createMemoryState } from "../memory-state.ts";
import { pollAndCommit } from "../poll-and-commit.ts";

const position = fc.record({
  code: fc.constantFrom("7203", "130A"),
  seller: fc.constantFrom("A", "B|"),
  fund: fc.constantFrom("", "|x"),
});
/** Hundredths that do not end in 0: two decimals are written, none is rounded away. */
const ratio = fc
  .integer({ min: 4, max: 6 })
  .chain((tens) => fc.integer({ min: 1, max: 9 }).map((ones) => (tens * 10 + ones) / 100));
const day = fc.record({
  reports: fc.array(
    fc.record({ position, ratio, shares: fc.integer({ min: 1, max: 2 }), correct: fc.boolean() }),
    { maxLength: 5 },
  ),
  polled: fc.boolean(),
});

const nameOf = ({ code, seller, fund }: { code: string; seller: string; fund?: string | undefined }) =>
  JSON.stringify([code, seller, fund ?? ""]);
/** Below the line a position is over, and by how much nobody is told. */
const standing = ({ ratio, shares }: { ratio: number; shares?: number | undefined }) =>
  ratio < 0.5 ? "over" : `${ratio} ${shares}`;

test("what is told, played over the first sight, gives the last report of every position", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(day, { minLength: 2, maxLength: 14 }), async (script) => {
      const days = lastWeekdays("2026-11-20", script.length);
      const market = createMemoryMarket();
      const state = createMemoryState();
      let today = "";
      const source = createShortSaleReports(market, () => today, nameless, everyDay);
      const truth = new Map<string, { calculatedOn: string; standing: string }>();
      const played = new Map<string, string>();
      for (const [index, { reports, polled }] of script.entries()) {
        today = days[index] ?? "";
        const seen = new Set<string>();
        for (const { position, ratio, shares, correct } of reports) {
          const { fund, ...rest } = position;
          const key = nameOf(position);
          if (seen.has(key)) continue;
          seen.add(key);
          const last = truth.get(key);
          const calculatedOn = correct && last ? last.calculatedOn : addDays(today, -1);
          market.shorts.push({
            ...rest,
            ...(fund ? { fund } : {}),
            ratio,
            shares,
            calculatedOn,
            disclosedOn: today,
          });
          truth.set(key, { calculatedOn, standing: standing({ ratio, shares }) });
        }
        if (!polled && index > 0 && index < script.length - 1) continue;
        const { drafts } = await pollAndCommit(source, state);
        if (index === 0) for (const [key, last] of truth) played.set(key, last.standing);
        for (const { data } of drafts) {
          const now = data.now as ShortPosition;
          played.set(nameOf(now), standing(now));
        }
        expect(played).toEqual(new Map([...truth].map(([key, last]) => [key, last.standing])));
      }
    }),
    { numRuns: 200 },
  );
});
