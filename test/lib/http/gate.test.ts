import { describe, expect, test } from "vitest";
import { createGate, type GateMemory } from "../../../src/lib/http/gate.ts";
import { createHttp } from "../../../src/lib/http/http.ts";
import { createPlanLimiter } from "../../../src/simulator/market/plans.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { until } from "../../support/until.ts";
import { errorOf, hurriedClock, serve } from "./loopback.ts";

const start = Date.UTC(2026, 0, 5);
const settled = () => new Promise((resolve) => setImmediate(resolve));

function memoryOf(kept: { text?: string } = {}): GateMemory & { kept: { text?: string } } {
  return {
    kept,
    load: () => kept.text,
    save(text) {
      kept.text = text;
    },
  };
}

/** A gate on a clock that the test moves, asked directly. */
function rig(memory = memoryOf()) {
  const clock = createHandClock(start);
  const gate = createGate({ service: "market", clock, memory });
  return {
    clock,
    memory,
    gate,
    /** Passes and is answered at once. */
    async answered(status: number, retryAfterMs?: number) {
      const leave = await gate.enter("/", undefined);
      leave({ status, retryAfterMs });
    },
    /** How long a request that comes now is sent away for; 0: it passes, or waits for a moment. */
    async closedMs() {
      const stop = new AbortController();
      const entered = gate.enter("/", stop.signal).catch((error) => error);
      const outcome = await Promise.race([entered, settled()]);
      stop.abort();
      if (typeof outcome === "function") outcome();
      return outcome?.retryAfterMs ?? 0;
    },
  };
}

