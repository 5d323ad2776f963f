/**
 * A year of the monitor on a clock that jumps from one timer to the next: real services on loopback with Japan's
 * holidays and late publications, a real database, a restart a week. What the log must hold is computed from the
 * services' world alone.
 */
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LogEntry } from "../../src/model/event.ts";
import type { Alert } from "../../src/model/items.ts";
import { type Asked, mostWithin } from "./door.ts";
import { type Lived, live } from "./lived.ts";
import { createOracle, type Expected, toldBy } from "./oracle/expected.ts";
import { expectedComments, expectedRanking } from "./oracle/forum.ts";
import { expectedMargins } from "./oracle/margins.ts";
import { expectedShorts } from "./oracle/shorts.ts";
import { expectedStatistics } from "./oracle/statistics.ts";
import {
  codes,
  configText,
  dayAt,
  dayMs,
  pageSize,
  requestsPerMinute,
  startsAt,
  watch,
  weeks,
  worldOptions,
} from "./plan.ts";
import { liveWeeks } from "./restarts.ts";

/** Requests of a poll wait for their turn. */
const longestPollMs = 60_000;
const end = startsAt + (weeks * 7 + 1) * dayMs;
const oracle = createOracle(worldOptions, end);
let lived: Lived;
let log: LogEntry[] = [];

beforeAll(async () => {
  lived = await live({ startsAt, simulator: worldOptions, config: configText });
  await liveWeeks(lived, weeks);
  await lived.until(end);
  log = lived.log();
}, 600_000);
afterAll(() => lived?.close());

const from = (source: string) => log.filter(({ event }) => event.source === `/sources/${source}`);
const news = (source: string) => from(source).filter(({ event }) => !event.type.startsWith("source."));
const tellings = (entries: readonly LogEntry[]) => entries.map(({ event }) => toldBy(event)).sort();
const pollsOf = (path: string) => [
  ...new Set(lived.asked.filter((one) => one.path.startsWith(path)).map(({ at }) => at)),
];

const dated: readonly (readonly [source: string, path: string, expected: () => Expected[]])[] = [
  ["margin-alerts", "/market/v2/markets/margin-alert", () => expectedMargins(oracle)],
  ["short-sale-reports", "/market/v2/markets/short-sale-report", () => expectedShorts(oracle, "documented")],
  ["statistics-updates", "/statistics/api/v1/getDataCode", () => expectedStatistics(oracle, watch)],
];

describe.each(dated)("%s", (source, path, expectedOf) => {
  const polls = () => pollsOf(path);
  const seenInTime = () => {
    const last = polls().at(-1) ?? 0;
    return expectedOf().filter(({ outAt }) => outAt <= last);
  };
  it("tells all that was published, each once", () => {
    const expected = seenInTime().map(({ told }) => told);
    expect(expected.length).toBeGreaterThan(weeks * 5);
    expect(tellings(news(source))).toEqual(expected.sort());
  });
  it("tells it at the first poll after it came out", () => {
    const times = polls();
    const toldAt = new Map(news(source).map(({ event }) => [toldBy(event), Date.parse(event.time)]));
    const missed = seenInTime().filter(({ told, outAt }) => {
      const askedAt = times.find((at) => at >= outAt) ?? Number.POSITIVE_INFINITY;
      const waitedMs = (toldAt.get(told) ?? Number.POSITIVE_INFINITY) - askedAt;
      return !(waitedMs >= 0 && waitedMs <= longestPollMs);
    });
    expect(missed).toEqual([]);
  });
  it("tells nothing on days on which nothing is published", () => {
    const { isOpen } = oracle.world.calendar;
    expect(news(source).filter(({ event }) => !isOpen(dayAt(Date.parse(event.time))))).toEqual([]);
  });
});

describe("the forum's sources", () => {
  it("tell each comment that can be seen once", () => {
    const posted = news("forum-comments").filter(({ event }) => event.type === "forum.comment.posted");
    const expected = codes.flatMap((code) => {
      const polls = pollsOf("/forum/bff-quote-stocks/v1/ajax/bbs/comment");
      return expectedComments(oracle, { code, polls, pageSize });
    });
    expect(expected.length).toBeGreaterThan(weeks * 5);
    expect(tellings(posted)).toEqual(expected.sort());
  });
  it("tell each move of the ranking once", () => {
    const expected = expectedRanking(oracle, pollsOf("/forum/stocks/ranking/bbs"));
    expect(expected.length).toBeGreaterThan(weeks * 5);
    expect(tellings(news("forum-ranking"))).toEqual(expected.sort());
  });
});

describe("the monitor", () => {
  it("numbers its log without a hole, over all restarts", () => {
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
    expect(new Set(log.map(({ event }) => event.id)).size).toBe(log.length);
  });
  it("has nothing to say of itself but that it began", () => {
    const own = log.filter(({ event }) => /^(source|rules|mail)\./.test(event.type));
    expect(own.map(({ event }) => event.type).sort()).toEqual([
      "rules.loaded",
      ...Array.from({ length: 5 }, () => "source.baselined"),
    ]);
  });
  it("mails each alert once to its address", () => {
    const alerts = log.filter(
      ({ event }) => event.type === "alert.fired" && (event.data.now as Alert).recipients.length > 0,
    );
    expect(alerts.length).toBeGreaterThan(weeks);
    expect(readdirSync(lived.outbox).filter((name) => name.endsWith(".eml"))).toHaveLength(alerts.length);
  });
  it("never asks for more than the plan has, in any minute", () => {
    const market = lived.asked.filter(({ path }: Asked) => path.startsWith("/market/"));
    expect(market.length).toBeGreaterThan(weeks * 50);
    expect(mostWithin(60_000, market)).toBeLessThanOrEqual(requestsPerMinute);
  });
});
