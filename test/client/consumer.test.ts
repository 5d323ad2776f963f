import { describe, expect, it } from "vitest";
import { createRig, type Rig, settle } from "./rig.ts";

const acks = (rig: Rig) => rig.now().sent.flatMap(({ type, seq }) => (type === "ack" ? [seq] : []));
const acked = (rig: Rig, seq: number) => rig.now().say({ type: "acked", id: "feed", seq });

describe("The client library as a named consumer", () => {
  it("says that an entry is handled when it is, one ack at a time", async () => {
    const done: (() => void)[] = [];
    const rig = createRig({
      consumer: "bot-1",
      onEvent: () => new Promise<void>((resolve) => done.push(resolve)),
    });
    rig.live();
    expect(rig.now().sent).toEqual([{ type: "subscribe", id: "feed", consumer: "bot-1" }]);
    for (const seq of [11, 12, 13]) rig.event(seq);
    expect(acks(rig)).toEqual([]);
    for (let handled = 0; handled < 3; handled += 1) {
      done[handled]?.();
      await settle();
    }
    expect(acks(rig)).toEqual([11]);
    acked(rig, 11);
    expect(acks(rig)).toEqual([11, 13]);
    acked(rig, 13);
    expect(acks(rig)).toEqual([11, 13]);
  });

  it("moves its place with heartbeats, so that what matches nothing is not read again", () => {
    const rig = createRig({ consumer: "bot-1" });
    rig.live();
    rig.now().say({ type: "heartbeat", seq: 40, sources: {} });
    expect(acks(rig)).toEqual([40]);
  });

  it("goes on after the feed's place, drops what it had, and acks it again", () => {
    const rig = createRig({ consumer: "bot-1", since: "start" });
    rig.live();
    rig.event(11);
    rig.event(12);
    rig.now().tell("close", { code: 1006 });
    rig.clock.move(1_000);
    rig.live({ since: 10 });
    expect(rig.now().sent[0]).toEqual({ type: "subscribe", id: "feed", consumer: "bot-1" });
    // The feed has sent neither of them here.
    expect(acks(rig)).toEqual([]);
    for (const seq of [11, 12, 13]) rig.event(seq);
    expect(rig.log).toEqual(["e1 11", "e1 12", "e1 13"]);
    expect(acks(rig)).toEqual([11]);
    acked(rig, 11);
    expect(acks(rig)).toEqual([11, 13]);
  });

  it("acks a gap when it was handled, or the feed would tell it again", () => {
    const rig = createRig({ consumer: "bot-1" });
    rig.live({ since: 50, gap: { from: 11, to: 50 } });
    expect(rig.log).toEqual(["gap e1 11-50"]);
    expect(acks(rig)).toEqual([50]);
  });

  it("does not tell of a gap in what it had", () => {
    const rig = createRig({ consumer: "bot-1" });
    rig.live();
    rig.event(12);
    rig.now().tell("close", { code: 1006 });
    rig.clock.move(1_000);
    rig.live({ since: 11, gap: { from: 11, to: 11 } });
    rig.event(13);
    expect(rig.log).toEqual(["e1 12", "e1 13"]);
  });

  it("never acks numbers of another epoch", async () => {
    let done: () => void = () => {};
    const rig = createRig({
      consumer: "bot-1",
      onEvent: () => new Promise<void>((resolve) => (done = resolve)),
    });
    rig.live();
    rig.event(90);
    rig.now().tell("close", { code: 1006 });
    rig.clock.move(1_000);
    rig.live({ epoch: "e2", since: 3, gap: { from: 1, to: 3 } });
    done();
    await settle();
    expect(rig.log).toEqual(["gap e2 1-3"]);
    expect(acks(rig)).toEqual([3]);
  });

  it("leaves the acks to a program that wants them so", () => {
    const told: number[] = [];
    const rig = createRig({ consumer: "bot-1", acks: "program", onAcked: ({ seq }) => told.push(seq) });
    rig.live();
    rig.event(11);
    rig.event(12);
    expect(acks(rig)).toEqual([]);
    rig.client.ack(11);
    acked(rig, 11);
    expect({ acks: acks(rig), told }).toEqual({ acks: [11], told: [11] });
    for (const seq of [13, -1, 1.5, Number.NaN]) expect(() => rig.client.ack(seq)).toThrow(RangeError);
  });

  it("stops when another connection takes its consumer over", () => {
    const rig = createRig({ consumer: "bot-1" });
    rig.live();
    rig.now().say({ type: "ended", id: "feed", reason: "taken-over" });
    rig.clock.move(100_000);
    expect(rig.states.at(-1)).toEqual({ phase: "closed", reason: "the subscription ended: taken-over" });
    expect(rig.count()).toBe(1);
  });
});
