/** A simulator on a loopback socket whose time stands still until the test moves it. */
import { request } from "undici";
import { openSimulator, type SimulatorOptions } from "../../src/simulator/index.ts";
import { createHandClock } from "../support/hand-clock.ts";

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: an answer of a remote service, of which the test checks parts
  json(): any;
}

export async function get(
  url: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<Answer> {
  const response = await request(url, { headers, method: method as "GET" });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  const text = bytes.toString();
  return {
    status: response.statusCode,
    headers: response.headers,
    bytes,
    text,
    json: () => JSON.parse(text),
  };
}

/** A Monday, so that day 0 is this very date. */
export const startDate = "2026-03-02";

export async function openWorld(options: Partial<SimulatorOptions> = {}) {
  const clock = createHandClock(Date.parse(`${startDate}T00:00:00Z`));
  const simulator = await openSimulator({ startDate, clock, ...options });
  const { marketUrl, forumUrl, statisticsUrl } = simulator;
  return {
    simulator,
    clock,
    market: (call: string, headers: Record<string, string> = {}) =>
      get(`${marketUrl}/${call}`, { "x-api-key": "any", ...headers }),
    statistics: (call: string) => get(`${statisticsUrl}/api/v1/${call}`),
    ranking: (query: string) => get(`${forumUrl}/stocks/ranking/bbs?${query}`),
    page: (code: string) => get(`${forumUrl}/quote/${code}.T/forum`),
    token: async (code = "7203") =>
      /"jwtToken":"([^"]+)"/.exec((await get(`${forumUrl}/quote/${code}.T/forum`)).text)?.[1] ?? "",
    comments: (query: string, headers: Record<string, string>) =>
      get(`${forumUrl}/bff-quote-stocks/v1/ajax/bbs/comment?${query}`, headers),
    commentHeaders: (token: string, code = "7203") => ({
      "x-jwt-token": token,
      referer: `${forumUrl}/quote/${code}.T/forum`,
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64)",
    }),
  };
}

export type OpenedWorld = Awaited<ReturnType<typeof openWorld>>;

export function rankingState(html: string) {
  const json = /window\.__PRELOADED_STATE__ = (\{.*\})<\/script>/.exec(html)?.[1] ?? "";
  return JSON.parse(json).mainRankingList as {
    results: {
      rank: string;
      stockCode: string;
      stockName: string;
      marketName: string;
      detailLink: string;
      date: string;
      bbsUrl: string;
      savePrice: string;
      rankingResult: Record<string, unknown>;
    }[];
    paging: Record<string, unknown>;
  };
}
