import { describe, expect, it } from "vitest";
import type { FeedClientOptions } from "../../src/client/feed-client.ts";
import { createRig, feedEvent, type Rig } from "./rig.ts";

const named = (key: string) => ({ rule: "short-large", key });

function createSnapshotRig(options: Partial<FeedClientOptions> = {}): Rig {
  const told: string[] = [];
  const rig = createRig({
    since: "snapshot",
    onSnapshot: () => told.push("snapshot"),
    onEpisode: ({ event }) => told.push(`episode ${event?.data.now.key}`),
    onItem: ({ source, key }) => told.push(`item ${source} ${key}`),
    onLive: ({ epoch, seq }) => told.push(`live ${epoch} ${seq}`),
    onEvent: ({ seq }) => told.push(`event ${seq}`),
    onGap: ({ from, to }) => told.push(`gap ${from}-${to}`),
    ...options,
  });
  return Object.assign(rig, { log: told });
}

function episode(rig: Rig, key: string, seq: number, more: object = {}): void {
  const event = feedEvent({ now: named(key) });
  const since = "2026-11-20T08:00:00.000Z";
  const facts = { ...named(key), severity: "warning", subject: key };
  const said = { ...facts, state: "firing", alert: `first-${key}`, since, times: 2, event, ...more };
  rig.now().say({ type: "episode", id: "feed", seq, ...said });
}

const open = ({ client }: Rig) =>
  client.openEpisodes()?.map(({ key, state, times, seq }) => `${key} ${state} ${times} ${seq}`);

describe("The client library's snapshot", () => {
  it("comes in its order, and what is new after it", () => {
    const rig = createSnapshotRig();
    rig.live({ since: 10 });
    expect(rig.now().sent).toEqual([{ type: "subscribe", id: "feed", since: "snapshot" }]);
    episode(rig, "7203", 8);
    rig
      .now()
      .say({ type: "item", id: "feed", source: "margin-alerts", key: "7203", subject: "7203", now: {} });
    expect({ open: open(rig), place: rig.client.place() }).toEqual({ open: undefined, place: undefined });
    rig.now().say({ type: "live", id: "feed", seq: 10 });
    rig.event(12);
    expect(rig.log).toEqual([
      "snapshot",
      "episode 7203",
      "item margin-alerts 7203",
      "live e1 10",
      "event 12",
    ]);
    expect(rig.client.place()).toEqual({ epoch: "e1", seq: 12 });
  });

  it("begins anew where the connection is lost before it is over, and resumes by seq after that", () => {
    const rig = createSnapshotRig();
    rig.live({ since: 10 });
    episode(rig, "7203", 8);
    rig.now().tell("close", { code: 1006 });
    rig.clock.move(1_000);
    rig.live({ since: 11 });
    expect(rig.now().sent[0]).toMatchObject({ since: "snapshot" });
    rig.now().say({ type: "live", id: "feed", seq: 11 });
    expect(open(rig)).toEqual([]);
    rig.now().tell("close", { code: 1006 });
    rig.clock.move(1_000);
    rig.live({ since: 11 });
    expect(rig.now().sent[0]).toMatchObject({ since: 11, epoch: "e1" });
    expect(rig.log).toEqual(["snapshot", "episode 7203", "snapshot", "live e1 11"]);
  });

  it("is taken again behind a gap, since nobody knows what happened in it", () => {
    const rig = createSnapshotRig();
    rig.live({ since: 10 });
    episode(rig, "7203", 8);
    rig.now().say({ type: "live", id: "feed", seq: 10 });
    rig.now().tell("close", { code: 1006 });
    rig.clock.move(1_000);
    rig.live({ epoch: "e2", since: 5, gap: { from: 1, to: 5 } });
    rig.event(6);
    expect(open(rig)).toEqual(["7203 firing 2 8"]);
    rig.clock.move(1_000);
    rig.live({ epoch: "e2", since: 6 });
    expect(rig.now().sent[0]).toMatchObject({ since: "snapshot" });
    rig.now().say({ type: "live", id: "feed", seq: 6 });
    expect(open(rig)).toEqual([]);
    expect(rig.log.slice(3)).toEqual(["gap 1-5", "snapshot", "live e2 6"]);
  });

  it("is asked for again where a handler failed in it", () => {
    let failing = true;
    const rig = createSnapshotRig({
      onItem() {
        if (failing) throw new Error("disk full");
      },
    });
    rig.live({ since: 10 });
    rig.now().say({ type: "item", id: "feed", source: "margin-alerts", key: "1", subject: "1", now: {} });
    rig.now().say({ type: "live", id: "feed", seq: 10 });
    failing = false;
    rig.clock.move(1_000);
    rig.live({ since: 11 });
    expect(rig.now().sent[0]).toMatchObject({ since: "snapshot" });
    rig.now().say({ type: "live", id: "feed", seq: 11 });
    expect(rig.log).toEqual(["snapshot", "snapshot", "live e1 11"]);
  });

  it("keeps the open alerts by what comes after it", () => {
    const rig = createSnapshotRig();
    rig.live({ since: 10 });
    episode(rig, "7203", 8);
    episode(rig, "6758", 9, { state: "silenced" });
    rig.now().say({ type: "live", id: "feed", seq: 10 });
    rig.event(11, { now: named("7203") });
    rig.event(12, { now: named("130A") });
    rig.event(13, { type: "alert.acknowledged", now: named("7203") });
    rig.event(14, { type: "alert.resolved", now: named("6758") });
    rig.event(15, { type: "alert.resolved", now: { ...named("130A"), rule: "another" } });
    rig.event(16, { type: "forum.comment.posted" });
    expect(open(rig)).toEqual(["7203 acknowledged 3 11", "130A firing 1 12"]);
  });

  it("keeps an open alert whose latest entry the log does not keep any more, until its end is told", () => {
    const told: unknown[] = [];
    const rig = createSnapshotRig({
      onEpisode: ({ alert }) => told.push(alert),
      onLive: (live) => told.push(live),
    });
    rig.live({ since: 10 });
    episode(rig, "7203", 8, { event: undefined });
    rig.now().say({ type: "live", id: "feed", seq: 10, lacking: ["alerts"] });
    expect(told).toEqual(["first-7203", { epoch: "e1", seq: 10, lacking: ["alerts"] }]);
    expect(open(rig)).toEqual(["7203 firing 2 8"]);
    rig.event(11, { type: "alert.resolved", now: named("7203") });
    expect(open(rig)).toEqual([]);
  });

  it("counts an alert once that the snapshot had already", () => {
    const rig = createSnapshotRig();
    rig.live({ since: 10 });
    episode(rig, "7203", 12, { times: 3 });
    rig.now().say({ type: "live", id: "feed", seq: 10 });
    rig.event(12, { now: named("7203") });
    expect(open(rig)).toEqual(["7203 firing 3 12"]);
    rig.event(13, { now: named("7203") });
    expect(open(rig)).toEqual(["7203 firing 4 13"]);
  });
});
