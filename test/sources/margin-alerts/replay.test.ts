import { expect, test } from "vitest";
import { addDays, lastWeekdays } from "../../../src/model/dates.ts";
import type { MarginAlert, MarginAlertRecord } from "../../../src/sources/margin-alerts/events.ts";
import { createMarginAlerts } from "../../../src/sources/margin-alerts/index.ts";
import { everyDay } from "../../support/every-day.ts";
import { fc } from "../../support/fast-check.ts";
import { runsOf } from "../../support/runs.ts";
import { createMemoryMarket, nameless } from "../memory-market.ts";
import { createMemoryState } from "../memory-state.ts";
import { pollAndCommit } from "../poll-and-commit.ts";

const codes = ["7203", "6758", "9984", "130A"];
const figure = fc.integer({ min: 0, max: 4 });
const publication = fc.record({
  figures: fc.dictionary(fc.constantFrom(...codes), figure, { minKeys: 1 }),
  corrections: fc.dictionary(fc.constantFrom(...codes), figure),
  polled: fc.boolean(),
});

/** Stocks under daily publication: code to short outstanding. */
type Standing = Map<string, number | undefined>;

function play(standing: Standing, appliedOn: Map<string, string>, type: string, now: MarginAlert): void {
  // A publication that repeats the figures is not told, so a correction may be about a later day than the last news.
  const isCurrent = (now.appliedOn ?? "") >= (appliedOn.get(now.code) ?? "");
  if (type === "margin.alert.lifted") {
    expect(standing.get(now.code)).toBe(now.shortOutstanding);
    standing.delete(now.code);
  } else if (type !== "margin.alert.corrected" || (standing.has(now.code) && isCurrent)) {
    expect(standing.has(now.code)).toBe(type !== "margin.alert.added");
    standing.set(now.code, now.shortOutstanding);
    appliedOn.set(now.code, now.appliedOn ?? "");
  }
}

test("what is told, played over the first sight, gives the newest publication as corrected", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(publication, { minLength: 2, maxLength: 12 }), async (publications) => {
      const days = lastWeekdays("2026-11-20", publications.length);
      const market = createMemoryMarket();
      const state = createMemoryState();
      let today = addDays(days[0] ?? "", -1);
      const source = createMarginAlerts(market, () => today, nameless, everyDay);
      await pollAndCommit(source, state);
      const standing: Standing = new Map();
      const appliedOn = new Map<string, string>();
      let truth: Standing = new Map();
      let before: MarginAlertRecord[] = [];
      for (const [index, { figures, corrections, polled }] of publications.entries()) {
        today = days[index] ?? "";
        const applied = lastWeekdays(addDays(today, -1), 1)[0] ?? "";
        const own = Object.entries(figures).map(([code, shortOutstanding]) => ({
          code,
          publishedOn: today,
          appliedOn: applied,
          shortOutstanding,
        }));
        const corrected = before.flatMap((row) => {
          const shortOutstanding = corrections[row.code];
          return shortOutstanding === undefined ? [] : [{ ...row, publishedOn: today, shortOutstanding }];
        });
        market.margin.push(...corrected, ...own);
        before = own;
        truth = new Map(own.map(({ code, shortOutstanding }) => [code, shortOutstanding]));
        if (!polled && index < publications.length - 1) continue;
        const { drafts } = await pollAndCommit(source, state);
        for (const { type, data } of drafts) play(standing, appliedOn, type, data.now as MarginAlert);
        expect(standing).toEqual(truth);
      }
    }),
    { numRuns: runsOf({ quick: 60, long: 2_000 }) },
  );
});
