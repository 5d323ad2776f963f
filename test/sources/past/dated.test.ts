import { describe, expect, test } from "vitest";
import { addDays, isWeekday, lastWeekdays } from "../../../src/model/dates.ts";
import { createIssueNames } from "../../../src/sources/dated.ts";
import { marginAlerts } from "../../../src/sources/margin-alerts/member.ts";
import type { SourceHistory } from "../../../src/sources/member.ts";
import { shortSaleReports } from "../../../src/sources/short-sale-reports/member.ts";
import { fc } from "../../support/fast-check.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { runsOf } from "../../support/runs.ts";
import { type MarketWorld, marketService } from "../../support/services/market.ts";
import type { Dialect } from "../../support/services/serve.ts";
import { at, fetchPieces, inOrder, live, type MakeSource, play, served } from "./lived-and-played.ts";

const dialects = ["documented", "observed"] as const satisfies Dialect[];
const members = { "margin-alerts": marginAlerts, "short-sale-reports": shortSaleReports };
type Name = keyof typeof members;

const make =
  (name: Name): MakeSource =>
  (clients, clocks) =>
    members[name].create({}, clients as never, {
      ...clocks,
      issueNames: createIssueNames(clients.market, clocks.today.market, clocks.clock),
      watchlists: () => ({}),
    });
const history = (name: Name) => members[name].history as SourceHistory;
const settings = { timezone: "Asia/Tokyo" };
const means = { watchlists: () => ({}) };

/** A world whose rows come out when they are due, and the clock that it goes by. */
async function openWorld(world: MarketWorld, dialect: Dialect) {
  const clock = createHandClock();
  const out = (day: string, time: string) => at(day, time) <= clock.now();
  const now = (): MarketWorld => ({
    ...world,
    margin: world.margin.filter(({ publishedOn }) => out(publishedOn, "16:30")),
    shorts: world.shorts.filter(({ disclosedOn }) => out(disclosedOn, "17:30")),
  });
  const { clients, asked } = await served(
    { market: (question) => marketService(now(), dialect)(question) },
    clock,
  );
  return { clock, clients, asked };
}

const end = "2026-11-20";
const names = { "9901": "架空自動車", "9902": "架空電機" };
const codes = fc.constantFrom("9901", "9902", "130A");

/** Publications of some days: stocks with their figures, and corrections of the day before as further rows. */
const publication = fc.record({
  figures: fc.dictionary(codes, fc.nat(4)),
  corrections: fc.dictionary(codes, fc.nat(4)),
});
const report = fc.record({
  code: codes,
  seller: fc.constantFrom("甲 Capital", "乙/Fund"),
  ratio: fc.integer({ min: 40, max: 90 }),
});

function worldOf(
  days: readonly string[],
  margin: readonly Publication[],
  shorts: readonly Report[][],
): MarketWorld {
  const before = (day: string) => lastWeekdays(addDays(day, -1), 1)[0] ?? "";
  return {
    names,
    margin: days.flatMap((publishedOn, index) => {
      const own = { publishedOn, appliedOn: before(publishedOn), long: 7 };
      const of = (figures: Readonly<Record<string, number>>, more: object = {}) =>
        Object.entries(figures).map(([code, short]) => ({ ...own, ...more, code, short }));
      const { figures = {}, corrections = {} } = margin[index] ?? {};
      const corrected = of(corrections, { appliedOn: before(before(publishedOn)) });
      return [...of(figures), ...corrected];
    }),
    shorts: days.flatMap((disclosedOn, index) =>
      [...new Map((shorts[index] ?? []).map((one) => [one.code + one.seller, one])).values()].map((one) => ({
        ...{ ...one, ratio: one.ratio / 100, shares: one.ratio * 1_000 },
        ...{ disclosedOn, calculatedOn: before(disclosedOn) },
      })),
    ),
  };
}

type Publication = typeof publication extends fc.Arbitrary<infer T> ? T : never;
type Report = typeof report extends fc.Arbitrary<infer T> ? T : never;

describe.each(dialects)("as %s", (dialect) => {
  test.each(["margin-alerts", "short-sale-reports"] as const)(
    "%s: life and past tell the same",
    async (name) => {
      const arbitrary = fc.record({
        margin: fc.array(publication, { minLength: 8, maxLength: 8 }),
        shorts: fc.array(fc.array(report, { maxLength: 4 }), { minLength: 8, maxLength: 8 }),
        closed: fc.nat(7),
        hours: fc.constantFrom(["18:00"], ["16:00", "21:00"]),
      });
      let told = 0;
      await fc.assert(
        fc.asyncProperty(arbitrary, async ({ margin, shorts, closed, hours }) => {
          const all = lastWeekdays(end, 8);
          const days = all.filter((_, index) => index !== closed);
          const { clock, clients } = await openWorld(worldOf(days, margin, shorts), dialect);
          const times = all.flatMap((day) => hours.map((hour) => at(day, hour)));
          const lived = await live(make(name), clients, times, clock);
          clock.moveTo(at(addDays(end, 1), "12:00"));
          const period = { from: lastWeekdays(end, 20)[0] ?? "", to: end };
          const past = await fetchPieces(
            [...history(name).pieces(settings, period, means)].filter(({ from }) => isWeekday(from)),
            clients,
          );
          await clients.market.names().then((issues) =>
            past.add(
              [...issues].map(([code, { name: companyName }]) => ({
                ...{ set: "market/equities/master", day: end, subject: code, name: "" },
                row: { code, companyName },
              })),
            ),
          );
          expect(inOrder(await play(make(name), past, times))).toEqual(inOrder(lived));
          told += lived.flat().length;
        }),
        { numRuns: runsOf({ quick: 3, long: 200 }) },
      );
      expect(told).toBeGreaterThan(10);
    },
  );
});
