/** The section Consumers of docs/feed.md. */
import { describe, expect, it } from "vitest";
import { consumerPaths } from "../../../src/model/page/sources.ts";
import { limits } from "../../../src/outputs/feed/limits.ts";
import { MemoryConsumers } from "../../support/memory-consumers.ts";
import { alertDraft, MemoryLog } from "../../support/memory-log.ts";
import { until } from "../../support/until.ts";
import type { FakeSocket } from "./support/fake-socket.ts";
import { createRig, type Rig } from "./support/rig.ts";
import { startFeed } from "./support/running-feed.ts";
import { heldItem, heldSource } from "./support/standing.ts";
import { subscriber } from "./support/subscriber.ts";

/** A log with ten entries. */
function filled(places = new MemoryConsumers()): Rig {
  const rig = createRig(undefined, undefined, { places });
  commit(rig, 10);
  return rig;
}

function commit(rig: Rig, count: number): void {
  for (let made = 0; made < count; made += 1) rig.log.append(alertDraft("7203"));
  rig.hub.wake();
  rig.settle();
}

/** Subscribes as the consumer `bot`, and lets what waits for the disk be written. */
function come(rig: Rig, more: object = {}, id = "a"): FakeSocket {
  const socket = rig.connect();
  socket.send({ type: "subscribe", id, consumer: "bot", ...more });
  pass(rig);
  return socket;
}

function pass(rig: Rig, ms: number = limits.gatherMs): void {
  rig.clock.move(ms);
  rig.settle();
}

function ack(rig: Rig, socket: FakeSocket, seq: number): void {
  socket.send({ type: "ack", id: "a", seq });
  pass(rig);
}

const start = (socket: FakeSocket) => socket.ofType("subscribed").at(-1);
const place = (rig: Rig) => rig.places.place("bot");

describe("A consumer that comes the first time", () => {
  it("begins with what is new, and is answered when that place is on disk", () => {
    const rig = filled();
    const socket = rig.connect();
    socket.send({ type: "subscribe", id: "a", consumer: "bot" });
    commit(rig, 1);
    expect(socket.ofType("subscribed")).toEqual([]);
    pass(rig);
    expect(start(socket)).toMatchObject({ since: 10, recovered: true });
    expect([place(rig), socket.seqs("a")]).toEqual([{ epoch: "epoch-1", seq: 10 }, [11]]);
  });

  it("begins as its since says", () => {
    const rig = filled();
    expect(come(rig, { since: 7 }).seqs("a")).toEqual([8, 9, 10]);
    expect(place(rig)).toEqual({ epoch: "epoch-1", seq: 7 });
  });

  it("can say its name in the address", () => {
    const rig = filled();
    const socket = rig.connect("consumer=bot&since=start");
    pass(rig);
    expect(socket.seqs("url")).toHaveLength(10);
    expect(place(rig)).toEqual({ epoch: "epoch-1", seq: 0 });
  });

  it.each(["", "a b", "x".repeat(65), "櫓"])("may not be called %j", (consumer) => {
    const rig = filled();
    expect(come(rig, { consumer }).frames.at(-1)).toMatchObject({ type: "error", code: "invalid-frame" });
  });
});

