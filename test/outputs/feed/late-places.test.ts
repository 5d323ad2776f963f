/** Consumers where several machines keep their places: one writes, and its answers come later. */
import { expect, it, onTestFinished } from "vitest";
import { limits } from "../../../src/outputs/feed/limits.ts";
import { CopiedPlaces } from "../../support/copied-places.ts";
import { alertDraft, MemoryLog } from "../../support/memory-log.ts";
import { until } from "../../support/until.ts";
import type { FakeSocket } from "./support/fake-socket.ts";
import { createRig, type Rig } from "./support/rig.ts";
import { startFeed } from "./support/running-feed.ts";
import { subscriber } from "./support/subscriber.ts";

interface Machine extends Rig {
  readonly places: CopiedPlaces;
}

/** Machines with one log of ten entries; the first of them writes. */
function machines(): [Machine, Machine, Machine] {
  const writer = new CopiedPlaces([], true);
  const log = new MemoryLog();
  for (let made = 0; made < 10; made += 1) log.append(alertDraft("7203"));
  const machine = (places: CopiedPlaces) => ({ ...createRig(log, undefined, { places }), places });
  return [machine(writer), machine(new CopiedPlaces(writer.log)), machine(new CopiedPlaces(writer.log))];
}

/** Everything that promises wait for. */
const promised = () => new Promise((resolve) => setImmediate(resolve));

async function pass(rig: Rig, ms: number = limits.gatherMs): Promise<void> {
  rig.clock.move(ms);
  rig.settle();
  await promised();
  rig.settle();
}

/** What a machine asked for is written, and all have it. */
async function written(rig: Machine, ...others: Machine[]): Promise<void> {
  await pass(rig);
  rig.places.deliver();
  for (const one of [rig, ...others]) {
    one.places.apply();
    await pass(one, 0);
  }
}

async function come(rig: Machine, more: object, ...others: Machine[]): Promise<FakeSocket> {
  const socket = rig.connect();
  socket.send({ type: "subscribe", id: "a", consumer: "bot", ...more });
  await pass(rig);
  await written(rig, ...others);
  expect(socket.ofType("subscribed")).toHaveLength(1);
  return socket;
}

const ack = (socket: FakeSocket, seq: number) => socket.send({ type: "ack", id: "a", seq });
const acked = (socket: FakeSocket) => socket.ofType("acked").map(({ seq }) => seq);
const ended = (socket: FakeSocket) => socket.ofType("ended").map(({ reason }) => reason);

it("an ack is answered when its place has come back, and what is acked meanwhile is the next write", async () => {
  const [, follower] = machines();
  const socket = await come(follower, { since: 0 });
  ack(socket, 3);
  await pass(follower);
  ack(socket, 5);
  ack(socket, 7);
  await pass(follower, limits.gatherMs * 3);
  expect([follower.places.asked, acked(socket)]).toEqual([1, []]);
  await written(follower);
  expect(acked(socket)).toEqual([3]);
  await written(follower);
  expect(acked(socket)).toEqual([3, 7]);
  expect(follower.places.place("bot")).toEqual({ epoch: "epoch-1", seq: 7 });
});

it("a new consumer begins when its place has come back, and not if it has left by then", async () => {
  const [, follower] = machines();
  const [stays, leaves] = ["stays", "leaves"].map((consumer) => {
    const socket = follower.connect();
    socket.send({ type: "subscribe", id: "a", consumer, since: 4 });
    return socket;
  }) as [FakeSocket, FakeSocket];
  await pass(follower);
  leaves.send({ type: "unsubscribe", id: "a" });
  expect([...stays.ofType("subscribed"), ...leaves.ofType("subscribed")]).toEqual([]);
  await written(follower);
  expect(stays.ofType("subscribed")).toMatchObject([{ since: 4, recovered: true }]);
  expect(leaves.ofType("subscribed")).toEqual([]);
});

it("a write without an answer is reported once and tried again, with what came since, until it is answered", async () => {
  const [, follower] = machines();
  const socket = await come(follower, { since: 0 });
  follower.places.isCutOff = true;
  ack(socket, 3);
  for (let times = 0; times < 3; times += 1) {
    await pass(follower, limits.rewriteMs);
    follower.places.deliver();
    await promised();
  }
  ack(socket, 8);
  expect(acked(socket)).toEqual([]);
  expect(follower.failures).toEqual([expect.stringContaining("no answer")]);
  follower.places.isCutOff = false;
  await pass(follower, limits.rewriteMs);
  await written(follower);
  expect(acked(socket)).toEqual([8]);
});

