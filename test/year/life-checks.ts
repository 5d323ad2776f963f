/**
 * Lives a plan on a clock that jumps from one timer to the next, with real services on loopback, a real database
 * and a restart a week; then holds the log against what the services' world says.
 */
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Event, LogEntry } from "../../src/model/event.ts";
import type { Alert } from "../../src/model/news-items.ts";
import { mostWithin } from "./door.ts";
import { type Lived, live } from "./lived.ts";
import { createOracle, type Expected, type Oracle, toldBy } from "./oracle/expected.ts";
import { expectedComments, expectedRanking } from "./oracle/forum.ts";
import { expectedLateness } from "./oracle/lateness.ts";
import { expectedMargins } from "./oracle/margins.ts";
import { expectedShorts } from "./oracle/shorts.ts";
import { expectedStatistics } from "./oracle/statistics.ts";
import {
  codes,
  configText,
  type DueSource,
  dayAt,
  dayMs,
  dueSources,
  type LifePlan,
  pageSize,
  requestsPerMinute,
  spacingMs,
  startsAt,
  watch,
  worldOptions,
} from "./plan.ts";
import { liveWeeks } from "./restarts.ts";

/** Requests of a poll wait for their turn. */
const longestPollMs = 120_000;

interface Life {
  readonly plan: LifePlan;
  readonly oracle: Oracle;
  lived(): Lived;
  log(): readonly LogEntry[];
}

/** Registers the tests of a plan. */
export function lifeChecks(plan: LifePlan): void {
  const end = startsAt + (plan.weeks * 7 + 1) * dayMs;
  const oracle = createOracle(worldOptions, end);
  let lived: Lived;
  let log: readonly LogEntry[] = [];
  beforeAll(async () => {
    const simulator = { ...worldOptions, ...plan.simulator };
    lived = await live({ startsAt, simulator, config: (url) => configText(plan, url) });
    await liveWeeks(lived, plan.weeks);
    await lived.until(end);
    log = lived.log();
  }, 600_000);
  afterAll(() => lived?.close());

  const life = { plan, oracle, lived: () => lived, log: () => log };
  publicationChecks(life);
  forumChecks(life);
  limitChecks(life);
  ownChecks(life);
}

function publicationChecks(life: Life): void {
  const { plan, oracle } = life;
  const dialect = plan.simulator?.dialect ?? "documented";
  const dated: readonly (readonly [source: DueSource, path: string, expected: () => Expected[]])[] = [
    ["margin-alerts", "/market/v2/markets/margin-alert", () => expectedMargins(oracle)],
    ["short-sale-reports", "/market/v2/markets/short-sale-report", () => expectedShorts(oracle, dialect)],
    [
      "statistics-updates",
      "/statistics/api/v1/getDataCode",
      () => expectedStatistics(oracle, watch, dialect),
    ],
  ];
  describe.each(dated)("%s", (source, path, expectedOf) => {
    let expectations: Expected[] | undefined;
    const seenInTime = () => {
      const last = pollsOf(life, path).at(-1) ?? 0;
      expectations ??= expectedOf().filter(({ outAt }) => outAt <= last);
      return expectations;
    };
    it("tells all that was published, each once", () => {
      const expected = seenInTime().map(({ told }) => told);
      expect(expected.length).toBeGreaterThan(plan.weeks * 5);
      // As observed, short sellers also report a company that the exchange does not list.
      const told = news(life, source).filter(
        ({ subject }) => /\//.test(subject) || oracle.world.company(subject),
      );
      expect(tellings(told)).toEqual(expected.sort());
    });
    it("tells it at the first poll after it came out", () => {
      const polls = pollsOf(life, path);
      const toldAt = new Map(news(life, source).map((event) => [toldBy(event), Date.parse(event.time)]));
      const missed = seenInTime().filter(({ told, outAt }) => {
        const askedAt = polls.find((at) => at >= outAt) ?? Number.POSITIVE_INFINITY;
        return !isWithin(toldAt.get(told), askedAt, longestPollMs);
      });
      expect(missed).toEqual([]);
    });
    it("tells nothing on days on which nothing is published", () => {
      const { isOpen } = oracle.world.calendar;
      const closed = news(life, source).filter(({ time }) => !isOpen(dayAt(Date.parse(time))));
      expect(closed).toEqual([]);
    });
    it("is late once on each day on which it was, told when the grace ended", () => {
      const expected = expectedLateness(oracle, source);
      const told = from(life, source).filter(({ type }) => type === "source.late");
      expect(told.map(({ occurred }) => occurred)).toEqual(expected.map(({ day }) => day));
      const wrong = told.filter(({ time }, index) => {
        return !isWithin(Date.parse(time), expected[index]?.lateAt ?? 0, longestPollMs);
      });
      expect(wrong).toEqual([]);
    });
  });
}

