/** The files that ship, as they run: alerts from all simulated services, a snapshot, a consumer over a restart. */
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { standingAnswers } from "../../src/files/active-standing.ts";
import type { Event } from "../../src/model/event.ts";
import type { StandingItem } from "../../src/model/standing.ts";
import { isLate, toldBy } from "../../src/pipeline/standing/changes.ts";
import { type Frame, readFeed } from "../support/feed-reader.ts";
import { type Monitor, startMonitor, yagura } from "../support/monitor.ts";
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

const answers = standingAnswers({ recordSources: [] });
/** A field of each source's items that no change is silent about. */
const telling: Readonly<Record<string, string>> = {
  "forum-comments": "body",
  "forum-ranking": "rank",
  "margin-alerts": "shortOutstanding",
  "short-sale-reports": "ratio",
  disclosures: "title",
  "earnings-dates": "scheduledOn",
  "statistics-updates": "value",
};

function subscriber(url: string, asked: object) {
  const frames: Frame[] = [];
  const socket = new WebSocket(url);
  onTestFinished(() => socket.terminate());
  socket.on("error", () => {});
  socket.on("open", () => socket.send(JSON.stringify({ type: "subscribe", id: "a", ...asked })));
  socket.on("message", (data) => frames.push(JSON.parse(String(data))));
  const ofType = (type: string) => frames.filter((frame) => frame.type === type);
  return {
    frames,
    ofType,
    send: (frame: object) => socket.send(JSON.stringify(frame)),
    first: (type: string) => until(`a ${type}`, () => ofType(type)[0]),
    last: () => Number(ofType("event").at(-1)?.seq ?? 0),
  };
}

/** What a client knows that keeps the items of its snapshot, and applies each event up to a seq. */
function known({ ofType }: ReturnType<typeof subscriber>, upTo: number): Map<string, unknown> {
  const items = new Map<string, StandingItem>();
  for (const { source, key, ...item } of ofType("item"))
    items.set(`${source} ${key}`, item as unknown as StandingItem);
  for (const { seq, event } of ofType("event")) {
    const told = Number(seq) > upTo ? undefined : toldBy(event as Event, answers);
    if (told === undefined) continue;
    const name = `${told.change.source} ${told.change.key}`;
    if (isLate(told, items.get(name))) continue;
    if (told.change.item === undefined) items.delete(name);
    else items.set(name, told.change.item);
  }
  const field = (name: string) => telling[name.split(" ")[0] ?? ""] ?? "";
  return new Map([...items].map(([name, { now }]) => [name, now[field(name)]]));
}

/** A snapshot and the events behind it say the same as a later snapshot. */
async function expectOneSnapshot(monitor: Monitor): Promise<void> {
  const early = subscriber(monitor.ready.feed, { since: "snapshot" });
  await early.first("live");
  expect(new Set(early.ofType("item").map(({ source }) => source))).toEqual(new Set(Object.keys(telling)));
  await until("many events", () => early.ofType("event").length > 40);
  const late = subscriber(monitor.ready.feed, { since: "snapshot" });
  await late.first("live");
  await until(
    "events behind it",
    () => late.ofType("event").length > 3 && early.last() >= late.last(),
    60_000,
  );
  const upTo = late.last();
  // A source that was still looking up what there is took more in without an event, and said so.
  const still = new Set(
    early
      .ofType("event")
      .map(({ event }) => event as Event)
      .filter(({ type }) => type === "source.baselined")
      .map(({ data }) => String(data.now.source)),
  );
  const settled = (client: typeof late) =>
    new Map([...known(client, upTo)].filter(([name]) => !still.has(name.split(" ")[0] ?? "")));
  expect(settled(late)).toEqual(settled(early));
  expect(still.size).toBeLessThan(2);
  for (const { seq, event, alert, times } of late.ofType("episode")) {
    expect(event).toMatchObject({ type: "alert.fired", id: expect.stringMatching(new RegExp(`-${seq}$`)) });
    if (times === 1) expect(alert).toBe((event as Event).id);
  }
  expect(late.ofType("live")[0]).not.toHaveProperty("lacking");
}

test("a fresh checkout alerts from all six sources, says SIMULATED everywhere, and goes on after a stop", async () => {
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
  await until("some alerts", () => alertSources().size > 2, 110_000);
  await expectOneSnapshot(monitor);
  const bot = subscriber(monitor.ready.feed, { consumer: "bot-1", since: "start" });
  const event = await bot.first("event");
  bot.send({ type: "ack", id: "a", seq: event.seq });
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
  expect(bot.ofType("acked")).toEqual([{ type: "acked", id: "a", seq: event.seq }]);
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
  const botAgain = subscriber(again.ready.feed, { consumer: "bot-1" });
  expect(await botAgain.first("subscribed")).toMatchObject({ since: event.seq, recovered: true });
  await again.stop("SIGTERM");
});
