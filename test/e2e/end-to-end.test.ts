import { describe, expect, test } from "vitest";
import type { ReadEvent } from "../support/feed-reader.ts";
import { opened } from "../support/mail-server.ts";
import { isLong } from "../support/runs.ts";
import { until } from "../support/until.ts";
import { change, type Expected, expected, inOrder } from "./scene.ts";
import { baselined, recipients, type Stage, setStage } from "./stage.ts";

const ofSources = ({ event }: ReadEvent) => /^(forum|margin|short|statistics)\./.test(event.type);
const isAlert = ({ event }: ReadEvent) => event.type === "alert.fired";

function told({ event }: ReadEvent): Expected {
  const { type, source, subject, published, occurred, data } = event;
  return JSON.parse(JSON.stringify({ type, source, subject, published, occurred, data }));
}

/** Nothing lost, repeated or out of order. */
function checkNumbering({ feed }: Stage): void {
  expect(feed.events.map(({ seq }) => seq)).toEqual(feed.events.map((_, index) => index + 1));
  expect(new Set(feed.events.map(({ event }) => event.id)).size).toBe(feed.events.length);
}

/** Every event raised its alert, which names it as its cause. */
function checkAlerts({ feed }: Stage): void {
  const causes = feed.events.filter(ofSources);
  const alerts = feed.events.filter(isAlert).map(({ event }) => event);
  expect(alerts.map(({ data }) => data.now)).toEqual(
    causes.map(({ seq, event: { id, type, source, subject, data } }) => ({
      rule: "everything",
      key: subject,
      severity: "warning",
      title: `速報 ${type} ${subject}`,
      body: `${type} of ${subject}`,
      labels: { desk: "tokyo" },
      data: data.now,
      recipients: ["email:desk"],
      cause: { seq, id, type, source, subject },
    })),
  );
  expect(alerts.map(({ subject }) => subject)).toEqual(causes.map(({ event }) => event.subject));
}

/** Every alert reached every address, each copy of a mail the same. */
async function checkMails({ feed, mails }: Stage): Promise<void> {
  const alerts = feed.events.filter(isAlert);
  await until("all mails", () => {
    const copies = new Set(mails.received.map(({ to, bytes }) => `${to} ${messageId(bytes)}`));
    return copies.size === alerts.length * recipients.length;
  });
  const byId = new Map<string, string>();
  for (const { bytes } of mails.received) {
    const copy = bytes.toString("latin1");
    expect(byId.get(messageId(bytes)) ?? copy).toBe(copy);
    byId.set(messageId(bytes), copy);
  }
  const read = await Promise.all(mails.received.map(opened));
  const titles = [...new Map(read.map(({ messageId: id, text = "" }) => [id, text.split("\n")[0]])).values()];
  const wanted = alerts.flatMap(({ event }) => recipients.map(() => `WARNING ${event.data.now.title}`));
  expect(titles.sort()).toEqual(wanted.sort());
  // Mails about one stock are a thread, which has the subject of its first mail.
  const first = new Map(alerts.toReversed().map(({ event }) => [event.subject, event.data.now.title]));
  for (const { subject, references, text = "" } of read) {
    const [, title = "", about = ""] = /^WARNING (.* (\S+))$/m.exec(text) ?? [];
    expect(subject).toBe(`[Yagura] Warning: ${first.get(about)}`);
    expect(references === undefined).toBe(title === first.get(about));
  }
  for (const { text, html } of read) {
    expect(text).toContain("everything");
    expect(html).toContain("<");
  }
}

function messageId(bytes: Buffer): string {
  const [, id] = /^Message-ID:\s*(<[^>]+>)/im.exec(bytes.toString("latin1")) ?? [];
  if (id === undefined) throw new Error("a mail without Message-ID");
  return id;
}

// What the documented dialect gives is seen below, in spite of kills.
describe.each(isLong ? (["documented", "observed"] as const) : (["observed"] as const))(
  "services of the %s dialect",
  (dialect) => {
    test("one change through each source becomes exactly its events, alerts, mails and frames", async () => {
      const stage = await setStage(dialect);
      const monitor = await stage.start();
      expect(monitor.ready).toMatchObject({ ready: true, simulated: [] });
      await baselined(stage);
      change(stage.worlds);
      const wanted = expected(dialect);
      await until("the events", () => stage.feed.events.filter(ofSources).length >= wanted.length);
      expect(stage.feed.events.filter(ofSources).map(told).sort(inOrder)).toEqual(wanted);
      checkAlerts(stage);
      checkNumbering(stage);
      await checkMails(stage);
      expect(stage.mails.received).toHaveLength(wanted.length * recipients.length);
      expect(await monitor.stop("SIGTERM")).toBe(0);
      expect(stage.feed.frames.at(-1)).toMatchObject({ type: "bye" });
    });
  },
);

test("killed at any moment, it loses, repeats and reorders nothing", async () => {
  const stage = await setStage("documented");
  let monitor = await stage.start();
  await baselined(stage);
  change(stage.worlds);
  const wanted = expected("documented");
  // Moments before the polls, in the middle of them, between commit and delivery, and during delivery.
  for (const momentMs of isLong ? [0, 150, 400, 700, 950] : [150, 950]) {
    await new Promise((resolve) => setTimeout(resolve, momentMs));
    expect(await monitor.stop("SIGKILL")).toBe("SIGKILL");
    monitor = await stage.start();
  }
  await until("the events", () => stage.feed.events.filter(ofSources).length >= wanted.length);
  await until("two more heartbeats", heartbeats(stage, 2));
  expect(stage.feed.events.filter(ofSources).map(told).sort(inOrder)).toEqual(wanted);
  checkAlerts(stage);
  checkNumbering(stage);
  await checkMails(stage);
  expect(await monitor.stop("SIGTERM")).toBe(0);
});

function heartbeats({ feed }: Stage, more: number): () => boolean {
  const count = () => feed.frames.filter(({ type }) => type === "heartbeat").length;
  const before = count();
  return () => count() >= before + more;
}