describe("A consumer that comes again", () => {
  it("goes on after its place, over a restart of the monitor", () => {
    const rig = filled();
    const socket = come(rig, { since: 5 });
    ack(rig, socket, 8);
    expect(socket.ofType("acked")).toEqual([{ type: "acked", id: "a", seq: 8 }]);
    const restarted = createRig(rig.log, undefined, { places: rig.places });
    const again = come(restarted);
    expect(start(again)).toMatchObject({ since: 8, recovered: true });
    expect(again.seqs("a")).toEqual([9, 10]);
  });

  it("is answered at once: its place is on disk", () => {
    const rig = filled();
    come(rig, { since: 5 }).events?.onGone();
    const socket = rig.connect("consumer=bot");
    expect(start(socket)).toMatchObject({ since: 5 });
  });

  it("with a since begins there, and its place is that", () => {
    const rig = filled();
    ack(rig, come(rig, { since: 5 }), 9);
    expect(come(rig, { since: 2 }).seqs("a")).toHaveLength(8);
    expect(place(rig)).toEqual({ epoch: "epoch-1", seq: 2 });
  });

  it("is told the exact gap where its place was left behind, until it acknowledges behind it", () => {
    const rig = filled();
    come(rig, { since: 3 }).events?.onGone();
    rig.log.pruneBefore(8);
    const gap = { since: 7, recovered: false, gap: { from: 4, to: 7 } };
    expect(start(come(rig))).toMatchObject(gap);
    const socket = come(rig);
    expect(start(socket)).toMatchObject(gap);
    ack(rig, socket, 8);
    expect(start(come(rig))).toMatchObject({ since: 8, recovered: true });
  });

  it("lost its place with the epoch: it is told so until it acknowledges, and nothing new is lost", () => {
    const rig = filled();
    ack(rig, come(rig, { since: 3 }), 9);
    const other = new MemoryLog("epoch-2");
    const later = createRig(other, undefined, { places: rig.places });
    commit(later, 4);
    expect(start(come(later))).toMatchObject({ since: 4, recovered: false, gap: { from: 1, to: 4 } });
    commit(later, 2);
    const socket = come(later);
    expect(start(socket)).toMatchObject({ since: 4, recovered: false, gap: { from: 1, to: 4 } });
    expect(socket.seqs("a")).toEqual([5, 6]);
    ack(later, socket, 4);
    expect(start(come(later))).toMatchObject({ since: 4, recovered: true });
  });

  it("asks for a since that this log never had: the gap is told until it acknowledges", () => {
    const rig = filled();
    for (const more of [{ since: 99 }, { since: 3, epoch: "another" }, {}])
      expect(start(come(rig, more))).toMatchObject({ recovered: false, gap: { from: 1, to: 10 } });
  });

  it("takes over from its older subscription, also on the same connection, and is not kept out", () => {
    const rig = filled();
    const older = come(rig, { since: 5 });
    const newer = come(rig);
    expect(older.frames.at(-1)).toEqual({ type: "ended", id: "a", reason: "taken-over" });
    newer.send({ type: "subscribe", id: "b", consumer: "bot" });
    expect(newer.ofType("ended")).toEqual([{ type: "ended", id: "a", reason: "taken-over" }]);
    commit(rig, 1);
    expect([older.seqs("a").at(-1), newer.seqs("b").at(-1)]).toEqual([10, 11]);
    ack(rig, older, 10);
    expect(older.frames.at(-1)).toMatchObject({ type: "error", code: "unknown-id", id: "a" });
    older.events?.onGone();
    newer.send({ type: "ack", id: "b", seq: 11 });
    pass(rig);
    expect(place(rig)).toEqual({ epoch: "epoch-1", seq: 11 });
  });

  it("takes over what waits for the disk as well", () => {
    const rig = filled();
    const [older, newer] = [rig.connect("consumer=bot"), rig.connect("consumer=bot")];
    pass(rig);
    expect(older.ofType("subscribed")).toEqual([]);
    expect(older.ofType("ended")).toHaveLength(1);
    expect(start(newer)).toMatchObject({ since: 10, recovered: true });
  });

  it("is not taken over by a subscription that is refused", () => {
    const rig = filled();
    const older = come(rig, { since: 5 });
    come(rig, { where: "nonsense" });
    expect(older.ofType("ended")).toEqual([]);
  });
});

