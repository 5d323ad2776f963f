import { describe, expect, it } from "vitest";
import { fc } from "../../support/fast-check.ts";
import { alertDraft } from "../../support/memory-log.ts";
import type { FakeSocket } from "./support/fake-socket.ts";
import { createRig, type Rig } from "./support/rig.ts";

/** A client that keeps its place over connections, as docs/feed.md tells it to. */
class Follower {
  readonly received: number[] = [];
  readonly gaps: { from: number; to: number }[] = [];
  place: number;
  #socket: FakeSocket | undefined;
  #read = 0;
  readonly #rig: Rig;
  readonly #query: string;

  constructor(rig: Rig, query: string) {
    this.#rig = rig;
    this.#query = query;
    this.place = rig.log.head();
  }

  /** Connects where it is not connected, otherwise disconnects; `lost` says how many last frames never arrived. */
  toggle(lost: number): void {
    if (this.#socket !== undefined) {
      this.#take(lost);
      this.#socket.events?.onGone();
      this.#socket = undefined;
      return;
    }
    this.#read = 0;
    this.#socket = this.#rig.connect(`${this.#query}&since=${this.place}&epoch=${this.#rig.log.epoch}`);
  }

  stick(): void {
    if (this.#socket !== undefined) this.#socket.stuck = true;
  }

  drain(): void {
    if (this.#socket === undefined) return;
    this.#socket.stuck = false;
    this.#socket.drain();
  }

  finish(): void {
    if (this.#socket === undefined || this.#socket.closed !== undefined) {
      this.#socket = undefined;
      this.toggle(0);
    }
    this.drain();
    this.#rig.settle();
    this.#take(0);
  }

  #take(lost: number): void {
    const frames = this.#socket?.frames ?? [];
    for (const frame of frames.slice(this.#read, Math.max(this.#read, frames.length - lost))) {
      if (frame.type === "event") this.received.push(frame.seq);
      if (frame.type === "subscribed" && !frame.recovered) this.gaps.push(frame.gap);
      if (frame.type === "event" || frame.type === "heartbeat") this.place = Math.max(this.place, frame.seq);
      if (frame.type === "subscribed") this.place = frame.since;
    }
    this.#read = frames.length;
  }
}

const who = fc.nat(1);
const step = fc.oneof(
  fc.record({ act: fc.constant("commit" as const), count: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ act: fc.constant("prune" as const), keep: fc.nat(400) }),
  fc.record({ act: fc.constant("toggle" as const), who, lost: fc.nat(20) }),
  fc.record({ act: fc.constantFrom("stick" as const, "drain" as const), who }),
  fc.record({ act: fc.constant("turn" as const) }),
  fc.record({ act: fc.constant("pass" as const), ms: fc.constantFrom(1_000, 15_000, 60_000) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function take(rig: Rig, followers: readonly Follower[], done: Step): void {
  if (done.act === "commit") {
    for (let made = 0; made < done.count; made += 1) {
      rig.log.append(alertDraft(made % 3 === 0 ? "7203" : "6758", { padding: 300 }));
    }
    rig.hub.wake();
  } else if (done.act === "prune") rig.log.pruneBefore(rig.log.head() - done.keep + 1);
  else if (done.act === "turn") rig.once();
  else if (done.act === "pass") rig.clock.move(done.ms);
  else if (done.act === "toggle") followers[done.who]?.toggle(done.lost);
  else followers[done.who]?.[done.act]();
}

describe("Over any commits, disconnects, stalls and pruning", () => {
  it("every matching entry comes exactly once and in order, or lies in exactly one announced gap", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
        const rig = createRig();
        const queries = ["types=*", "subjects=7203"];
        const followers = queries.map((query) => new Follower(rig, query));
        for (const done of steps) take(rig, followers, done);
        for (const [index, follower] of followers.entries()) {
          follower.finish();
          const accounted = new Map<number, number>();
          const count = (seq: number) => accounted.set(seq, (accounted.get(seq) ?? 0) + 1);
          follower.received.forEach(count);
          for (const { from, to } of follower.gaps) {
            expect(from).toBeLessThanOrEqual(to);
            expect(to).toBeLessThan(rig.log.oldest());
            for (let seq = from; seq <= to; seq += 1) count(seq);
          }
          expect(follower.received).toEqual([...follower.received].sort((a, b) => a - b));
          for (let seq = 1; seq <= rig.log.head(); seq += 1) {
            const matches = index === 0 || subjectAt(steps, seq) === "7203";
            if (matches) expect(accounted.get(seq), `seq ${seq}`).toBe(1);
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});

/** The oracle: what the steps wrote, known without the log, which may have pruned it. */
function subjectAt(steps: readonly Step[], seq: number): string {
  let before = 0;
  for (const done of steps) {
    if (done.act !== "commit") continue;
    if (seq <= before + done.count) return (seq - before - 1) % 3 === 0 ? "7203" : "6758";
    before += done.count;
  }
  throw new Error("never written");
}
