import { gunzipSync } from "node:zlib";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createArrayReader } from "../../src/lib/json/array-reader.ts";
import { isLong } from "../support/runs.ts";
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
  const itLong = isLong ? it : () => {};
  itLong("has the 166,513 series of CO in one answer of about 99 MB", { timeout: 120_000 }, async () => {
    const observed = await openWorld({ elapsedMs: 50_000, catalogue: "full", dialect: "observed" });
    const url = `${observed.simulator.statisticsUrl}/api/v1/getMetadata?db=CO&lang=en`;
    const { body } = await request(url);
    let bytes = 0;
    let series = 0;
    const reader = createArrayReader("RESULTSET", (row) => {
      if ((row as { SERIES_CODE: string }).SERIES_CODE !== "") series += 1;
    });
    for await (const piece of body) {
      bytes += piece.length;
      reader.push(piece);
    }
    await observed.simulator.close();
    expect(reader.end()).toMatchObject({ STATUS: 200, DB: "CO" });
    expect(series).toBe(166_513);
    expect(Math.abs(bytes - 99e6)).toBeLessThan(5e6);
  });
  it("serves a layer of it, and the data of its last series", async () => {
    const layer = "getDataLayer?db=CO&frequency=Q&layer=3&startDate=202504&lang=en";
    const { RESULTSET, NEXTPOSITION } = (await world.statistics(layer)).json();
    expect([RESULTSET.length, NEXTPOSITION > 250]).toEqual([250, true]);
    const code = `S_${166_513 - 22 - 1}@Q`;
    const last = await world.statistics(
      `getDataCode?db=CO&startDate=202504&code=${encodeURIComponent(code)}`,
    );
    expect(last.json().RESULTSET).toHaveLength(1);
  });
  it("has 805 codes at two places, as observed", async () => {
    const observed = await openWorld({ elapsedMs: 50_000, catalogue: "full", dialect: "observed" });
    const counts: number[] = [];
    for (const db of ["PR01", "PR02", "PR03", "MD09"]) {
      const rows = (await observed.statistics(`getMetadata?db=${db}&lang=en`)).json().RESULTSET;
      const codes = rows.map((row: { SERIES_CODE: string }) => row.SERIES_CODE).filter(Boolean);
      counts.push(codes.length - new Set(codes).size);
    }
    await observed.simulator.close();
    expect(counts).toEqual([474, 235, 94, 2]);
  });
  it("has 326,466 series in all, and keeps the shipped ones", async () => {
    const { databases } = await import("../../src/simulator/world/statistics/catalogue.ts");
    const { fullSizes } = await import("../../src/simulator/world/statistics/catalogue.ts");
    const sizes = [...fullSizes(databases).values()];
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(326_466);
    expect((await world.statistics("getMetadata?db=FM08")).json().RESULTSET).toHaveLength(58);
  });
});
