import { describe, expect, test } from "vitest";
import { createCookieJar } from "../../../src/upstreams/forum/session.ts";
import { errorOf, sendJson } from "../../lib/http/loopback.ts";
import { forumClientOf, serveForum } from "./forum-site.ts";

const query = { code: "9901", size: 20 };

const documented = {
  part: 120,
  userId: "hash-a",
  userIcon: "http://localhost/icon.png",
  dispname: "架空投資家",
  infoLink: "http://localhost/history",
  title: "決算は\n&hellip;",
  body: '上がる &amp; 下がる<br /><span data-id="1">続く</span><script>alert(1)</script>',
  postDate: "2026/1/5 9:05",
  good: 3,
  bad: 1,
};

async function answerOf(answer: unknown, status = 200) {
  const site = await serveForum();
  site.answer = (_, response) => sendJson(response, answer, status);
  return { site, page: forumClientOf(site.served).comments(query) };
}

const pageOf = (...items: unknown[]) => ({
  isSuccess: true,
  response: { categoryId: "c", threadId: "t", totalSize: 500, isError: false, items },
});

describe("comments", () => {
  test("become plain text with times in ISO", async () => {
    const { page } = await answerOf(pageOf(documented));
    expect(await page).toMatchObject({
      total: 500,
      comments: [
        {
          part: 120,
          author: "hash-a",
          name: "架空投資家",
          title: "決算は …",
          body: "上がる & 下がる\n続く",
          postedAt: "2026-01-05T09:05:00+09:00",
          yes: 3,
          no: 1,
        },
      ],
    });
  });

  test("as observed: masked names, further keys, absent ones, an empty title", async () => {
    const bare = {
      part: 7,
      dispname: "734*****",
      title: "",
      body: "&lt;3",
      good: 0,
      bad: 0,
      feelLabel: "buy",
      parent: 3,
    };
    const { page } = await answerOf(pageOf(bare));
    const { comments } = await page;
    expect(comments).toMatchObject([{ part: 7, name: "734*****", body: "<3", yes: 0, no: 0 }]);
    for (const absent of ["author", "title", "postedAt"]) expect(comments[0]).not.toHaveProperty(absent);
  });

  test("come by part descending, each once", async () => {
    const parts = [118, 120, 119, 120, 9];
    const { page } = await answerOf(pageOf(...parts.map((part) => ({ ...documented, part }))));
    expect((await page).comments.map(({ part }) => part)).toEqual([120, 119, 118, 9]);
  });

  test("are asked by code and size, from a part only where one is given", async () => {
    const site = await serveForum();
    const client = forumClientOf(site.served);
    await client.comments({ code: "9901", size: 50 });
    await client.comments({ code: "9901", size: 50, mid: 77 });
    const asked = site.served.asked.map(({ path }) => path).filter((path) => path.includes("comment"));
    const path = "/bff-quote-stocks/v1/ajax/bbs/comment?code=9901&size=50";
    expect(asked).toEqual([path, `${path}&mid=77`]);
  });
});

describe("answers that are none", () => {
  test.each([
    ["isSuccess false", { isSuccess: false, message: "try later" }, "try later"],
    ["isSuccess false without a word", { isSuccess: false }, "without a message"],
    ["isError true", { isSuccess: true, response: { isError: true, items: [] } }, "without a message"],
    [
      "isError true over comments",
      { ...pageOf(documented), response: { isError: true, items: [documented] } },
      "",
    ],
  ])("%s inside a 200 is an error of the service", async (_, answer, said) => {
    const error = await errorOf((await answerOf(answer)).page);
    expect(error).toMatchObject({ reason: "service-error" });
    expect(String(error)).toContain(said);
  });

  test.each([
    ["no verdict", { response: { items: [] } }, "isSuccess: expected boolean"],
    ["no response", { isSuccess: true }, "response: expected object"],
    ["no items", { isSuccess: true, response: { isError: false } }, "response.items: expected array"],
    [
      "a comment without a body",
      pageOf({ ...documented, body: undefined }),
      "response.items[0].body: expected string",
    ],
    [
      "a part that is no number",
      pageOf({ ...documented, part: "x" }),
      "response.items[0].part: expected the number of a comment",
    ],
    ["votes below none", pageOf({ ...documented, good: -1 }), "response.items[0].good: expected a count"],
    [
      "another form of time",
      pageOf({ ...documented, postDate: "an hour ago" }),
      "response.items[0].postDate: expected",
    ],
    ["text", "hello", "the answer: expected object"],
  ])("%s is malformed", async (_, answer, place) => {
    const error = await errorOf((await answerOf(answer)).page);
    expect(error).toMatchObject({ reason: "malformed" });
    expect(String(error)).toContain(place);
  });

  test.each([0, -7, 1.5, 10_000_000_000])("a part of %d is malformed", async (part) => {
    const error = await errorOf((await answerOf(pageOf({ ...documented, part }))).page);
    expect(error).toMatchObject({ reason: "malformed" });
    expect(String(error)).toContain("response.items[0].part: expected the number of a comment");
  });

  test("another status keeps its meaning", async () => {
    expect(await errorOf((await answerOf({}, 503)).page)).toMatchObject({ reason: "server-error" });
    expect(await errorOf((await answerOf({}, 429)).page)).toMatchObject({ reason: "rate-limited" });
    expect(await errorOf((await answerOf({}, 404)).page)).toMatchObject({ reason: "rejected" });
  });
});

describe("the cookie jar", () => {
  test("keeps the last value of each name and forgets what is taken back", () => {
    const jar = createCookieJar();
    expect(jar.header()).toBeUndefined();
    jar.take(["a=1; Path=/", "b=x=y; Secure", "=nameless", "bare"]);
    jar.take("a=2");
    expect(jar.header()).toBe("a=2; b=x=y");
    jar.take(["b=; Max-Age=0"]);
    expect(jar.header()).toBe("a=2");
  });

  test("does not grow without end", () => {
    const jar = createCookieJar();
    for (let number = 0; number < 1_000; number++) jar.take(`c${number}=1`);
    expect(jar.header()?.split("; ")).toHaveLength(50);
  });
});
