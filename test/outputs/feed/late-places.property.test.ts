import { expect, it } from "vitest";
import type { ConsumerHold } from "../../../src/outputs/feed/connections/consumer-hold.ts";
import { Consumers } from "../../../src/outputs/feed/connections/consumers.ts";
import { limits } from "../../../src/outputs/feed/limits.ts";
import { CopiedPlaces } from "../../support/copied-places.ts";
import { fc } from "../../support/fast-check.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { runsOf } from "../../support/runs.ts";

const epoch = "epoch-1";
const names = ["bot-1", "bot-2"] as const;
const machines = 3;

const at = fc.nat(machines - 1);
const name = fc.constantFrom(...names);
const step = fc.oneof(
  {
    arbitrary: fc.record({ act: fc.constant("come" as const), at, name, back: fc.option(fc.nat(9)) }),
    weight: 2,
  },
  { arbitrary: fc.record({ act: fc.constant("ack" as const), name, on: fc.nat(3) }), weight: 5 },
  fc.record({ act: fc.constant("leave" as const), name }),
  fc.record({ act: fc.constant("forget" as const), at, name }),
  { arbitrary: fc.record({ act: fc.constantFrom("deliver" as const, "apply" as const), at }), weight: 8 },
  fc.record({ act: fc.constantFrom("lose" as const, "cut" as const, "heal" as const), at }),
  {
    arbitrary: fc.record({ act: fc.constant("pass" as const), ms: fc.constantFrom(50, 100, 5_000) }),
    weight: 5,
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** One subscription of a consumer, as its client knows it. */
interface Client {
  readonly name: string;
  readonly at: number;
  readonly hold: ConsumerHold;
  /** What it acked last, and what was answered. */
  said: number;
  readonly answers: number[];
  ended: string | undefined;
  hasLeft: boolean;
}

/** Consumers on three machines, and what is wrong with what they answer, by the writes that all have. */
class Life {
  readonly wrong: string[] = [];
  readonly #clock = createHandClock();
  readonly #places: CopiedPlaces[] = [];
  readonly #consumers: Consumers[] = [];
  readonly #clients: Client[] = [];
  /** The highest place that each copy ever had of a consumer. */
  readonly #had = Array.from({ length: machines }, () => new Map<string, number>());

  constructor() {
    for (let index = 0; index < machines; index += 1) {
      const places = new CopiedPlaces(this.#places[0]?.log, index === 0);
      this.#places.push(places);
      this.#look(index, places);
      this.#consumers.push(new Consumers({ places, clock: this.#clock, failed: () => {} }));
    }
  }

  async take(done: Step): Promise<void> {
    if (done.act === "come") await this.#come(done.at, done.name, done.back);
    else if (done.act === "ack") this.#ack(done.name, done.on);
    else if (done.act === "leave") this.#leave(done.name);
    else if (done.act === "forget")
      void Promise.resolve(this.#consumers[done.at]?.forget(done.name)).catch(() => {});
    else if (done.act === "pass") this.#clock.move(done.ms);
    else this.#move(done.at, done.act);
    await promised();
  }

  /** Everything arrives. */
  async finish(): Promise<void> {
    for (const places of this.#places) places.isCutOff = false;
    for (let times = 0; times < 20; times += 1) {
      this.#clock.move(limits.rewriteMs);
      await promised();
      for (const places of this.#places) places.deliver();
      for (const places of this.#places) places.apply();
      await promised();
    }
    for (const one of names) this.#settled(one);
  }

  async #come(index: number, one: string, back: number | null): Promise<void> {
    const [places, consumers] = [this.#places[index], this.#consumers[index]];
    if (places === undefined || consumers === undefined || places.isCutOff) return;
    const settled = consumers.settled();
    places.apply();
    await settled;
    let client: Client | undefined;
    const hold = consumers.take(one, "address:1", (reason) => {
      if (client !== undefined) client.ended = reason;
    });
    if (typeof hold === "string") throw new Error(hold);
    const known = hold.place?.seq;
    const seq = back === null ? (known ?? 0) : Math.max(0, (known ?? 0) - back);
    client = { ...{ name: one, at: index, hold, said: seq, answers: [] }, ended: undefined, hasLeft: false };
    this.#clients.push(client);
    const place = known === seq ? undefined : { epoch, seq };
    const { answers } = client;
    hold.begin(place, () => answers.push(seq));
  }

  /** The newest that it is for, which was answered that it began. */
  #live(one: string): Client | undefined {
    return this.#clients.findLast(
      ({ name, ended, hasLeft, answers }) =>
        name === one && ended === undefined && !hasLeft && answers.length > 0,
    );
  }

  #ack(one: string, on: number): void {
    const client = this.#live(one);
    if (client === undefined) return;
    client.said += on;
    let wasAnswered = false;
    client.hold.ack(epoch, client.said, (seq) => {
      if (wasAnswered) this.wrong.push("an ack was answered twice");
      wasAnswered = true;
      client.answers.push(seq);
      if ((this.#had[client.at]?.get(one) ?? -1) < seq) this.wrong.push(`acked ${seq} before it was kept`);
    });
  }

  #leave(one: string): void {
    const client = this.#live(one);
    if (client === undefined) return;
    client.hasLeft = true;
    client.hold.release();
  }

  #move(index: number, act: "deliver" | "apply" | "lose" | "cut" | "heal"): void {
    const places = this.#places[index];
    if (places === undefined) return;
    if (act === "deliver") places.deliver();
    else if (act === "apply") places.apply(1);
    else if (act === "lose") places.loseAnswer();
    // The writer is the one that the others are cut off from.
    else if (index > 0) places.isCutOff = act === "cut";
  }

  /** Looks at each write as a copy has it. */
  #look(index: number, places: CopiedPlaces): void {
    const last = new Map<string, number>();
    const had = this.#had[index] as Map<string, number>;
    places.watch((one, place) => {
      if (place === undefined) {
        last.delete(one);
        return;
      }
      const before = last.get(one) ?? 0;
      if (place.begins !== "set" && place.seq < before)
        this.wrong.push(`${one} went back from ${before} to ${place.seq}`);
      last.set(one, place.seq);
      had.set(one, Math.max(place.seq, had.get(one) ?? 0));
    });
  }

  #settled(one: string): void {
    const there = this.#clients.filter(({ name, ended, hasLeft }) => name === one && !ended && !hasLeft);
    if (there.length > 1) this.wrong.push(`${one} has ${there.length} subscriptions`);
    const kept = this.#places.map((places) => JSON.stringify(places.place(one)));
    if (new Set(kept).size > 1) this.wrong.push(`copies differ: ${kept}`);
    for (const { said, answers } of there) {
      if (answers.at(-1) !== said) this.wrong.push(`${one} acked ${said} and was answered ${answers}`);
      if ((this.#places[0]?.place(one)?.seq ?? -1) < said)
        this.wrong.push(`${one} lost ${said} in ${kept[0]}`);
    }
  }
}

/** Everything that promises wait for. */
const promised = () => new Promise((resolve) => setImmediate(resolve));

it("no place is lost or leads back, over any order of writes, answers, faults, takeovers and machines", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      const life = new Life();
      for (const done of steps) await life.take(done);
      await life.finish();
      expect(life.wrong).toEqual([]);
    }),
    { numRuns: runsOf({ quick: 200, long: 5_000 }) },
  );
});
