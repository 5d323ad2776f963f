/** The log over plain HTTP: `GET /log`, asked as a program without a WebSocket does. */
import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { createHandClock, type HandClock } from "../../support/hand-clock.ts";
import { alertDraft, commentDraft, MemoryLog } from "../../support/memory-log.ts";
import { MemoryPresent } from "../../support/memory-present.ts";
import { until } from "../../support/until.ts";
import type { AnyFrame } from "./support/fake-socket.ts";
import type { RunningFeed } from "./support/running-feed.ts";
import { startFeed } from "./support/running-feed.ts";
import { heldItem, heldSource, openAlert } from "./support/standing.ts";

interface Asked {
  readonly status: number;
  readonly headers: Headers;
  readonly lines: AnyFrame[];
}

async function ask(
  { httpUrl }: Pick<RunningFeed, "httpUrl">,
  query = "",
  headers: Record<string, string> = {},
): Promise<Asked> {
  const answer = await fetch(`${httpUrl}/log?${query}`, { headers });
  const text = await answer.text();
  const lines = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  return { status: answer.status, headers: answer.headers, lines };
}

/** Lets seconds pass, and what is written in each of them go out. */
async function pass(clock: HandClock, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    clock.move(1_000);
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

const seqs = ({ lines }: Asked) => lines.filter(({ type }) => type === "event").map(({ seq }) => seq);
const types = ({ lines }: Asked) => lines.map(({ type }) => type);

function logOf(count: number, subject = (made: number) => (made % 2 === 0 ? "7203" : "6758")): MemoryLog {
  const log = new MemoryLog();
  for (let made = 1; made <= count; made += 1) log.append(alertDraft(subject(made)));
  return log;
}

describe("An answer of /log", () => {
  it("has the frames of a connection as its lines, and ends with a place to go on from", async () => {
    const running = await startFeed({}, logOf(5));
    const answer = await ask(running, "since=2");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/x-ndjson"]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(types(answer)).toEqual(["welcome", "subscribed", "event", "event", "event", "heartbeat"]);
    expect(answer.lines[0]).toMatchObject({ epoch: "epoch-1", seq: 5, oldest: 1 });
    expect(answer.lines[1]).toEqual({ type: "subscribed", id: "url", since: 2, recovered: true });
    expect(answer.lines[2]).toMatchObject({ seq: 3, event: { specversion: "1.0", subject: "6758" } });
    expect(answer.lines.at(-1)).toMatchObject({ seq: 5 });
  });

  it("says at once where the log is, to whoever asks for nothing that was", async () => {
    const running = await startFeed({}, logOf(5));
    const answer = await ask(running);
    expect(types(answer)).toEqual(["welcome", "subscribed", "heartbeat"]);
    expect(answer.lines.at(-1)).toMatchObject({ seq: 5 });
  });

  it.each([
    ["types=alert.*&subjects=7203", [2, 4, 6]],
    ["subjects=7203,6758&limit=4", [1, 2, 3, 4]],
    ["where=now.rule%20%3D%3D%20'other'", []],
    ["where=now.severity%20%3D%3D%20'warning'&limit=2", [1, 2]],
    ["types=forum.*", []],
  ])("lets through what a subscription by %s does, and passes over the rest", async (query, expected) => {
    const running = await startFeed({}, logOf(6));
    const answer = await ask(running, `since=start&${query}`);
    expect(seqs(answer)).toEqual(expected);
    const isCut = query.includes("limit");
    expect(answer.lines.at(-1)).toMatchObject({ type: "heartbeat", seq: isCut ? expected.at(-1) : 6 });
  });

  it("has as many entries as `limit` says, also where one write has more, and loses none between two", async () => {
    const running = await startFeed({}, logOf(1_000));
    const found: number[] = [];
    let since = "start";
    for (let asked = 0; asked < 12; asked += 1) {
      const answer = await ask(running, `since=${since}&limit=90&subjects=7203`);
      found.push(...seqs(answer));
      since = String(answer.lines.at(-1).seq);
    }
    expect(found).toEqual(Array.from({ length: 500 }, (_, at) => 2 * (at + 1)));
    expect(since).toBe("1000");
  });

  it.each([
    ["since=3", { since: 9, recovered: false, gap: { from: 4, to: 9 } }, [10, 11, 12]],
    ["since=3&epoch=another", { since: 12, recovered: false, gap: { from: 1, to: 12 } }, []],
    ["since=40", { since: 12, recovered: false, gap: { from: 1, to: 12 } }, []],
    ["since=9&epoch=epoch-1", { since: 9, recovered: true }, [10, 11, 12]],
  ])("tells for %s the gap that the feed would", async (query, told, expected) => {
    const log = logOf(12);
    log.pruneBefore(10);
    const running = await startFeed({}, log);
    // A gap is told at once, also to whoever would wait.
    const answer = await ask(running, `${query}&wait=60s`);
    expect(answer.lines[1]).toEqual({ type: "subscribed", id: "url", ...told });
    expect(seqs(answer)).toEqual(expected);
  });

  it("has the current state with `since=snapshot`", async () => {
    const present = new MemoryPresent();
    const log = logOf(3);
    present.open = [openAlert({ latest: log.read(1, 1)[0], seq: 2 })];
    present.held = [heldSource([heldItem("7203", {}), heldItem("6758", {})])];
    const running = await startFeed({ present }, log);
    expect(types(await ask(running, "since=snapshot&subjects=7203&wait=60s"))).toEqual([
      ...["welcome", "subscribed", "episode", "item", "live", "heartbeat"],
    ]);
  });

  it("masks addresses for whoever may only read", async () => {
    const log = new MemoryLog();
    const now = {
      address: "taro@example.com",
      message: "taro@example.com is full",
      title: "櫓",
      rule: "large",
    };
    log.append({ type: "mail.failed", source: "/outputs/email", subject: "7203", data: { now } });
    const tokens = { tokens: ["reader-token"], operators: ["operator-token"] };
    const running = await startFeed(tokens, log);
    const by = (token: string) => ask(running, "since=start", { authorization: `Bearer ${token}` });
    expect(JSON.stringify((await by("reader-token")).lines)).not.toContain("taro@");
    expect(JSON.stringify((await by("operator-token")).lines)).toContain("taro@");
  });
});

describe("An answer that waits", () => {
  it("ends with the first entry that matches, and with what came with it", async () => {
    const running = await startFeed({}, logOf(3));
    const waiting = ask(running, "since=3&wait=60s&types=alert.*");
    await until("it to wait", () => running.feed.connections() === 1);
    for (let made = 0; made < 3; made += 1) {
      running.log.append(commentDraft("7203", made));
      running.feed.wake();
    }
    running.log.append(alertDraft("7203"), alertDraft("6758"));
    running.feed.wake();
    const answer = await waiting;
    expect(seqs(answer)).toEqual([7, 8]);
    expect(answer.lines.at(-1)).toMatchObject({ type: "heartbeat", seq: 8 });
    await until("it to be gone", () => running.feed.connections() === 0);
  });

  it("ends when its time is over, behind the entries that were passed over", async () => {
    const clock = createHandClock();
    const running = await startFeed({ clock }, logOf(3));
    const waiting = ask(running, "since=1&wait=30s&types=forum.*");
    await until("it to wait", () => running.feed.connections() === 1);
    running.log.append(alertDraft("7203"));
    running.feed.wake();
    await pass(clock, 29);
    expect(running.feed.connections()).toBe(1);
    await pass(clock, 1);
    expect((await waiting).lines.at(-1)).toMatchObject({ type: "heartbeat", seq: 4 });
  });

  it("gets heartbeats meanwhile, which keep a way through a proxy open, and is not taken for a dead one", async () => {
    const clock = createHandClock();
    const running = await startFeed({ clock, heartbeatMs: 1_000 }, logOf(1));
    const waiting = ask(running, "wait=10s");
    await until("it to wait", () => running.feed.connections() === 1);
    await pass(clock, 10);
    const [welcome, subscribed, ...beats] = types(await waiting);
    expect([welcome, subscribed]).toEqual(["welcome", "subscribed"]);
    expect(beats.length).toBeGreaterThan(8);
    expect(new Set(beats)).toEqual(new Set(["heartbeat"]));
  });

  it("ends with bye when the monitor stops", async () => {
    const running = await startFeed({}, logOf(1));
    const waiting = ask(running, "wait=60s");
    await until("it to wait", () => running.feed.connections() === 1);
    await running.feed.stop(5_000);
    expect((await waiting).lines.at(-1)).toEqual({ type: "bye", reason: "stopping", retryAfterMs: 1_000 });
  });
});

describe("Whoever is not let in to /log", () => {
  it.each([
    ["types=nothing.*", "unknown-event-type"],
    ["subjects=7203.T", "invalid-frame"],
    ["watchlist=none", "unknown-watchlist"],
    ["where=now.", "invalid-where"],
    ["since=yesterday", "invalid-frame"],
    ["wait=61s", "invalid-frame"],
    ["wait=3bd", "invalid-frame"],
    ["limit=0", "invalid-frame"],
    ["limit=5&limit=6", "invalid-frame"],
    ["consumer=bot", "invalid-frame"],
    ["type=alert.fired", "invalid-frame"],
  ])("by the query %s: is answered 400 with the code of the feed", async (query, code) => {
    const running = await startFeed({}, logOf(1));
    const answer = await ask(running, query);
    expect([answer.status, answer.lines[0].code]).toEqual([400, code]);
    expect(answer.lines[0].error).not.toBe("");
    await until("it to be gone", () => running.feed.connections() === 0);
  });

  it("by the token, the Origin, the Host or the method: is answered as by the feed", async () => {
    const running = await startFeed({ tokens: ["a-token"] }, logOf(1));
    const right = { authorization: "Bearer a-token" };
    const status = async (headers: Record<string, string>) => (await ask(running, "since=0", headers)).status;
    expect(await status({})).toBe(401);
    expect(await status({ authorization: "Bearer another" })).toBe(401);
    expect(await status({ ...right, origin: "https://evil.example" })).toBe(403);
    expect(await status({ ...right, "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await status(right)).toBe(200);
    for (const method of ["HEAD", "POST"])
      expect((await fetch(`${running.httpUrl}/log`, { method, headers: right })).status).toBe(405);
  });

  it("as one too many of an address: is answered 429, and counted with the connections of the feed", async () => {
    const running = await startFeed({ maxConnectionsPerAddress: 1 }, logOf(1));
    const waiting = ask(running, "wait=60s");
    await until("one to wait", () => running.feed.connections() === 1);
    const second = await ask(running, "since=0");
    expect([second.status, second.headers.get("retry-after")]).toEqual([429, "30"]);
    running.log.append(alertDraft("7203"));
    running.feed.wake();
    await waiting;
    await until("it to be gone", () => running.feed.connections() === 0);
    expect((await ask(running, "since=0")).status).toBe(200);
  });

  it("as a question behind another one of its connection, leaves nothing behind when that breaks", async () => {
    const running = await startFeed({}, logOf(1));
    const socket = connect(running.feed.port, "127.0.0.1");
    const question = "GET /log?wait=60s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    socket.write(question + question);
    await until("the first to wait", () => running.feed.connections() === 1);
    socket.destroy();
    await once(socket, "close");
    await until("nobody to be there", () => running.feed.connections() === 0);
    expect(running.failures).toEqual([]);
  });
});

it("A reader that takes nothing is cut, and costs no more than its buffer until then", async () => {
  const log = new MemoryLog();
  const large = Array.from({ length: 50 }, () => alertDraft("7203", { padding: 100_000 }));
  for (let made = 0; made < 6; made += 1) log.append(...large);
  const reasons: string[] = [];
  const clock = createHandClock();
  const running = await startFeed({ clock, closed: (reason) => reasons.push(reason) }, log);
  const socket = connect(running.feed.port, "127.0.0.1");
  socket.pause();
  socket.write("GET /log?since=start HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  await until("it to be full", () => running.feed.queuedBytes() > 60_000);
  for (let second = 0; second < 20 && reasons.length === 0; second += 1) {
    expect(running.feed.queuedBytes()).toBeLessThan(300_000);
    await pass(clock, 1);
  }
  expect(reasons).toEqual(["too-slow"]);
  socket.destroy();
});
