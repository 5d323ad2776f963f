import { describe, expect, it } from "vitest";
import { alertDraft } from "../../support/memory-log.ts";
import { createRig } from "./support/rig.ts";

describe("heartbeat", () => {
  it("comes every heartbeatMs with the head, the sources and a ping", () => {
    const rig = createRig();
    rig.log.append(alertDraft("7203"));
    const socket = rig.connect("types=*");
    rig.hub.wake();
    rig.settle();
    rig.clock.move(15_000);
    expect(socket.frames.at(-1)).toEqual({ type: "heartbeat", seq: 1, sources: { "margin-alerts": "ok" } });
    expect(socket.pings).toHaveLength(1);
  });

  it("names no entry that was not sent yet", () => {
    const rig = createRig();
    const socket = rig.connect("types=*");
    rig.settle();
    rig.log.append(alertDraft("7203"));
    rig.hub.wake();
    rig.clock.move(15_000);
    expect(socket.frames.at(-1)).toMatchObject({ type: "heartbeat", seq: 0 });
    rig.settle();
    socket.pongBack();
    rig.clock.move(15_000);
    expect(socket.frames.at(-1)).toMatchObject({ type: "heartbeat", seq: 1 });
  });

  it("moves on past entries that do not match", () => {
    const rig = createRig();
    const socket = rig.connect("subjects=none");
    for (let count = 0; count < 700; count += 1) rig.log.append(alertDraft("7203"));
    rig.hub.wake();
    rig.settle();
    rig.clock.move(15_000);
    expect(socket.frames.at(-1)).toMatchObject({ type: "heartbeat", seq: 700 });
  });

  it("waits for the subscription that is furthest behind", () => {
    const rig = createRig();
    for (let count = 0; count < 2000; count += 1) rig.log.append(alertDraft("7203", { padding: 1000 }));
    const socket = rig.connect("types=*");
    socket.stuck = true;
    socket.send({ type: "subscribe", id: "old", since: 0 });
    rig.settle();
    const sent = socket.seqs("old").length;
    socket.drain();
    rig.clock.move(15_000);
    expect(socket.ofType("heartbeat").at(-1)).toMatchObject({ seq: sent });
  });
});

describe("no pong", () => {
  it("for two heartbeats in a row is closed with 4408", () => {
    const rig = createRig();
    const socket = rig.connect("types=*");
    rig.clock.move(30_000);
    expect(socket.closed).toBeUndefined();
    rig.clock.move(15_000);
    rig.settle();
    expect(socket.frames.at(-1)).toEqual({ type: "bye", reason: "no-pong", retryAfterMs: 1_000 });
    expect(socket.closed).toEqual({ code: 4408, reason: "no-pong" });
  });

  it("is forgiven once", () => {
    const rig = createRig();
    const socket = rig.connect();
    for (let count = 0; count < 10; count += 1) {
      rig.clock.move(30_000);
      socket.pongBack();
    }
    expect(socket.closed).toBeUndefined();
  });

  it("is not made up for by pongs that nobody asked for, nor by entries that the network took", () => {
    const rig = createRig();
    const socket = rig.connect("types=*");
    for (let count = 0; count < 3; count += 1) {
      rig.log.append(alertDraft("7203"));
      rig.hub.wake();
      rig.settle();
      rig.clock.move(15_000);
      socket.events?.onPong("");
      socket.events?.onPong("999");
    }
    rig.settle();
    expect(socket.closed?.code).toBe(4408);
  });

  it("is what a held process must not take for one: pongs that wait are read first", () => {
    const rig = createRig();
    const socket = rig.connect("types=*");
    for (let count = 0; count < 10; count += 1) {
      // Timers come before what sockets have to read, and what is deferred behind it.
      rig.clock.move(15_000);
      if (count % 3 === 2) socket.pongBack();
      rig.settle();
    }
    expect(socket.closed).toBeUndefined();
  });

  it("is made up for by questions, behind which the pongs may stand", () => {
    const rig = createRig();
    const socket = rig.connect("types=*");
    for (let count = 0; count < 10; count += 1) {
      rig.clock.move(15_000);
      socket.events?.onMessage(JSON.stringify({ type: "ping" }));
      rig.settle();
    }
    expect(socket.closed).toBeUndefined();
  });

  it("is made up for by a full socket that takes more", () => {
    const rig = createRig();
    const socket = rig.connect("types=*");
    for (let count = 0; count < 10; count += 1) {
      rig.clock.move(15_000);
      socket.drain();
    }
    expect(socket.closed).toBeUndefined();
  });
});
