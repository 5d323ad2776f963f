import { afterEach, describe, expect, it } from "vitest";
import { parseFault } from "../../src/simulator/index.ts";
import { fc } from "../support/fast-check.ts";
import { get, type OpenedWorld, openWorld } from "./open-world.ts";

let opened: OpenedWorld[] = [];
afterEach(async () => {
  await Promise.all(opened.map(({ simulator }) => simulator.close()));
  opened = [];
});
async function withFault(...faults: string[]): Promise<OpenedWorld> {
  const world = await openWorld({ elapsedMs: 50_000, faults: faults.map(parseFault) });
  opened.push(world);
  return world;
}
const call = "markets/sectors/mkt33";

describe("a fault that always happens", () => {
  it.each([429, 500, 503])("answers %i with a message", async (status) => {
    const world = await withFault(`market:${status}:1`);
    const answer = await world.market(call);
    expect([answer.status, typeof answer.json().message]).toEqual([status, "string"]);
  });
  it("leaves the other services alone", async () => {
    const world = await withFault("market:500:1");
    expect((await world.ranking("term=daily")).status).toBe(200);
    expect((await world.statistics("getMetadata?db=FM01")).status).toBe(200);
  });
  it("cuts a body in half, compressed or not", async () => {
    const world = await withFault("market:cut:1");
    for (const encoding of ["identity", "gzip"])
      await expect(world.market(call, { "accept-encoding": encoding })).rejects.toThrow();
  });
  it("answers with an empty body, or with one that is not the service's", async () => {
    expect((await (await withFault("market:empty:1")).market(call)).text).toBe("");
    const garbage = await (await withFault("market:garbage:1")).market(call);
    expect(garbage.status).toBe(200);
    expect(() => garbage.json()).toThrow();
  });
  it("has other names for the fields that name a record, and for the token", async () => {
    const market = (await (await withFault("market:drift:1")).market("equities/master?code=7203")).json()
      .data[0];
    expect(market).toMatchObject({ CodeNew: "72030", CoName: expect.any(String) });
    expect(market).not.toHaveProperty("Code");
    const forum = await withFault("forum:drift:1");
    expect(await forum.token()).toBe("");
    expect((await forum.ranking("term=daily")).text).toContain('"rankNew":"1"');
    const statistics = (await withFault("statistics:drift:1")).statistics("getMetadata?db=FM01");
    expect((await statistics).json().RESULTSET[0]).toHaveProperty("SERIES_CODENew");
  });
  it("leads elsewhere", async () => {
    const answer = await (await withFault("statistics:redirect:1")).statistics("getMetadata?db=FM01");
    expect([answer.status, typeof answer.headers.location]).toEqual([302, "string"]);
  });
  it("does not answer at all, and still stops", async () => {
    const world = await withFault("forum:timeout:1");
    const waiting = get(`${world.simulator.forumUrl}/stocks/ranking/bbs`).catch((error: Error) => error);
    const first = await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 200, "quiet"))]);
    expect(first).toBe("quiet");
    await world.simulator.close();
    expect(await waiting).toBeInstanceOf(Error);
  });
});

describe("chance", () => {
  const statuses = async (seed: number, faults: string[]) => {
    const world = await openWorld({ seed, faults: faults.map(parseFault) });
    const found: number[] = [];
    for (let request = 0; request < 12; request += 1) found.push((await world.market(call)).status);
    await world.simulator.close();
    return found;
  };
  it("gives the same seed the same faults", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.constantFrom("0.2", "0.5", "0.8"), async (seed, share) => {
        const faults = [`market:429:${share}`, `market:503:${share}`];
        expect(await statuses(seed, faults)).toEqual(await statuses(seed, faults));
      }),
      { numRuns: 6 },
    );
  });
  it("fails about as often as it was told to", async () => {
    const world = await withFault("market:429:0.3");
    let failed = 0;
    for (let request = 0; request < 300; request += 1)
      if ((await world.market(call)).status === 429) failed += 1;
    expect(failed).toBeGreaterThan(60);
    expect(failed).toBeLessThan(120);
  });
});

describe("what is written", () => {
  it.each([
    "market",
    "market:429",
    "nobody:429:1",
    "market:teapot:1",
    "market:429:2",
    "market:429:",
    "market:429:1:1",
  ])("refuses %s", (text) => {
    expect(() => parseFault(text)).toThrow(RangeError);
  });
});