function forumChecks(life: Life): void {
  const { plan, oracle } = life;
  describe("the forum's sources", () => {
    it("tell each comment that can be seen once", () => {
      const posted = news(life, "forum-comments").filter(({ type }) => type === "forum.comment.posted");
      const polls = pollsOf(life, "/forum/bff-quote-stocks/v1/ajax/bbs/comment");
      const expected = codes.flatMap((code) => expectedComments(oracle, { code, polls, pageSize }));
      expect(expected.length).toBeGreaterThan(plan.weeks * 5);
      expect(tellings(posted)).toEqual(expected.sort());
    });
    it("tell each move of the ranking once", () => {
      const expected = expectedRanking(oracle, pollsOf(life, "/forum/stocks/ranking/bbs"));
      expect(expected.length).toBeGreaterThan(plan.weeks * 5);
      expect(tellings(news(life, "forum-ranking"))).toEqual(expected.sort());
    });
  });
}

function limitChecks({ lived, plan }: Life): void {
  describe("the services", () => {
    const askedOf = (prefix: string) => lived().asked.filter(({ path }) => path.startsWith(prefix));
    it("are never asked for more than the plan has, in any minute", () => {
      expect(askedOf("/market/").length).toBeGreaterThan(plan.weeks * 50);
      const most = mostWithin(60_000, askedOf("/market/"));
      expect(most).toBeLessThanOrEqual(requestsPerMinute);
      if (plan.fillsPlan) expect(most).toBe(requestsPerMinute);
    });
    it("get the time between two requests that they ask for", () => {
      expect(askedOf("/statistics/").length).toBeGreaterThan(plan.weeks * 10);
      expect(mostWithin(spacingMs, askedOf("/statistics/"))).toBe(1);
    });
  });
}

function ownChecks(life: Life): void {
  const { plan, lived, log, oracle } = life;
  describe("the monitor", () => {
    it("numbers its log without a hole, over all restarts", () => {
      expect(log().map(({ seq }) => seq)).toEqual(log().map((_, index) => index + 1));
      expect(new Set(log().map(({ event }) => event.id)).size).toBe(log().length);
    });
    it("says of itself that it began and what was late, and nothing else", () => {
      const own = log().flatMap(({ event: { type } }) => (/^(source|rules|mail)\./.test(type) ? [type] : []));
      const late = dueSources.flatMap((source) => expectedLateness(oracle, source));
      expect(own.sort()).toEqual([
        "rules.loaded",
        ...Array.from({ length: 5 }, () => "source.baselined"),
        ...late.map(() => "source.late"),
      ]);
    });
    it("raises an alert for each that was late, and none about it on a closed day", () => {
      const alerts = log().flatMap(({ event }) => (event.type === "alert.fired" ? [event] : []));
      const aboutLate = alerts.filter(({ data }) => (data.now as Alert).cause.type === "source.late");
      const late = dueSources.flatMap((source) => expectedLateness(oracle, source));
      expect(aboutLate.map(({ occurred }) => occurred).sort()).toEqual(late.map(({ day }) => day).sort());
      const { isOpen } = oracle.world.calendar;
      const closed = alerts.filter(({ time }) => !isOpen(dayAt(Date.parse(time))));
      expect(closed.filter(({ data }) => !/^forum\./.test((data.now as Alert).cause.type))).toEqual([]);
    });
    it("mails each alert once to its address, of several about one event the gravest", () => {
      const alerts = log().filter(({ event }) => {
        const { recipients, unmailed } = event.data.now as Alert;
        return event.type === "alert.fired" && recipients.length > 0 && unmailed !== "same-cause";
      });
      expect(alerts.length).toBeGreaterThan(plan.weeks);
      expect(readdirSync(lived().outbox).filter((name) => name.endsWith(".eml"))).toHaveLength(alerts.length);
    });
  });
}

function from({ log }: Life, source: string): Event[] {
  return log().flatMap(({ event }) => (event.source === `/sources/${source}` ? [event] : []));
}

function news(life: Life, source: string): Event[] {
  return from(life, source).filter(({ type }) => !type.startsWith("source."));
}

function tellings(events: readonly Event[]): string[] {
  return events.map(toldBy).sort();
}

/** When something of a path was asked for, ms since 1970, each time once. */
function pollsOf({ lived }: Life, path: string): number[] {
  return [...new Set(lived().asked.flatMap((one) => (one.path.startsWith(path) ? [one.at] : [])))];
}

function isWithin(time: number | undefined, start: number, lengthMs: number): boolean {
  return time !== undefined && time >= start && time <= start + lengthMs;
}
