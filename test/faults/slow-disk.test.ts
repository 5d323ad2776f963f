/**
 * A disk that takes two seconds for each write that is to last. The commit holds the event loop as long: polls, mails
 * and answers come later by the writes in a row, and nobody is cut, nothing is lost or told twice, and all is as before afterwards.
 */
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { until } from "../support/until.ts";
import { setDiskStage, slowCalls } from "./disk-stage.ts";
import { tell, trialsOf } from "./trials.ts";

const delayMs = 2_000;
const pingMs = 200;
/** Shorter than a write. */
const heartbeatMs = 1_500;
/** Writes that may follow one another before anything is read: of a poll, of its mails, and into the file itself. */
const mostInARow = 8;
/** A poll and its mails are a dozen such writes. */
const patienceMs = 200_000;
/** Commits that the disk holds up. */
const commits = trialsOf({ quick: 2, all: 10 });

/** A reader that pings all the time, each time behind the pong before: the feed reads a frame of each reader a turn. */
function pinging(url: string) {
  const socket = new WebSocket(url, "yagura.v1");
  const seen = { pongs: 0, heartbeats: 0, latestMs: 0, ends: 0 };
  let askedAt: number | undefined;
  socket.on("message", (data) => {
    const { type } = JSON.parse(String(data)) as { readonly type: string };
    if (type === "heartbeat") seen.heartbeats += 1;
    if (type !== "pong") return;
    seen.pongs += 1;
    seen.latestMs = Math.max(seen.latestMs, performance.now() - Number(askedAt));
    askedAt = undefined;
  });
  socket.on("close", () => {
    seen.ends += 1;
  });
  const timer = setInterval(() => {
    if (socket.readyState !== WebSocket.OPEN || askedAt !== undefined) return;
    askedAt = performance.now();
    socket.send(JSON.stringify({ type: "ping" }));
  }, pingMs);
  onTestFinished(() => {
    clearInterval(timer);
    socket.terminate();
  });
  return seen;
}

test("a disk that is slow at each write cuts no reader, loses nothing, and delays answers by its writes alone", async (context) => {
  const stage = await setDiskStage(undefined, heartbeatMs);
  const readers = Array.from({ length: 5 }, () => pinging(stage.monitor().ready.feed));
  await until("pongs", () => readers.every(({ pongs }) => pongs > 3));
  for (const seen of readers) seen.latestMs = 0;
  const end = await slowCalls(stage, "fsync,fdatasync", delayMs);
  for (let commit = 0; commit < commits; commit += 1) {
    const before = stage.posted().length;
    await until("another poll that is written", () => stage.posted().length > before, patienceMs);
  }
  const latestMs = Math.max(...readers.map((seen) => seen.latestMs));
  const beats = readers.map(({ heartbeats }) => heartbeats);
  await end();
  await until(
    "heartbeats afterwards",
    () => readers.every((seen, at) => seen.heartbeats > Number(beats[at]) + 3),
    patienceMs,
  );
  const outcome = await stage.outcome();
  const cut = readers.reduce((sum, { ends }) => sum + ends, 0) + stage.connects() - 1;
  tell(context, {
    fault: `each write to the disk takes ${delayMs / 1_000} s`,
    tried: commits,
    ...outcome,
    shown: `${readers.length} readers, ${cut} cut; a pong after ${(latestMs / 1_000).toFixed(1)} s at most`,
    failsWith: "a reader that is cut where its pong waits behind a commit",
  });
  expect({ ...outcome, cut }).toEqual({ lost: 0, wrong: 0, cut: 0 });
  // Some were asked for while the disk held the monitor.
  expect(latestMs).toBeGreaterThan(delayMs / 2);
  expect(latestMs).toBeLessThan(delayMs * mostInARow);
});
