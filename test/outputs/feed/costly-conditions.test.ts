/** The conditions of subscribers come from strangers: what they cost is bounded for everybody else. */
import { expect, test } from "vitest";
import type { CompileFilter } from "../../../src/outputs/feed/connections/conditions.ts";
import { limits } from "../../../src/outputs/feed/limits.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { alertDraft, MemoryLog } from "../../support/memory-log.ts";
import { createRig } from "./support/rig.ts";

/** Conditions such as "5": each takes so many ms to ask, and `compileMs` to compile; true of every event. */
function costlyRig(entries: number, compileMs = 0) {
  const clock = createHandClock();
  const spent = { asked: 0, ms: 0 };
  const known = new Map<string, ReturnType<CompileFilter>>();
  const compileFilter: CompileFilter = (where) => {
    clock.move(compileMs);
    const made = known.get(where) ?? {
      ok: true,
      matches() {
        spent.asked += 1;
        spent.ms += Number(where);
        clock.move(Number(where));
        return true;
      },
    };
    known.set(where, made);
    return made;
  };
  const log = new MemoryLog();
  for (let entry = 0; entry < entries; entry++) log.append(alertDraft("7203"));
  const rig = createRig(log, 15_000, { clock, compileFilter });
  const subscribe = (where: string | undefined, id = "a") => ({
    type: "subscribe",
    id,
    where,
    since: "start",
  });
  return { rig, clock, spent, subscribe };
}

test("a subscriber whose conditions are too costly is cut with a code of its own, and nobody else is", () => {
  const { rig, spent, subscribe } = costlyRig(5_000);
  const [costly, plain] = [rig.connect(), rig.connect()];
  for (let id = 0; id < 100; id++) costly.send(subscribe(`20.${id}`, String(id)));
  plain.send(subscribe(undefined));
  for (let ms = 0; ms < 2_000; ms++) {
    rig.settle();
    rig.clock.move(1);
  }
  expect(costly.closed).toEqual({ code: 4422, reason: "too-costly" });
  expect(costly.frames.at(-1)).toEqual({ type: "bye", reason: "too-costly", retryAfterMs: 60_000 });
  expect(spent.ms).toBeLessThan(1_300);
  expect(plain.closed).toBeUndefined();
  expect(plain.seqs("a")).toHaveLength(5_000);
});

test("others get what is theirs between two conditions of one subscriber", () => {
  const { rig, spent, subscribe } = costlyRig(300);
  const costly = rig.connect();
  for (let id = 0; id < 40; id++) costly.send(subscribe(`20.${id}`, String(id)));
  rig.once();
  const asked = spent.asked;
  expect(asked).toBeLessThanOrEqual(1);
  const plain = rig.connect();
  plain.send(subscribe(undefined));
  const turnsUntilAll = () => {
    let turns = 0;
    while (plain.seqs("a").length < 300 && turns < 1_000) {
      rig.clock.move(20);
      rig.once();
      turns += 1;
    }
    return turns;
  };
  expect(turnsUntilAll()).toBeLessThan(100);
});

test("one that goes a long way through the log with a cheap condition waits for its share, and is not cut", () => {
  const { rig, clock, spent, subscribe } = costlyRig(4_000);
  const reader = rig.connect();
  const begun = clock.elapsed();
  reader.send(subscribe("1"));
  rig.settle();
  expect(spent.ms).toBeLessThanOrEqual(1_200);
  while (reader.seqs("a").length < 4_000) {
    clock.move(50);
    rig.settle();
    if (clock.elapsed() - begun > 120_000) break;
  }
  expect(reader.seqs("a")).toHaveLength(4_000);
  expect(reader.closed).toBeUndefined();
  const passed = clock.elapsed() - begun;
  expect(spent.ms).toBeLessThanOrEqual(1_000 + passed * 0.1 + 60);
});

test("what conditions took, everything else in the process has as well", () => {
  const { rig, clock, spent, subscribe } = costlyRig(50);
  const reader = rig.connect();
  reader.send(subscribe("4"));
  const begun = clock.elapsed();
  while (spent.asked < 50) {
    rig.settle();
    clock.move(1);
  }
  expect(clock.elapsed() - begun).toBeGreaterThan(spent.ms * 1.9);
});

test("a condition that many subscribers share is asked once about an entry", () => {
  const { rig, spent, subscribe } = costlyRig(0);
  const readers = Array.from({ length: 200 }, () => rig.connect());
  for (const reader of readers) reader.send(subscribe("0"));
  rig.settle();
  rig.log.append(alertDraft("7203"), alertDraft("6758"));
  rig.hub.wake();
  rig.settle();
  expect(readers.every((reader) => reader.seqs("a").length === 2)).toBe(true);
  expect(spent.asked).toBe(2);
});