it("at the stop it waits for the answer to what was acked, in the time that there is", async () => {
  const [, follower] = machines();
  const socket = await come(follower, { since: 0 });
  ack(socket, 3);
  await pass(follower);
  ack(socket, 6);
  const flushed = follower.consumers.flush(1_000);
  await written(follower);
  await written(follower);
  await flushed;
  expect(acked(socket)).toEqual([3, 6]);
  ack(socket, 9);
  let isOver = false;
  void Promise.resolve(follower.consumers.flush(1_000)).then(() => {
    isOver = true;
  });
  await pass(follower, 999);
  expect(isOver).toBe(false);
  await pass(follower, 1);
  expect([isOver, acked(socket), follower.places.asked]).toEqual([true, [3, 6], 1]);
});

it("a consumer that is forgotten stays so, though a place of it was on its way", async () => {
  const [, follower] = machines();
  const socket = await come(follower, { since: 0 });
  ack(socket, 3);
  await pass(follower);
  const forgotten = follower.consumers.forget("bot");
  ack(socket, 4);
  expect(follower.places.asked).toBe(1);
  for (let times = 0; times < 3; times += 1) await written(follower);
  expect(await forgotten).toBe(true);
  expect([ended(socket), follower.places.place("bot")]).toEqual([["forgotten"], undefined]);
});

it("a subscription begins at the newest place, before the frames behind it and beside the others", async () => {
  const [writer, follower] = machines();
  const before = await come(writer, { since: 0 });
  const socket = follower.connect();
  socket.send({ type: "subscribe", id: "other", since: 8 });
  ack(before, 6);
  await pass(writer);
  socket.send({ type: "subscribe", id: "a", consumer: "bot" });
  for (const frame of [{ type: "unsubscribe", id: "other" }, { type: "ping" }]) socket.send(frame);
  follower.log.append(alertDraft("7203"));
  follower.hub.wake();
  await pass(follower);
  expect([socket.seqs("other"), socket.ofType("pong")]).toEqual([[9, 10, 11], []]);
  follower.places.apply();
  await pass(follower, 0);
  expect(socket.seqs("a")).toEqual([7, 8, 9, 10, 11]);
  const types = socket.frames.map(({ type, id }) => `${type} ${id ?? ""}`);
  expect(types.indexOf("subscribed a")).toBeLessThan(types.indexOf("pong "));
});

it.each(["is closed", "unsubscribes first"])(
  "takes nothing over for a connection that %s meanwhile",
  async (how) => {
    const [writer, follower] = machines();
    const before = await come(writer, { since: 0 });
    const socket = follower.connect();
    if (how === "is closed") {
      socket.send({ type: "subscribe", id: "a", consumer: "bot" });
      socket.events?.onGone();
    } else {
      socket.send({ type: "subscribe", id: "a", consumer: "another" });
      socket.send({ type: "unsubscribe", id: "a" });
    }
    follower.places.apply();
    await pass(follower, 0);
    await written(follower, writer);
    expect([socket.ofType("subscribed"), ended(before)]).toEqual([[], []]);
  },
);

it("a client that had more elsewhere than the log has here is told of no gap: it waits until that is here", async () => {
  const [, follower] = machines();
  const head = follower.log.head();
  const socket = follower.connect();
  // Written elsewhere, and not here yet.
  follower.places.log.push({ places: [] });
  socket.send({ type: "subscribe", id: "a", since: head + 1, epoch: follower.log.epoch });
  await pass(follower);
  expect(socket.ofType("subscribed")).toEqual([]);
  follower.log.append(alertDraft("7203"));
  follower.log.append(alertDraft("7203"));
  follower.places.apply();
  await pass(follower, 0);
  expect(socket.ofType("subscribed")).toMatchObject([{ since: head + 1, recovered: true }]);
  expect(socket.seqs("a")).toEqual([head + 2]);
});

it("a machine that cannot know the place closes the connection, and its client comes again", async () => {
  const [, follower] = machines();
  follower.places.isCutOff = true;
  const socket = follower.connect();
  socket.send({ type: "subscribe", id: "a", consumer: "bot" });
  await pass(follower);
  expect(socket.frames.at(-1)).toEqual({ type: "bye", reason: "unsettled", retryAfterMs: 1_000 });
  expect(socket.closed?.code).toBe(4425);
});

it("a subscription on another machine takes over, and what the older one has under way never leads back", async () => {
  const [writer, one, two] = machines();
  const older = await come(one, { since: 2 }, writer, two);
  ack(older, 5);
  await pass(one);
  const newer = await come(two, {}, writer);
  expect(newer.ofType("subscribed")).toMatchObject([{ since: 2 }]);
  ack(newer, 8);
  await written(two, writer);
  one.places.deliver();
  ack(older, 6);
  for (const rig of [one, two, writer]) {
    rig.places.apply();
    await pass(rig, limits.rewriteMs);
  }
  expect([ended(older), acked(older), acked(newer)]).toEqual([["taken-over"], [], [8]]);
  for (const { places } of [writer, one, two])
    expect([places.place("bot"), places.asked]).toEqual([{ epoch: "epoch-1", seq: 8 }, 0]);
});

