/** Snapshots and consumers of the program as it runs. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { standingAnswers } from "../../src/files/active-standing.ts";
import type { Event } from "../../src/model/event.ts";
import type { StandingItem } from "../../src/model/standing.ts";
import { isLate, toldBy } from "../../src/pipeline/standing/changes.ts";
import type { Frame } from "../support/feed-reader.ts";
import { startMonitor } from "../support/monitor.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";

const root = join(import.meta.dirname, "../..");
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

async function begin() {
  const folder = tmpFolder();
  for (const name of ["config", "rules"]) cpSync(join(root, name), join(folder, name), { recursive: true });
  const config = join(folder, "config/monitor.yaml");
  return { config, monitor: await startMonitor(config, { YAGURA_PORT: "0" }) };
}

test("a snapshot and the events behind it say the same as a later snapshot", async () => {
  const { monitor } = await begin();
  const alerts = subscriber(monitor.ready.feed, { types: ["alert.fired"], since: "start" });
  await until("some alerts", () => alerts.ofType("event").length > 5);
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
});

test("a consumer goes on after its last ack, over a stop of the monitor", async () => {
  const { config, monitor } = await begin();
  const first = subscriber(monitor.ready.feed, { consumer: "bot-1", since: "start" });
  const event = await first.first("event");
  first.send({ type: "ack", id: "a", seq: event.seq });
  first.send({ type: "ping" });
  await first.first("pong");
  expect(await monitor.stop("SIGTERM")).toBe(0);
  expect(first.ofType("acked")).toEqual([{ type: "acked", id: "a", seq: event.seq }]);
  const again = await startMonitor(config, { YAGURA_PORT: "0" });
  const second = subscriber(again.ready.feed, { consumer: "bot-1" });
  expect(await second.first("subscribed")).toMatchObject({ since: event.seq, recovered: true });
  await again.stop("SIGTERM");
});
