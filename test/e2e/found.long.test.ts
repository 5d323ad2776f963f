/** Commands find the config file by YAGURA_CONFIG, and the running monitor by the folder of its state. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { jstDay } from "../../src/model/dates.ts";
import { readFeed } from "../support/feed-reader.ts";
import { startMonitor, yagura } from "../support/monitor.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";

/** Settings of a monitor that watches one source of the simulated market, on a free port. */
function settings() {
  const folder = tmpFolder();
  const config = join(folder, "monitor.yaml");
  mkdirSync(join(folder, "rules"));
  writeFileSync(
    config,
    `sources: { margin-alerts: { schedule: "0 */10 16-20 * * *" } }
rules: rules
state: data/yagura.db
email: { smtp: "file:outbox" }
feed: { port: 0 }
`,
  );
  return { config, state: join(folder, "data/yagura.db"), env: { YAGURA_CONFIG: config } };
}

test("a monitor on a free port is found by its state while it runs, and not once it was killed; fetch shows what it has told", async () => {
  const { config, state, env } = settings();
  const monitor = await startMonitor(config);
  const { port } = new URL(monitor.ready.page);
  // Nothing else: no secret.
  expect(JSON.parse(readFileSync(`${state}.running`, "utf8"))).toEqual({
    pid: monitor.process.pid,
    host: "127.0.0.1",
    port: Number(port),
  });
  const healthy = await yagura(["healthcheck"], env);
  expect(healthy.stdout).toMatch(/^well/);
  await until("open alerts, or none", async () => (await yagura(["alerts", "--json"], env)).code === 0);

  const feed = readFeed(monitor.ready.feed);
  const changed = () => feed.events.findLast(({ event }) => event.type === "margin.alert.changed")?.event;
  // On a busy machine the first sight may already hold the first day.
  const told = await until("a publication", changed, 130_000);
  const { published = "" } = told;
  expect(published < jstDay(Date.now())).toBe(true);
  const asked = ["fetch", "market", "markets/margin-alert", "--date", published, "--format", "ndjson"];
  const { stdout, stderr } = await yagura(asked, env);
  const day = /whose day is (\d{4}-\d\d-\d\d)/.exec(stderr)?.[1] ?? "";
  expect(day >= published && day <= jstDay(Date.now())).toBe(true);
  const rows: Record<string, unknown>[] = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const { code, shortOutstanding, longOutstanding } = told.data.now as Record<string, unknown>;
  const row = rows.find((one) => String(one.code).startsWith(String(code)));
  expect(row).toMatchObject({ shortOutstanding, longOutstanding });

  const running = readFileSync(`${state}.running`);
  expect(await monitor.stop("SIGTERM")).toBe(0);
  expect(existsSync(`${state}.running`)).toBe(false);
  // As a kill leaves it.
  writeFileSync(`${state}.running`, running);
  const { code: well, stdout: dead } = await yagura(["healthcheck"], env);
  expect([well, dead]).toEqual([
    1,
    expect.stringMatching(/^not well\n.*no answer from http:\/\/127\.0\.0\.1:0\//),
  ]);
}, 180_000);
