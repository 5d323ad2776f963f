/** Days that have passed, and the two years before the world's first day, as the services tell them. */
import { describe, expect, it } from "vitest";
import { createWorldCalendar } from "../../src/simulator/world/trading-calendar.ts";
import { type OpenedWorld, openWorld } from "./open-world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records of a remote service, of which the tests check parts
type Row = Record<string, any>;

const startDate = "2027-04-01";
const calendar = createWorldCalendar(startDate);
/** Business days of the two years before, oldest first. */
const past = Array.from({ length: -calendar.dayFrom("2025-04-01") }, (_, back) =>
  calendar.dateOf(back + calendar.dayFrom("2025-04-01")),
);
/** What a split, a correction, or a field that was added later changes in what was published. */
const laterChanges = /Adj[OHLC]$|AdjVo$|^MktCap$|^ExRT$|^PrevRptRatio$/;

describe.each(["documented", "observed"] as const)("a day of the %s market service", (dialect) => {
  const byDate = dialect === "documented" ? "date" : "disc_date";
  const days = [0, 1, 2, 3, 4].map((day) => calendar.dateOf(day));
  const asked = [
    ...["equities/bars/daily", "equities/master", "markets/margin-alert", "markets/short-ratio"],
    ...["fins/summary", "indices/bars/daily", "markets/breakdown"],
  ];

  it("is told the same when it has passed, but for corrections", async () => {
    const world = await openWorld({ startDate, dialect, elapsedMs: 59_999, pageRows: 5_000 });
    const told = async (day: string) => {
      const answers: Row[][] = [];
      for (const call of asked) {
        const index = dialect === "documented" && call.startsWith("indices") ? "&code=0000" : "";
        answers.push((await world.market(`${call}?date=${day}${index}`)).json().data);
      }
      return answers;
    };
    const reports = async (day: string): Promise<Row[]> =>
      (await world.market(`markets/short-sale-report?${byDate}=${day}`)).json().data;
    const lived: { day: string; told: Row[][]; reports: Row[] }[] = [];
    for (const day of days) {
      lived.push({ day, told: await told(day), reports: await reports(day) });
      world.clock.move(60_000);
    }
    world.clock.move(100 * 60_000);
    const lasting = (rows: Row[]) =>
      rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !laterChanges.test(name))));
    let corrected = 0;
    for (const { day, told: then, reports: thenReports } of lived) {
      for (const [place, rows] of (await told(day)).entries())
        expect([asked[place], lasting(rows)]).toEqual([asked[place], lasting(then[place] ?? [])]);
      const now = await reports(day);
      const changed = lasting(now).filter(
        (row, place) => JSON.stringify(row) !== JSON.stringify(lasting(thenReports)[place]),
      );
      expect(now.length).toBe(thenReports.length);
      expect(changed.length).toBeLessThan(2);
      corrected += changed.length;
    }
    expect(corrected).toBeGreaterThan(0);
    await world.simulator.close();
  });
});

describe("the days of a plan", () => {
  const windows = {
    free: ["2025-04-01", "2027-01-07"],
    light: ["2025-01-06", ""],
    standard: ["2025-01-06", ""],
  } as const;
  it.each(Object.entries(windows))("of %s are %s", async (plan, [first, last]) => {
    const world = await openWorld({
      startDate,
      dialect: "observed",
      plan: plan as keyof typeof windows,
      elapsedMs: 59_000,
    });
    const message = `Your subscription covers the following dates: ${first} ~ ${last}.`;
    const ask = async (call: string) => {
      const answer = await world.market(call);
      return answer.status === 200 ? answer.json().data.length > 0 : answer.json().message;
    };
    const before = calendar.dateOf(calendar.dayFrom(first) - 1);
    for (const call of ["equities/bars/daily", "markets/calendar"]) {
      expect(await ask(`${call}?date=${first}`)).toBe(true);
      expect(await ask(`${call}?date=${before}`)).toBe(message);
      expect(await ask(`${call}?from=${before}&to=${first}&code=7203`)).toBe(message);
      expect(await ask(`${call}?date=${last === "" ? "2027-04-01" : last}`)).toBe(true);
      if (last !== "") expect(await ask(`${call}?date=2027-01-08`)).toBe(message);
    }
    await world.simulator.close();
  });
});

describe("late days", () => {
  it("keep a share of the publications from being read until later, and put them under their own day", async () => {
    const lateDays = 0.5;
    const clock = { startDate, dialect: "observed", lateDays } as const;
    const [world, onTime] = [
      await openWorld({ ...clock, elapsedMs: 4_000 }),
      await openWorld({ startDate, dialect: "observed", elapsedMs: 4_000 }),
    ];
    const count = async (of: OpenedWorld, call: string) => (await of.market(call)).json().data.length;
    let late = 0;
    for (let day = 0; day < 20; day += 1) {
      const call = `markets/margin-alert?date=${calendar.dateOf(day)}`;
      if ((await count(world, call)) === 0) late += 1;
      expect(await count(onTime, call)).toBeGreaterThan(0);
      for (const { clock: hand } of [world, onTime]) hand.move(60_000);
      // A day later everything is there, corrections of that day too.
      expect((await world.market(call)).json().data).toEqual((await onTime.market(call)).json().data);
    }
    expect(late).toBeGreaterThan(4);
    expect(late).toBeLessThan(16);
    for (const { simulator } of [world, onTime]) await simulator.close();
  });
});

describe("the past of the other services", () => {
  it("has two years of a daily series, of which older values were revised, and says when it last changed", async () => {
    const world = await openWorld({ startDate, elapsedMs: 59_000 });
    const call = "getDataCode?db=FM08&code=FXERD01&lang=en&startDate=202504";
    const read = async () => {
      const [{ VALUES: values, LAST_UPDATE: updated }] = (await world.statistics(call)).json().RESULTSET;
      return { days: values.SURVEY_DATES as number[], values: values.VALUES as number[], updated };
    };
    const then = await read();
    expect(then.days.slice(0, -1)).toEqual(past.map((day) => Number(day.replaceAll("-", ""))).slice(0, -1));
    expect(then.updated).toBe(20_270_401);
    world.clock.move(20 * 60_000);
    const now = await read();
    expect(now.days.slice(0, then.days.length)).toEqual(then.days);
    expect(now.updated).toBe(Number(calendar.dateOf(20).replaceAll("-", "")));
    const revised = then.values.filter((value, place) => value !== now.values[place]);
    expect(revised.length).toBeGreaterThan(0);
    expect(revised.length).toBeLessThan(10);
    await world.simulator.close();
  });
  it("has two years of comments, page by page from the newest", async () => {
    const world = await openWorld({ startDate, elapsedMs: 30_000 });
    const code = "1301";
    const headers = { ...world.commentHeaders(await world.token(code), code), cookie: "a=b" };
    const read = async (more: string): Promise<Row[]> =>
      (await world.comments(`code=${code}&size=100${more}`, headers)).json().response.items;
    const parts = new Map<number, string>();
    let page = await read("");
    for (let oldest = -1; page.at(-1)?.part !== oldest; page = await read(`&mid=${oldest}`)) {
      oldest = page.at(-1)?.part;
      for (const { part, postDate } of page) parts.set(part, postDate);
    }
    const numbers = [...parts.keys()];
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    const times = numbers.map((part) => Date.parse(`${parts.get(part)?.replace(/\//g, "-")}`));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(times.at(-1)).toBeLessThan(Date.parse("2025-04-01"));
    await world.simulator.close();
  });
});
