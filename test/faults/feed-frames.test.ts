/** Frames of every wrong kind, byte by byte: each is answered as RFC 6455 and docs/feed.md say, and harms nobody else. */
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { builtInTypes } from "../../src/files/event-types.ts";
import { createFilterCompiler } from "../../src/rules/sets/filter.ts";
import { decodeFrames } from "../outputs/feed/support/decode-frames.ts";
import { handshake } from "../outputs/feed/support/handshake.ts";
import { startFeed } from "../outputs/feed/support/running-feed.ts";
import { subscriber } from "../outputs/feed/support/subscriber.ts";
import { until } from "../support/until.ts";
import { closes, type FrameCase, frameCases, silences } from "./frame-cases.ts";
import { rawFrame } from "./raw-frame.ts";
import { tell } from "./trials.ts";

/** A connection that says what came of it. */
async function outcomeOf(port: number, { writes, expected }: FrameCase): Promise<unknown> {
  const socket = connect(port, "127.0.0.1").setNoDelay(true);
  onTestFinished(() => void socket.destroy());
  let bytes = Buffer.alloc(0);
  let ended = false;
  socket.on("data", (more) => {
    bytes = Buffer.concat([bytes, more]);
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    ended = true;
  });
  socket.write(handshake("/feed"));
  const frames = () => {
    const head = bytes.indexOf("\r\n\r\n");
    return head < 0 ? [] : decodeFrames(bytes.subarray(head + 4)).frames;
  };
  const closed = () => frames().find(({ opcode }) => opcode === 8)?.payload;
  await until("the welcome", () => frames().length > 0);
  for (const write of writes) {
    socket.write(write);
    // So that TCP has a chance to carry it by itself.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if ("closes" in expected) {
    const payload = await until("the close", closed).catch(() => undefined);
    if (payload === undefined) return { open: frames().map(told) };
    socket.end();
    await until("the end", () => ended);
    return closes(payload.length < 2 ? 1005 : payload.readUInt16BE(0));
  }
  // Every frame before it has been answered when this one is.
  socket.write(rawFrame({ opcode: 9, payload: "last" }));
  socket.write(rawFrame({ payload: '{"type":"unsubscribe","id":"last"}' }));
  await until(
    "the last answer",
    () => ended || frames().some((frame) => told(frame) === "error unknown-id last"),
  );
  const said = frames().slice(1).map(told);
  socket.destroy();
  return { answers: said.filter((one) => !one.endsWith(" last")) };
}

function told({ opcode, payload }: { opcode: number; payload: Buffer }): string {
  if (opcode === 10) return `PONG ${payload}`;
  if (opcode !== 1) return `opcode ${opcode}`;
  const { type, code, id } = JSON.parse(String(payload));
  return type === "error" ? `error ${code}${id === "last" ? " last" : ""}` : type;
}

const isExpected = (outcome: unknown, { expected }: FrameCase): boolean => {
  const code = (outcome as { closes?: number[] }).closes?.[0];
  if ("closes" in expected) return code !== undefined && expected.closes.includes(code);
  return JSON.stringify(outcome) === JSON.stringify(expected);
};

async function wrongOf(port: number, cases: readonly FrameCase[], atOnce: number): Promise<string[]> {
  const wrong: string[] = [];
  for (let from = 0; from < cases.length; from += atOnce) {
    await Promise.all(
      cases.slice(from, from + atOnce).map(async (one) => {
        const outcome = await outcomeOf(port, one).catch((error) => String(error));
        if (!isExpected(outcome, one)) wrong.push(`${one.name}: ${JSON.stringify(outcome).slice(0, 200)}`);
      }),
    );
  }
  return wrong;
}

test(`${frameCases.length} cases of raw frames are answered as the documents say`, async (context) => {
  const { feed, url, failures } = await startFeed({ compileFilter: createFilterCompiler(builtInTypes) });
  const bystander = subscriber(url);
  await bystander.frame("welcome");
  const wrong = await wrongOf(feed.port, frameCases, 8);
  bystander.send({ type: "ping" });
  await bystander.frame("pong");
  tell(context, {
    fault: "raw frames that break RFC 6455 or docs/feed.md, or keep to them oddly",
    tried: frameCases.length,
    lost: failures.length,
    wrong: wrong.length,
    failsWith: "a binary frame read as a text; a length limit of 64 KiB and one",
  });
  expect(wrong).toEqual([]);
  expect(failures).toEqual([]);
  await until("only the bystander to be there", () => feed.connections() === 1);
});

test("half a frame and silence is closed with 4408", async (context) => {
  const { feed } = await startFeed({ heartbeatMs: 300 });
  const wrong = await wrongOf(feed.port, silences, silences.length);
  tell(context, {
    fault: "half frames and silence",
    tried: silences.length,
    lost: 0,
    wrong: wrong.length,
    failsWith: "pongs that are not waited for",
  });
  expect(wrong).toEqual([]);
});

test("every close code that a case is answered stands in the table of docs/feed.md", () => {
  const docs = readFileSync(join(import.meta.dirname, "../../docs/feed.md"), "utf8");
  const codes = frameCases.flatMap(({ expected }) => ("closes" in expected ? expected.closes : []));
  const own = new Set(codes.filter((code) => code < 3_000 || code >= 4_400).filter((code) => code !== 1005));
  const table = docs.slice(docs.indexOf("## Closing"), docs.indexOf("## HTTP"));
  const echoed = [1000, 1001, 1003, 1009, 1010, 1011, 1012, 1013, 1014, 4999];
  const missing = [...own].filter((code) => !echoed.includes(code) && !table.includes(String(code)));
  expect(missing).toEqual([]);
});