describe("ack", () => {
  it("is answered once for several, for the latest, when the place is on disk", () => {
    const rig = filled();
    const socket = come(rig, { since: 0 });
    for (const seq of [3, 7, 5]) socket.send({ type: "ack", id: "a", seq });
    expect(socket.ofType("acked")).toEqual([]);
    pass(rig);
    expect(socket.ofType("acked")).toEqual([{ type: "acked", id: "a", seq: 7 }]);
    expect(place(rig)).toEqual({ epoch: "epoch-1", seq: 7 });
  });

  it("that is older than the place changes nothing, and is answered with the place", () => {
    const rig = filled();
    const socket = come(rig, { since: 6 });
    const writes = rig.places.writes.length;
    socket.send({ type: "ack", id: "a", seq: 2 });
    expect(socket.frames.at(-1)).toEqual({ type: "acked", id: "a", seq: 6 });
    pass(rig);
    expect(place(rig)).toEqual({ epoch: "epoch-1", seq: 6 });
    expect(rig.places.writes.length).toBeLessThanOrEqual(writes + 1);
  });

  it("may name what a heartbeat said, though no entry of it matched", () => {
    const rig = filled();
    const socket = come(rig, { types: ["forum.*"] });
    commit(rig, 5);
    ack(rig, socket, 15);
    expect(place(rig)).toEqual({ epoch: "epoch-1", seq: 15 });
  });

  it.each([
    ["beyond what was sent", { id: "a", seq: 11 }, "invalid-frame"],
    ["of a subscription without a consumer", { id: "b", seq: 1 }, "invalid-frame"],
    ["of no subscription", { id: "c", seq: 1 }, "unknown-id"],
    ["without a seq", { id: "a" }, "invalid-frame"],
    ["with an unknown field", { id: "a", seq: 1, epoch: "e" }, "invalid-frame"],
  ])("%s is refused", (_, frame, code) => {
    const rig = filled();
    const socket = come(rig, { since: 0 });
    socket.send({ type: "subscribe", id: "b" });
    socket.send({ type: "ack", ...frame });
    expect(socket.frames.at(-1)).toMatchObject({ type: "error", code, id: frame.id });
    expect(socket.closed).toBeUndefined();
  });

  it("of an entry that waits for the socket is refused", () => {
    const rig = createRig();
    for (let made = 0; made < 500; made += 1) rig.log.append(alertDraft("7203", { padding: 1_000 }));
    const socket = rig.connect();
    socket.stuck = true;
    socket.send({ type: "subscribe", id: "a", consumer: "bot", since: 0 });
    pass(rig);
    const sent = socket.seqs("a").at(-1) ?? 0;
    expect(sent).toBeLessThan(200);
    socket.send({ type: "ack", id: "a", seq: sent + 1 });
    expect(socket.frames.at(-1)).toMatchObject({ type: "error", code: "invalid-frame" });
    ack(rig, socket, sent);
    expect(socket.frames.at(-1)).toEqual({ type: "acked", id: "a", seq: sent });
  });

  it("of many consumers is one write", () => {
    const rig = filled();
    const sockets = Array.from({ length: 100 }, (_, at) => rig.connect(`consumer=bot-${at}&since=0`));
    pass(rig);
    const writes = rig.places.writes.length;
    for (const socket of sockets) socket.send({ type: "ack", id: "url", seq: 5 });
    pass(rig);
    expect(rig.places.writes.length).toBe(writes + 1);
    for (const socket of sockets) expect(socket.frames.at(-1)).toMatchObject({ type: "acked", seq: 5 });
  });
});

describe("While places cannot be written", () => {
  it("nothing is acked, entries go on, and it is tried again", () => {
    const rig = filled();
    const socket = come(rig, { since: 0 });
    rig.places.isFull = true;
    ack(rig, socket, 7);
    commit(rig, 1);
    expect([socket.ofType("acked"), socket.seqs("a").at(-1)]).toEqual([[], 11]);
    pass(rig, limits.rewriteMs);
    expect(rig.failures).toEqual([expect.stringContaining("the disk is full")]);
    rig.places.isFull = false;
    pass(rig, limits.rewriteMs);
    expect(socket.ofType("acked")).toEqual([{ type: "acked", id: "a", seq: 7 }]);
  });

  it("a consumer whose place is there goes on, and a new one waits", () => {
    const rig = filled();
    come(rig, { since: 4 }).events?.onGone();
    rig.places.isFull = true;
    for (let times = 0; times < 3; times += 1) {
      const again = rig.connect("consumer=bot");
      expect(start(again)).toMatchObject({ since: 4 });
      pass(rig);
      again.events?.onGone();
    }
    const fresh = come(rig, { consumer: "fresh" });
    expect(fresh.ofType("subscribed")).toEqual([]);
    rig.places.isFull = false;
    pass(rig, limits.rewriteMs);
    expect(start(fresh)).toMatchObject({ since: 10, recovered: true });
  });
});

