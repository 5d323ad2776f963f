import { describe, expect, test } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { createForumClient } from "../../../src/upstreams/forum/client.ts";
import { errorOf, hurriedClock, sendJson, serve } from "../../lib/http/loopback.ts";
import { forumClientOf, serveForum } from "./forum-site.ts";

const comment = {
  part: 120,
  userId: "5f1c",
  userIcon: "http://127.0.0.1/icons/1.png",
  dispname: "734*****",
  infoLink: "http://127.0.0.1/users/5f1c",
  title: "First\nline &hellip;",
  body: "One<br />two &amp; <span data-x>three</span>",
  postDate: "2026/1/5 9:03",
  good: "12",
  bad: 3,
};
const page = { categoryId: "1834", threadId: "9901", totalSize: 130, isError: false };

describe("comments, whole", () => {
  test("hold every field of the document", async () => {
    const site = await serveForum();
    site.answer = (_, response) =>
      sendJson(response, { isSuccess: true, response: { ...page, items: [comment] } });
    expect(await forumClientOf(site.served).comments({ code: "9901", size: 50 })).toEqual({
      category: "1834",
      thread: "9901",
      total: 130,
      comments: [
        {
          part: 120,
          author: "5f1c",
          icon: "http://127.0.0.1/icons/1.png",
          name: "734*****",
          authorLink: "http://127.0.0.1/users/5f1c",
          title: "First line …",
          body: "One\ntwo & three",
          postedAt: "2026-01-05T09:03:00+09:00",
          yes: 12,
          no: 3,
        },
      ],
    });
  });

  test("take the optional keys, and a body that is a sign for unknown elsewhere", async () => {
    const site = await serveForum();
    const odd = { ...comment, title: null, body: "-", userIcon: 7, feelLabel: "strong", parent: { part: 1 } };
    site.answer = (_, response) =>
      sendJson(response, {
        isSuccess: true,
        response: { ...page, items: [odd, { ...odd, part: 119, parent: 100 }] },
      });
    const { comments } = await forumClientOf(site.served).comments({ code: "9901", size: 50 });
    expect(comments[0]).toMatchObject({ body: "-", feeling: "strong" });
    expect(comments[0]).not.toHaveProperty("parent");
    expect(comments[0]).not.toHaveProperty("icon");
    expect(comments[1]).toMatchObject({ parent: 100 });
  });
});

describe("the forum page", () => {
  test("says that a token was found and until when it is good, not what it is", async () => {
    const site = await serveForum();
    const client = forumClientOf(site.served);
    const found = await client.page({ code: "9901" });
    expect(found).toEqual({
      code: "9901",
      tokenFound: true,
      tokenEndsAt: "2026-01-05T02:00:00.000Z",
      cookies: 2,
    });
    await client.comments({ code: "9901", size: 20 });
    expect(site.tokens).toHaveLength(1);
  });

  test("without a token is an answer, not an error", async () => {
    const site = await serveForum();
    site.embed = () => "";
    const found = await forumClientOf(site.served).page({ code: "9901" });
    expect(found).toEqual({ code: "9901", tokenFound: false, cookies: 2 });
  });
});

describe("the ranking, whole", () => {
  const row = {
    rank: "1",
    stockCode: "285A",
    marketName: "Fictional market",
    stockName: "架空半導体",
    detailLink: "http://127.0.0.1/quote/285A.T",
    bbsUrl: "http://127.0.0.1/quote/285A.T/forum",
    savePrice: "12,345.5",
    date: "15:30",
    rankingResult: { other: null, bbsContents: { updateDateTime: "2026/01/05 15:41" } },
  };
  const paging = {
    hasNext: false,
    totalPage: 1,
    totalSize: 1,
    page: 1,
    size: 50,
    startIndex: 1,
    endIndex: 1,
    displayedPageNumbers: [1],
  };

  test("holds every field of the document", async () => {
    const state = { mainRankingList: { results: [row], paging } };
    const served = await serve((_, response) =>
      response.end(`<script>window.__PRELOADED_STATE__ = ${JSON.stringify(state)}</script>`),
    );
    const client = createForumClient({
      url: served.url,
      http: createHttp({ retries: 0 }),
      clock: hurriedClock(),
    });
    const whole = await client.ranking({ term: "weekly", page: 1 });
    expect(whole).toEqual({
      ...paging,
      rows: [
        {
          rank: 1,
          code: "285A",
          market: "Fictional market",
          name: "架空半導体",
          quoteLink: "http://127.0.0.1/quote/285A.T",
          forumLink: "http://127.0.0.1/quote/285A.T/forum",
          price: 12345.5,
          priceTime: "15:30",
          activeAt: "2026-01-05T15:41:00+09:00",
        },
      ],
    });
    expect(served.asked[0]?.path).toBe("/stocks/ranking/bbs?market=all&term=weekly&page=1");
  });
});

describe("a call that the document forbids is told, and nobody is asked", () => {
  test.each([
    ["code", (client: Client) => client.comments({ code: "9901.T", size: 20 })],
    ["size", (client: Client) => client.comments({ code: "9901", size: 0 })],
    ["mid", (client: Client) => client.comments({ code: "9901", size: 20, mid: 1.5 })],
    ["code", (client: Client) => client.page({ code: "" })],
    ["term", (client: Client) => client.ranking({ term: "yearly" as never, page: 1 })],
    ["page", (client: Client) => client.ranking({ term: "daily", page: 0 })],
  ])("%s", async (parameter, ask) => {
    const site = await serveForum();
    const error = await errorOf(ask(forumClientOf(site.served)));
    expect(error).toMatchObject({ name: "QueryError", reason: "rejected", parameter });
    expect(site.served.asked).toHaveLength(0);
  });
});

type Client = ReturnType<typeof forumClientOf>;