describe("a service that answers 429", () => {
  test.each([
    ["does not say for how long, from a minute", undefined, [60, 120, 240, 480, 600, 600]],
    // Up to ten seconds are waited for.
    ["asks for less each time, from a second", 1, [0, 0, 0, 0, 16, 32, 64, 128, 256, 512, 600, 600]],
  ])("and %s is left alone for twice as long each time, up to ten minutes", async (_, asked, expected) => {
    const { clock, answered, closedMs } = rig();
    const waits: number[] = [];
    for (let refusals = 0; refusals < expected.length; refusals++) {
      await answered(429, asked);
      waits.push((await closedMs()) / 1000);
      clock.move(600_000);
    }
    expect(waits).toEqual(expected);
  });

  test("for five minutes to an account far above its limit is asked three times, and then serves", async () => {
    const { clock, gate } = rig();
    const limiter = createPlanLimiter(clock, 5, { blocks: true });
    for (let request = 0; request < 11; request++) limiter.refuse("k");
    const answers: [minute: number, status: number][] = [];
    for (let minute = 0; minute < 9; minute++) {
      const leave = await gate.enter("/", undefined).catch(() => undefined);
      const status = leave && limiter.refuse("k") !== undefined ? 429 : 200;
      leave?.({ status, retryAfterMs: undefined });
      if (leave) answers.push([minute, status]);
      clock.move(60_000);
    }
    expect(answers).toEqual([
      [0, 429],
      [1, 429],
      [3, 429],
      [7, 200],
      [8, 200],
    ]);
  });

  test("is left alone as long as it asks, by everyone, without a request", async () => {
    const { clock, gate, answered } = rig();
    await answered(429, 120_000);
    clock.move(20_000);
    expect(await errorOf(gate.enter("/", undefined))).toMatchObject({
      name: "Failure",
      reason: "rate-limited",
      retryAfterMs: 100_000,
      message: "too many requests: market is left alone for another 100 s",
    });
    clock.move(100_000);
    expect(await gate.enter("/", undefined)).toBeTypeOf("function");
  });

  test("is asked by one request at a time until it serves one", async () => {
    const { clock, gate, answered } = rig();
    await answered(429);
    clock.move(60_000);
    const first = await gate.enter("/", undefined);
    let passed = 0;
    const others = [1, 2].map(() => gate.enter("/", undefined).then(() => passed++));
    await settled();
    expect(passed).toBe(0);
    first({ status: 200, retryAfterMs: undefined });
    await Promise.all(others);
    expect(passed).toBe(2);
  });

  test("begins again with the shortest pause once it served", async () => {
    const { clock, answered, closedMs } = rig();
    for (let refusals = 0; refusals < 6; refusals++) {
      await answered(429);
      clock.move(600_000);
    }
    await answered(200);
    await answered(429);
    expect(await closedMs()).toBe(60_000);
  });

  test("to ten requests under way at once has refused once", async () => {
    const { gate, closedMs } = rig();
    const underWay = await Promise.all(Array.from({ length: 10 }, () => gate.enter("/", undefined)));
    for (const leave of underWay) leave({ status: 429, retryAfterMs: undefined });
    expect(await closedMs()).toBe(60_000);
  });

  test("is not forgiven by an answer to what was asked before", async () => {
    const { gate, closedMs } = rig();
    const [refused, served] = [await gate.enter("/", undefined), await gate.enter("/", undefined)];
    refused({ status: 429, retryAfterMs: 60_000 });
    served({ status: 200, retryAfterMs: undefined });
    expect(await closedMs()).toBe(60_000);
  });

  test.each([
    [503, 120_000, 120_000],
    [503, undefined, 0],
    [200, 120_000, 0],
  ])(
    "is meant also by a 503 with Retry-After and by nothing else: %d asking for %s ms",
    async (status, asked, closed) => {
      const { answered, closedMs } = rig();
      await answered(status, asked);
      expect(await closedMs()).toBe(closed);
    },
  );

  test.each([400, 403, 500])("is neither ended nor extended by a %d", async (status) => {
    const { clock, answered, closedMs } = rig();
    for (let refusals = 0; refusals < 2; refusals++) {
      await answered(429);
      clock.move(600_000);
    }
    await answered(status);
    expect(await closedMs()).toBe(0);
    await answered(429);
    expect(await closedMs()).toBe(240_000);
  });

  test("sends those away who wait already", async () => {
    const { clock, gate, answered } = rig();
    await answered(429);
    clock.move(60_000);
    const probe = await gate.enter("/", undefined);
    const waiting = errorOf(gate.enter("/", undefined));
    probe({ status: 429, retryAfterMs: 300_000 });
    expect(await waiting).toMatchObject({ reason: "rate-limited", retryAfterMs: 300_000 });
  });
});

describe("over a restart", () => {
  test("the pause goes on, and so does its growth", async () => {
    const before = rig();
    for (let refusals = 0; refusals < 2; refusals++) {
      before.clock.move(600_000);
      await before.answered(429);
    }
    const after = rig(memoryOf(before.memory.kept));
    after.clock.moveTo(before.clock.now() + 4_000);
    expect(await after.closedMs()).toBe(116_000);
    after.clock.move(116_000);
    await after.answered(429);
    expect(await after.closedMs()).toBe(240_000);
  });

  test("requests of the process before count in the window", async () => {
    const memory = memoryOf();
    const limit = { requests: 2, windowMs: 60_000 };
    const clock = createHandClock(start);
    const before = createGate({ service: "market", clock, limit, memory });
    for (let asked = 0; asked < 2; asked++) await before.enter("/", undefined);
    const after = createGate({ service: "market", clock, limit, memory });
    let passed = false;
    const waiting = after.enter("/", undefined).then(() => {
      passed = true;
    });
    clock.move(59_999);
    await settled();
    expect(passed).toBe(false);
    clock.move(1);
    await waiting;
  });

  test("a request that the end of the process cuts off writes nothing: what it would be written to is closed", async () => {
    const memory = memoryOf();
    const limit = { requests: 2, windowMs: 60_000 };
    const gate = createGate({ service: "market", clock: createHandClock(start), limit, memory });
    const leave = await gate.enter("/", undefined);
    memory.save = () => {
      throw new TypeError("The database connection is not open");
    };
    expect(() => leave()).not.toThrow();
  });

  test("a window of a second is not written down at each request: the next process waits for its end", async () => {
    const memory = memoryOf();
    const limit = { requests: 1, windowMs: 1_000 };
    const clock = createHandClock(start);
    const before = createGate({ service: "statistics", clock, limit, memory });
    const leaving = before.enter("/", undefined);
    clock.move(1_000);
    (await leaving)({ status: 200, retryAfterMs: undefined });
    expect(memory.kept).toEqual({});
    const after = createGate({ service: "statistics", clock, limit, memory });
    let passed = false;
    const waiting = after.enter("/", undefined).then(() => {
      passed = true;
    });
    clock.move(999);
    await settled();
    expect(passed).toBe(false);
    clock.move(1);
    await waiting;
  });

  test.each(["", "{", "[]", '{"refusals":-1}', '{"refusals":3,"until":"x","taken":[]}'])(
    "a memory of %j is none",
    async (text) => {
      expect(await rig(memoryOf({ text })).closedMs()).toBe(0);
    },
  );

  test("a pause until the end of time is a day at most", async () => {
    const text = JSON.stringify({ refusals: 1, until: 9e15, taken: [] });
    expect(await rig(memoryOf({ text })).closedMs()).toBe(24 * 3_600_000);
  });
});