describe("At the end", () => {
  it("of the monitor what was acknowledged is written and answered", () => {
    const rig = filled();
    const socket = come(rig, { since: 0 });
    socket.send({ type: "ack", id: "a", seq: 7 });
    rig.consumers.flush();
    rig.hub.close();
    expect(socket.frames.slice(-2).map(({ type }) => type)).toEqual(["acked", "bye"]);
    expect(place(rig)).toEqual({ epoch: "epoch-1", seq: 7 });
  });

  it("of a subscription its consumer is free, and what it acknowledged is written", () => {
    const rig = filled();
    const socket = come(rig, { since: 0 });
    socket.send({ type: "ack", id: "a", seq: 7 });
    socket.send({ type: "unsubscribe", id: "a" });
    pass(rig);
    expect(socket.ofType("acked")).toEqual([]);
    expect(place(rig)).toEqual({ epoch: "epoch-1", seq: 7 });
    expect(come(rig).seqs("a")).toEqual([8, 9, 10]);
    expect(socket.ofType("ended")).toEqual([]);
  });
});

describe("A thousand consumers", () => {
  it("are known; one more is refused, also while the others are being written, and one of them is not", () => {
    const rig = filled();
    // Each hundred from an address of its own.
    const sockets = Array.from({ length: 11 }, (_, host) => rig.connect("", `address:10.0.0.${host}`));
    const socket = sockets[10] as FakeSocket;
    const ask = (name: number, from = socket) =>
      from.send({ type: "subscribe", id: "a", consumer: `bot-${name}`, types: ["alert.*"] });
    for (let name = 0; name < limits.consumers; name += 1) {
      const from = sockets[Math.floor(name / limits.consumersPerOwner)];
      ask(name, from);
      from?.send({ type: "unsubscribe", id: "a" });
      if (name === 500) pass(rig);
    }
    ask(1_000);
    expect(socket.frames.at(-1)).toMatchObject({ type: "error", id: "a", code: "too-many-consumers" });
    pass(rig);
    pass(rig);
    ask(1_000);
    expect(socket.frames.at(-1)).toMatchObject({ type: "error", id: "a", code: "too-many-consumers" });
    ask(999);
    expect(socket.frames.at(-1)).toMatchObject({ type: "subscribed", id: "a" });
    expect(rig.places.count()).toBe(1_000);
  });
});

describe("A consumer that is there", () => {
  it("is noted every hour, though it acknowledges nothing", () => {
    const rig = filled();
    const socket = come(rig);
    const writes = rig.places.writes.length;
    for (let ms = 0; ms <= limits.seenEveryMs; ms += 10_000) {
      socket.pongBack();
      pass(rig, 10_000);
    }
    expect(rig.places.writes.slice(writes)).toEqual([["bot"]]);
  });
});