it("goes back where the newer subscription asks for it, whatever the older one has still to say", async () => {
  const [writer, one, two] = machines();
  const older = await come(one, { since: 2 }, writer, two);
  const newer = await come(two, { since: 1 }, writer);
  ack(older, 9);
  one.places.apply();
  await pass(one, limits.rewriteMs);
  expect([ended(older), one.places.asked]).toEqual([["taken-over"], 0]);
  expect(newer.seqs("a")).toHaveLength(9);
  expect(writer.places.place("bot")).toEqual({ epoch: "epoch-1", seq: 1 });
});

it("a consumer that is forgotten on another machine ends here, and is not there again by its last ack", async () => {
  const [writer, one] = machines();
  const socket = await come(one, { since: 2 }, writer);
  ack(socket, 5);
  await pass(one);
  writer.consumers.forget("bot");
  await written(one, writer);
  expect([ended(socket), acked(socket)]).toEqual([["forgotten"], []]);
  expect([writer.places.place("bot"), one.places.place("bot")]).toEqual([undefined, undefined]);
});

it("of two that come at the same moment on two machines one is told to come again", async () => {
  const [writer, one, two] = machines();
  const sockets = [one, two].map((rig) => {
    const socket = rig.connect();
    socket.send({ type: "subscribe", id: "a", consumer: "bot", since: 3 });
    return socket;
  }) as [FakeSocket, FakeSocket];
  await pass(one);
  await pass(two, limits.gatherMs / 2);
  await written(one, two, writer);
  await pass(two);
  expect([sockets[0].ofType("subscribed"), sockets[1].closed?.code]).toMatchObject([[{ since: 3 }], 4425]);
  const again = await come(two, {}, one, writer);
  expect([ended(sockets[0]), again.closed]).toEqual([["taken-over"], undefined]);
});

it("the older is told that it was taken over, also where both beginnings come in one turn", async () => {
  const [writer, one, two] = machines();
  const older = one.connect();
  older.send({ type: "subscribe", id: "a", consumer: "bot", since: 3 });
  await pass(one);
  await pass(one);
  one.places.deliver();
  await come(two, {}, writer);
  await written(two, writer);
  one.places.apply();
  await pass(one);
  expect([older.ofType("subscribed"), ended(older), older.closed]).toEqual([[], ["taken-over"], undefined]);
});

it("a subscription that has left before its machine could say so takes over nothing", async () => {
  const [writer, one, two] = machines();
  const stays = await come(two, { since: 3 }, writer, one);
  const leaves = one.connect();
  leaves.send({ type: "subscribe", id: "a", consumer: "bot", since: 1 });
  await pass(one, 0);
  leaves.events?.onGone();
  await written(one, two, writer);
  expect([ended(stays), stays.closed]).toEqual([[], undefined]);
  expect(writer.places.place("bot")).toEqual({ epoch: "epoch-1", seq: 3 });
});

it("a client that leaves one running feed goes on at another one where it was", async () => {
  const log = new MemoryLog();
  const first = new CopiedPlaces([], true);
  const second = new CopiedPlaces(first.log);
  const moving = setInterval(() => {
    second.deliver();
    for (const places of [first, second]) places.apply();
  }, 5);
  onTestFinished(() => clearInterval(moving));
  const feeds = await Promise.all([first, second].map((places) => startFeed({ places }, log)));
  for (let made = 0; made < 10; made += 1) log.append(alertDraft("7203"));
  const at = async (index: number) => {
    const client = subscriber(feeds[index]?.url ?? "");
    await client.frame("welcome");
    client.send({ type: "subscribe", id: "a", consumer: "bot", ...(index === 0 && { since: 0 }) });
    await client.frame("subscribed");
    return client;
  };
  const older = await at(0);
  older.send({ type: "ack", id: "a", seq: 4 });
  await older.frame("acked");
  const newer = await at(1);
  expect(await older.frame("ended")).toMatchObject({ reason: "taken-over" });
  await until("all entries", () => newer.seqs().length === 6);
  for (const frame of [{ type: "ack", id: "a", seq: 9 }, { type: "ping" }]) newer.send(frame);
  await newer.frame("pong");
  await feeds[1]?.feed.stop(1_000);
  expect(newer.frames.filter(({ type }) => type === "subscribed")).toMatchObject([{ since: 4 }]);
  expect(newer.frames.slice(-2)).toMatchObject([{ type: "acked", seq: 9 }, { type: "bye" }]);
  expect(newer.seqs()).toEqual([5, 6, 7, 8, 9, 10]);
  expect(first.place("bot")).toEqual({ epoch: "epoch-1", seq: 9 });
});