test("entries that are committed ask no condition of a reader that takes nothing", () => {
  const { rig, spent, subscribe } = costlyRig(0);
  const stuck = rig.connect();
  stuck.send(subscribe("1"));
  rig.settle();
  stuck.bufferedAmount = 65_536;
  for (let entry = 0; entry < 100; entry++) rig.log.append(alertDraft("7203"));
  rig.hub.wake();
  rig.settle();
  expect(spent.asked).toBe(0);
});

test("frames that come behind a subscription are answered behind it", () => {
  const { rig, subscribe } = costlyRig(0);
  const reader = rig.connect();
  reader.send(subscribe("0"));
  reader.send({ type: "ping" });
  reader.send({ type: "unsubscribe", id: "b" });
  rig.settle();
  expect(reader.frames.map(({ type }) => type)).toEqual(["welcome", "subscribed", "pong", "error"]);
});

test("what conditions took, everything else has as well, also beside many who subscribe meanwhile", () => {
  const { rig, clock, spent, subscribe } = costlyRig(2_000, 2);
  for (let who = 0; who < 30; who += 1) rig.connect().send(subscribe(`4.${who}`));
  const begun = clock.elapsed();
  while (clock.elapsed() - begun < 2_000) {
    rig.settle();
    clock.move(1);
  }
  expect(spent.ms).toBeLessThan((clock.elapsed() - begun) * 0.55);
});

test("subscriptions at a hundred places of the log, of which nothing matches, are walked in turns of one step", () => {
  const { rig } = costlyRig(20_000);
  const reader = rig.connect();
  for (let id = 0; id < 100; id += 1) {
    reader.send({ type: "subscribe", id: String(id), since: id * 150, types: ["margin.alert.lifted"] });
  }
  rig.once();
  const before = rig.log.reads;
  rig.once();
  expect(rig.log.reads - before).toBeLessThanOrEqual(2);
});

test("a long frame is read in a turn, not where it comes in, and what comes behind it is answered behind it", () => {
  const { rig } = costlyRig(0);
  const reader = rig.connect();
  reader.send({ type: "subscribe", id: "a", subjects: Array(1_000).fill("7203.T") });
  reader.send({ type: "ping" });
  expect(reader.frames).toHaveLength(1);
  rig.settle();
  expect(reader.frames.map(({ type }) => type)).toEqual(["welcome", "error", "pong"]);
});

/** A condition of so many characters. */
const long = (name: string, chars: number) => name.padEnd(chars, "x");

/** The last answer to each subscription. */
const answers = (socket: ReturnType<ReturnType<typeof createRig>["connect"]>) =>
  socket.frames.flatMap(({ type, id, code }) => (id === undefined ? [] : [`${id} ${code ?? type}`]));

function memoryRig() {
  const compiled: string[] = [];
  const compileFilter: CompileFilter = (where) => {
    compiled.push(where);
    return { ok: true, matches: () => false };
  };
  const rig = createRig(new MemoryLog(), 15_000, { compileFilter });
  const ask = (socket: ReturnType<typeof rig.connect>, id: string, where: string) => {
    socket.send({ type: "subscribe", id, where });
    rig.settle();
  };
  return { rig, compiled, ask };
}

test("the conditions of a connection have so many characters; one more is refused before it is compiled", () => {
  const { rig, compiled, ask } = memoryRig();
  const socket = rig.connect();
  for (let id = 0; id < 9; id++) ask(socket, String(id), long(`c${id}`, 3_900));
  expect(compiled).toHaveLength(8);
  expect(answers(socket).slice(-2)).toEqual(["7 subscribed", "8 too-many-conditions"]);
  socket.send({ type: "unsubscribe", id: "3" });
  ask(socket, "8", long("c8", 3_900));
  expect(answers(socket).at(-1)).toBe("8 subscribed");
});

test("the conditions of all connections have so many characters, each that several ask once, and leave with them", () => {
  const { rig, compiled, ask } = memoryRig();
  const sockets = Array.from({ length: 30 }, () => rig.connect());
  for (const [place, socket] of sockets.entries())
    for (let id = 0; id < 8; id++) ask(socket, String(id), long(`c${place}-${id}`, 3_900));
  const most = Math.floor(limits.allConditionChars / 4_000);
  expect(compiled).toHaveLength(most);
  const refused = sockets.flatMap(answers).filter((answer) => answer.endsWith("too-many-conditions"));
  expect(refused).toHaveLength(30 * 8 - most);
  const late = rig.connect();
  ask(late, "known", long("c0-0", 3_900));
  ask(late, "new", long("new", 3_900));
  expect(answers(late).slice(-2)).toEqual(["known subscribed", "new too-many-conditions"]);
  expect(compiled.filter((where) => where === long("c0-0", 3_900))).toHaveLength(1);
  sockets[0]?.terminate();
  ask(late, "new", long("new", 3_900));
  expect(answers(late).at(-1)).toBe("new subscribed");
});