describe("A consumer with a snapshot", () => {
  const standing = (): Rig => {
    const rig = filled();
    rig.present.held = [heldSource(["6758", "7203", "9984"].map((code) => heldItem(code)))];
    return rig;
  };

  it("has its place when the snapshot is over, and acknowledges nothing before", () => {
    const rig = standing();
    const socket = rig.connect();
    socket.send({ type: "subscribe", id: "a", consumer: "bot", since: "snapshot" });
    rig.clock.move(limits.gatherMs);
    expect(place(rig)).toEqual({ epoch: "epoch-1", seq: 10, lostFrom: 1 });
    socket.send({ type: "ack", id: "a", seq: 10 });
    expect(socket.frames.at(-1)).toMatchObject({ type: "error", code: "invalid-frame" });
    rig.settle();
    pass(rig);
    expect(socket.frames.at(-1)).toEqual({ type: "live", id: "a", seq: 10 });
    expect(place(rig)).toEqual({ epoch: "epoch-1", seq: 10 });
  });

  it("that it lost on the way is a gap for who comes again without asking for it anew", () => {
    const rig = standing();
    const socket = rig.connect("consumer=bot&since=snapshot");
    rig.clock.move(limits.gatherMs);
    rig.once();
    socket.events?.onGone();
    commit(rig, 1);
    const again = come(rig);
    expect(start(again)).toMatchObject({ since: 10, recovered: false, gap: { from: 1, to: 10 } });
    expect(again.seqs("a")).toEqual([11]);
  });

  it("keeps the place that it had until then", () => {
    const rig = standing();
    come(rig, { since: 4 }).events?.onGone();
    const socket = rig.connect("consumer=bot&since=snapshot");
    rig.once();
    socket.events?.onGone();
    expect(start(come(rig))).toMatchObject({ since: 4, recovered: true });
  });
});

