import { cpSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { opened } from "../support/mail-server.ts";
import { until } from "../support/until.ts";
import { change } from "./scene.ts";
import { baselined, recipients, setStage } from "./stage.ts";

const ruleFile = (title: string) => `
rules:
  - name: everything
    on: [forum.ranking.*]
    title: "${title} {{ now.code }}"
`;

test("an edited rule becomes active, also when an editor replaces the file; a broken edit leaves it so, stands in the log with file, line and column, and is mailed by the rule that ships", async () => {
  const stage = await setStage("documented");
  const shipped = join(import.meta.dirname, "../../rules/monitor.yaml");
  cpSync(shipped, join(stage.folder, "rules/monitor.yaml"));
  const monitor = await stage.start();
  await baselined(stage);
  const loaded = () => stage.feed.events.filter(({ event }) => event.type === "rules.loaded");
  expect(loaded()).toHaveLength(1);
  const path = join(stage.folder, "rules/all.yaml");

  writeFileSync(path, ruleFile("edited"));
  await until("the edited rules", () => loaded().length === 2);

  writeFileSync(`${path}~`, ruleFile("replaced"));
  renameSync(`${path}~`, path);
  await until("the replaced rules", () => loaded().length === 3);

  writeFileSync(path, `${ruleFile("x").replace("now.code", "now.coed")}    wen: "true"\n`);
  const rejected = await until("rules.rejected", () =>
    stage.feed.events.find(({ event }) => event.type === "rules.rejected"),
  );
  const [first, ...others] = rejected.event.data.now.problems as readonly object[];
  expect(first).toEqual({
    file: "all.yaml",
    line: 5,
    column: 22,
    message: expect.stringContaining("coed"),
    suggestion: expect.stringContaining("code"),
  });
  expect(others).toMatchObject([{ file: "all.yaml", line: 6, column: 5 }]);
  expect(rejected.event.data.now.rules).toContain("everything");

  await until("the mails", () => stage.mails.received.length === recipients.length);
  const entries = monitor
    .log()
    .split("\n")
    .filter((line) => line.includes('"level":"warn"'))
    .map((line) => JSON.parse(line));
  const mistakes = entries.filter(({ file }) => file !== undefined);
  expect(mistakes.map(({ line, column }) => ({ line, column }))).toEqual([
    { line: 5, column: 22 },
    { line: 6, column: 5 },
  ]);
  for (const { file, line, column, msg } of mistakes) {
    expect(resolve(file)).toBe(path);
    expect(msg.startsWith(`${file}:${line}:${column}: `)).toBe(true);
  }
  expect(mistakes[0]?.msg).toMatch(/coed.*code/);
  expect(entries.map(({ msg }) => msg)).toContain(
    "an edit of the rules was refused; the rules before it stay active",
  );
  const [mail] = await Promise.all(stage.mails.received.map(opened));
  expect(mail?.subject).toMatch(/Mistakes in the rules or settings/);
  expect(mail?.text).toContain("all.yaml:5:22: ");
  expect(mail?.text).toContain("all.yaml:6:5: ");

  change(stage.worlds);
  const isOld = (title: unknown) => /^replaced /.test(String(title));
  await until("alerts of the old rule", () =>
    stage.feed.events.some(({ event }) => event.type === "alert.fired" && isOld(event.data.now.title)),
  );
  expect(await monitor.stop("SIGTERM")).toBe(0);
});

test("a mail that is refused is told once and delays nobody; a stop with a poll and mails in flight ends with status 0, and the next start tells nothing twice and sends them", async () => {
  const stage = await setStage("documented");
  const [odd = "", other = ""] = recipients;
  stage.mails.unknown.add(odd);
  const monitor = await stage.start();
  await baselined(stage);
  change(stage.worlds);
  const told = (type: string) => stage.feed.events.filter(({ event }) => event.type === type);
  await until("every mail to the other", () => stage.mails.received.length === 13);
  await until("every failure", () => told("mail.failed").length === 13);
  expect(new Set(stage.mails.received.map(({ to }) => to))).toEqual(new Set([other]));
  expect(
    told("mail.failed")
      .map(({ event }) => event.data.now.alert)
      .sort(),
  ).toEqual(
    told("alert.fired")
      .map(({ event }) => event.id)
      .sort(),
  );
  expect(told("mail.failed")[0]?.event.data.now).toMatchObject({
    rule: "everything",
    address: odd,
    reason: "refused",
    message: expect.stringContaining("no such mailbox"),
    attempts: 1,
  });

  stage.mails.unknown.clear();
  stage.mails.hanging.add(odd);
  stage.worlds.forum.rankings.daily?.reverse();
  // Of three places the one in the middle stays.
  await until("the mails to the other", () => stage.mails.received.length === 15);
  stage.hang = true;
  const before = stage.services.asked.length;
  await until("a poll that hangs", () => stage.services.asked.length >= before + 3);
  expect(await monitor.stop("SIGTERM")).toBe(0);
  stage.hang = false;
  stage.mails.hanging.clear();
  const entries = stage.feed.events.length;
  const again = await stage.start();
  await until("the mails to both", () => stage.mails.received.length === 17);
  expect(stage.mails.received.slice(15).map(({ to }) => to)).toEqual([odd, odd]);
  await until("polls after the restart", () => stage.services.asked.length > before + 10);
  expect(stage.feed.events.slice(entries)).toEqual([]);
  await again.stop("SIGTERM");
});

test("each failure of a service is told with its reason, once and by its own source alone, and its end; one that asks for time is left alone over a restart, too", async () => {
  const stage = await setStage("documented");
  const redirect = { status: 302, headers: { location: "http://127.0.0.2:1/" }, body: "" };
  stage.answers.set("/v2/markets/margin-alert", { body: '{"data":[{"PubDate":"2026-01-0' });
  stage.answers.set("/v2/markets/short-sale-report", {
    status: 403,
    body: '{"message":"Your plan does not cover it."}',
  });
  stage.answers.set("/api/v1/getDataCode", { status: 500, body: "oops" });
  stage.answers.set("/stocks/ranking/bbs", redirect);
  const monitor = await stage.start();
  const told = (type: string) => stage.feed.events.filter(({ event }) => event.type === type);
  await until("four failures", () => told("source.failed").length === 4);
  const reasons = told("source.failed").map(({ event }) => [event.subject, event.data.now.reason]);
  expect(Object.fromEntries(reasons)).toEqual({
    "margin-alerts": "malformed",
    "short-sale-reports": "refused",
    "statistics-updates": "server-error",
    "forum-ranking": "redirected",
  });
  await until("the other baseline", () => told("source.baselined").length === 1);
  expect(told("source.baselined")[0]?.event.subject).toBe("forum-comments");
  stage.answers.clear();
  await baselined(stage);
  await until("four ends", () => told("source.recovered").length === 4);

  stage.answers.set("/v2/markets/margin-alert", { body: '{"data":[{"PubDate":"yesterday"}]}' });
  const failed = await until("source.failed", () => told("source.failed")[4]);
  expect(failed.event).toMatchObject({ subject: "margin-alerts", data: { now: { reason: "malformed" } } });
  stage.worlds.forum.rankings.daily?.reverse();
  await until("news of another source", () => told("forum.ranking.moved").length > 0);
  stage.answers.clear();
  await until("source.recovered", () => told("source.recovered").length === 5);
  expect(told("source.failed")).toHaveLength(5);
  expect(stage.feed.events.filter(({ event }) => event.type.startsWith("margin."))).toEqual([]);

  const answer = { status: 429, headers: { "retry-after": "60" }, body: "{}" };
  for (const call of ["margin-alert", "short-sale-report"]) stage.answers.set(`/v2/markets/${call}`, answer);
  await until("both sources", () => told("source.failed").length === 7);
  for (const { event } of told("source.failed").slice(5))
    expect(event.data.now).toMatchObject({ reason: "rate-limited" });
  await monitor.stop("SIGKILL");
  const asked = () => stage.services.asked.filter(({ path }) => path.startsWith("/v2/")).length;
  const before = asked();
  const again = await stage.start();
  const polls = stage.services.asked.length;
  await until("polls of the others", () => stage.services.asked.length > polls + 10);
  expect(asked()).toBe(before);
  await again.stop("SIGTERM");
});
