/** Effects of some subscribers on everybody else: how late polls begin and how long pongs take, seen from outside. */
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { openStore } from "../../src/store/store.ts";
import { batch, entry } from "../store/batches.ts";
import { startMonitor } from "../support/monitor.ts";
import { forumService } from "../support/services/forum.ts";
import { serve } from "../support/services/serve.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

/** So long that no costly condition is through with it. */
const logEntries = 40_000;
const tickMs = 1_000;
const pingEveryMs = 40;

/** 99th percentiles, ms. */
export interface Delays {
  readonly polls: number;
  readonly pongs: number;
}

export interface Watched {
  readonly feed: string;
  /** Looks on for so long. */
  delays(ms: number): Promise<Delays>;
}

/** The built program with a long log; it polls a source every second. */
export async function watchedMonitor(): Promise<Watched> {
  const folder = tmpFolder();
  const asked: number[] = [];
  const forum = forumService({ comments: {}, rankings: { daily: ["7203"] } }, "documented");
  const services = await serve({
    forum(question) {
      asked.push(Date.now());
      return forum(question);
    },
  });
  onTestFinished(() => services.close());
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "monitor.yaml"), settings(services.url));
  fill(join(folder, "state.db"));
  const { ready } = await startMonitor(join(folder, "monitor.yaml"));
  return {
    feed: ready.feed,
    async delays(ms) {
      const end = Date.now() + ms;
      const begun = Math.ceil(Date.now() / tickMs) * tickMs;
      const pongs = await pongTimes(ready.feed, end);
      const late = lateness(asked, begun, end - tickMs);
      return { polls: percentile(late), pongs: percentile(pongs) };
    },
  };
}

/** Subscribers in a process of their own; the answer ends them and says what they were closed with. */
export function subscribers(feed: string, kind: string, connections: number): () => Promise<Ended> {
  const program = fileURLToPath(new URL("hostile-subscribers.mjs", import.meta.url));
  const child = spawn(process.execPath, [program, feed, kind, String(connections)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return async () => {
    child.stdin.end();
    return JSON.parse(await text(child.stdout));
  };
}

export interface Ended {
  /** How often each close code was seen. */
  readonly closed: Readonly<Record<string, number>>;
  /** Frames that they were sent. */
  readonly frames: number;
}

const settings = (url: string) => `
upstreams: { forum: { url: "${url}/forum" }, market: { url: "http://127.0.0.1:1/v2", apiKey: long-enough } }
sources:
  forum-ranking: { schedule: "* * * * * *", terms: [daily] }
rules: rules
state: state.db
email: { smtp: "file:outbox", recipients: {} }
feed: { port: 0 }
log: { level: silent }
`;

function fill(path: string): void {
  const store = openStore(path, { now: () => Date.now() });
  const now = { code: "7203", author: "a".repeat(32), title: "t", body: "本文".repeat(100), yes: 1, no: 2 };
  for (let from = 1; from <= logEntries; from += 1_000) {
    const drafts = Array.from({ length: 1_000 }, (_, index) => {
      const data = { now: { ...now, part: from + index } };
      return entry(from + index, { type: "forum.comment.posted", subject: "7203", data }, Date.now());
    });
    store.commit(batch({ entries: drafts }));
  }
  store.close();
}

/** How late the first request of each tick came; one that never came is a whole tick late. */
function lateness(times: readonly number[], begun: number, end: number): number[] {
  const late: number[] = [];
  for (let tick = begun; tick < end; tick += tickMs) {
    const first = times.find((at) => at >= tick && at < tick + tickMs);
    late.push(first === undefined ? tickMs : first - tick);
  }
  return late;
}

/** How long the answers to pings took, of a client that asks for nothing else. */
async function pongTimes(feed: string, end: number): Promise<number[]> {
  const socket = new WebSocket(feed);
  onTestFinished(() => socket.terminate());
  const sent: number[] = [];
  const took: number[] = [];
  socket.on("message", (data) => {
    if (String(data) === '{"type":"pong"}') took.push(performance.now() - (sent.shift() ?? 0));
  });
  await new Promise((resolve) => socket.once("open", resolve));
  while (Date.now() < end) {
    sent.push(performance.now());
    socket.send('{"type":"ping"}');
    await new Promise((resolve) => setTimeout(resolve, pingEveryMs));
  }
  socket.close();
  // Pongs that never came waited at least until now.
  return [...took, ...sent.map((at) => performance.now() - at)];
}

function percentile(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0);
}
