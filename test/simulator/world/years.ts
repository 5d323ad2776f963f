/** Years of the simulated world: what each of its parts says of every day, week or tick, and its calls. */
import { documentedDialect } from "../../../src/simulator/market/documented/dialect.ts";
import { observedDialect } from "../../../src/simulator/market/observed/dialect.ts";
import { databases } from "../../../src/simulator/world/statistics/catalogue.ts";
import { momentOfDay, momentsPerDay } from "../../../src/simulator/world/trading-calendar.ts";
import { createWorld, type World } from "../../../src/simulator/world/world.ts";

const from = (first: number, end: number, step = 1) =>
  Array.from({ length: Math.ceil((end - first) / step) }, (_, index) => first + index * step);

/** Business days of five years with two turns of a year that begin in another year's week. */
const years = from(-480, 780);
const weeks = from(-480, 780, 5);
const months = from(-480, 780, 21);
const lastMoment = (day: number) => momentOfDay(day, momentsPerDay - 1);

/** Each part of the world with what it says, as JSON. */
export function pinnedYears(): [part: string, said: string][] {
  const options = { seed: 7, startDate: "2026-03-02" };
  const world = createWorld(options);
  const full = createWorld({ ...options, market: "full", catalogue: "full" });
  const said = {
    ...marketParts(world),
    ...otherParts(world),
    ...marketCalls(world),
    "companies of a full market": full.companies.map(({ splits: _, ...company }) => company),
    "databases of a full catalogue": databases.map((db) => full.statistics.series(db)?.length),
  };
  return Object.entries(said).map(([part, each]) => [part, JSON.stringify(each, shortened)]);
}

/** A company that others name is written by its code. */
function shortened(_: string, value: unknown): unknown {
  return typeof value === "object" && value !== null && "splits" in value && "code" in value
    ? value.code
    : value;
}

function marketParts({ companies, bars, trades, financials, margins, shorts, ...world }: World) {
  const { derivatives, indices } = world;
  const some = companies.filter(({ index }) => index % 5 === 0);
  const names = ["broad", "large30", "average225", "transport"] as const;
  return {
    companies: companies.map(({ splits, priceOn, fortune, ...company }) => ({
      ...company,
      days: years.map((day) => [priceOn(day), fortune(day), splits.factorOn(day), splits.since(day, 0)]),
    })),
    bars: some.map((company) => years.map((day) => bars.on(company, day))),
    indices: names.map((name) => weeks.map((day) => indices.on(name, day))),
    breakdowns: some.map((company) => weeks.map((day) => trades.breakdown(company, day))),
    sectors: weeks.map((day) => trades.sector("0050", day)),
    investors: years.map((day) => trades.investors(day, lastMoment(day))),
    statements: years.map((day) => financials.statementsOn(day)),
    dividends: years.map((day) => financials.dividendsOn(day)),
    margins: weeks.map((day) => margins.publication(day, lastMoment(day))),
    balances: some.map((company) =>
      weeks.map((day) => [1, 2].map((side) => margins.balance(company, day, side as 1))),
    ),
    shorts: weeks.map((day) => shorts.publication(day, lastMoment(day))),
    futures: weeks.map((day) => derivatives.futures(day)),
    options: months.map((day) => derivatives.options(day)),
    "weekly options": weeks.map((day) => derivatives.weeklyOptions(day)),
  };
}

/** Answers of the market service's calls in both dialects: by date where they take one, else at each of some moments. */
function marketCalls(world: World): Record<string, unknown> {
  const dialects = { documented: documentedDialect, observed: observedDialect };
  const called = Object.entries(dialects).flatMap(([dialect, { endpoints }]) =>
    Object.entries(endpoints).map(([path, { parameters, find }]) => {
      const isDated = Object.values(parameters).includes("date");
      const rows = (isDated ? months.filter((_, place) => place % 5 === 0) : months).map((day) =>
        find(world, isDated ? { date: world.calendar.dateOf(day) } : {}, lastMoment(day), "premium").slice(
          0,
          100,
        ),
      );
      return [`${dialect} ${path}`, rows];
    }),
  );
  return Object.fromEntries(called);
}

function otherParts({ calendar, companies, comments, ranking, statistics }: World) {
  const terms = ["daily", "weekly", "monthly"] as const;
  const known = ["FM08", "FM01", "CO", "BP01"].flatMap((db) => [...(statistics.series(db) ?? [])]);
  return {
    calendar: years.map((day) => [calendar.dateOf(day), calendar.timeOf(lastMoment(day))]),
    comments: companies.map((company) =>
      from(0, 10)
        .map(lastMoment)
        .map((at) => [
          comments.page(company, at, 20),
          comments.roughTotal(company, at),
          comments.lastPost(company, at),
        ]),
    ),
    rankings: terms.map((term) =>
      from(0, 600).map((tick) => ranking.order(term, tick * 10_000).map(({ code }) => code)),
    ),
    statistics: known.map((series) => [
      series,
      months.map((day) => [
        statistics.span(series, lastMoment(day)),
        statistics.updatedOn(series, lastMoment(day)),
      ]),
      statistics.points(series, lastMoment(260)).slice(-300),
    ]),
  };
}
