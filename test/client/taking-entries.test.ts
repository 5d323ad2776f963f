import { from, lastValueFrom, map, take, toArray } from "rxjs";
import { describe, expect, it } from "vitest";
import { type FeedClientOptions, FeedClosedError, type FeedEntry } from "../../src/client/feed-client.ts";
import { createRig, type Rig, settle } from "./rig.ts";

const createPulled = (options: Partial<FeedClientOptions> = {}) => createRig(options, true);
const place = ({ client }: Rig) => client.place()?.seq;

describe("Entries taken in a loop", () => {
  it("come one after another, each handled when the next is asked for", async () => {
    const rig = createPulled();
    rig.live();
    rig.event(11);
    rig.event(12);
    const entries = rig.client[Symbol.asyncIterator]();
    expect((await entries.next()).value).toMatchObject({ epoch: "e1", seq: 11 });
    await settle();
    expect(place(rig)).toBe(10);
    expect((await entries.next()).value).toMatchObject({ seq: 12 });
    expect(place(rig)).toBe(11);
    const next = entries.next();
    await settle();
    expect(place(rig)).toBe(12);
    rig.event(13);
    expect((await next).value).toMatchObject({ seq: 13 });
  });

  it("end with the client, and the client with the loop", async () => {
    const rig = createPulled();
    rig.live();
    const rest = rig.client[Symbol.asyncIterator]().next();
    rig.client.close();
    expect(await rest).toEqual({ done: true, value: undefined });
    const left = createPulled();
    left.live();
    left.event(11);
    for await (const { seq } of left.client) {
      expect(seq).toBe(11);
      break;
    }
    expect(left.states.at(-1)?.phase).toBe("closed");
    expect(place(left)).toBe(10);
  });

  it("throw where the feed refuses the client", async () => {
    const rig = createPulled();
    const next = rig.client[Symbol.asyncIterator]().next();
    rig.now().tell("error", { status: 401 });
    await expect(next).rejects.toThrow(FeedClosedError);
    await expect(rig.client[Symbol.asyncIterator]().next()).rejects.toMatchObject({ status: 401 });
  });

  it("are taken once: not beside onEvent, nor by two loops", () => {
    const rig = createPulled();
    rig.client[Symbol.asyncIterator]();
    expect(() => rig.client[Symbol.asyncIterator]()).toThrow("already");
    expect(() => createRig().client[Symbol.asyncIterator]()).toThrow("onEvent");
  });
});

describe("Entries taken with RxJS", () => {
  it("come through `from`, and unsubscribing closes the client", async () => {
    const rig = createPulled();
    const seqs = lastValueFrom(
      from(rig.client).pipe(
        map(({ seq }: FeedEntry) => seq),
        take(3),
        toArray(),
      ),
    );
    rig.live();
    for (const seq of [11, 12, 13, 14]) {
      rig.event(seq);
      await settle();
    }
    expect(await seqs).toEqual([11, 12, 13]);
    expect(rig.states.at(-1)?.phase).toBe("closed");
  });

  it("end with an error where the feed refuses the client, and without where the program closes it", async () => {
    const rig = createPulled();
    const refused = lastValueFrom(from(rig.client));
    rig.now().say({ type: "error", id: "feed", code: "invalid-where", message: "no" });
    await expect(refused).rejects.toThrow("invalid-where");
    const closed = createPulled();
    const all = lastValueFrom(from(closed.client).pipe(toArray()));
    closed.client.close();
    expect(await all).toEqual([]);
  });
});

describe("A program that takes its time", () => {
  it("is given the next entry when it is done with the one before", async () => {
    const done: (() => void)[] = [];
    const given: number[] = [];
    const rig = createRig({
      onEvent({ seq }) {
        given.push(seq);
        return new Promise<void>((resolve) => done.push(resolve));
      },
    });
    rig.live();
    rig.event(11);
    rig.event(12);
    expect({ given, place: place(rig) }).toEqual({ given: [11], place: 10 });
    done[0]?.();
    await settle();
    expect({ given, place: place(rig) }).toEqual({ given: [11, 12], place: 11 });
  });

  it("gets an entry again at which its promise rejected", async () => {
    let failing = true;
    const given: number[] = [];
    const rig = createRig({
      async onEvent({ seq }) {
        given.push(seq);
        if (failing) throw new Error("disk full");
      },
    });
    rig.live();
    rig.event(11);
    rig.event(12);
    await settle();
    failing = false;
    rig.clock.move(1_000);
    rig.live({ since: 10 });
    expect(rig.now().sent[0]).toMatchObject({ since: 10 });
    rig.event(11);
    await settle();
    expect(given).toEqual([11, 11]);
    expect(rig.log).toEqual(["error handler-failed"]);
  });

  it("lets go of a connection that brings more than may wait, and comes back for the rest", async () => {
    const rig = createPulled({ mostWaiting: 3 });
    const first = rig.live();
    for (const seq of [11, 12, 13, 14, 15]) rig.event(seq);
    expect(first.closed).toBe(true);
    expect(rig.states.at(-1)).toEqual({ phase: "paused", waiting: 3 });
    rig.clock.move(100_000);
    expect(rig.count()).toBe(1);
    const seqs: number[] = [];
    const taking = (async () => {
      for await (const { seq } of rig.client) seqs.push(seq);
    })();
    await settle();
    expect(seqs).toEqual([11, 12, 13, 14]);
    expect(rig.count()).toBe(2);
    rig.live({ since: 14 });
    expect(rig.now().sent[0]).toMatchObject({ since: 14, epoch: "e1" });
    rig.event(15);
    await settle();
    rig.client.close();
    await taking;
    expect(seqs).toEqual([11, 12, 13, 14, 15]);
  });

  it("stays closed when it was closed in such a pause", async () => {
    let done: () => void = () => {};
    const rig = createRig({
      mostWaiting: 1,
      onEvent: () =>
        new Promise<void>((resolve) => {
          done = resolve;
        }),
    });
    rig.live();
    rig.event(11);
    rig.event(12);
    expect(rig.states.at(-1)?.phase).toBe("paused");
    rig.client.close();
    done();
    await settle();
    expect(rig.states.at(-1)?.phase).toBe("closed");
    expect(rig.count()).toBe(1);
  });

  it("loses nothing where the connection breaks while entries wait", async () => {
    const rig = createPulled();
    rig.live();
    rig.event(11);
    rig.event(12);
    rig.now().tell("close", { code: 1006 });
    rig.clock.move(1_000);
    rig.live({ since: 12 });
    expect(rig.now().sent[0]).toMatchObject({ since: 12 });
    rig.event(13);
    const seqs: number[] = [];
    const taking = (async () => {
      for await (const { seq } of rig.client) seqs.push(seq);
    })();
    await settle();
    rig.client.close();
    await taking;
    expect(seqs).toEqual([11, 12, 13]);
  });
});
