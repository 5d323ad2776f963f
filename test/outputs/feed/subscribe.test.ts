import { describe, expect, it } from "vitest";
import type { Watchlists } from "../../../src/model/watchlists.ts";
import { alertDraft, commentDraft } from "../../support/memory-log.ts";
import { createRig } from "./support/rig.ts";

describe("welcome", () => {
  it("is the first frame and says where the log stands", () => {
    const rig = createRig();
    rig.log.append(alertDraft("7203"), alertDraft("6758"), alertDraft("9984"));
    rig.log.pruneBefore(2);
    expect(rig.connect().frames).toEqual([
      { type: "welcome", epoch: "epoch-1", seq: 3, oldest: 2, heartbeatMs: 15_000, simulated: ["market"] },
    ]);
  });

  it("says oldest = seq + 1 for an empty log", () => {
    expect(createRig().connect().frames[0]).toMatchObject({ seq: 0, oldest: 1 });
  });
});

describe("subscribe", () => {
  function deliveredTo(frame: object): string[] {
    const rig = createRig();
    const socket = rig.connect();
    socket.send({ type: "subscribe", id: "a", ...frame });
    rig.settle();
    rig.log.append(alertDraft("7203"), alertDraft("6758", { severity: "critical" }), commentDraft("7203", 9));
    rig.hub.wake();
    rig.settle();
    return socket.ofType("event").map(({ event }) => `${event.type} ${event.subject}`);
  }

  it("without filters lets everything through, in order", () => {
    expect(deliveredTo({})).toEqual(["alert.fired 7203", "alert.fired 6758", "forum.comment.posted 7203"]);
  });

  it("by types: a name, a prefix or *", () => {
    expect(deliveredTo({ types: ["forum.comment.posted"] })).toEqual(["forum.comment.posted 7203"]);
    expect(deliveredTo({ types: ["alert.*"] })).toEqual(["alert.fired 7203", "alert.fired 6758"]);
    expect(deliveredTo({ types: ["*"] })).toHaveLength(3);
  });

  it("by a watchlist, as it is when an entry comes; the subject of an alert counts", () => {
    let watchlists: Watchlists = { core: [{ code: "7203" }] };
    const rig = createRig(undefined, undefined, { watchlists: () => watchlists });
    const [socket, byAddress] = [rig.connect(), rig.connect("watchlist=core&types=alert.*")];
    socket.send({ type: "subscribe", id: "a", watchlist: "core" });
    const tell = () => {
      rig.log.append(alertDraft("7203"), alertDraft("6758"), commentDraft("7203", 9));
      rig.hub.wake();
      rig.settle();
      const told = [socket, byAddress].map((each) => each.ofType("event").map(({ event }) => event.subject));
      return told.map((subjects) => subjects.join());
    };
    rig.settle();
    expect(tell()).toEqual(["7203,7203", "7203"]);
    watchlists = { core: [{ code: "6758" }] };
    expect(tell()).toEqual(["7203,7203,6758", "7203,6758"]);
  });

  it("by a watchlist that there is not is answered by an error", () => {
    const rig = createRig(undefined, undefined, { watchlists: () => ({ core: [] }) });
    const socket = rig.connect();
    for (const watchlist of ["mine", "constructor"]) socket.send({ type: "subscribe", id: "a", watchlist });
    expect(socket.ofType("subscribed")).toEqual([]);
    expect(socket.ofType("error")).toMatchObject([
      { id: "a", code: "unknown-watchlist", message: 'the settings have no watchlist "mine"' },
      { id: "a", code: "unknown-watchlist", message: 'the settings have no watchlist "constructor"' },
    ]);
  });

  it("by subjects", () => {
    expect(deliveredTo({ subjects: ["7203"] })).toEqual(["alert.fired 7203", "forum.comment.posted 7203"]);
  });

  it.each([
    ["7203.T", "7203"],
    ["72030", "7203"],
    ["７２０３", "7203"],
    ["130a", "130A"],
    ["TYO:7203", "7203"],
  ])("by a code as %s is answered by an error that says how it is written", (subject, meant) => {
    const rig = createRig();
    const socket = rig.connect();
    socket.send({ type: "subscribe", id: "a", types: ["short.report.*"], subjects: ["6758", subject] });
    expect(socket.ofType("subscribed")).toEqual([]);
    expect(socket.ofType("error")).toEqual([
      {
        ...{ type: "error", id: "a", code: "invalid-frame" },
        message: `subjects: no stock has the code ${JSON.stringify(subject)}; write ${JSON.stringify(meant)}`,
      },
    ]);
  });

  it.each([
    { types: ["alert.*"], subjects: ["7203", "130A", "25935", "FM08/FXERD01", "margin-alerts"] },
    { types: ["source.*", "rules.*"], subjects: ["7203.T"] },
    { subjects: ["rules", "large-new-short"] },
  ])("by subjects that may come: %j", (frame) => {
    const socket = createRig().connect();
    socket.send({ type: "subscribe", id: "a", ...frame });
    expect(socket.ofType("subscribed")).toHaveLength(1);
  });

  it("by where, and an entry that it cannot be evaluated for does not match", () => {
    expect(deliveredTo({ where: "now.severity == 'critical'" })).toEqual(["alert.fired 6758"]);
    expect(deliveredTo({ where: "now.part > 5" })).toEqual(["forum.comment.posted 7203"]);
  });

  it("by all of them at once", () => {
    const where = "now.severity == 'critical'";
    expect(deliveredTo({ types: ["alert.*"], subjects: ["7203"], where })).toEqual([]);
  });

  it("in the address subscribes as url, after welcome", () => {
    const rig = createRig();
    rig.log.append(alertDraft("7203"), alertDraft("6758"), commentDraft("7203", 1));
    const socket = rig.connect("types=alert.*,forum.comment.posted&subjects=7203&since=0&epoch=epoch-1");
    rig.settle();
    expect(socket.frames.map((frame) => frame.type)).toEqual(["welcome", "subscribed", "event", "event"]);
    expect(socket.seqs("url")).toEqual([1, 3]);
  });

  it.each([
    ["type=alert.*", "invalid-frame"],
    ["since=soon", "invalid-frame"],
    ["since=1&since=2", "invalid-frame"],
    ["id=b", "invalid-frame"],
    ["__proto__=1", "invalid-frame"],
    ["types=", "invalid-frame"],
    ["types=alert.fried", "unknown-event-type"],
  ])("in the address as %s is answered by an error for url", (query, code) => {
    const socket = createRig().connect(query);
    expect(socket.frames.map((frame) => frame.type)).toEqual(["welcome", "error"]);
    expect(socket.frames[1]).toMatchObject({ id: "url", code });
  });
});

