/** `yagura sources poll` and what `yagura sources` says of the next poll, against a monitor on loopback. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startMonitor } from "../../../src/app.ts";
import { pollSource, pollWords, readSources, sourceWords } from "../../../src/commands/monitor/sources.ts";
import { freePort } from "../../support/free-port.ts";
import { json, serve } from "../../support/services/serve.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import { until } from "../../support/until.ts";

test("a failing source is polled at once, says what came of it, and when it is tried next", async () => {
  let isDown = true;
  const services = await serve({
    market: ({ path }) => {
      if (path !== "/v2/fins/summary") return undefined;
      return isDown ? json({ message: "maintenance" }, 400) : json({ data: [] });
    },
  });
  onTestFinished(() => services.close());
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/none.yaml"), "rules: []\n");
  for (const name of ["index.html", "page.js", "page.css"]) writeFileSync(join(folder, name), "");
  const config = join(folder, "monitor.yaml");
  writeFileSync(
    config,
    `upstreams: { market: { url: "${services.url}/market/v2", apiKey: a-key-for-the-tests } }
sources:
  results: { from: market/fins/summary, schedule: "0 0 3 1 1 *", query: { date: { last: 1 } } }
rules: rules
state: state.db
email: { smtp: "file:outbox" }
feed: { port: ${await freePort()}, operators: [an-operator-s-token] , tokens: [a-reader-s-token] }
log: { level: silent }
`,
  );
  const options = { config, token: "an-operator-s-token" };
  await expect(pollSource("results", options, {})).rejects.toThrow("no monitor answers");
  const monitor = await startMonitor(config, {}, { webFolder: folder });
  onTestFinished(monitor.stop);
  await until("the first poll", () => monitor.look().sources.results?.state === "failing");
  const failed = await pollSource("results", options, {});
  expect(failed).toMatchObject({ ok: false, outcome: "failed", reason: "rejected" });
  expect(pollWords(failed)).toMatch(
    /^results failed: rejected, .*maintenance; next poll \d{4}-01-01 03:00:00 JST$/,
  );
  isDown = false;
  const answered = await pollSource("results", options, {});
  expect(answered).toMatchObject({ ok: true, outcome: "answered", events: 0 });
  expect(pollWords(answered)).toMatch(/^results answered: 0 events; next poll /);
  expect(monitor.look().sources.results?.state).toBe("ok");
  const [row] = await readSources(config, {});
  expect(row && sourceWords(row)).toMatch(/^ok {7}last success .* JST, next poll \d{4}-01-01 03:00:00 JST$/);
  await expect(pollSource("result", options, {})).rejects.toThrow("did you mean");
  await expect(pollSource("results", { config, token: "a-reader-s-token" }, {})).rejects.toThrow("refuses");
});

test("each outcome has its words", () => {
  const words = (more: object) => pollWords({ ok: true, source: "s", ...more });
  expect(words({ outcome: "answered", events: 1, held: 60 })).toBe(
    "s answered: 1 event, 60 items went into quarantine",
  );
  expect(words({ outcome: "under-way" })).toBe("the poll of s takes long and goes on");
  expect(words({ outcome: "unwritten", message: "the disk is full" })).toContain("could not be written");
  expect(words({ error: "a poll of s is under way" })).toBe("a poll of s is under way");
});

test("a code that the service does not know is named", () => {
  const unknownCodes = [{ code: "99999", message: "no such stock" }];
  const words = sourceWords({ source: "forum-comments", state: "ok", unknownCodes });
  expect(words).toContain("the service does not know 99999 (no such stock)");
});
