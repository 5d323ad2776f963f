import { describe, expect, onTestFinished, test } from "vitest";
import { addDays, jstDay } from "../../../src/model/dates.ts";
import { openSimulator } from "../../../src/simulator/index.ts";
import { groundPieces } from "../../../src/sources/index.ts";
import type { SourceHistory } from "../../../src/sources/member.ts";
import type { WatchOption } from "../../../src/sources/statistics-updates/events.ts";
import { statisticsUpdates } from "../../../src/sources/statistics-updates/member.ts";
import { createOddities } from "../../../src/upstreams/misfits.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import type { Service } from "../../support/services/serve.ts";
import { type SeriesRow, statisticsService } from "../../support/services/statistics.ts";
import {
  at,
  clientsAt,
  fetchPieces,
  live,
  type MakeSource,
  type PastClients,
  play,
  served,
  type Told,
} from "./lived-and-played.ts";

const history = statisticsUpdates.history as SourceHistory<object>;
const means = { watchlists: () => ({}) };
const timezone = "Asia/Tokyo";

const make =
  (watch: readonly WatchOption[]): MakeSource =>
  (clients, clocks) =>
    statisticsUpdates.create({ watch }, clients as PastClients, {
      ...clocks,
      issueNames: async () => () => undefined,
      ...means,
    }) as ReturnType<MakeSource>;

/** The poll by which each period of a series was told, of periods from a day on. */
function tellings(told: Told, from: string): Map<string, number> {
  const added = told.flatMap((drafts, poll) =>
    drafts
      .filter(({ type }) => type === "statistics.series.updated")
      .flatMap(({ subject, data: { now } }) =>
        (now.added as { readonly period: string }[]).map(({ period }) => ({ subject, period, poll })),
      ),
  );
  const since = added.filter(({ period }) => period.length === from.length && period >= from);
  return new Map(since.map(({ subject, period, poll }) => [`${subject} ${period}`, poll]));
}

const [first, last, soon] = ["2026-09-28", "2026-10-09", "2026-10-01"];
/** Of the hundreds of series of a database a few days do. */
const allOf: [string, "documented" | "observed", WatchOption[], string?][] = [
  ["a series", "documented", [{ db: "FM08", codes: ["FXERD01"] }]],
  ["a series", "observed", [{ db: "FM08", codes: ["FXERD01"] }]],
  ["series of several frequencies", "documented", [{ db: "FM08", codes: ["FXERD01", "FXERM01", "FXERA01"] }]],
  ["a database", "documented", [{ db: "FM08" }], soon],
  ["a layer", "observed", [{ db: "FM08", layer: ["1", "1", "*"], frequency: "D" }], soon],
];

describe("days that have values", () => {
  test.each(allOf)(
    "%s as %s: each is told once, at the earliest time at which life told it",
    async (_, dialect, watch, until = last) => {
      const clock = createHandClock(at(first, "08:00"));
      const simulator = await openSimulator({ realTime: true, startDate: first, clock, dialect });
      onTestFinished(simulator.close);
      const clients = clientsAt(simulator.url, clock);
      const open = await clients.market.tradingDays({ from: first, to: until });
      const days = [...open].flatMap(([day, isOpen]) => (isOpen ? [day] : []));
      const times = days.map((day) => at(day, "09:00"));
      const lived = tellings(await live(make(watch), clients, times, clock), first);
      const period = { from: addDays(first, -10), to: until };
      const past = await fetchPieces(
        [...groundPieces(period), ...history.pieces({ watch }, period, means)],
        clients,
      );
      const played = await play(make(watch), past, times);
      const told = tellings(played, first);
      expect(told.size).toBeGreaterThan(5);
      expect([...told.keys()].sort()).toEqual([...lived.keys()].sort());
      for (const [name, poll] of told) {
        expect(days[poll]).toBe(days.find((day) => day > name.slice(-first.length)));
        // Some values came later than their day; the past does not tell which.
        expect(poll).toBeLessThanOrEqual(lived.get(name) ?? 0);
      }
      const moments = [...history.moments({ timezone }, past, period)];
      for (const [index, drafts] of played.entries()) {
        const [before = 0, time = 0] = [times[index - 1], times[index]];
        if (drafts.length > 0) expect(moments.some((moment) => moment > before && moment <= time)).toBe(true);
      }
    },
  );
});

const untold: readonly string[] = history.untold;
const days = ["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19"];

/** What is told in life and by the past, of series that change with the time. */
async function livedAndPlayed(
  seriesAt: (day: string) => readonly SeriesRow[],
  watch: WatchOption[] = [{ db: "FM08" }],
) {
  const clock = createHandClock();
  const statistics: Service = (asked) =>
    statisticsService({ series: [...seriesAt(jstDay(clock.now()))] }, "observed")(asked);
  const { clients } = await served({ statistics }, clock);
  const times = days.map((day) => at(day, "09:00"));
  const lived = await live(make(watch), clients, times, clock);
  const past = await fetchPieces(
    history.pieces({ watch }, { from: "2026-11-09", to: "2026-11-19" }, means),
    clients,
  );
  return { lived: linesOf(lived), played: linesOf(await play(make(watch), past, times)) };
}

