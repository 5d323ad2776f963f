import { describe, expect, it } from "vitest";
import { alertDraft } from "../../support/memory-log.ts";
import type { FakeSocket } from "./support/fake-socket.ts";
import { createRig, type Rig } from "./support/rig.ts";

function commit(rig: Rig, kilobytes: number): void {
  for (let made = 0; made < kilobytes; made += 1) rig.log.append(alertDraft("7203", { padding: 800 }));
  rig.hub.wake();
  rig.settle();
}

function stuckSocket(rig: Rig, query = "types=*"): FakeSocket {
  const socket = rig.connect(query);
  rig.settle();
  rig.clock.move(1_000);
  socket.stuck = true;
  return socket;
}

describe("Slow readers", () => {
  it("get about 64 KiB queued, and the rest stays in the log", () => {
    const rig = createRig();
    const socket = stuckSocket(rig);
    commit(rig, 500);
    expect(socket.mostBuffered).toBeGreaterThan(65_536 * 0.9);
    expect(socket.mostBuffered).toBeLessThan(65_536 * 1.1);
  });

  it("that take nothing for 10 s with something queued are closed with 4409", () => {
    const rig = createRig();
    const socket = stuckSocket(rig);
    commit(rig, 1);
    rig.clock.move(9_000);
    expect(socket.closed).toBeUndefined();
    rig.clock.move(3_000);
    expect(socket.frames.at(-1)).toEqual({ type: "bye", reason: "too-slow", retryAfterMs: 5_000 });
    expect(socket.closed).toEqual({ code: 4409, reason: "too-slow" });
  });

  it("that take nothing while more than 1 MiB was committed for them are closed with 4409", () => {
    const rig = createRig();
    const socket = stuckSocket(rig);
    commit(rig, 1_500);
    rig.clock.move(3_000);
    expect(socket.closed?.code).toBe(4409);
    expect(socket.mostBuffered).toBeLessThan(65_536 * 1.1);
  });

  it("are not charged for entries that they did not ask for", () => {
    const rig = createRig();
    const socket = stuckSocket(rig);
    socket.send({ type: "subscribe", id: "few", subjects: ["6758"] });
    socket.send({ type: "unsubscribe", id: "url" });
    socket.bufferedAmount = 65_536;
    commit(rig, 3_000);
    rig.clock.move(5_000);
    expect(socket.closed).toBeUndefined();
  });

  it("are not charged for what was committed before they stopped", () => {
    const rig = createRig();
    commit(rig, 5_000);
    const socket = stuckSocket(rig, "since=start");
    rig.clock.move(8_000);
    expect(socket.closed).toBeUndefined();
  });

  it("that read a little at a time are never cut, however far behind", () => {
    const rig = createRig();
    commit(rig, 3_000);
    const socket = rig.connect();
    socket.stuck = true;
    socket.send({ type: "subscribe", id: "a", since: 0 });
    for (let second = 0; second < 400; second += 1) {
      if (second % 8 === 0) socket.drain();
      if (second % 8 === 4) commit(rig, 200);
      rig.settle();
      rig.clock.move(1_000);
    }
    expect(socket.closed).toBeUndefined();
    const seqs = socket.seqs("a");
    expect(seqs.length).toBeGreaterThan(2_000);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  });

  it("are known by their pongs where the network holds much and drains late", () => {
    const rig = createRig();
    commit(rig, 300);
    const socket = rig.connect();
    socket.send({ type: "subscribe", id: "a", since: 0 });
    rig.settle();
    expect(socket.pings.length).toBeGreaterThan(10);
    socket.bufferedAmount = 65_536;
    for (const marker of socket.pings.slice(0, 12)) {
      rig.clock.move(9_000);
      socket.events?.onPong(marker);
    }
    expect(socket.closed).toBeUndefined();
    rig.clock.move(12_000);
    expect(socket.closed?.code).toBe(4409);
  });

  it("that flood the feed with pings and read no answers are cut at once", () => {
    const rig = createRig();
    const socket = stuckSocket(rig);
    for (let count = 0; count < 100_000 && socket.closed === undefined; count += 1)
      socket.send({ type: "ping" });
    expect(socket.closed?.code).toBe(4409);
    expect(socket.mostBuffered).toBeLessThan(1_048_576 * 1.1);
    const other = stuckSocket(rig);
    for (let count = 0; count < 100_000 && other.closed === undefined; count += 1) {
      other.events?.onPing(Buffer.alloc(125));
    }
    expect(other.closed?.code).toBe(4409);
  });

  it("do not delay others", () => {
    const rig = createRig();
    stuckSocket(rig);
    const other = rig.connect("types=*");
    commit(rig, 500);
    expect(other.seqs("url")).toHaveLength(500);
  });
});

describe("Closing", () => {
  it("drops a connection that does not finish the closing handshake within 5 s", () => {
    const rig = createRig();
    const socket = rig.connect();
    socket.events?.onBinary();
    rig.clock.move(4_000);
    expect(socket.terminated).toBe(false);
    rig.clock.move(1_000);
    expect(socket.terminated).toBe(true);
    expect(rig.hub.size).toBe(0);
    expect([rig.gone(), socket.closed?.reason]).toEqual([1, "bad-frame"]);
  });

  it("of the server says bye to everybody with 1001, also to those who come meanwhile", () => {
    const rig = createRig();
    const sockets = [rig.connect(), rig.connect("types=*")];
    rig.hub.close();
    sockets.push(rig.connect());
    for (const socket of sockets) {
      expect(socket.frames.at(-1)).toEqual({ type: "bye", reason: "stopping", retryAfterMs: 1_000 });
      expect(socket.closed).toEqual({ code: 1001, reason: "stopping" });
    }
  });

  it("leaves no timer behind", () => {
    const rig = createRig();
    const before = rig.clock.waiting;
    const socket = rig.connect("types=*");
    socket.events?.onGone();
    expect(rig.clock.waiting).toBe(before);
    expect([rig.gone(), socket.closed]).toEqual([1, undefined]);
  });
});
