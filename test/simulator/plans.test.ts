import { afterEach, describe, expect, it } from "vitest";
import type { SimulatorOptions } from "../../src/simulator/index.ts";
import { createPlanLimiter } from "../../src/simulator/market/plans.ts";
import { fc } from "../support/fast-check.ts";
import { get, type OpenedWorld, openWorld } from "./open-world.ts";

let world: OpenedWorld | undefined;
afterEach(() => world?.simulator.close());
async function open(options: Partial<SimulatorOptions>): Promise<OpenedWorld> {
  world = await openWorld({ elapsedMs: 50_000, ...options });
  return world;
}

describe("rights", () => {
  it.each([
    ["free", "equities/bars/daily?code=7203", 200],
    ["free", "markets/margin-interest?code=7203", 200],
    ["light", "markets/margin-alert?code=7203", 403],
    ["light", "equities/investor-types", 403],
    ["standard", "markets/margin-alert?code=7203", 200],
    ["standard", "derivatives/bars/daily/options?date=2026-02-27", 200],
  ] as const)("of the plan %s answer %s with %i", async (plan, call, status) => {
    const answer = await (await open({ plan })).market(call);
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.json().message).toContain("standard");
  });
  it("are nobody's without the key that is taken", async () => {
    const { simulator } = await open({ apiKey: "right" });
    const ask = async (key: string) =>
      (await get(`${simulator.marketUrl}/markets/calendar`, { "x-api-key": key })).status;
    expect([await ask("wrong"), await ask("right")]).toEqual([401, 200]);
  });
});

describe("limits", () => {
  const call = "markets/calendar?date=2026-03-02";
  it("refuse what is beyond the plan in a minute that slides, for each key by itself", async () => {
    const { market, clock } = await open({ plan: "free", limits: { retryAfter: true } });
    for (const _ of [1, 2, 3]) expect((await market(call)).status).toBe(200);
    clock.move(30_000);
    for (const _ of [1, 2]) expect((await market(call)).status).toBe(200);
    const refusal = await market(call);
    expect([refusal.status, refusal.headers["retry-after"]]).toEqual([429, "30"]);
    expect((await market(call, { "x-api-key": "another" })).status).toBe(200);
    clock.move(30_000);
    for (const expected of [200, 200, 200, 429]) expect((await market(call)).status).toBe(expected);
  });
  it("say when to come back only where that is wanted", async () => {
    const { market } = await open({ plan: "free", limits: { retryAfter: false } });
    for (const _ of [1, 2, 3, 4, 5]) await market(call);
    expect((await market(call)).headers["retry-after"]).toBeUndefined();
  });
  it("never let more than the plan's requests into any minute", () => {
    const steps = fc.array(fc.nat(20_000), { maxLength: 200 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.boolean(), steps, (perMinute, blocks, waits) => {
        let now = 0;
        const limiter = createPlanLimiter({ now: () => now } as never, perMinute, { blocks });
        const passed: number[] = [];
        for (const wait of waits) {
          now += wait;
          const waitMs = limiter.refuse("a");
          if (waitMs === undefined) passed.push(now);
          else expect(waitMs).toBeGreaterThan(0);
        }
        for (const [index, time] of passed.entries())
          expect((passed[index + perMinute] ?? Number.POSITIVE_INFINITY) - time).toBeGreaterThanOrEqual(
            60_000,
          );
      }),
    );
  });
});
