/** The five sources on real clients and loopback services, whose answers a test may spoil on their way. */
import { onTestFinished } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { createHttp } from "../../src/lib/http/http.ts";
import { createNamedSources } from "../../src/sources/index.ts";
import { createForumClient } from "../../src/upstreams/forum/client.ts";
import { createMarketClient } from "../../src/upstreams/market/client.ts";
import { createStatisticsClient } from "../../src/upstreams/statistics/client.ts";
import { type ForumWorld, forumService } from "../support/services/forum.ts";
import { type MarketWorld, marketKey, marketService } from "../support/services/market.ts";
import { type Answer, type Dialect, type Service, serve } from "../support/services/serve.ts";
import { type StatisticsWorld, statisticsService } from "../support/services/statistics.ts";
import { until } from "../support/until.ts";
import { scriptedHouse } from "./scripted-house.ts";

export type Row = Record<string, unknown>;

/** Spoils the records of an answer, or the answer around them, in place. */
type Spoil = (rows: Row[], answer: Row) => void;

export type Kind = "margin" | "short" | "comments" | "ranking" | "catalogue" | "data";

const sourceOf = {
  margin: "margin-alerts",
  short: "short-sale-reports",
  comments: "forum-comments",
  ranking: "forum-ranking",
  catalogue: "statistics-updates",
  data: "statistics-updates",
} as const satisfies Record<Kind, string>;

const today = "2026-11-20";
const codes = ["9901", "9902", "9903", "9904", "9905"];

function freshWorlds() {
  const market: MarketWorld = {
    names: Object.fromEntries(codes.map((code) => [code, `架空${code}`])),
    margin: codes.map((code, at) => ({
      code,
      publishedOn: "2026-11-19",
      appliedOn: "2026-11-18",
      short: 1000 + at,
      long: 2000 + at,
    })),
    shorts: codes.map((code, at) => ({
      code,
      seller: `Example Capital ${at}`,
      ratio: 0.6 + at / 100,
      shares: 60_000 + at,
      calculatedOn: "2026-11-18",
      disclosedOn: "2026-11-19",
    })),
  };
  const forum: ForumWorld = {
    comments: {
      "9901": [101, 103, 104, 107, 110].map((part) => ({
        part,
        title: "決算",
        body: "架空の話",
        yes: 1,
        no: 0,
      })),
    },
    rankings: { daily: [...codes] },
  };
  const statistics: StatisticsWorld = {
    series: codes.map((code, at) => ({
      db: "FM08",
      code: `S${code}`,
      name: "Example rate",
      lastUpdate: 20261119,
      values: { "20261117": 1.5 + at, "20261118": 2.5 },
    })),
  };
  return { market, forum, statistics };
}

/** One source, polled by hand. `spoil` is asked for each answer of its kind. */
export async function driftStage(kind: Kind, dialect: Dialect) {
  const worlds = freshWorlds();
  const spoils: Partial<Record<Kind | "page", Spoil>> = {};
  const pages: { edit: (html: string) => string } = { edit: (html) => html };
  const spoiled = (service: Service): Service => spoiling(service, (path) => spoils[kindOf(path)]);
  const served = await serve({
    market: spoiled(marketService(worlds.market, dialect)),
    forum: editing(spoiled(forumService(worlds.forum, dialect)), () => pages.edit),
    statistics: spoiled(statisticsService(worlds.statistics, dialect)),
  });
  onTestFinished(served.close);
  const http = () => createHttp({ retries: 0 });
  const clients = {
    market: createMarketClient({ url: `${served.url}/market/v2`, apiKey: marketKey, http: http() }),
    forum: createForumClient({ url: `${served.url}/forum`, http: http(), clock: systemClock }),
    statistics: createStatisticsClient({ url: `${served.url}/statistics`, language: "en", http: http() }),
  };
  const day = () => today;
  const options = {
    "forum-comments": { codes: ["9901"], pageSize: 20 },
    "forum-ranking": { terms: ["daily" as const], activity: true },
    "margin-alerts": {},
    "short-sale-reports": {},
    "statistics-updates": { watch: [{ db: "FM08" }] },
  };
  // A source asks again an hour later for what it leaves out because it asked for it a moment ago.
  const time = { ms: 0 };
  const clock = { ...systemClock, now: () => time.ms };
  const makeSource = () => {
    const clocks = { clock, today: { market: day, forum: day, statistics: day } };
    const source = createNamedSources(options, clients, clocks).find(({ name }) => name === sourceOf[kind]);
    if (source === undefined) throw new Error(`no source for ${kind}`);
    return source;
  };
  const house = scriptedHouse({ source: makeSource() });
  return {
    worlds,
    house,
    /** Another house on the same database; the one before must have stopped. */
    restarted: () => stageOf(scriptedHouse({ source: makeSource(), path: house.path }), time),
    spoil(spoil: Spoil) {
      spoils[kind] = spoil;
    },
    unspoil() {
      delete spoils[kind];
    },
    /** Edits the pages that are HTML. */
    pages,
    ...stageOf(house, time),
  };
}

function stageOf(house: ReturnType<typeof scriptedHouse>, time: { ms: number }) {
  const events = () => house.events().filter(({ type }) => type !== "alert.fired");
  return {
    async poll(times = 1) {
      for (let polls = 0; polls < times; polls++) {
        // No pause after a failure lasts longer.
        house.clock.ms += 3_600_000;
        time.ms += 3_600_000;
        const before = house.committed.length;
        house.tick();
        await until("the commit", () => house.committed.length > before || house.bugs.length > 0);
        if (house.bugs.length > 0) throw house.bugs[0];
      }
    },
    events,
    /** "type reason" of the source's own news, "type subject" of the others. */
    told: () =>
      events().map(({ type, subject, data }) =>
        type.startsWith("source.") ? `${type} ${data.now.reason ?? ""}`.trim() : `${type} ${subject}`,
      ),
  };
}

function kindOf(path: string): Kind | "page" {
  if (path.endsWith("/margin-alert")) return "margin";
  if (path.endsWith("/short-sale-report")) return "short";
  if (path.endsWith("/comment")) return "comments";
  if (path.endsWith("/ranking/bbs")) return "ranking";
  if (path.endsWith("/getMetadata")) return "catalogue";
  return path.endsWith("/getDataCode") ? "data" : "page";
}

const state = /(window\.__PRELOADED_STATE__ = )(.*)(<\/script>)/;

function spoiling(service: Service, spoilOf: (path: string) => Spoil | undefined): Service {
  return (asked) => {
    const answer = service(asked);
    const spoil = spoilOf(asked.path);
    if (answer === undefined || answer === "hang" || spoil === undefined) return answer;
    const text = state.exec(answer.body)?.[2] ?? answer.body;
    const content = JSON.parse(text) as Row;
    const rows = rowsOf(content);
    if (rows.length > 0) spoil(rows, content);
    return { ...answer, body: answer.body.replace(text, () => JSON.stringify(content)) };
  };
}

function rowsOf(content: Row): Row[] {
  const inside = (content.response ?? content.mainRankingList ?? content) as Row;
  return (inside.data ?? inside.items ?? inside.results ?? inside.RESULTSET ?? []) as Row[];
}

function editing(service: Service, edit: () => (html: string) => string): Service {
  return (asked) => {
    const answer = service(asked);
    const isPage = typeof answer === "object" && answer.headers?.["content-type"]?.startsWith("text/html");
    return isPage ? ({ ...answer, body: edit()(answer.body) } satisfies Answer) : answer;
  };
}