describe("The owner of a consumer", () => {
  const ask = (rig: Rig, owner: string, consumer = "bot") => {
    const socket = rig.connect("", owner);
    socket.send({ type: "subscribe", id: "a", consumer });
    pass(rig);
    return socket;
  };
  const answered = (socket: FakeSocket) => {
    const { type, code } = socket.frames.at(-1) as { type: string; code?: string };
    return code ?? type;
  };

  it("is the token that made it: no other gets it, nor takes it over, also before it is on disk", () => {
    const rig = filled();
    const made = rig.connect("", "token:one");
    made.send({ type: "subscribe", id: "a", consumer: "bot" });
    const others = ["token:two", "address:127.0.0.1"];
    for (const owner of others) expect(answered(ask(rig, owner))).toBe("foreign-consumer");
    expect(rig.places.owners.get("bot")).toBe("token:one");
    expect(made.ofType("ended")).toEqual([]);
    made.send({ type: "unsubscribe", id: "a" });
    for (const owner of others) expect(answered(ask(rig, owner))).toBe("foreign-consumer");
    expect(answered(ask(rig, "token:one"))).toBe("subscribed");
  });

  it("gives way where its token is no longer in the settings, and where it showed none", () => {
    for (const owner of ["token:gone", "address:10.0.0.9"]) {
      const rig = filled();
      expect(answered(ask(rig, owner))).toBe("subscribed");
      const next = ask(rig, "token:one");
      expect(start(next)).toMatchObject({ since: 10, recovered: true });
      commit(rig, 1);
      ack(rig, next, 11);
      expect(rig.places.owners.get("bot")).toBe("token:one");
      expect(answered(ask(rig, owner))).toBe("foreign-consumer");
    }
  });

  it("has at most a hundred, also while they are being written, and others get theirs", () => {
    const rig = filled();
    const socket = rig.connect("", "token:one");
    for (let name = 0; name <= limits.consumersPerOwner; name += 1) {
      socket.send({ type: "subscribe", id: "a", consumer: `bot-${name}` });
      socket.send({ type: "unsubscribe", id: "a" });
      if (name === 50) pass(rig);
    }
    const refused = socket.ofType("error").map(({ code }) => code);
    expect(refused.filter((code) => code === "too-many-consumers")).toHaveLength(1);
    pass(rig);
    expect(rig.places.count("token:one")).toBe(limits.consumersPerOwner);
    expect(answered(ask(rig, "token:one", "one-more"))).toBe("too-many-consumers");
    expect(answered(ask(rig, "token:one", "bot-7"))).toBe("subscribed");
    expect(answered(ask(rig, "token:two", "one-more"))).toBe("subscribed");
  });

  it("counts names of which it is not known after damage whether they are new", () => {
    const rig = filled();
    rig.places.place = () => ({ epoch: "", seq: 0 });
    const socket = rig.connect("", "token:one");
    for (let name = 0; name <= limits.consumersPerOwner; name += 1)
      socket.send({ type: "subscribe", id: `${name % 2}`, consumer: `bot-${name}` });
    for (let name = 0; name <= limits.consumersPerOwner; name += 1)
      expect(answered(ask(rig, "token:two", `more-${name}`))).toBe(
        name < limits.consumersPerOwner ? "subscribed" : "too-many-consumers",
      );
  });

  it("is nobody who comes with a session", () => {
    const rig = filled();
    expect(answered(ask(rig, ""))).toBe("foreign-consumer");
    expect(rig.places.count()).toBe(0);
  });

  it("is known to a running feed by the token of the connection", async () => {
    const places = new MemoryConsumers();
    const { url, httpUrl } = await startFeed({
      places,
      tokens: ["reader", "other"],
      operators: ["operator"],
    });
    const come = async (headers: Record<string, string>) => {
      const client = subscriber(url, { headers });
      await client.frame("welcome");
      client.send({ type: "subscribe", id: "a", consumer: "bot" });
      await until("an answer", () =>
        client.frames.some(({ type }) => type === "subscribed" || type === "error"),
      );
      const { type, code } = client.frames.at(-1) as { type: string; code?: string };
      return code ?? type;
    };
    expect(await come({ authorization: "Bearer reader" })).toBe("subscribed");
    for (const token of ["other", "operator"])
      expect(await come({ authorization: `Bearer ${token}` })).toBe("foreign-consumer");
    const signedIn = await fetch(`${httpUrl}/api/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token: "reader" }),
    });
    const cookie = String(signedIn.headers.get("set-cookie")).split(";")[0] ?? "";
    expect(await come({ cookie })).toBe("foreign-consumer");
    expect(await come({ authorization: "Bearer reader" })).toBe("subscribed");
    expect([...places.owners.values()].join()).toMatch(/^token:[\w-]{16}$/);
  });
});

describe("An operator", () => {
  it("lists the consumers and forgets one: its subscription ends, and its name is free", async () => {
    const places = new MemoryConsumers();
    const { url, httpUrl, log } = await startFeed({ places, tokens: ["reader"], operators: ["operator"] });
    const call = async (path: string, token: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const sent = body && { method: "POST", body: JSON.stringify(body) };
      const answer = await fetch(`${httpUrl}${path}`, { headers, ...sent });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    log.append(alertDraft("7203"), alertDraft("7203"));
    const client = subscriber(url, { headers: { authorization: "Bearer reader" } });
    await client.frame("welcome");
    client.send({ type: "subscribe", id: "a", consumer: "bot", since: 1 });
    await client.frame("subscribed");
    expect((await call(consumerPaths.list, "reader")).status).toBe(403);
    expect((await call(consumerPaths.list, "operator")).body).toEqual({
      consumers: [
        {
          ...{ name: "bot", owner: expect.stringMatching(/^token:/), seq: 1, behind: 1 },
          ...{ seenAt: "1970-01-01T00:00:00.000Z", isConnected: true },
        },
      ],
    });
    expect((await call(consumerPaths.forget, "reader", { name: "bot" })).status).toBe(403);
    expect((await call(consumerPaths.forget, "operator", {})).status).toBe(400);
    places.isFull = true;
    expect((await call(consumerPaths.forget, "operator", { name: "bot" })).status).toBe(503);
    places.isFull = false;
    expect(await call(consumerPaths.forget, "operator", { name: "bot" })).toMatchObject({ status: 200 });
    expect(await client.frame("ended")).toMatchObject({ id: "a", reason: "forgotten" });
    expect((await call(consumerPaths.forget, "operator", { name: "bot" })).status).toBe(404);
    const other = subscriber(url, { headers: { authorization: "Bearer operator" } });
    await other.frame("welcome");
    other.send({ type: "subscribe", id: "a", consumer: "bot" });
    await other.frame("subscribed");
  });
});
