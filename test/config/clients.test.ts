import { writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createClients, createGates, requestSpacings } from "../../src/config/clients.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { type Clock, systemClock } from "../../src/lib/clock.ts";
import { errorOf, sendJson, serve } from "../lib/http/loopback.ts";
import { createHandClock } from "../support/hand-clock.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";

function clientsOf(url: string, clock: Clock = systemClock) {
  const file = join(tmpFolder(), "monitor.yaml");
  const services = `market: { url: "${url}/v2", apiKey: k, tier: free }, forum: { url: "${url}" }, statistics: { url: "${url}" }`;
  writeFileSync(file, `upstreams: { ${services} }`);
  const loaded = loadConfig(file, {});
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return createClients(loaded.config, undefined, createGates(loaded.config, undefined, clock), clock);
}

test("the market's sources and calls share one plan", async () => {
  const { url, asked } = await serve((_, response) => sendJson(response, { data: [] }));
  const { market } = clientsOf(url);
  const stop = new AbortController();
  const date = "2026-01-05";
  const calls = [1, 2, 3].flatMap(() => [
    market.read("markets/margin-alert", { date }, stop.signal),
    market.read("markets/short-sale-report", { date }, stop.signal),
  ]);
  const sixth = errorOf(Promise.all(calls));
  await until("five answers", () => asked.length === 5);
  await Promise.all(calls.slice(0, 5));
  expect(asked).toHaveLength(5);
  stop.abort();
  expect(await sixth).toMatchObject({ reason: "unreachable" });
});

test("an add-on's calls have a limit apart from the plan, and two calls one beside it", async () => {
  const { url, asked } = await serve((_, response) => sendJson(response, { data: [] }));
  const { market } = clientsOf(url);
  const stop = new AbortController();
  const date = "2026-01-05";
  // On the plan free five requests a minute may be made, which none of these is one of.
  await Promise.all(Array.from({ length: 12 }, () => market.read("td/list", { date })));
  await Promise.all(Array.from({ length: 12 }, () => market.read("equities/bars/minute", { date })));
  const summaries = Array.from({ length: 6 }, () => market.read("fins/summary", { date }, stop.signal));
  const sixth = errorOf(Promise.all(summaries));
  await Promise.all(summaries.slice(0, 5));
  const paths = asked.map(({ path }) => path.split("?")[0]);
  expect(paths.filter((path) => path?.endsWith("/fins/summary"))).toHaveLength(5);
  expect(paths).toHaveLength(29);
  stop.abort();
  expect(await sixth).toMatchObject({ reason: "unreachable" });
});

test("the time that requests take is counted by each limit in which they count", () => {
  const [forum, statistics] = [{ url: "simulated" }, { url: "simulated", spacing: 1_000 }];
  const market = { url: "http://127.0.0.1:1/v2", tier: "premium" };
  const limits = requestSpacings({ upstreams: { market, forum, statistics } } as never, "market");
  const of = (call: string) => limits.filter(({ counts }) => counts(call)).map(({ ms }) => Math.round(ms));
  expect(of("equities/bars/daily")).toEqual([120]);
  // Beside the plan, and in its place.
  expect(of("fins/summary")).toEqual([120, 1_001]);
  expect([of("td/list"), of("td/bulk")]).toEqual([[601], [601]]);
});

test("every limit is told with the calls that it counts", () => {
  const [forum, statistics] = [{ url: "simulated" }, { url: "simulated", spacing: 1_000 }];
  const market = { url: "http://127.0.0.1:1/v2", tier: "light" };
  const config = { upstreams: { market, forum, statistics } } as never;
  const usage = createGates(config).market?.usage() ?? [];
  expect(usage.map(({ calls, requests }) => [calls, requests])).toEqual([
    ["", 60],
    ["/equities/bars/minute", 60],
    ["/fins/summary", 60],
    ["/fins/details", 60],
    ["/td/list /td/files /td/bulk", 100],
  ]);
});

test("statistics calls begin a second apart, however many ask", async () => {
  const clock = createHandClock();
  const { url, asked } = await serve((_, response) =>
    sendJson(response, { STATUS: 200, MESSAGEID: "M181030I", RESULTSET: [] }),
  );
  const { statistics } = clientsOf(url, clock);
  const [first, second] = ["FM08", "FM01"].map((db) => statistics.metadata({ db }));
  await first;
  clock.move(999);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asked).toHaveLength(1);
  clock.move(1);
  await second;
  expect(asked).toHaveLength(2);
});

describe("the forum", () => {
  test("is asked for the comments of one stock by one call at a time, of two stocks at once", async () => {
    const held: { code: string; response: ServerResponse }[] = [];
    const { url } = await serve((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://fake");
      if (pathname.startsWith("/quote/")) response.end('{"jwtToken":"a.e30.c"}');
      else held.push({ code: searchParams.get("code") ?? "", response });
    });
    const { forum } = clientsOf(url);
    const ask = (code: string) => forum.comments({ code, size: 20 });
    const calls = [ask("7203"), ask("7203"), ask("6758")];
    const answer = () => {
      for (const { response } of held.splice(0))
        sendJson(response, { isSuccess: true, response: { totalSize: 0, isError: false, items: [] } });
    };
    await until("both stocks", () => held.length === 2);
    expect(held.map(({ code }) => code).sort()).toEqual(["6758", "7203"]);
    answer();
    await until("the second call", () => held.length === 1);
    expect(held[0]?.code).toBe("7203");
    answer();
    expect(await Promise.all(calls)).toHaveLength(3);
  });
});
