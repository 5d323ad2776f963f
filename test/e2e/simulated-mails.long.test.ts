import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readFeed } from "../support/feed-reader.ts";
import { startMailServer } from "../support/mail-server.ts";
import { startMonitor, yagura } from "../support/monitor.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";

const root = join(import.meta.dirname, "../..");

/** The settings that ship, with one rule that soon asks for mails. */
function settings(): string {
  const folder = tmpFolder();
  cpSync(join(root, "config"), join(folder, "config"), { recursive: true });
  mkdirSync(join(folder, "rules"));
  const rule =
    "{ name: any, on: [forum.comment.*, forum.ranking.*], title: any, notify: [email:desk], cooldown: 1h }";
  writeFileSync(join(folder, "rules/any.yaml"), `rules: [${rule}]\n`);
  return join(folder, "config/monitor.yaml");
}

/** They run with a mail server until the first alert that asks for a mail of its own. */
async function alerted(smtp: string) {
  const config = settings();
  const env = { YAGURA_PORT: "0", YAGURA_SMTP_URL: smtp, YAGURA_MAIL_TO: "desk@provider.co.jp" };
  const monitor = await startMonitor(config, env);
  const feed = readFeed(monitor.ready.feed);
  const isMailed = ({ event }: (typeof feed.events)[number]) =>
    event.type === "alert.fired" &&
    event.data.now.unmailed !== "same-cause" &&
    (event.data.now.recipients as string[]).includes("email:desk");
  const alert = await until("an alert for the desk", () => feed.events.find(isMailed), 110_000);
  return { monitor, alert: alert.event, why: ["why", alert.event.id, "--config", config], env };
}

test("alerts of simulated services are on the feed and not sent to a real mail server, and told so", async () => {
  const { monitor, alert, why, env } = await alerted("smtp://mail.invalid:2525");
  expect(alert.data.now).toMatchObject({ unmailed: "simulated" });
  const { code, stdout } = await yagura(why, env);
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/email:desk: simulated, not told: .*simulated.*email\.sendSimulated/),
  ]);
  const warned = monitor
    .log()
    .split("\n")
    .filter((line) => line.includes("are not mailed to a real mail server"));
  expect(warned).toHaveLength(1);
  expect(await monitor.stop("SIGTERM")).toBe(0);
});

test("alerts of simulated services are sent to a mail server on this machine", async () => {
  const server = await startMailServer();
  const { monitor, alert } = await alerted(server.url);
  expect(alert.data.now).not.toHaveProperty("unmailed");
  await until("a mail", () => server.received.length > 0);
  expect(await monitor.stop("SIGTERM")).toBe(0);
});

test("a real mail server with the address of an example is refused, with its place and what to do", async () => {
  const config = settings();
  const env = { YAGURA_PORT: "0", YAGURA_SMTP_URL: "smtp://mail.invalid:2525" };
  const { code, stderr } = await yagura(["run", "--config", config], env);
  expect(code).toBe(2);
  expect(stderr).toMatch(/monitor\.yaml:\d+:\d+: no mail reaches trader@example\.com/);
  expect(stderr).toContain("YAGURA_MAIL_TO");
});