/** "day type series value: periods". */
function linesOf(told: Told): string[] {
  return told.flatMap((drafts, poll) =>
    drafts.map(({ type, subject, data: { now } }) => {
      const added = (now.added ?? []) as { readonly period: string; readonly value: number }[];
      const periods = added.map(({ period, value }) => `${period}=${value}`);
      return [days[poll], type.replace("statistics.series.", ""), subject, ...periods].join(" ");
    }),
  );
}

const row = (values: SeriesRow["values"], lastUpdate: number, code = "A"): SeriesRow => ({
  ...{ db: "FM08", code, name: "Example rate" },
  ...{ lastUpdate, values },
});
const start = { 20261112: 1.11, 20261113: 1.22 };

const shown: Record<string, () => Promise<void>> = {
  async "Values are current: there are no revisions, and a period has its final value."() {
    const { lived, played } = await livedAndPlayed((day) => [
      row(
        { ...start, ...(day >= "2026-11-17" && { 20261116: day >= "2026-11-18" ? 1.55 : 1.33 }) },
        day >= "2026-11-18" ? 20261118 : day >= "2026-11-17" ? 20261117 : 20261116,
      ),
    ]);
    expect(lived).toEqual(["2026-11-17 updated FM08/A 2026-11-16=1.33", "2026-11-18 revised FM08/A"]);
    expect(played).toEqual(["2026-11-17 updated FM08/A 2026-11-16=1.55"]);
  },
  async "When a period came out is an estimate: as many business days after its end as the newest one, at most 120, and on the next business day where periods are days."() {
    const { lived, played } = await livedAndPlayed((day) => [
      row(
        { ...start, ...(day >= "2026-11-19" && { 20261116: 1.33 }) },
        day >= "2026-11-19" ? 20261119 : 20261116,
      ),
    ]);
    expect(lived).toEqual(["2026-11-19 updated FM08/A 2026-11-16=1.33"]);
    expect(played).toEqual(["2026-11-17 updated FM08/A 2026-11-16=1.33"]);
  },
  async "A value that came later than its period comes with the period."() {
    const { lived, played } = await livedAndPlayed((day) => [
      row(
        {
          ...start,
          ...(day >= "2026-11-17" && { 20261116: day >= "2026-11-18" ? 1.33 : null }),
          ...(day >= "2026-11-18" && { 20261117: 1.44 }),
        },
        Number(day.replaceAll("-", "")),
      ),
    ]);
    expect(lived).toEqual(["2026-11-18 updated FM08/A 2026-11-16=1.33 2026-11-17=1.44"]);
    expect(played).toEqual([
      "2026-11-17 updated FM08/A 2026-11-16=1.33",
      "2026-11-18 updated FM08/A 2026-11-17=1.44",
    ]);
  },
  async "Current series exist throughout: there are no events of added or removed series."() {
    const others = ["B", "C", "D"].map((code) => row(start, 20261116, code));
    const { lived, played } = await livedAndPlayed((day) => [
      ...others,
      ...(day < "2026-11-17" ? [row(start, 20261116, "GONE")] : []),
      ...(day >= "2026-11-18" ? [row(start, 20261118, "NEW")] : []),
    ]);
    expect(lived).toEqual(["2026-11-17 removed FM08/GONE", "2026-11-18 added FM08/NEW"]);
    expect(played).toEqual([]);
  },
};

describe("what the past of series does not tell", () => {
  test.each(untold)("%s", async (sentence) => {
    expect(shown).toHaveProperty([sentence]);
    await shown[sentence]?.();
  });
});

test("a code that the database does not have is set aside in words, and the others are read", async () => {
  const clock = createHandClock(at("2026-11-19", "12:00"));
  const world = { series: [row(start, 20261116)] };
  const { clients } = await served(
    { statistics: (asked) => statisticsService(world, "observed")(asked) },
    clock,
  );
  const [piece] = history.pieces(
    { watch: [{ db: "FM08", codes: ["A", "NONE"] }] },
    { from: days[0] ?? "", to: days[3] ?? "" },
    means,
  );
  const oddities = createOddities();
  const names: string[] = [];
  for await (const page of piece?.read(clients, {
    signal: new AbortController().signal,
    oddities,
    progress: () => {},
  }) ?? [])
    names.push(...page.map(({ set, subject, name }) => `${set} ${subject} ${name}`));
  expect(names).toEqual([
    "statistics/series FM08/A listed",
    "statistics/points FM08/A 2026-11-12",
    "statistics/points FM08/A 2026-11-13",
  ]);
  expect(oddities.badRecords.map(({ name }) => name)).toEqual(["NONE"]);
});
