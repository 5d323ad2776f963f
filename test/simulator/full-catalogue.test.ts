import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { get, type OpenedWorld, openWorld } from "./open-world.ts";

let world: OpenedWorld;
beforeAll(async () => {
  world = await openWorld({ elapsedMs: 50_000, catalogue: "full" });
});
afterAll(() => world.simulator.close());

describe("a catalogue at its real size", () => {
  it("is whole, of many megabytes, packed or not, and tells every code once", async () => {
    const url = `${world.simulator.statisticsUrl}/api/v1/getMetadata?db=FF`;
    const plain = await get(url);
    const codes = plain.json().RESULTSET.map((one: { SERIES_CODE: string }) => one.SERIES_CODE);
    expect([codes.length, new Set(codes).size]).toEqual([33_859, 33_859]);
    expect(plain.bytes.length).toBeGreaterThan(12_000_000);
    const packed = await get(url, { "accept-encoding": "gzip" });
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
  });
  it("has a row for every series as CSV too", async () => {
    const { text } = await world.statistics("getMetadata?db=BIS&lang=en&format=csv");
    expect(text.split("\r\n").filter((line) => line.startsWith("S_")).length).toBeGreaterThan(33_000);
  });
  it("serves the data of series that it lists, and refuses others", async () => {
    const ask = async (code: string) =>
      (
        await world.statistics(`getDataCode?db=FF&lang=en&startDate=202501&code=${encodeURIComponent(code)}`)
      ).json();
    expect((await ask("S_000007%Q")).RESULTSET[0].VALUES.VALUES.length).toBeGreaterThan(0);
    expect((await ask("S_033000@Q")).RESULTSET).toHaveLength(1);
    expect((await ask("S_033859@Q")).MESSAGEID).toBe("M181013E");
  });
  it("has 159,953 series in all, and keeps the shipped ones", async () => {
    const { databases } = await import("../../src/simulator/world/catalogue.ts");
    const { fullSizes } = await import("../../src/simulator/world/full-catalogue.ts");
    const sizes = [...fullSizes(databases).values()];
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(159_953);
    expect((await world.statistics("getMetadata?db=FM08")).json().RESULTSET).toHaveLength(58);
  });
});
