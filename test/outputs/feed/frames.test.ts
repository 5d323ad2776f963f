import { describe, expect, it } from "vitest";
import { readFrame } from "../../../src/outputs/feed/frames/client-frames.ts";
import { createRig } from "./support/rig.ts";

describe("Frames", () => {
  it.each([
    ["malformed JSON", '{"type":'],
    ["an empty text", ""],
    ["an array", "[]"],
    ["null", "null"],
    ["a string", '"subscribe"'],
    ["no type", '{"id":"a"}'],
    ["a type that is no string", '{"type":1}'],
    ["a hundred thousand brackets", "[".repeat(60_000)],
  ])("%s is answered by bye and close 4400", (_, text) => {
    const rig = createRig();
    const socket = rig.connect();
    socket.events?.onMessage(text);
    rig.settle();
    expect(socket.frames.at(-1)).toEqual({ type: "bye", reason: "bad-frame", retryAfterMs: 60_000 });
    expect(socket.closed).toEqual({ code: 4400, reason: "bad-frame" });
  });

  it("a binary frame is answered by close 4400", () => {
    const socket = createRig().connect();
    socket.events?.onBinary();
    expect(socket.closed?.code).toBe(4400);
  });

  it("nothing that comes after a violation is answered", () => {
    const socket = createRig().connect();
    socket.events?.onMessage("nonsense");
    const before = socket.frames.length;
    socket.send({ type: "ping" });
    socket.events?.onPing(Buffer.from("x"));
    socket.events?.onBinary();
    expect(socket.frames).toHaveLength(before);
  });

  it.each([
    ["unknown-type", { type: "publish", id: "a" }],
    ["unknown-type", { type: "__proto__", id: "a" }],
    ["unknown-type", { type: "welcome", id: "a" }],
    ["invalid-frame", { type: "subscribe", id: "a", subject: ["7203"] }],
    ["invalid-frame", { type: "subscribe", id: "a", types: "alert.*" }],
    ["invalid-frame", { type: "subscribe", id: "a", types: [] }],
    ["invalid-frame", { type: "subscribe", id: "a", types: ["a".repeat(101)] }],
    ["unknown-event-type", { type: "subscribe", id: "a", types: ["a".repeat(100)] }],
    ["invalid-frame", { type: "subscribe", id: "a", types: Array(101).fill("*") }],
    ["invalid-frame", { type: "subscribe", id: "a", types: [1] }],
    ["invalid-frame", { type: "subscribe", id: "a", since: -1 }],
    ["invalid-frame", { type: "subscribe", id: "a", since: 1.5 }],
    ["invalid-frame", { type: "subscribe", id: "a", since: "120" }],
    ["invalid-frame", { type: "subscribe", id: "a", epoch: 7 }],
    ["invalid-frame", { type: "subscribe", id: "a", where: "" }],
    ["unknown-event-type", { type: "subscribe", id: "a", types: ["alert.*", "alert.fried"] }],
    ["unknown-event-type", { type: "subscribe", id: "a", types: ["alert*"] }],
    ["invalid-where", { type: "subscribe", id: "a", where: "now.severity =" }],
    ["unknown-id", { type: "unsubscribe", id: "a" }],
  ])("%s: %j is answered by an error with its id, and the connection stays", (code, frame) => {
    const rig = createRig();
    const socket = rig.connect();
    socket.send(frame);
    rig.settle();
    expect(socket.frames.at(-1)).toMatchObject({ type: "error", id: "a", code });
    socket.send({ type: "ping" });
    expect(socket.frames.at(-1)).toEqual({ type: "pong" });
    expect(socket.closed).toBeUndefined();
  });

  it.each([
    [{ type: "subscribe" }],
    [{ type: "subscribe", id: "" }],
    [{ type: "subscribe", id: 5 }],
    [{ type: "subscribe", id: "x".repeat(65) }],
  ])("%j has no usable id, so the error has none", (frame) => {
    const socket = createRig().connect();
    socket.send(frame);
    const error = socket.frames.at(-1);
    expect(error).toMatchObject({ type: "error", code: "invalid-frame" });
    expect(error).not.toHaveProperty("id");
  });

  it("an id in use is refused and the first subscription goes on", () => {
    const rig = createRig();
    const socket = rig.connect();
    socket.send({ type: "subscribe", id: "a", since: "start" });
    socket.send({ type: "subscribe", id: "a", since: "start" });
    expect(socket.frames.at(-1)).toMatchObject({ type: "error", id: "a", code: "duplicate-id" });
  });

  it("the 101st subscription is refused, and unsubscribing makes room", () => {
    const socket = createRig().connect();
    for (let count = 1; count <= 101; count += 1) socket.send({ type: "subscribe", id: `s${count}` });
    expect(socket.ofType("subscribed")).toHaveLength(100);
    expect(socket.frames.at(-1)).toMatchObject({ code: "too-many-subscriptions", id: "s101" });
    socket.send({ type: "unsubscribe", id: "s1" });
    socket.send({ type: "subscribe", id: "s101" });
    expect(socket.frames.at(-1)).toMatchObject({ type: "subscribed", id: "s101" });
  });

  it("a message says which field is wrong", () => {
    const read = readFrame('{"type":"subscribe","id":"a","subject":["7203"]}');
    expect(read).toMatchObject({ error: { message: expect.stringContaining("subject") } });
  });
});
