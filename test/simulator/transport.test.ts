import { afterAll, beforeAll, expect, it } from "vitest";
import { get, type OpenedWorld, openWorld } from "./open-world.ts";

let world: OpenedWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.simulator.close());

const key = { "x-api-key": "any" };

it.each([
  ["/v2/equities/master?code=7203", "/market/v2/equities/master?code=7203"],
  ["/api/v1/getMetadata?db=FM01&lang=en", "/statistics/api/v1/getMetadata?db=FM01&lang=en"],
])("answers %s without a service's prefix as with it", async (bare, prefixed) => {
  const [one, other] = await Promise.all(
    [bare, prefixed].map((path) => get(world.simulator.url + path, key)),
  );
  expect(one?.status).toBe(200);
  expect(one?.text).toBe(other?.text);
});

it("links to where the caller found the ranking", async () => {
  const { text } = await get(`${world.simulator.url}/stocks/ranking/bbs?market=all`);
  expect(text).toContain(`"bbsUrl":"${world.simulator.url}/quote/`);
});

it.each(["/nowhere", "/v2", "/v2/nowhere", "/api/v2/getMetadata", "/"])("answers 404 to %s", async (path) => {
  expect((await get(world.simulator.url + path, key)).status).toBe(404);
});

it.each(["/market/v2//equities/master?code=7203", "/market/v2/equities/master/?code=7203"])(
  "passes over a slash too many in %s",
  async (path) => {
    const { status, text } = await get(world.simulator.url + path, key);
    expect([status, JSON.parse(text).data.length]).toEqual([200, 1]);
  },
);

it("answers HEAD with the headers of a GET, and no body", async () => {
  const url = `${world.simulator.marketUrl}/equities/master?code=7203`;
  const [head, whole] = [await get(url, key, "HEAD"), await get(url, key)];
  expect([head.status, head.text]).toEqual([200, ""]);
  expect(head.headers["content-length"]).toBe(String(whole.bytes.length));
});
