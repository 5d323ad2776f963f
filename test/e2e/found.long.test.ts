/** Commands find the config file by YAGURA_CONFIG, and the running monitor by the folder of its state. */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { jstDay } from "../../src/model/dates.ts";
import { readFeed } from "../support/feed-reader.ts";
import { startMonitor, yagura } from "../support/monitor.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";
import { copySettings } from "./settings-copy.ts";

test("a monitor on a free port is found by its state while it runs, and its place has no secret", async () => {
  const { config, state } = copySettings(tmpFolder());
  const env = { YAGURA_CONFIG: config, YAGURA_PORT: "0" };
  const monitor = await startMonitor(config, env);
  const { port } = new URL(monitor.ready.page);
  expect(JSON.parse(readFileSync(`${state}.running`, "utf8"))).toEqual({
    pid: monitor.process.pid,
    host: "127.0.0.1",
    port: Number(port),
  });
  const healthy = await yagura(["healthcheck"], env);
  expect(healthy.stdout).toMatch(/^well/);
  await until("open alerts, or none", async () => (await yagura(["alerts", "--json"], env)).code === 0);
  expect(await monitor.stop("SIGTERM")).toBe(0);
  expect(existsSync(`${state}.running`)).toBe(false);
});

test("fetch shows the publications that the running monitor has told, and figures of its world", async () => {
  const { config } = copySettings(tmpFolder());
  const env = { YAGURA_CONFIG: config, YAGURA_PORT: "0" };
  const monitor = await startMonitor(config, env);
  const feed = readFeed(monitor.ready.feed);
  const changed = () => feed.events.findLast(({ event }) => event.type === "margin.alert.changed")?.event;
  // On a busy machine the first sight may already hold the first day.
  const told = await until("a publication", changed, 130_000);
  const { published = "" } = told;
  expect(published < jstDay(Date.now())).toBe(true);
  const call = ["fetch", "market", "markets/margin-alert", "--date", published, "--format", "ndjson"];
  const { stdout, stderr } = await yagura(call, env);
  const day = /whose day is (\d{4}-\d\d-\d\d)/.exec(stderr)?.[1] ?? "";
  expect(day >= published && day <= jstDay(Date.now())).toBe(true);
  const rows: Record<string, unknown>[] = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const { code, shortOutstanding, longOutstanding } = told.data.now as Record<string, unknown>;
  const row = rows.find((one) => String(one.code).startsWith(String(code)));
  expect(row).toMatchObject({ shortOutstanding, longOutstanding });
}, 180_000);

test("a monitor that was killed is not taken for one that runs", async () => {
  const { config } = copySettings(tmpFolder());
  const env = { YAGURA_CONFIG: config, YAGURA_PORT: "0" };
  const monitor = await startMonitor(config, env);
  await monitor.stop("SIGKILL");
  const { code, stdout } = await yagura(["healthcheck"], env);
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/^not well\n.*no answer from http:\/\/127\.0\.0\.1:0\//),
  ]);
});
