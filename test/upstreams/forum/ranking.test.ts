import { describe, expect, test } from "vitest";
import { encodeShiftJis } from "../../../src/simulator/statistics/bodies.ts";
import { createOddities } from "../../../src/upstreams/misfits.ts";
import { errorOf, serve } from "../../lib/http/loopback.ts";
import { forumClientOf } from "./forum-site.ts";

const row = {
  rank: "1",
  stockCode: "285A",
  marketName: "東証PRM",
  stockName: "架空半導体",
  detailLink: "http://localhost/quote",
  bbsUrl: "http://localhost/bbs",
  savePrice: "1,234",
  date: "15:30",
  rankingResult: { bbsContents: { updateDateTime: "2026/01/05 09:05" }, price: null, volume: null },
};
const paging = {
  hasNext: true,
  totalPage: 2,
  totalSize: 95,
  page: 1,
  size: 50,
  startIndex: 1,
  endIndex: 50,
  displayedPageNumbers: [1, 2],
};
const state = (results: unknown[] = [row], more: object = {}) => ({
  other: { text: "</div> } ; window.__PRELOADED_STATE__ = {}", deep: [{}, { a: "\\" }] },
  mainRankingList: { results, paging, ...more },
});

/** JSON inside a script, as pages write it: a closing tag must not end the script early. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll("</", "<\\/");

const assigned = (value: unknown, after = ";") =>
  `<html><head><script>var a = 1;</script></head><body><p>window.__PRELOADED_STATE__ = {"no": 1}</p>
   <script>window.__PRELOADED_STATE__ = ${inScript(value)}${after}</script><script>late()</script></body></html>`;

async function rankingOf(html: string) {
  const served = await serve((_, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end(html),
  );
  return { served, page: forumClientOf(served).ranking({ term: "weekly", page: 2 }) };
}

describe("the ranking", () => {
  test("is read out of the page", async () => {
    const second = {
      ...row,
      rank: "2",
      stockCode: "9901",
      marketName: null,
      rankingResult: { bbsContents: null },
    };
    const { served, page } = await rankingOf(assigned(state([row, second])));
    expect(await page).toMatchObject({
      rows: [
        {
          rank: 1,
          code: "285A",
          name: "架空半導体",
          market: "東証PRM",
          activeAt: "2026-01-05T09:05:00+09:00",
        },
        { rank: 2, code: "9901", name: "架空半導体" },
      ],
      totalSize: 95,
      totalPage: 2,
      page: 1,
      hasNext: true,
    });
    for (const absent of ["market", "activeAt"]) expect((await page).rows[1]).not.toHaveProperty(absent);
    expect(served.asked[0]?.path).toBe("/stocks/ranking/bbs?market=all&term=weekly&page=2");
    expect(served.asked[0]?.headers["user-agent"]).toMatch(/^Mozilla\/5\.0/);
    expect(served.asked[0]?.headers.cookie).toBeUndefined();
  });

  test.each([
    ["nothing", ""],
    ["a line break and another assignment", ";\nwindow.__OTHER__ = {};"],
    ["a function call", ";(function(){ return {} })();"],
  ])("is read where %s follows the object", async (_, after) => {
    expect((await (await rankingOf(assigned(state(), after))).page).rows).toHaveLength(1);
  });

  test.each([
    ["no state", "<html><script>other = {}</script></html>", "window.__PRELOADED_STATE__"],
    ["a state only in text", `<p>window.__PRELOADED_STATE__ = ${inScript(state())}</p>`, "does not assign"],
    [
      "a state only in a comment",
      `<!--<script>window.__PRELOADED_STATE__ = {}</script>-->`,
      "does not assign",
    ],
    ["a state that breaks off", assigned(state()).slice(0, 400), "window.__PRELOADED_STATE__"],
    [
      "a state cut inside its script",
      '<script>window.__PRELOADED_STATE__ = {"a": [1, </script>',
      "not a JSON object",
    ],
    ["an object that goes on as an expression", assigned(state(), ".page"), "not a JSON object"],
    ["code", "<script>window.__PRELOADED_STATE__ = load({})</script>", "not a JSON object"],
    ["a comparison", "<script>if (window.__PRELOADED_STATE__ == {}) go()</script>", "does not assign"],
    ["an abyss", `<script>window.__PRELOADED_STATE__ = ${"[".repeat(200_000)}</script>`, "not a JSON object"],
    ["no list", assigned({ other: 1 }), "mainRankingList: expected object"],
    ["no paging", assigned(state([row], { paging: null })), "mainRankingList.paging: expected object"],
    [
      "a rank that is none",
      assigned(state([{ ...row, rank: "first" }])),
      "results[0].rank: expected an integer",
    ],
    [
      "a row without a code",
      assigned(state([{ ...row, stockCode: "" }])),
      "results[0].stockCode: expected a stock code",
    ],
    [
      "a code with the suffix of a market",
      assigned(state([{ ...row, stockCode: "7203.T" }])),
      "results[0].stockCode: expected a stock code",
    ],
    [
      "a code of the market service",
      assigned(state([{ ...row, stockCode: "72030" }])),
      "results[0].stockCode: expected a stock code",
    ],
    ["an empty page", "", "does not assign"],
  ])("%s is malformed", async (_, html, said) => {
    const error = await errorOf((await rankingOf(html)).page);
    expect(error).toMatchObject({ name: "Failure", reason: "malformed" });
    expect(String(error)).toContain(said);
  });

  test("nothing of the page is run", async () => {
    const html =
      "<script>window.__PRELOADED_STATE__ = { get mainRankingList() { globalThis.ranByPage = 1 } }</script>";
    expect(await errorOf((await rankingOf(html)).page)).toMatchObject({ reason: "malformed" });
    expect("ranByPage" in globalThis).toBe(false);
  });

  test.each(["text/html", "text/html; charset=utf-8", "text/html; charset=Shift_JIS"])(
    "in the bytes of another charset is malformed, though it says %s",
    async (type) => {
      const bytes = encodeShiftJis(assigned(state()));
      const served = await serve((_, response) =>
        response.writeHead(200, { "content-type": type }).end(bytes),
      );
      const error = await errorOf(forumClientOf(served).ranking({ term: "weekly", page: 2 }));
      expect(error).toMatchObject({ reason: "malformed" });
      expect(String(error)).toContain("the answer is not utf-8");
    },
  );

  test("is UTF-8 whatever charset it says", async () => {
    const served = await serve((_, response) =>
      response.writeHead(200, { "content-type": "text/html; charset=Shift_JIS" }).end(assigned(state())),
    );
    const { rows } = await forumClientOf(served).ranking({ term: "weekly", page: 2 });
    expect(rows[0]?.name).toBe("架空半導体");
  });

  test("fails where one of its rows cannot be read, also for those who set single records aside", async () => {
    const served = await serve((_, response) =>
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(assigned(state([row, { ...row, rank: "second" }]))),
    );
    const oddities = createOddities();
    const page = forumClientOf(served).ranking(
      { term: "weekly", page: 2 },
      new AbortController().signal,
      oddities,
    );
    expect(await errorOf(page)).toMatchObject({ reason: "malformed" });
  });
});
