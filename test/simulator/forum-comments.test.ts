import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenedWorld, openWorld } from "./open-world.ts";

let world: OpenedWorld;
let headers: Record<string, string>;
beforeAll(async () => {
  world = await openWorld({ elapsedMs: 50_000 });
  headers = world.commentHeaders(await world.token());
});
afterAll(() => world.simulator.close());

const parts = async (query: string) =>
  (await world.comments(query, headers))
    .json()
    .response.items.map((item: { part: number }) => item.part) as number[];

describe("the forum page", () => {
  it("sets cookies and embeds a token that holds nothing but its expiry, two hours ahead", async () => {
    const page = await world.page("7203");
    expect(page.headers["set-cookie"]).toEqual([
      expect.stringContaining("Path=/"),
      expect.stringContaining("Path=/"),
    ]);
    const [head, payload] = (await world.token())
      .split(".")
      .map((part) => Buffer.from(part, "base64url").toString());
    expect(JSON.parse(head ?? "")).toEqual({ alg: "HS256" });
    expect(JSON.parse(payload ?? "")).toEqual({ exp: world.clock.now() / 1000 + 7200 });
  });
  it("is a 404 page for a stock that does not exist", async () => {
    const page = await world.page("0000");
    expect([page.status, page.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
  });
});

describe("the headers of a comments call", () => {
  it.each(["x-jwt-token", "referer", "user-agent"])("answers 400 without %s", async (name) => {
    const { [name]: _, ...rest } = headers;
    expect((await world.comments("code=7203&size=20", rest)).status).toBe(400);
  });
  it("answers 400 to a referer that is another stock's page", async () => {
    expect((await world.comments("code=6758&size=20", headers)).status).toBe(400);
  });
  it("answers 400 to tokens that are forged or torn", async () => {
    const [head, , sign] = headers["x-jwt-token"]?.split(".") ?? [];
    const later = Buffer.from('{"exp":9999999999}').toString("base64url");
    for (const token of ["x", "..", `${head}.${later}.${sign}`, `${head}.${later}.`])
      expect((await world.comments("code=7203&size=20", { ...headers, "x-jwt-token": token })).status).toBe(
        400,
      );
  });
  it("answers 400 to a token that has expired, and takes a new one", async () => {
    const short = await openWorld({ tokenValidityMs: 60_000 });
    const old = short.commentHeaders(await short.token());
    short.clock.move(59_000);
    expect((await short.comments("code=7203&size=20", old)).status).toBe(200);
    short.clock.move(1_000);
    expect((await short.comments("code=7203&size=20", old)).status).toBe(400);
    const renewed = short.commentHeaders(await short.token());
    expect((await short.comments("code=7203&size=20", renewed)).status).toBe(200);
    await short.simulator.close();
  });
});

describe("a page of comments", () => {
  it("has the documented shape", async () => {
    const answer = (await world.comments("code=7203&size=50", headers)).json();
    expect(answer).toEqual({
      isSuccess: true,
      response: {
        categoryId: expect.any(String),
        threadId: expect.any(String),
        totalSize: expect.any(Number),
        isError: false,
        items: expect.any(Array),
      },
    });
    expect(answer.response.items).toHaveLength(50);
    for (const item of answer.response.items)
      expect(item).toEqual({
        part: expect.any(Number),
        userId: expect.stringMatching(/^[0-9a-f]{24}$/),
        userIcon: expect.stringMatching(/^http:/),
        dispname: expect.any(String),
        infoLink: expect.stringMatching(/^http:/),
        title: expect.any(String),
        body: expect.any(String),
        postDate: expect.stringMatching(/^\d{4}\/[1-9]\d?\/[1-9]\d? (0|[1-9]\d?):\d\d$/),
        good: expect.any(Number),
        bad: expect.any(Number),
      });
  });
  it("starts at the newest comment, in descending order with gaps", async () => {
    const found = await parts("code=7203&size=50");
    expect(found).toEqual([...new Set(found)].sort((a, b) => b - a));
    expect((found[0] ?? 0) - (found[49] ?? 0)).toBeGreaterThan(49);
  });
  it("starts at mid itself where that comment is there, below it where it is not", async () => {
    const found = await parts("code=7203&size=50");
    const [third = 0] = found.slice(2);
    expect(await parts(`code=7203&size=20&mid=${third}`)).toEqual(found.slice(2, 22));
    const gap = found.findIndex((part, index) => index > 0 && found[index - 1] !== part + 1);
    expect((await parts(`code=7203&size=1&mid=${(found[gap] ?? 0) + 1}`))[0]).toBe(found[gap]);
  });
  it("leads back to the very first comment, each one met once", async () => {
    const seen = new Set<number>();
    let [mid = 0] = await parts("code=7203&size=1");
    for (let pages = 0; pages < 200; pages += 1) {
      const page = await parts(`code=7203&size=100&mid=${mid}`);
      for (const part of page) seen.add(part);
      const last = page.at(-1) ?? 0;
      if (last === mid) break;
      mid = last;
    }
    expect(seen.size).toBeGreaterThan(3_000);
    expect(Math.min(...seen)).toBeLessThan(20);
  });
  it("writes what authors type as text: no tag of theirs is left", async () => {
    let bodies = "";
    for (let mid = 9_000; mid > 8_000; mid -= 100) {
      const { items } = (await world.comments(`code=7203&size=100&mid=${mid}`, headers)).json().response;
      bodies += items.map((item: { body: string; title: string }) => item.body + item.title).join("");
    }
    expect(bodies).toMatch(/&lt;script&gt;/);
    expect(bodies).toMatch(/&hellip;/);
    expect(bodies).toMatch(/<a href="http[^"]+">&gt;&gt;\d+<\/a>/);
    expect(bodies.replace(/<br \/>|<\/?span[^>]*>|<a href="[^"]*">|<\/a>/g, "")).not.toMatch(/[<>]/);
  });
  it.each(["code=7203", "code=7203&size=0", "code=7203&size=many", "code=7203&size=20&mid=-1", "size=20"])(
    "answers 400 to %s",
    async (query) => {
      expect((await world.comments(query, headers)).status).toBe(400);
    },
  );
  it("answers 404 for a stock that does not exist", async () => {
    const strange = { ...headers, referer: `${world.simulator.forumUrl}/quote/0000.T/forum` };
    expect((await world.comments("code=0000&size=20", strange)).status).toBe(404);
  });
});
