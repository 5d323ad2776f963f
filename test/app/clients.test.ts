import { writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createClients } from "../../src/app/clients.ts";
import { createGates } from "../../src/app/gates.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { errorOf, sendJson, serve } from "../lib/http/loopback.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";

function clientsOf(url: string) {
  const file = join(tmpFolder(), "monitor.yaml");
  const services = `market: { url: "${url}/v2", apiKey: k, tier: free }, forum: { url: "${url}" }, statistics: { url: "${url}" }`;
  writeFileSync(file, `upstreams: { ${services} }`);
  const loaded = loadConfig(file, {});
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return createClients(loaded.config, undefined, createGates(loaded.config));
}

test("the market's sources and calls share one plan", async () => {
  const { url, asked } = await serve((_, response) => sendJson(response, { data: [] }));
  const { market } = clientsOf(url);
  const stop = new AbortController();
  const date = "2026-01-05";
  const calls = [1, 2, 3].flatMap(() => [
    market.marginAlerts({ date }, stop.signal),
    market.shortSaleReports({ date }, stop.signal),
  ]);
  const sixth = errorOf(Promise.all(calls));
  await until("five answers", () => asked.length === 5);
  await Promise.all(calls.slice(0, 5));
  expect(asked).toHaveLength(5);
  stop.abort();
  expect(await sixth).toMatchObject({ reason: "unreachable" });
});

test("statistics calls begin a second apart, however many ask", async () => {
  const times: number[] = [];
  const { url } = await serve((_, response) => {
    times.push(performance.now());
    sendJson(response, { STATUS: 200, MESSAGEID: "M181030I", RESULTSET: [] });
  });
  const { statistics } = clientsOf(url);
  await Promise.all([statistics.metadata({ db: "FM08" }), statistics.metadata({ db: "FM01" })]);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(995);
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
