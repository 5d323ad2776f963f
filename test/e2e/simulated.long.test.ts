import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { readFeed } from "../support/feed-reader.ts";
import { startMonitor, yagura } from "../support/monitor.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";

const root = join(import.meta.dirname, "../..");
/** Each alerts within two of its days; dates of results are moved more rarely. */
const alerting = [
  "forum-comments",
  "forum-ranking",
  "margin-alerts",
  "short-sale-reports",
  "disclosures",
  "statistics-updates",
];

test("a fresh checkout alerts from all six sources, and says SIMULATED everywhere", async () => {
  const folder = tmpFolder();
  for (const name of ["config", "rules"]) cpSync(join(root, name), join(folder, name), { recursive: true });
  const config = join(folder, "config/monitor.yaml");
  const monitor = await startMonitor(config, { YAGURA_PORT: "0" });
  const simulated = ["market", "forum", "statistics"];
  expect(monitor.ready.simulated).toEqual(simulated);

  const feed = readFeed(monitor.ready.feed);
  const alertSources = () => {
    const alerts = feed.events.filter(({ event }) => event.type === "alert.fired");
    return new Set(alerts.map(({ event }) => (event.data.now.cause as { source: string }).source));
  };
  const fromEach = () => alerting.every((source) => alertSources().has(`/sources/${source}`));
  await until("alerts from all six sources", fromEach, 110_000);
  expect(feed.frames[0]).toMatchObject({ type: "welcome", simulated });
  expect(feed.events.filter(({ event }) => event.type === "source.failed")).toEqual([]);

  const outbox = join(folder, "data/outbox");
  const first = () => readdirSync(outbox).find((name) => name.endsWith(".eml"));
  const mail = await PostalMime.parse(readFileSync(join(outbox, await until("a mail", first))));
  expect(mail.subject).toMatch(/^\[SIMULATED\] \[Yagura\] /);
  expect(mail.text).toContain("SIMULATED");
  expect(mail.html).toContain("SIMULATED");
  expect(monitor.log()).toContain("SIMULATED");

  const port = new URL(monitor.ready.page).port;
  const asked = { YAGURA_PORT: port };
  const health = await yagura(["healthcheck", "--config", config, "--json"], asked);
  const answered = JSON.parse(health.stdout);
  expect({ code: health.code, ready: answered.ready }).toEqual({ code: 0, ready: true });
  expect(answered.verdict).toMatch(/^well(, but)?$/);
  const listed = await yagura(["sources", "--config", config, "--json"], asked);
  const rows: { source: string; state: string }[] = JSON.parse(listed.stdout);
  expect(rows.map(({ source, state }) => `${source} ${state}`).sort()).toEqual(
    [...alerting, "earnings-dates"].sort().map((source) => `${source} ok`),
  );

  expect(await monitor.stop("SIGTERM")).toBe(0);
  const dead = await yagura(["healthcheck", "--config", config], asked);
  expect(dead).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^not well\n {2}no answer from http/),
  });
  const deadJson = await yagura(["healthcheck", "--config", config, "--json"], asked);
  expect(JSON.parse(deadJson.stdout)).toMatchObject({ ready: false, verdict: "not well" });

  // The world goes on where it was: nothing that was there is gone, and no baseline is told twice.
  const seen = feed.events.length;
  const again = await startMonitor(config, { YAGURA_PORT: port });
  await until("events after the restart", () => feed.events.length > seen + 5);
  const later = feed.events.slice(seen).map(({ event }) => event.type);
  expect(later).not.toContain("source.baselined");
  expect(later).not.toContain("rules.loaded");
  expect(later).not.toContain("source.failed");
  await again.stop("SIGTERM");
});
