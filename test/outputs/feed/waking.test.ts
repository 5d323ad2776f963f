import { expect, it } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { createFilterCompiler } from "../../../src/rules/sets/filter.ts";
import { alertDraft, commentDraft } from "../../support/memory-log.ts";
import type { FakeSocket } from "./support/fake-socket.ts";
import { createRig } from "./support/rig.ts";

const codes = Array.from({ length: 50 }, (_, at) => String(7_000 + at));
const rig = () => createRig(undefined, undefined, { compileFilter: createFilterCompiler(builtInTypes) });

it.each([
  ["subjects", (code: string) => `types=forum.*&subjects=${code}`],
  ["where", (code: string) => `types=forum.*&where=now.code=='${code}'`],
])("An entry takes a turn of the connections whose %s ask for it, and no other", (_, query) => {
  const { log, hub, connect, settle } = rig();
  const sockets = codes.map((code) => connect(query(code)));
  settle();
  log.append(commentDraft("7007", 1));
  hub.wake();
  expect(settle()).toBe(1);
  expect(sockets.map((socket) => socket.seqs("url").length)).toEqual(
    codes.map((code) => (code === "7007" ? 1 : 0)),
  );
});

it("An entry that nobody asks for moves the place that heartbeats tell", () => {
  const { log, hub, connect, settle, clock } = rig();
  const socket = connect("types=forum.*");
  settle();
  log.append(alertDraft("7203"));
  hub.wake();
  settle();
  clock.move(15_000);
  expect(socket.frames.at(-1)).toMatchObject({ type: "heartbeat", seq: 1 });
});

it("A heartbeat before a connection's turn does not tell of what waits for it", () => {
  const { log, hub, connect, once, settle, clock } = rig();
  const condition = "types=alert.*&where=now.severity=='warning'";
  const sockets = [connect(condition), connect(condition)];
  settle();
  log.append(alertDraft("7203"));
  hub.wake();
  once();
  clock.move(15_000);
  const told = sockets.map(({ frames }) => frames.map(({ type, seq }) => `${type} ${seq}`).slice(-2));
  expect(told).toEqual([
    ["event 1", "heartbeat 1"],
    ["subscribed undefined", "heartbeat 0"],
  ]);
});

it("Those who ask the same get an entry without a turn of each, but for one whose socket is not free", () => {
  const { log, hub, connect, once, settle } = rig();
  const sockets = codes.map(() => connect("types=alert.*"));
  const [slow, ...free] = sockets as [FakeSocket, ...FakeSocket[]];
  settle();
  slow.bufferedAmount = 100;
  for (const code of ["7203", "6758"]) log.append(alertDraft(code));
  hub.wake();
  once();
  expect(free.map((socket) => socket.seqs("url"))).toEqual(free.map(() => [1, 2]));
  settle();
  slow.drain();
  log.append(alertDraft("9984"));
  hub.wake();
  settle();
  for (const socket of sockets) expect(socket.seqs("url")).toEqual([1, 2, 3]);
});

it("What comes for two subscriptions of a connection goes out in order of seq", () => {
  const { log, hub, connect, settle } = rig();
  const sockets = [connect(), connect()];
  for (const socket of sockets) {
    socket.send({ type: "subscribe", id: "alerts", types: ["alert.*"] });
    socket.send({ type: "subscribe", id: "comments", types: ["forum.*"] });
  }
  settle();
  for (const seq of [1, 3]) {
    log.append(alertDraft("7203"));
    log.append(commentDraft("7203", seq));
  }
  hub.wake();
  settle();
  for (const socket of sockets) {
    expect(socket.ofType("event").map(({ id, seq }) => `${id} ${seq}`)).toEqual([
      "alerts 1",
      "comments 2",
      "alerts 3",
      "comments 4",
    ]);
  }
});

it.each([
  ["stands", 1],
  ["is pruned", 3],
])("One who comes before the hub read the log, whose beginning %s, gets what follows alone", (_, oldest) => {
  const { log, hub, connect, settle } = rig();
  for (const code of ["7203", "6758"]) log.append(alertDraft(code));
  const socket = connect("types=alert.*");
  log.append(alertDraft("9984"));
  log.pruneBefore(oldest);
  hub.wake();
  settle();
  expect(socket.ofType("subscribed")).toMatchObject([{ since: 2, recovered: true }]);
  expect(socket.seqs("url")).toEqual([3]);
});

it("A connection that is gone is found no more", () => {
  const { log, hub, connect, settle } = rig();
  const socket = connect("types=*");
  settle();
  socket.events?.onGone();
  log.append(alertDraft("7203"));
  hub.wake();
  expect(settle()).toBe(1);
  expect(socket.seqs("url")).toEqual([]);
});
