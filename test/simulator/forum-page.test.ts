import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { get, type OpenedWorld, openWorld } from "./open-world.ts";

const plainToken = /"jwtToken":"([^"\\]+)"/;
const escapedToken = /\\"jwtToken\\":\\"([^"\\]+)/;

describe.each(["documented", "observed"] as const)("the %s forum page", (dialect) => {
  let world: OpenedWorld;
  beforeAll(async () => {
    world = await openWorld({ dialect, elapsedMs: 50_000 });
  });
  afterAll(() => world.simulator.close());

  it("holds one token, as plain JSON and inside a script's string", async () => {
    const { text } = await world.page("7203");
    const [plain, escaped] = [plainToken, escapedToken].map((form) => form.exec(text)?.[1]);
    expect(plain).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(escaped).toBe(plain);
  });
  it("shows the newest comments by the numbers that the comments call has", async () => {
    const page = await world.page("7203");
    const shown = [...page.text.matchAll(/\/quote\/7203\.T\/forum\/(\d+)">No\./g)].map(([, part]) =>
      Number(part),
    );
    const cookie = [page.headers["set-cookie"]].flat().map((one) => String(one).split(";")[0]);
    const headers = world.commentHeaders(plainToken.exec(page.text)?.[1] ?? "");
    const answer = await world.comments("code=7203&size=20", { ...headers, cookie: cookie.join("; ") });
    const { items } = answer.json().response;
    expect(shown).toEqual(items.map(({ part }: { part: number }) => part));
    const [link] = /http[^"]+\/forum\/\d+(?=">No)/.exec(page.text) ?? [];
    expect((await get(link ?? "")).status).toBe(200);
  });
});

describe("the comments call", () => {
  let world: OpenedWorld;
  afterEach(() => world.simulator.close());

  it("takes the stock's page as referer, whatever host the caller has for it", async () => {
    world = await openWorld();
    const headers = world.commentHeaders(await world.token());
    for (const referer of [
      "https://forum.example/quote/7203.T/forum",
      "http://[::1]:1/a/quote/7203.t/forum?x",
    ])
      expect((await world.comments("code=7203&size=20", { ...headers, referer })).status).toBe(200);
    for (const referer of [
      "https://forum.example/",
      "https://forum.example/quote/6758.T/forum",
      "?/quote/7203.T/forum",
    ])
      expect((await world.comments("code=7203&size=20", { ...headers, referer })).status).toBe(400);
  });
  it("takes an empty cursor for none", async () => {
    world = await openWorld();
    const headers = world.commentHeaders(await world.token());
    const [bare, empty] = await Promise.all(
      ["", "&mid="].map((mid) => world.comments(`code=7203&size=20${mid}`, headers)),
    );
    expect(empty?.text).toBe(bare?.text);
  });
});
