import { describe, expect, it } from "vitest";
import { fc } from "../../support/fast-check.ts";
import { MemoryConsumers } from "../../support/memory-consumers.ts";
import { alertDraft, MemoryLog } from "../../support/memory-log.ts";
import { runsOf } from "../../support/runs.ts";
import { ConsumerOracle, type ToldLog } from "./support/consumer-oracle.ts";
import type { FakeSocket } from "./support/fake-socket.ts";
import { createRig, type Rig } from "./support/rig.ts";
import { heldItem, heldSource } from "./support/standing.ts";

const filters = [undefined, "7203", "7203"] as const;
const who = fc.nat(filters.length - 1);
const since = fc.oneof(
  { arbitrary: fc.constant(undefined), weight: 4 },
  fc.constant("start" as const),
  fc.constant("snapshot" as const),
  fc.nat(600),
);
const step = fc.oneof(
  {
    arbitrary: fc.record({ act: fc.constant("commit" as const), count: fc.integer({ min: 1, max: 90 }) }),
    weight: 2,
  },
  fc.record({ act: fc.constant("prune" as const), keep: fc.nat(200) }),
  { arbitrary: fc.record({ act: fc.constant("come" as const), who, since }), weight: 3 },
  // How far behind what was sent: negative is beyond.
  {
    arbitrary: fc.record({ act: fc.constant("ack" as const), who, behind: fc.integer({ min: -1, max: 30 }) }),
    weight: 4,
  },
  fc.record({
    act: fc.constantFrom("drop" as const, "stick" as const, "drain" as const, "leave" as const),
    who,
  }),
  {
    arbitrary: fc.record({ act: fc.constant("turn" as const), times: fc.integer({ min: 1, max: 20 }) }),
    weight: 2,
  },
  {
    arbitrary: fc.record({
      act: fc.constant("pass" as const),
      ms: fc.constantFrom(40, 100, 1_000, 5_000, 16_000),
    }),
    weight: 3,
  },
  fc.record({ act: fc.constant("fill" as const), isFull: fc.boolean() }),
  fc.record({
    act: fc.constant("restart" as const),
    how: fc.constantFrom("crash" as const, "stop" as const, "put back" as const),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The feed with its consumers, over restarts, and the oracle of each of them. */
class Life {
  readonly oracles = filters.map((subject) => new ConsumerOracle(subject));
  readonly #sockets: (FakeSocket | undefined)[] = filters.map(() => undefined);
  readonly #heard = filters.map(() => 0);
  readonly #places = new MemoryConsumers();
  #epochs = 1;
  #subjects: string[] = [];
  #rig = this.#started(new MemoryLog("epoch-1"));

  take(done: Step): void {
    if (done.act === "commit") this.#commit(done.count);
    else if (done.act === "prune") this.#rig.log.pruneBefore(this.#rig.log.head() - done.keep + 1);
    else if (done.act === "turn") for (let turn = 0; turn < done.times; turn += 1) this.#rig.once();
    else if (done.act === "pass") this.#rig.clock.move(done.ms);
    else if (done.act === "fill") this.#places.isFull = done.isFull;
    else if (done.act === "restart") this.#restart(done.how);
    else if (done.act === "come") this.come(done.who, done.since);
    else if (done.act === "ack") this.#ack(done.who, done.behind);
    else this.#connection(done.who, done.act);
    this.#hear();
  }

  /** Everybody comes and reads all. */
  finish(): void {
    this.#places.isFull = false;
    this.#rig.clock.move(5_000);
    this.#rig.settle();
    this.#hear();
    for (const [index, oracle] of this.oracles.entries()) {
      this.come(index, undefined);
      this.#rig.clock.move(100);
      this.#rig.settle();
      this.#hear();
      oracle.settled(this.#told());
    }
  }

  come(index: number, from: "start" | "snapshot" | number | undefined): void {
    // A newer connection takes the consumer over; the older one hears so and is left.
    const older = this.#sockets[index];
    this.#hear();
    this.oracles[index]?.leaves();
    const subject = filters[index];
    this.oracles[index]?.asks(from, this.#told());
    const socket = this.#rig.connect();
    this.#sockets[index] = socket;
    this.#heard[index] = 0;
    const asked = { type: "subscribe", id: "a", consumer: `bot-${index}` };
    socket.send({
      ...asked,
      ...(subject && { subjects: [subject] }),
      ...(from !== undefined && { since: from }),
    });
    older?.events?.onGone();
  }

  #ack(index: number, behind: number): void {
    const [socket, oracle] = [this.#sockets[index], this.oracles[index]];
    const position = oracle?.position;
    if (socket === undefined || socket.closed !== undefined || position === undefined) return;
    const seq = Math.max(0, position - behind);
    if (seq <= position) {
      oracle?.acks(seq, this.#rig.log.epoch);
      socket.send({ type: "ack", id: "a", seq });
    } else {
      socket.send({ type: "ack", id: "a", seq: this.#rig.log.head() + 1 });
      expect(socket.frames.pop()).toMatchObject({ type: "error", code: "invalid-frame" });
    }
  }

  #connection(index: number, act: "drop" | "stick" | "drain" | "leave"): void {
    const socket = this.#sockets[index];
    if (socket === undefined) return;
    if (act === "stick") socket.stuck = true;
    else if (act === "drain") {
      socket.stuck = false;
      socket.drain();
    } else {
      if (act === "drop") socket.events?.onGone();
      else if (socket.closed === undefined) socket.send({ type: "unsubscribe", id: "a" });
      this.#hear();
      this.oracles[index]?.leaves();
      this.#sockets[index] = undefined;
    }
  }

  #restart(how: "crash" | "stop" | "put back"): void {
    if (how === "stop") {
      this.#rig.consumers.flush();
      this.#rig.hub.close();
    }
    this.#hear();
    for (const [index, oracle] of this.oracles.entries()) {
      // What could not be written at the stop is lost as in a crash.
      if (how === "stop" && !this.#places.isFull) oracle.leaves();
      else oracle.crashes();
      this.#sockets[index] = undefined;
    }
    if (how !== "put back") {
      this.#rig = this.#started(this.#rig.log);
      return;
    }
    this.#epochs += 1;
    this.#subjects = [];
    this.#rig = this.#started(new MemoryLog(`epoch-${this.#epochs}`));
    this.#commit(this.#epochs * 3);
  }

  #started(log: MemoryLog): Rig {
    const rig = createRig(log, undefined, { places: this.#places });
    rig.present.held = [heldSource(["6758", "7203", "9984"].map((code) => heldItem(code)))];
    return rig;
  }

  #commit(count: number): void {
    for (let made = 0; made < count; made += 1) {
      const subject = this.#subjects.length % 3 === 0 ? "7203" : "6758";
      this.#subjects.push(subject);
      this.#rig.log.append(alertDraft(subject, { padding: 1_000 }));
    }
    this.#rig.hub.wake();
  }

  #told(): ToldLog {
    const { epoch } = this.#rig.log;
    return { epoch, subjects: [...this.#subjects], oldest: this.#rig.log.oldest() };
  }

  #hear(): void {
    for (const [index, socket] of this.#sockets.entries()) {
      const frames = socket?.frames ?? [];
      for (const frame of frames.slice(this.#heard[index])) this.oracles[index]?.hears(frame, this.#told());
      this.#heard[index] = frames.length;
    }
  }
}

describe("Over any commits, acks, drops, stalls, faults of the disk, restarts and copies put back", () => {
  it("a consumer gets exactly what the page says", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 80 }), (steps) => {
        const life = new Life();
        for (const done of steps) {
          life.take(done);
          for (const { wrong } of life.oracles) expect(wrong).toEqual([]);
        }
        life.finish();
        for (const { wrong } of life.oracles) expect(wrong).toEqual([]);
      }),
      { numRuns: runsOf({ quick: 250, long: 3_000 }) },
    );
  });
});