describe("requests", () => {
  test("of several clients share one limit, further attempts count, and no time-out runs while they wait", async () => {
    const { url, asked } = await serve((_, response, count) =>
      response.writeHead(count === 1 ? 500 : 200).end(),
    );
    const clock = createHandClock(start);
    const gate = createGate({ service: "market", clock, limit: { requests: 3, windowMs: 60_000 } });
    const limits = { headersTimeoutMs: 300, bodyTimeoutMs: 300 };
    const clients = [createHttp({ gate, limits, clock: hurriedClock() }), createHttp({ gate, limits })];
    await clients[0]?.get(url);
    await clients[1]?.get(url);
    const fourth = clients[1]?.get(url);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(asked).toHaveLength(3);
    clock.move(60_000);
    expect((await fourth)?.status).toBe(200);
  });

  test("that never arrived leave their place too", async () => {
    const clock = createHandClock(start);
    const gate = createGate({ service: "market", clock, limit: { requests: 1, windowMs: 1_000 } });
    const http = createHttp({ gate, retries: 0 });
    expect(await errorOf(http.get("http://127.0.0.1:9/"))).toMatchObject({ reason: "unreachable" });
    clock.move(1_000);
    expect(await errorOf(http.get("http://127.0.0.1:9/"))).toMatchObject({ reason: "unreachable" });
  });

  test("to a service that asked for minutes fail at once and reach nobody", async () => {
    const { url, asked } = await serve((_, response) =>
      response.writeHead(429, { "retry-after": "300" }).end(),
    );
    const gate = createGate({ service: "market", clock: createHandClock(start) });
    const http = createHttp({ gate });
    expect((await http.get(`${url}/a`)).status).toBe(429);
    expect(await errorOf(http.get(`${url}/b`))).toMatchObject({
      reason: "rate-limited",
      retryAfterMs: 300_000,
    });
    expect(asked).toHaveLength(1);
  });

  test("that are stopped while they wait are never sent", async () => {
    const { url, asked } = await serve((_, response) => response.end());
    const gate = createGate({
      service: "market",
      clock: createHandClock(start),
      limit: { requests: 1, windowMs: 60_000 },
    });
    const http = createHttp({ gate });
    await http.get(url);
    const stop = new AbortController();
    const waiting = errorOf(http.get(url, { signal: stop.signal }));
    stop.abort();
    expect(await waiting).toMatchObject({ reason: "unreachable" });
    await until("the first", () => asked.length === 1);
  });
});
