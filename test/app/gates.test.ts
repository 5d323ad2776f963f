import { expect, test } from "vitest";
import { createGates } from "../../src/config/clients.ts";
import { StoreError } from "../../src/model/store-faults.ts";
import { createHandClock } from "../support/hand-clock.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));
const real = "http://127.0.0.1:9";
const upstreams = {
  market: { url: real, apiKey: "k-secret", tier: "standard" as const },
  forum: { url: real, userAgent: undefined },
  statistics: { url: "simulated", language: "en" as const, spacing: 1_000, maxAnswerMb: 256 },
};
const premium = { ...upstreams.market, tier: "premium" as const };

test("a simulated service has no limits", () => {
  const { market, forum, statistics } = createGates({ upstreams });
  expect([market, forum, statistics].map((gate) => gate !== undefined)).toEqual([true, true, false]);
});

test("what is kept over a restart is named after the service and holds no secret", async () => {
  const meta = new Map<string, string>();
  const { market } = createGates(
    { upstreams },
    { get: (key) => meta.get(key), set: (key, value) => void meta.set(key, value) },
  );
  const leave = await market?.enter("/", undefined);
  leave?.({ status: 429, retryAfterMs: 60_000 });
  expect([...meta.keys()]).toEqual(["gate.market"]);
  expect([...meta.values()].join()).not.toMatch(/secret|127\.0/);
});

test.each([
  ["free", 5],
  ["light", 60],
  ["standard", 120],
  ["premium", 500],
] as const)("on the plan %s %i requests begin in a minute, and no more", async (tier, most) => {
  const market = { ...upstreams.market, tier };
  const gates = createGates({ upstreams: { ...upstreams, market } }, undefined, createHandClock());
  let begun = 0;
  for (let asked = 0; asked <= most; asked++)
    void gates.market?.enter("/v2/equities/master", undefined).then((leave) => {
      begun += 1;
      leave();
    });
  await settled();
  expect(begun).toBe(most);
});

test("each of the two fins calls has a limit of its own on the largest plan too", async () => {
  const clock = createHandClock();
  const { market } = createGates({ upstreams: { ...upstreams, market: premium } }, undefined, clock);
  const started = new Map<string, number>();
  const [summary, details, master] = ["/v2/fins/summary", "/v2/fins/details", "/v2/equities/master"] as const;
  for (const path of [summary, details, master]) {
    for (let asked = 0; asked < 100; asked++) {
      void market?.enter(path, undefined).then((leave) => {
        started.set(path, (started.get(path) ?? 0) + 1);
        leave();
      });
    }
  }
  await settled();
  expect(Object.fromEntries(started)).toEqual({ [summary]: 60, [details]: 60, [master]: 100 });
  clock.move(61_000);
  await settled();
  expect(Object.fromEntries(started)).toEqual({ [summary]: 100, [details]: 100, [master]: 100 });
});

test("the fins calls keep to their limit over a restart", async () => {
  const clock = createHandClock();
  const meta = new Map<string, string>();
  const start = async () => {
    const { market } = createGates(
      { upstreams: { ...upstreams, market: premium } },
      { get: (key) => meta.get(key), set: (key, value) => void meta.set(key, value) },
      clock,
    );
    const started = { count: 0 };
    for (let asking = 0; asking < 70; asking++) {
      void market?.enter("/v2/fins/summary", undefined).then((leave) => {
        started.count += 1;
        leave();
      });
    }
    await settled();
    return started;
  };
  expect((await start()).count).toBe(60);
  const again = await start();
  expect(again.count).toBe(0);
  clock.move(61_000);
  await settled();
  expect(again.count).toBeGreaterThan(0);
});

test("the monitor spreads what it asks over the minute, a command does not", async () => {
  const clock = createHandClock();
  const asked = async (meta?: Map<string, string>) => {
    const { market } = createGates(
      { upstreams },
      meta && { get: (key) => meta.get(key), set: (key, value) => void meta.set(key, value) },
      clock,
    );
    let started = 0;
    for (let asking = 0; asking < 200; asking++) {
      void market?.enter("/v2/equities/master", undefined).then((leave) => {
        started += 1;
        leave();
      });
    }
    await settled();
    return started;
  };
  expect(await asked()).toBe(120);
  expect(await asked(new Map())).toBe(30);
});

test("a database that cannot be written stops no request", async () => {
  const meta = {
    get: () => undefined,
    set() {
      throw new StoreError("the disk is full");
    },
  };
  expect(await createGates({ upstreams }, meta).market?.enter("/", undefined)).toBeTypeOf("function");
});

test("a monitor that is started every half minute asks as much as one that runs on", async () => {
  const clock = createHandClock(1_000_000);
  const meta = new Map<string, string>();
  const stored = {
    get: (key: string) => meta.get(key),
    set: (key: string, value: string) => void meta.set(key, value),
  };
  const asksAtEachStart = 30;
  const started: number[] = [];
  for (let start = 0; start < 10; start++) {
    const { market } = createGates({ upstreams }, stored, clock);
    let count = 0;
    for (let asking = 0; asking < asksAtEachStart; asking++) {
      void market?.enter("/v2/equities/master", undefined).then((leave) => {
        count += 1;
        leave({ status: 200, retryAfterMs: undefined });
      });
    }
    for (let second = 0; second < 30; second++) {
      clock.move(1_000);
      await settled();
    }
    started.push(count);
  }
  expect(started).toEqual(Array(10).fill(asksAtEachStart));
});
