import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openStore } from "../../src/store/store.ts";
import { call } from "../support/call.ts";
import { freePort } from "../support/free-port.ts";
import { startMonitor, yagura } from "../support/monitor.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { errorPage, serveOneBad, serveTwoPages } from "./fetch-service.ts";

const key = "fictional-key-of-a-test";

function configFor(url: string): string {
  const config = join(tmpFolder(), "monitor.yaml");
  const upstreams = `upstreams:\n  market: { url: "${url}/v2", apiKey: "${key}" }\n`;
  writeFileSync(config, upstreams);
  return config;
}

const lines = (text: string) => text.trim().split("\n");

describe("yagura fetch", () => {
  test("follows pages, prints rows as NDJSON in a pipe and its progress on stderr", async () => {
    const service = await serveTwoPages();
    const words = ["market", "markets/margin-alert", "--since", "2026-01-05", "--no-names"];
    const { code, stdout, stderr } = await yagura(["fetch", ...words, "--config", configFor(service.url)]);
    expect(code).toBe(0);
    expect(lines(stdout).map((line) => JSON.parse(line).code)).toEqual(["9901", "9902"]);
    expect(lines(stderr)).toEqual([
      "markets/margin-alert: page 1, 1 rows",
      "markets/margin-alert: page 2, 2 rows",
    ]);
    expect(service.asked[0]?.path).toBe("/v2/markets/margin-alert?from=2026-01-05");
    expect(service.asked[0]?.headers["x-api-key"]).toBe(key);
  });

  test("leaves out a record that cannot be read, with a warning on stderr", async () => {
    const service = await serveOneBad();
    const words = ["fetch", "market", "markets/margin-alert", "--date", "2026-01-05"];
    const { code, stdout, stderr } = await call([...words, "--config", configFor(service.url)]);
    expect(code).toBe(0);
    expect(lines(stdout)).toHaveLength(99);
    expect(lines(stderr)[0]).toBe(
      'warning: the record of 9901 was left out: markets/margin-alert data[].ShrtOut: expected a number, found text of 19 characters; { PubDate: "2026-01-05", Code: "99010", ShrtOut: <text of 19 characters> }',
    );
  });

  test("what a service refuses is told with status 1, without the key", async () => {
    const service = await errorPage(403, `Your plan does not cover this. Key: ${key}`);
    const { code, stdout, stderr } = await call([
      "fetch",
      "market",
      "fins/details",
      "--config",
      configFor(service.url),
    ]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("Your plan does not cover this. Key: ***");
    expect(stderr).not.toContain(key);
  });

  test.each([
    [["market", "markets/calendar", "--from", "2026-02-30"], "from: expected a date YYYY-MM-DD"],
    [["market", "markets/calendar", "--format", "xml"], "--format takes table, ndjson, csv"],
    [["statistics", "getDataCode", "--db", "FM08", "--code", "A;B"], "forbidden"],
  ])("%j is a wrong call: status 2", async (words, message) => {
    const { code, stdout, stderr } = await call(["fetch", ...words]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });

  test("--list --json names every call with its parameters and plan", async () => {
    const { code, stdout } = await call(["fetch", "--list", "--json"]);
    expect(code).toBe(0);
    const calls: { service: string; call: string; parameters: string[]; plan: string | null }[] =
      JSON.parse(stdout);
    expect(calls).toHaveLength(38);
    expect(calls).toContainEqual(
      expect.objectContaining({
        service: "market",
        call: "markets/margin-alert",
        parameters: ["code", "date", "from", "to", "pagination_key"],
        plan: "standard",
      }),
    );
    expect(calls).toContainEqual(
      expect.objectContaining({ call: "td/list", plan: "light", addOn: "TDnet", required: [] }),
    );
    expect(calls).toContainEqual(expect.objectContaining({ service: "forum", call: "comments", plan: null }));
  });

  test("a simulated service is asked in the world of the running monitor", async () => {
    const folder = tmpFolder();
    const state = join(folder, "yagura.db");
    const store = openStore(state, { now: Date.now });
    store.meta.set("simulator", JSON.stringify({ startDate: "2026-03-02", elapsedMs: 620_000 }));
    store.close();
    const config = join(folder, "monitor.yaml");
    mkdirSync(join(folder, "rules"));
    const feed = `feed: { host: 127.0.0.1, port: ${await freePort()} }`;
    writeFileSync(config, `upstreams: {}\nsources: {}\nrules: rules\nstate: ${state}\n${feed}\n`);
    const monitor = await startMonitor(config);
    const words = ["fetch", "market", "equities/bars/daily", "--code", "7203", "--since", "2026-03-09"];
    const { stdout, stderr } = await call([...words, "--config", config]);
    await monitor.stop("SIGTERM");
    // Time goes on meanwhile, a day a minute; a world of its own would be at our day.
    expect(stderr).toMatch(/whose day is 2026-03-/);
    expect(JSON.parse(lines(stdout).at(-1) ?? "").date).toMatch(/^2026-03-/);
  });

  test("a simulated service answers too, says so, and never prints its token", async () => {
    const config = join(tmpFolder(), "monitor.yaml");
    writeFileSync(config, "upstreams: {}\n");
    const page = await call(["fetch", "forum", "page", "--code", "7203", "--config", config]);
    expect([page.code, JSON.parse(page.stdout)]).toEqual([
      0,
      expect.objectContaining({ code: "7203", tokenFound: true }),
    ]);
    expect(page.stderr).toContain("SIMULATED");
    expect(page.stdout).not.toContain("eyJ");
    const data = ["statistics", "getMetadata", "--db", "FM01", "--wire", "csv", "--lang", "jp"];
    const series = await call(["fetch", ...data, "--format", "csv", "--config", config]);
    expect(lines(series.stdout)[0]).toContain("db,code,name,unit");
    expect(series.stdout).toContain("無担保");
  });
});
