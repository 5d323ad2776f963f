/** Whether a monitor is well, in words, of what it answers. */

import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { healthOf } from "../../../src/commands/monitor/healthcheck.ts";
import { askMonitor } from "../../../src/commands/monitor-calls.ts";
import { requireConfig } from "../../../src/files/check-files.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";

const since = "2026-11-20T08:31:02.123Z";

test("is well where every source is", () => {
  const sources = { "forum-comments": { state: "ok" }, "margin-alerts": { state: "waiting" } };
  expect(healthOf({ ok: true, answer: { ready: true, sources } })).toEqual({ verdict: "well", reasons: [] });
});

test("is well, but: with each source that fails, holds back or is late, in Japan's time", () => {
  const sources = {
    "forum-comments": { state: "failing", since, reason: "timeout", message: "no answer\u001b[31m" },
    "margin-alerts": { state: "quarantined", since, items: 60, message: "x" },
    "short-sale-reports": { state: "ok", late: { day: "2026-11-20", since } },
  };
  expect(healthOf({ ok: true, answer: { ready: true, sources } })).toEqual({
    verdict: "well, but",
    reasons: [
      "forum-comments is failing since 2026-11-20 17:31:02 JST: timeout, no answer[31m",
      "margin-alerts holds back 60 items since 2026-11-20 17:31:02 JST: decide with `yagura sources release margin-alerts` or `discard margin-alerts`",
      "short-sale-reports: the publication of 2026-11-20 is late, due since 2026-11-20 17:31:02 JST",
    ],
  });
});

test("is not well where it cannot write, and says so first", () => {
  const sources = { "forum-comments": { state: "failing", since, reason: "timeout", message: "m" } };
  const { verdict, reasons } = healthOf({ ok: false, answer: { ready: false, sources } });
  expect([verdict, reasons[0], reasons.length]).toEqual(["not well", "its database cannot be written", 2]);
});

/** A config whose monitor would be on a port. */
function configOf(port: number): string {
  const file = join(tmpFolder(), "monitor.yaml");
  writeFileSync(
    file,
    `feed: { port: ${port} }\nemail: { smtp: "file:outbox", from: y@example.com, recipients: {} }\n`,
  );
  return file;
}

async function answering(status: number, body: string): Promise<number> {
  const server = createServer((_request, response) => response.writeHead(status).end(body)).listen(
    0,
    "127.0.0.1",
  );
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test("an answer is an object whoever gives it: no monitor, something else, or one that is not well", async () => {
  const free = await answering(200, "");
  const asked = async (port: number) => askMonitor(requireConfig(configOf(port), {}), "/readyz", {});
  expect(await asked(await answering(200, '"hello"'))).toMatchObject({ ok: false, answer: { ready: false } });
  expect(await asked(await answering(200, "<html>"))).toMatchObject({ ok: false, answer: { ready: false } });
  const unwell = await asked(await answering(503, '{"ready":false,"sources":{}}'));
  expect(unwell).toEqual({ ok: false, answer: { ready: false, sources: {} } });
  expect(healthOf(unwell).reasons).toEqual(["its database cannot be written"]);
  const nobody = await asked(1);
  expect(nobody).toMatchObject({
    ok: false,
    answer: { ready: false, error: expect.stringContaining("no answer") },
  });
  expect(healthOf(nobody).verdict).toBe("not well");
  expect(free).toBeGreaterThan(0);
});

test("says why it cannot write, and that its database was put back", () => {
  const error = "/data/yagura.db: the disk is full (SQLITE_FULL)";
  const unwell = healthOf({ ok: false, answer: { ready: false, database: "full", error, sources: {} } });
  expect(unwell).toEqual({ verdict: "not well", reasons: [error] });
  const putBack = { reason: "older", head: 3, told: 5, message: "The database ends at entry 3." };
  const found = healthOf({ ok: true, answer: { ready: true, database: "ok", putBack, sources: {} } });
  expect(found).toEqual({ verdict: "well, but", reasons: ["The database ends at entry 3."] });
});