describe("event", () => {
  it("holds the committed text byte for byte", () => {
    const rig = createRig();
    const socket = rig.connect("since=start");
    rig.log.append(alertDraft("7203"));
    rig.hub.wake();
    rig.settle();
    const [stored] = rig.log.read(0, 1);
    expect(socket.frames.at(-1)).toEqual({
      type: "event",
      id: "url",
      seq: 1,
      event: JSON.parse(stored?.json ?? ""),
    });
  });

  it("comes once for each subscription that it matches, under that subscription's id", () => {
    const rig = createRig();
    const socket = rig.connect();
    socket.send({ type: "subscribe", id: 'quote "', types: ["alert.*"] });
    socket.send({ type: "subscribe", id: "b", subjects: ["7203"] });
    rig.log.append(alertDraft("7203"));
    rig.hub.wake();
    rig.settle();
    expect(socket.ofType("event").map((frame) => frame.id)).toEqual(['quote "', "b"]);
  });

  it("reaches a thousand live subscribers with one query", () => {
    const rig = createRig();
    const sockets = Array.from({ length: 1000 }, () => rig.connect("types=*"));
    rig.log.reads = 0;
    rig.log.append(alertDraft("7203"), alertDraft("6758"));
    rig.hub.wake();
    rig.settle();
    expect(sockets.every((socket) => socket.seqs("url").join() === "1,2")).toBe(true);
    expect(rig.log.reads).toBe(1);
  });

  it("leaves in one write with the others of its wake-up", () => {
    const rig = createRig();
    const socket = rig.connect("types=*");
    rig.settle();
    socket.writes = 0;
    for (let count = 0; count < 10; count += 1) rig.log.append(alertDraft("7203"));
    rig.hub.wake();
    rig.settle();
    expect(socket.writes).toBe(1);
  });
});

describe("unsubscribe", () => {
  it("ends the events of that subscription only, and frees the id", () => {
    const rig = createRig();
    const socket = rig.connect();
    socket.send({ type: "subscribe", id: "a" });
    socket.send({ type: "subscribe", id: "b" });
    socket.send({ type: "unsubscribe", id: "a" });
    rig.log.append(alertDraft("7203"));
    rig.hub.wake();
    rig.settle();
    expect(socket.seqs("a")).toEqual([]);
    expect(socket.seqs("b")).toEqual([1]);
    socket.send({ type: "subscribe", id: "a", since: "start" });
    rig.settle();
    expect(socket.seqs("a")).toEqual([1]);
  });
});

describe("ping", () => {
  it("is answered by pong", () => {
    const socket = createRig().connect();
    socket.send({ type: "ping" });
    expect(socket.frames.at(-1)).toEqual({ type: "pong" });
  });
});
