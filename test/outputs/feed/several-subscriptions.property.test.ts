import { expect, it } from "vitest";
import { fc } from "../../support/fast-check.ts";
import { commentDraft } from "../../support/memory-log.ts";
import type { FakeSocket } from "./support/fake-socket.ts";
import { createRig, type Rig } from "./support/rig.ts";

/** What the subscriptions ask for, by their ids; the oracle says which codes that means. */
const asked = {
  all: { frame: {}, wants: () => true },
  toyota: { frame: { subjects: ["7203"] }, wants: (code: string) => code === "7203" },
  two: { frame: { subjects: ["6758", "9984"] }, wants: (code: string) => code !== "7203" },
  sony: { frame: { where: "now.code == '6758'" }, wants: (code: string) => code === "6758" },
} as const;
type Id = keyof typeof asked;
const ids = Object.keys(asked) as Id[];

const code = fc.constantFrom("7203", "6758", "9984");
const who = fc.nat(2);
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant("commit" as const), codes: fc.array(code, { maxLength: 60 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant("subscribe" as const), who, id: fc.constantFrom(...ids) }),
  },
  fc.record({ act: fc.constant("leave" as const), who, id: fc.constantFrom(...ids) }),
  fc.record({ act: fc.constantFrom("stick" as const, "drain" as const), who }),
  { weight: 2, arbitrary: fc.record({ act: fc.constant("turn" as const) }) },
  fc.record({ act: fc.constant("beat" as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Reader {
  readonly socket: FakeSocket;
  /** What it left, in the order of the pings that it sent behind. */
  readonly left: { readonly id: Id; readonly framesBefore: number }[];
}

function take(rig: Rig, readers: readonly Reader[], done: Step, written: string[]): void {
  if (done.act === "commit") {
    for (const subject of done.codes) rig.log.append(commentDraft(subject, rig.log.head() + 1));
    written.push(...done.codes);
    rig.hub.wake();
  } else if (done.act === "turn") rig.once();
  else if (done.act === "beat") rig.clock.move(15_000);
  else {
    const { socket, left } = readers[done.who] as Reader;
    if (socket.closed !== undefined) return;
    if (done.act === "subscribe") socket.send({ type: "subscribe", id: done.id, ...asked[done.id].frame });
    else if (done.act === "leave") {
      socket.send({ type: "unsubscribe", id: done.id });
      socket.send({ type: "ping" });
      left.push({ id: done.id, framesBefore: socket.frames.length });
    } else {
      socket.stuck = done.act === "stick";
      if (done.act === "drain") socket.drain();
    }
  }
}

/** Reads a connection's frames as a client would: each subscription has all that it wants, and a heartbeat is true. */
function judge({ socket, left }: Reader, written: readonly string[]): void {
  const places = new Map<Id, number>();
  const missing = (id: Id, to: number) =>
    written.findIndex((subject, at) => at >= (places.get(id) ?? 0) && at < to && asked[id].wants(subject));
  for (const [at, frame] of socket.frames.entries()) {
    const id = frame.id as Id;
    if (frame.type === "subscribed") places.set(id, frame.since);
    else if (frame.type === "pong") places.delete(left.shift()?.id as Id);
    else if (frame.type === "event") {
      expect(missing(id, frame.seq - 1), `before ${frame.seq} of ${id}`).toBe(-1);
      expect(frame.seq, `twice for ${id}`).toBeGreaterThan(places.get(id) ?? Number.POSITIVE_INFINITY);
      places.set(id, frame.seq);
    } else if (frame.type === "heartbeat") {
      const maySay = (one: Id) => !left.some(({ id, framesBefore }) => id === one && framesBefore <= at);
      for (const one of [...places.keys()].filter(maySay))
        expect(missing(one, frame.seq), `${one} at a heartbeat`).toBe(-1);
    }
  }
  if (socket.closed !== undefined) return;
  for (const id of places.keys()) expect(missing(id, written.length), `the end of ${id}`).toBe(-1);
}

it("Connections with several subscriptions lose, repeat and disorder nothing, and heartbeats do not run ahead", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
      const rig = createRig();
      const readers = [1, 2, 3].map((): Reader => ({ socket: rig.connect(), left: [] }));
      const written: string[] = [];
      for (const done of steps) take(rig, readers, done, written);
      for (const { socket } of readers) {
        socket.stuck = false;
        socket.drain();
      }
      rig.settle();
      for (const reader of readers) judge(reader, written);
    }),
    { numRuns: process.env.LONG === undefined ? 500 : 40_000 },
  );
});
