import { describe, expect, it } from "vitest";
import { resume } from "../../../src/outputs/feed/connections/subscription.ts";
import { alertDraft, MemoryLog } from "../../support/memory-log.ts";
import { createRig, type Rig } from "./support/rig.ts";

/** Written before the feed starts, so nothing of it is shared in memory. */
function filled(count: number): MemoryLog {
  const log = new MemoryLog();
  for (let made = 0; made < count; made += 1) log.append(alertDraft("7203"));
  return log;
}

function fill(rig: Rig, count: number): void {
  for (let made = 0; made < count; made += 1) rig.log.append(alertDraft("7203"));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

describe("Resuming", () => {
  const log = { epoch: "here", head: 50, oldest: 11, next: (seq: number) => seq + 1 };
  it.each([
    ["left out", {}, { since: 50, recovered: true }],
    ["start", { since: "start" }, { since: 10, recovered: true }],
    ["start of another epoch", { since: "start", epoch: "there" }, { since: 10, recovered: true }],
    ["kept", { since: 20, epoch: "here" }, { since: 20, recovered: true }],
    ["kept, without epoch", { since: 20 }, { since: 20, recovered: true }],
    ["just before the oldest", { since: 10 }, { since: 10, recovered: true }],
    ["the head", { since: 50 }, { since: 50, recovered: true }],
    ["one too old", { since: 9 }, { since: 10, recovered: false, gap: { from: 10, to: 10 } }],
    ["from the beginning", { since: 0 }, { since: 10, recovered: false, gap: { from: 1, to: 10 } }],
    ["beyond the head", { since: 51 }, { since: 50, recovered: false, gap: { from: 1, to: 50 } }],
    [
      "another epoch",
      { since: 20, epoch: "there" },
      { since: 50, recovered: false, gap: { from: 1, to: 50 } },
    ],
  ] as const)("since %s", (_, request, expected) => {
    expect(resume(request, log)).toEqual(expected);
  });

  it("of another epoch on an empty log has the empty gap 1 to 0", () => {
    const empty = { epoch: "here", head: 0, oldest: 1, next: () => 1 };
    expect(resume({ since: 5, epoch: "there" }, empty)).toEqual({
      since: 0,
      recovered: false,
      gap: { from: 1, to: 0 },
    });
  });

  it("goes on after since and then live, without loss or repeat", () => {
    const rig = createRig();
    fill(rig, 1000);
    const socket = rig.connect("since=300&epoch=epoch-1");
    rig.once();
    fill(rig, 500);
    rig.hub.wake();
    rig.settle();
    expect(socket.seqs("url")).toEqual(range(301, 1500));
    expect(socket.ofType("subscribed")).toEqual([
      { type: "subscribed", id: "url", since: 300, recovered: true },
    ]);
  });

  it("of entries older than the window, the window's own and new ones is one sequence", () => {
    const rig = createRig();
    const live = rig.connect("types=*");
    for (let burst = 0; burst < 12; burst += 1) {
      fill(rig, 500);
      rig.hub.wake();
      rig.settle();
    }
    const late = rig.connect("since=0");
    rig.settle();
    expect(live.seqs("url")).toEqual(range(1, 6000));
    expect(late.seqs("url")).toEqual(range(1, 6000));
  });

  it("of a burst larger than the window loses nothing", () => {
    const rig = createRig();
    const live = rig.connect("types=*");
    fill(rig, 10_000);
    rig.hub.wake();
    rig.settle();
    expect(live.seqs("url")).toEqual(range(1, 10_000));
  });

  it("catches up side by side with a live subscription", () => {
    const rig = createRig(filled(5000));
    const socket = rig.connect();
    socket.send({ type: "subscribe", id: "live" });
    socket.send({ type: "subscribe", id: "old", since: 0 });
    rig.once();
    fill(rig, 1);
    rig.hub.wake();
    rig.once();
    expect(socket.seqs("live")).toEqual([5001]);
    expect(socket.seqs("old").length).toBeLessThan(5000);
    rig.settle();
    expect(socket.seqs("old")).toEqual(range(1, 5001));
    expect(socket.seqs("live")).toEqual([5001]);
  });

  it("of a hundred thousand entries yields to others in between", () => {
    const rig = createRig(filled(100_000));
    const socket = rig.connect("since=start&subjects=none");
    rig.once();
    socket.send({ type: "ping" });
    expect(socket.frames.at(-1)).toEqual({ type: "pong" });
    expect(rig.settle()).toBeGreaterThan(350);
    rig.clock.move(15_000);
    expect(socket.frames.at(-1)).toMatchObject({ type: "heartbeat", seq: 100_000 });
  });

  it("says the exact gap when pruning overtakes a reader that waits", () => {
    const rig = createRig(filled(3000));
    const socket = rig.connect();
    socket.stuck = true;
    socket.send({ type: "subscribe", id: "a", since: 0 });
    rig.settle();
    const sent = socket.seqs("a").length;
    expect(sent).toBeGreaterThan(0);
    rig.log.pruneBefore(2501);
    socket.stuck = false;
    socket.drain();
    rig.settle();
    const gap = { from: sent + 1, to: 2500 };
    expect(socket.ofType("subscribed")[1]).toEqual({
      type: "subscribed",
      id: "a",
      since: 2500,
      recovered: false,
      gap,
    });
    expect(socket.seqs("a")).toEqual([...range(1, sent), ...range(2501, 3000)]);
  });

  it("says the gap also when everything was pruned", () => {
    const rig = createRig(filled(3000));
    const socket = rig.connect();
    socket.stuck = true;
    socket.send({ type: "subscribe", id: "a", since: 0 });
    rig.settle();
    const sent = socket.seqs("a").length;
    rig.log.pruneBefore(3001);
    socket.drain();
    rig.settle();
    expect(socket.frames.at(-1)).toMatchObject({ since: 3000, gap: { from: sent + 1, to: 3000 } });
  });
});
