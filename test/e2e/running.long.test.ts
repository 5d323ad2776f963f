import { cpSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
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

describe("editing a rule while it runs", () => {
  test("makes the new rule active, also when an editor replaces the file; a broken edit leaves it so and shows where the mistake is", async () => {
    const stage = await setStage("documented");
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

    writeFileSync(path, ruleFile("x").replace("now.code", "now.coed"));
    const rejected = await until("rules.rejected", () =>
      stage.feed.events.find(({ event }) => event.type === "rules.rejected"),
    );
    expect(rejected.event.data.now.problems).toEqual([
      {
        file: "all.yaml",
        line: 5,
        column: 22,
        message: expect.stringContaining("coed"),
        suggestion: expect.stringContaining("code"),
      },
    ]);
    expect(rejected.event.data.now.rules).toEqual(["everything"]);
    change(stage.worlds);
    const alert = await until("an alert of the old rule", () =>
      stage.feed.events.find(({ event }) => event.type === "alert.fired"),
    );
    expect(alert.event.data.now.title).toMatch(/^replaced /);
    expect(await monitor.stop("SIGTERM")).toBe(0);
  });
});

describe("an edit that is refused", () => {
  test("stands in the log as warnings with file, line and column, and is mailed by the rule that ships", async () => {
    const stage = await setStage("documented");
    const shipped = join(import.meta.dirname, "../../rules/monitor.yaml");
    cpSync(shipped, join(stage.folder, "rules/monitor.yaml"));
    const monitor = await stage.start();
    await baselined(stage);
    const path = join(stage.folder, "rules/all.yaml");
    writeFileSync(path, `${ruleFile("x").replace("now.code", "now.coed")}    wen: "true"\n`);
    await until("the mails", () => stage.mails.received.length === recipients.length);

    const logged = monitor
      .log()
      .split("\n")
      .filter((line) => line.includes('"level":"warn"'));
    const entries = logged.map((line) => JSON.parse(line));
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
    await monitor.stop("SIGTERM");
  });
});

describe("a recipient that the mail server refuses", () => {
  test("is told as mail.failed, once a mail, and delays nobody", async () => {
    const stage = await setStage("documented");
    const [refused = "", other = ""] = recipients;
    stage.mails.unknown.add(refused);
    const monitor = await stage.start();
    await baselined(stage);
    change(stage.worlds);
    const failures = () => stage.feed.events.filter(({ event }) => event.type === "mail.failed");
    await until("every mail to the other", () => stage.mails.received.length === 13);
    await until("every failure", () => failures().length === 13);
    expect(new Set(stage.mails.received.map(({ to }) => to))).toEqual(new Set([other]));
    const alerts = stage.feed.events.filter(({ event }) => event.type === "alert.fired");
    expect(
      failures()
        .map(({ event }) => event.data.now.alert)
        .sort(),
    ).toEqual(alerts.map(({ event }) => event.id).sort());
    expect(failures()[0]?.event.data.now).toMatchObject({
      rule: "everything",
      address: refused,
      reason: "refused",
      message: expect.stringContaining("no such mailbox"),
      attempts: 1,
    });
    await monitor.stop("SIGTERM");
  });
});

describe("stopping", () => {
  test("SIGTERM while a service hangs ends it with status 0, and nothing is half done", async () => {
    const stage = await setStage("documented");
    const monitor = await stage.start();
    await baselined(stage);
    stage.hang = true;
    const before = stage.services.asked.length;
    await until("a poll that hangs", () => stage.services.asked.length >= before + 3);
    expect(await monitor.stop("SIGTERM")).toBe(0);
    stage.hang = false;
    const told = stage.feed.events.length;
    await stage.start();
    await until("a poll after the restart", () => stage.services.asked.length > before + 10);
    expect(stage.feed.events.slice(told)).toEqual([]);
  });
});

describe("stopping with a mail in flight", () => {
  test("ends with status 0, and the mail goes out after the next start", async () => {
    const stage = await setStage("documented");
    const [slow = ""] = recipients;
    stage.mails.hanging.add(slow);
    const monitor = await stage.start();
    await baselined(stage);
    change(stage.worlds);
    await until("the mails to the other", () => stage.mails.received.length === 13);
    expect(await monitor.stop("SIGTERM")).toBe(0);
    stage.mails.hanging.clear();
    const again = await stage.start();
    await until("the mails to both", () => stage.mails.received.length === 26);
    await again.stop("SIGTERM");
  });
});

describe("a service that answers nonsense", () => {
  test("fails its own source once, leaves the others alone, and recovers once", async () => {
    const stage = await setStage("documented");
    const monitor = await stage.start();
    await baselined(stage);
    const news = (type: string) => stage.feed.events.filter(({ event }) => event.type === type);
    stage.answers.set("/v2/markets/margin-alert", { body: '{"data":[{"PubDate":"yesterday"}]}' });
    const failed = await until("source.failed", () => news("source.failed")[0]);
    expect(failed.event).toMatchObject({ subject: "margin-alerts", data: { now: { reason: "malformed" } } });

    stage.worlds.forum.rankings.daily?.reverse();
    await until("news of another source", () => news("forum.ranking.moved").length > 0);
    stage.answers.clear();
    await until("source.recovered", () => news("source.recovered").length > 0);
    expect(news("source.failed")).toHaveLength(1);
    expect(news("source.recovered")).toHaveLength(1);
    expect(stage.feed.events.filter(({ event }) => event.type.startsWith("margin."))).toEqual([]);
    await monitor.stop("SIGTERM");
  });

  test("each failure is told with its reason, and only by its own source", async () => {
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
    await monitor.stop("SIGTERM");
  });

  test("too many requests: its service is left alone as long as it asks, over a restart too", async () => {
    const stage = await setStage("documented");
    const answer = { status: 429, headers: { "retry-after": "60" }, body: "{}" };
    for (const call of ["margin-alert", "short-sale-report"])
      stage.answers.set(`/v2/markets/${call}`, answer);
    const monitor = await stage.start();
    const told = (type: string) => stage.feed.events.filter(({ event }) => event.type === type);
    await until("both sources", () => told("source.failed").length === 2);
    for (const { event } of told("source.failed"))
      expect(event.data.now).toMatchObject({ reason: "rate-limited" });
    await until("the other baselines", () => told("source.baselined").length === 3);
    await monitor.stop("SIGKILL");
    const asked = () => stage.services.asked.filter(({ path }) => path.startsWith("/v2/")).length;
    const before = asked();
    const again = await stage.start();
    const polls = stage.services.asked.length;
    await until("polls of the others", () => stage.services.asked.length > polls + 10);
    expect(asked()).toBe(before);
    await again.stop("SIGTERM");
  });
});
