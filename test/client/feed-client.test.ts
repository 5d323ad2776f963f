import { describe, expect, it } from "vitest";
import { createRig } from "./rig.ts";

describe("The client library", () => {
  it("subscribes after welcome with its filters, and with its token as subprotocol", () => {
    const rig = createRig({ token: "t1", types: ["alert.*"], subjects: ["7203"], where: "now.rank < 3" });
    rig.live();
    expect(rig.now().protocols).toEqual(["yagura.v1", "bearer.t1"]);
    expect(rig.now().sent).toEqual([
      { type: "subscribe", id: "feed", types: ["alert.*"], subjects: ["7203"], where: "now.rank < 3" },
    ]);
    expect(rig.states.map((state) => state.phase)).toEqual(["connecting", "live"]);
  });

  it("starts from a kept place, from the start, or from what the welcome says", () => {
    const kept = createRig({ since: 7, epoch: "e1" });
    kept.live();
    expect(kept.now().sent[0]).toMatchObject({ since: 7, epoch: "e1" });
    const start = createRig({ since: "start" });
    start.live();
    expect(start.now().sent[0]).toMatchObject({ since: "start" });
    const chosen = createRig({ since: ({ seq }) => seq - 4 });
    chosen.live();
    expect(chosen.now().sent[0]).toMatchObject({ since: 6 });
  });

  it("resumes by epoch and seq after a cut, and drops repeats", () => {
    const rig = createRig();
    rig.live();
    rig.event(11);
    rig.event(12);
    rig.now().tell("close", { code: 1006 });
    rig.clock.move(1_000);
    rig.live({ since: 12 });
    expect(rig.now().sent[0]).toMatchObject({ since: 12, epoch: "e1" });
    rig.event(12);
    rig.event(13);
    expect(rig.log).toEqual(["e1 11", "e1 12", "e1 13"]);
    expect(rig.client.place()).toEqual({ epoch: "e1", seq: 13 });
  });

  it("takes the seq of a heartbeat as its place", () => {
    const rig = createRig();
    rig.live();
    rig.now().say({ type: "heartbeat", seq: 40, sources: {} });
    expect(rig.client.place()).toEqual({ epoch: "e1", seq: 40 });
    rig.now().say({ type: "heartbeat", seq: 30, sources: {} });
    expect(rig.client.place()).toEqual({ epoch: "e1", seq: 40 });
  });

  it("does not take the seq of a heartbeat that came before its subscription was answered", () => {
    const rig = createRig();
    rig.live();
    rig.event(11);
    rig.now().tell("close", { code: 1006 });
    rig.clock.move(1_000);
    rig.now().say({ type: "welcome", epoch: "e1", seq: 40, oldest: 1, heartbeatMs: 15_000, simulated: [] });
    rig.now().say({ type: "heartbeat", seq: 40, sources: {} });
    rig.now().say({ type: "subscribed", id: "feed", since: 11, recovered: true });
    rig.event(12);
    expect(rig.log).toEqual(["e1 11", "e1 12"]);
  });

  it("asks the first question again when it was cut before the answer", () => {
    const rig = createRig({ since: "start" });
    rig.now().say({ type: "welcome", epoch: "e1", seq: 5, oldest: 1, heartbeatMs: 15_000, simulated: [] });
    rig.now().tell("close", { code: 1006 });
    rig.clock.move(1_000);
    rig.live();
    expect(rig.now().sent[0]).toMatchObject({ since: "start" });
  });

  it("announces gaps: too old, another epoch, and overtaken by pruning", () => {
    const rig = createRig({ since: 3 });
    rig.live({ since: 9, gap: { from: 4, to: 9 } });
    rig.event(10);
    rig.now().say({ type: "subscribed", id: "feed", since: 20, recovered: false, gap: { from: 11, to: 20 } });
    rig.event(21);
    rig.now().tell("close", { code: 1006 });
    rig.clock.move(1_000);
    rig.live({ epoch: "e2", since: 2, gap: { from: 1, to: 2 } });
    rig.event(3);
    expect(rig.log).toEqual(["gap e1 4-9", "e1 10", "gap e1 11-20", "e1 21", "gap e2 1-2", "e2 3"]);
  });

  it("waits longer after each failure, up to a bound, and shortly again after success", () => {
    const rig = createRig();
    for (let failure = 0; failure < 9; failure += 1) {
      rig.now().tell("error", {});
      const state = rig.states.at(-1);
      rig.clock.move(state?.phase === "waiting" ? state.retryInMs : 0);
    }
    rig.live();
    rig.event(11);
    rig.now().tell("close", { code: 1006 });
    const waits = rig.states.flatMap((state) => (state.phase === "waiting" ? [state.retryInMs] : []));
    expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 250]);
  });

  it("comes back no sooner than bye asked", () => {
    const rig = createRig();
    rig.live();
    rig.now().say({ type: "bye", reason: "too-many", retryAfterMs: 30_000 });
    rig.now().tell("close", { code: 4429 });
    rig.clock.move(29_999);
    expect(rig.count()).toBe(1);
    rig.clock.move(1_000);
    expect(rig.count()).toBe(2);
  });

  it("leaves a connection that is silent for two and a half heartbeats", () => {
    const rig = createRig();
    const first = rig.live();
    rig.clock.move(37_000);
    expect(first.closed).toBe(false);
    rig.clock.move(600);
    expect(first.closed).toBe(true);
    expect(rig.states.at(-1)).toMatchObject({ phase: "waiting", reason: "silent" });
    first.say({ type: "event", id: "feed", seq: 11, event: {} });
    expect(rig.log).toEqual([]);
  });

  it("leaves a connection that never greets", () => {
    const rig = createRig();
    rig.clock.move(10_000);
    expect(rig.now().closed).toBe(true);
  });

  it("gets an entry again that its handler threw at", () => {
    let failing = true;
    const seen: number[] = [];
    const rig = createRig({
      onEvent({ seq }) {
        seen.push(seq);
        if (failing) throw new Error("disk full");
      },
    });
    rig.live();
    rig.event(11);
    rig.event(12);
    failing = false;
    rig.clock.move(1_000);
    rig.live({ since: 10 });
    expect(rig.now().sent[0]).toMatchObject({ since: 10 });
    rig.event(11);
    expect(seen).toEqual([11, 11]);
    expect(rig.log).toEqual(["error handler-failed"]);
  });

  it("stops when the feed refuses its question or a frame", () => {
    const refused = createRig({ where: "now.=" });
    refused.now().say({ type: "error", id: "feed", code: "invalid-where", message: "no" });
    expect(refused.states.at(-1)).toEqual({ phase: "closed", reason: "invalid-where" });
    expect(refused.log).toEqual(["error invalid-where"]);
    const bad = createRig();
    bad.now().tell("close", { code: 4400 });
    bad.clock.move(100_000);
    expect(bad.count()).toBe(1);
  });

  it("stops where a handshake is refused for its token or origin, and tries again after any other status", () => {
    for (const status of [401, 403]) {
      const rig = createRig();
      rig.now().tell("error", { status });
      rig.clock.move(100_000);
      expect(rig.count()).toBe(1);
      expect(rig.states.at(-1)).toMatchObject({ phase: "closed", status });
    }
    const busy = createRig();
    busy.now().tell("error", { status: 503 });
    expect(busy.states.at(-1)).toMatchObject({ phase: "waiting", reason: "connection failed with 503" });
    busy.clock.move(1_000);
    expect(busy.count()).toBe(2);
  });

  it("ends for good when closed, also while it waits", () => {
    const rig = createRig();
    rig.live();
    rig.now().tell("close", { code: 1006 });
    rig.client.close();
    rig.clock.move(100_000);
    expect(rig.count()).toBe(1);
    expect(rig.states.at(-1)?.phase).toBe("closed");
    expect(rig.clock.waiting).toBe(0);
  });

  it("ignores what it cannot read and frames of a newer feed", () => {
    const rig = createRig();
    rig.live();
    rig.now().tell("message", { data: "{" });
    rig.now().tell("message", { data: new ArrayBuffer(2) });
    rig.now().say({ type: "weather", seq: 99 });
    rig.event(11);
    expect(rig.log).toEqual(["e1 11"]);
  });
});
