/** The way from an alert to a paper of a disclosure: a button, and an address that is asked for when it is clicked. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { Failure } from "../../src/lib/failure.ts";
import { createHttp } from "../../src/lib/http/http.ts";
import { createFindPaper } from "../../src/page/find-paper.ts";
import type { PageParts } from "../../src/page/page-call.ts";
import { paperCall } from "../../src/page/paper.ts";
import { sourceMembers } from "../../src/sources/index.ts";
import { createMarketClient } from "../../src/upstreams/market/client.ts";
import { get, type OpenedWorld, openWorld } from "../simulator/open-world.ts";

const clock = { after: () => () => {} };
let world: OpenedWorld;
let ask: (query: Record<string, string>) => Promise<{ status: number; body: unknown }>;
let numbers: readonly string[];

function asking(findPaper: PageParts["findPaper"]) {
  const route = paperCall({ findPaper } as PageParts);
  return async (query: Record<string, string>) =>
    route.answer({ query: new URLSearchParams(query), body: undefined });
}

beforeAll(async () => {
  world = await openWorld({ dialect: "observed", elapsedMs: 58_000 });
  const market = createMarketClient({
    ...{ url: world.simulator.marketUrl, apiKey: "any", http: createHttp({ retries: 0 }) },
  });
  ask = asking(createFindPaper({ market }, clock));
  const days = await market.read("td/list", { date: "2026-02-27" });
  numbers = days.filter(({ papers = [] }) => papers.includes("full")).map(({ number }) => number);
});
afterAll(() => world.simulator.close());

test("a click gets the address of the one paper, which opens it for a while", async () => {
  const { status, body } = await ask({ number: numbers[0] ?? "", paper: "full" });
  const { url } = body as { url: string };
  expect([status, (await get(url)).bytes.subarray(0, 4).toString()]).toEqual([200, "%PDF"]);
  world.clock.move(16 * 60_000);
  expect((await get(url)).status).toBe(403);
  const again = await ask({ number: numbers[0] ?? "", paper: "full" });
  expect((await get((again.body as { url: string }).url)).status).toBe(200);
});

test.each([
  [{ number: "20010101000000", paper: "full" }, /404|502/],
  [{ number: "1", paper: "full" }, /400/],
  [{ number: "20260227000000", paper: "../x" }, /400/],
  [{}, /400/],
])("what there is not is refused in words: %j", async (query, status) => {
  const refused = await ask(query);
  expect(String(refused.status)).toMatch(status);
  expect((refused.body as { error: string }).error).toMatch(/\w/);
});

test("a service that fails is told, and nothing else", async () => {
  const failing = asking(async () => {
    throw new Failure("refused", "/td/files answered 403: This API is not available on your subscription.");
  });
  expect(await failing({ number: numbers[0] ?? "", paper: "full" })).toEqual({
    status: 502,
    body: { error: "/td/files answered 403: This API is not available on your subscription." },
  });
  await expect(
    asking(async () => {
      throw new Error("a bug");
    })({ number: numbers[0] ?? "", paper: "full" }),
  ).rejects.toThrow("a bug");
});

test("only an item with papers has buttons", () => {
  const { papers } = sourceMembers.find(({ name }) => name === "disclosures")?.shown ?? {};
  expect(papers?.({ number: "20260227000000", papers: ["full", "xbrl"] })).toEqual({
    ...{ number: "20260227000000", papers: ["full", "xbrl"] },
  });
  for (const item of [{}, { number: "1", papers: [] }, { number: 1, papers: ["full"] }])
    expect(papers?.(item)).toBeUndefined();
});
