/** Dates of results as the service has them: announced weeks ahead, moved, undecided, by day, by stock and by date. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DateRound } from "../../../src/simulator/world/market/result-dates.ts";
import { createWorld } from "../../../src/simulator/world/world.ts";
import { type OpenedWorld, openWorld, startDate } from "../open-world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records of a remote service, of which the tests check parts
type Row = Record<string, any>;

let world: OpenedWorld;
beforeAll(async () => {
  world = await openWorld({ dialect: "observed", elapsedMs: 58_000 });
});
afterAll(() => world.simulator.close());
const rows = async (query: string): Promise<Row[]> => {
  const answer = await world.market(`fins/earnings-date?${query}`);
  expect([answer.status, query]).toEqual([200, query]);
  return answer.json().data;
};

describe("in the world", () => {
  const { calendar, resultDates, financials, companies } = createWorld({ seed: 1, startDate });
  const at = Number.POSITIVE_INFINITY;
  const days = Array.from({ length: 300 }, (_, place) => place - 300);
  const published = days.map((day) => resultDates.publishedOn(day, at));
  const rounds = [...new Set(published.flat().map(({ round }) => round))].filter(
    ({ reports, heldOn }) => (reports[0]?.publishedOn ?? -999) >= -300 && heldOn < 0,
  );
  const kindOf = ({ reports, heldOn }: DateRound) => {
    const told = reports.map(({ scheduledOn }) => scheduledOn);
    const [first, last] = [told[0], told.at(-1)];
    if (told.includes(undefined)) return "undecided";
    if (last !== heldOn) return "slipped";
    if (first === last) return "kept";
    return (first ?? 0) < (last ?? 0) ? "later" : "earlier";
  };

  it("most dates are kept; some move earlier or later, some are undecided for a while, some slip", () => {
    const counts = new Map<string, number>();
    for (const round of rounds) counts.set(kindOf(round), (counts.get(kindOf(round)) ?? 0) + 1);
    const share = (kind: string) => (counts.get(kind) ?? 0) / rounds.length;
    expect(rounds.length).toBeGreaterThan(400);
    expect(share("kept")).toBeGreaterThan(0.7);
    for (const kind of ["later", "earlier", "undecided"])
      expect([kind, share(kind) > 0.03]).toEqual([kind, true]);
    expect(share("slipped")).toBeGreaterThan(0.005);
  });

  it("each is announced weeks ahead, and every later word comes on a later day, before the results", () => {
    for (const { reports, heldOn } of rounds) {
      const toldOn = reports.map(({ publishedOn }) => publishedOn);
      expect(heldOn - (toldOn[0] ?? heldOn)).toBeGreaterThanOrEqual(20);
      expect(heldOn - (toldOn[0] ?? heldOn)).toBeLessThan(50);
      expect(toldOn).toEqual([...new Set(toldOn)].sort((a, b) => a - b));
      for (const { publishedOn, scheduledOn = heldOn } of reports)
        expect(publishedOn).toBeLessThan(Math.min(scheduledOn, heldOn));
    }
  });

  it("what is undecided is fixed again", () => {
    const undecided = rounds.filter((round) => kindOf(round) === "undecided");
    expect(undecided.length).toBeGreaterThan(10);
    for (const { reports, heldOn } of undecided) expect(reports.at(-1)?.scheduledOn).toBe(heldOn);
  });

  it("results come on the day that was named last, but for those that slip", () => {
    const codes = new Set(companies.map(({ code }) => code));
    for (const round of rounds.filter(({ issuer }) => codes.has(issuer.code)).slice(0, 200)) {
      const company = companies.find(({ code }) => code === round.issuer.code);
      const { heldOn, period } = round;
      expect(
        financials.statementsOn(heldOn).some((one) => one.company === company && one.period === period),
      ).toBe(true);
    }
  });

  it("trusts announce too, twice a year, and years end in every month", () => {
    expect(new Set(rounds.map(({ yearEnd }) => yearEnd.slice(5, 7))).size).toBe(12);
    const trust = rounds.filter(({ issuer }) => issuer.code === "8951");
    expect(new Set(trust.map(({ yearEnd }) => yearEnd.slice(5))).size).toBe(2);
    expect(new Set(trust.map(({ period }) => period))).toEqual(new Set(["FY"]));
  });

  it("there are seasons, and quiet weeks", () => {
    const counts = published.map(({ length }) => length);
    const weeks = counts.map((_, place) => counts.slice(place, place + 5).reduce((sum, one) => sum + one, 0));
    const whole = weeks.slice(0, -5);
    expect(Math.max(...whole)).toBeGreaterThan(5 * Math.max(1, Math.min(...whole)));
    expect(calendar.dateOf(0)).toBe(startDate);
  });
});

describe("the call", () => {
  it.each(["", "date=2026-03-02&code=7203", "code=7203&scheduled_date=2026-05-11"])(
    "refuses %s: it takes exactly one parameter",
    async (query) => {
      const answer = await world.market(`fins/earnings-date?${query}`);
      expect([answer.status, answer.json().message]).toEqual([
        ...[400, "This API requires exactly 1 parameter as follows; code, date, scheduled_date"],
      ]);
    },
  );

  it("has seven texts a row, and an empty one for an undecided day", async () => {
    const world2 = await rows("code=7203");
    expect(world2.length).toBeGreaterThan(7);
    const all: Row[] = [];
    for (const { Code } of (await world.market("equities/master")).json().data.slice(0, 60))
      all.push(...(await rows(`code=${Code}`)));
    for (const row of all)
      expect(row).toEqual({
        PubDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        SchDate: expect.stringMatching(/^(\d{4}-\d\d-\d\d)?$/),
        FQName: expect.stringMatching(/^([123]Q|FY)$/),
        FYE: expect.stringMatching(/^\d{4}$/),
        Code: expect.stringMatching(/^[\dA-Z]{4}0$/),
        CoName: expect.stringMatching(/./),
        CoNameEn: expect.stringMatching(/./),
      });
    expect(all.some(({ SchDate }) => SchDate === "")).toBe(true);
  });

  it("by the date finds what the latest report names, and no date that was moved since", async () => {
    const first = Date.parse("2026-01-20");
    const dates = Array.from({ length: 40 }, (_, place) =>
      new Date(first + place * 86_400_000).toISOString().slice(0, 10),
    );
    let moved = 0;
    for (const date of dates)
      for (const row of await rows(`scheduled_date=${date}`)) {
        const own = (await rows(`code=${row.Code}`)).filter(
          ({ FYE, FQName }) => FYE === row.FYE && FQName === row.FQName,
        );
        expect(own.at(-1)).toEqual(row);
        const before = own.at(-2);
        if (!before?.SchDate || before.PubDate < "2025-11-01") continue;
        moved += 1;
        expect(await rows(`scheduled_date=${before.SchDate}`)).not.toContainEqual(before);
      }
    expect(moved).toBeGreaterThan(0);
  });

  it("has the rows of a day from five past ten on", async () => {
    const morning = await openWorld({ dialect: "observed", elapsedMs: 0 });
    const ask = async () => (await morning.market(`fins/earnings-date?date=${day}`)).json().data.length;
    let day = startDate;
    morning.clock.move(13_600);
    const early = await ask();
    morning.clock.move(20);
    const later = await ask();
    await morning.simulator.close();
    day = "2026-03-01";
    expect([early, later]).toEqual([0, (await rows(`date=${startDate}`)).length]);
    expect(later).toBeGreaterThan(0);
    expect(await rows(`date=${day}`)).toEqual([]);
  });
});
