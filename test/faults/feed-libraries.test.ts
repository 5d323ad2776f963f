/** WebSocket libraries that are not ours exchange frames with the feed. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { WebSocket } from "undici";
import { expect, type TestContext, test } from "vitest";
import { startFeed } from "../outputs/feed/support/running-feed.ts";
import { tell } from "./trials.ts";

const frames = 1_000;

interface Exchanged {
  readonly exchanged: number;
  readonly wrong: number;
  readonly closed: number;
}

function check(context: TestContext, library: string, { exchanged, wrong, closed }: Exchanged): void {
  tell(context, {
    fault: `frames exchanged with ${library}`,
    tried: exchanged,
    lost: frames - exchanged,
    wrong,
    failsWith: "a length of two bytes that is one too high",
  });
  expect({ exchanged, wrong, closed }).toEqual({ exchanged: frames, wrong: 0, closed: 1000 });
}

/** Debian's packages, which test/setup.sh installs, are for Debian's own python. */
async function python(script: string, url: string): Promise<Exchanged> {
  const path = join(import.meta.dirname, script);
  const { stdout } = await promisify(execFile)("/usr/bin/python3", [path, url, String(frames)]);
  return JSON.parse(stdout);
}

test("websockets (Python) exchanges 1,000 frames with the feed", async (context) => {
  const { url } = await startFeed();
  check(context, "python3-websockets", await python("exchange-websockets.py", url));
});

test("wsproto (Python) exchanges 1,000 frames with the feed", async (context) => {
  const { url } = await startFeed();
  check(context, "python3-wsproto", await python("exchange-wsproto.py", url));
});

test("undici exchanges 1,000 frames with the feed", async (context) => {
  const { url } = await startFeed();
  check(context, "undici", await undici(url));
});

/** Every second answer is long, so that lengths of one byte and of three come. */
function undici(url: string): Promise<Exchanged> {
  const socket = new WebSocket(url, "yagura.v1");
  let asked = 0;
  let wrong = 0;
  const idOf = (number: number) => `${number} `.padEnd(number % 2 === 0 ? 4 : 60, "x");
  const ask = () => socket.send(JSON.stringify({ type: "unsubscribe", id: idOf(asked) }));
  return new Promise((resolve, reject) => {
    socket.addEventListener("message", ({ data }) => {
      const frame = JSON.parse(String(data));
      if (frame.type === "heartbeat") return;
      if (frame.type !== "welcome") {
        if (frame.code !== "unknown-id" || frame.id !== idOf(asked)) wrong += 1;
        asked += 1;
      }
      if (asked < frames) ask();
      else socket.close(1000, "done");
    });
    socket.addEventListener("error", () => reject(new Error("the connection failed")));
    socket.addEventListener("close", ({ code }) => resolve({ exchanged: asked, wrong, closed: code }));
  });
}
