/** Answers of /readyz to strangers, and to those who show a token: of the whole monitor. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startMonitor } from "../../src/app.ts";
import { healthOf } from "../../src/commands/monitor/healthcheck.ts";
import { askMonitor } from "../../src/commands/monitor-calls.ts";
import { requireConfig } from "../../src/files/check-files.ts";
import { freePort } from "../support/free-port.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";

const webFolder = join(import.meta.dirname, "../../dist/web");

/** A monitor whose market service is at a port where nobody answers. */
async function failing() {
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  const file = join(folder, "monitor.yaml");
  const port = await freePort();
  writeFileSync(
    file,
    `
upstreams: { market: { url: "http://127.0.0.1:1/secret-path/v2", apiKey: long-enough } }
sources: { margin-alerts: { schedule: "* * * * * *" } }
rules: rules
state: state.db
email: { smtp: "file:outbox", recipients: {} }
feed: { port: ${port}, tokens: [first-token] }
log: { level: silent }
`,
  );
  const monitor = await startMonitor(file, {}, { webFolder });
  onTestFinished(() => monitor.stop());
  const asked = async (headers: Record<string, string>) =>
    (await fetch(`${monitor.ready.page}readyz`, { headers })).text();
  return { file, asked };
}

test("strangers hear states and reasons, without hosts, paths or anybody's words", async () => {
  const { asked } = await failing();
  const heard = await until("a failure", async () => {
    const text = await asked({});
    return text.includes("failing") ? text : undefined;
  });
  const { ready, sources } = JSON.parse(heard);
  expect(ready).toBe(true);
  expect(sources["margin-alerts"]).toEqual({
    state: "failing",
    since: expect.any(String),
    reason: "unreachable",
  });
  expect(heard).not.toMatch(/127|secret|\//);
});

test("who shows the token hears everything, and `yagura healthcheck` shows it", async () => {
  const { file, asked } = await failing();
  const shown = { authorization: "Bearer first-token" };
  const heard = await until("a failure", async () => {
    const text = await asked(shown);
    return text.includes("failing") ? JSON.parse(text) : undefined;
  });
  expect(heard.sources["margin-alerts"].message).toContain("127.0.0.1:1");
  const own = healthOf(await askMonitor(requireConfig(file, {}), "/readyz", {}));
  expect(own).toMatchObject({ verdict: "well, but", reasons: [expect.stringContaining("127.0.0.1:1")] });
  const other = healthOf(await askMonitor(requireConfig(file, {}), "/readyz", { YAGURA_TOKEN: "another" }));
  expect(other.reasons).toEqual([expect.stringMatching(/: unreachable$/)]);
});
