import { expect, test } from "vitest";
import { createGates } from "../../src/app/gates.ts";
import { StoreError } from "../../src/model/store-error.ts";

const real = "http://127.0.0.1:9";
const upstreams = {
  market: { url: real, apiKey: "k-secret", tier: "standard" as const },
  forum: { url: real, userAgent: undefined },
  statistics: { url: "simulated", language: "en" as const, spacing: 1_000 },
};

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
  const leave = await market?.enter(undefined);
  leave?.({ status: 429, retryAfterMs: 60_000 });
  expect([...meta.keys()]).toEqual(["gate.market"]);
  expect([...meta.values()].join()).not.toMatch(/secret|127/);
});

test("a database that cannot be written stops no request", async () => {
  const meta = {
    get: () => undefined,
    set() {
      throw new StoreError("the disk is full");
    },
  };
  expect(await createGates({ upstreams }, meta).market?.enter(undefined)).toBeTypeOf("function");
});
