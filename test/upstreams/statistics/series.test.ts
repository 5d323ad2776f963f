import { expect, test } from "vitest";
import type { SeriesInfo } from "../../../src/upstreams/statistics/records.ts";
import { joinPlaces } from "../../../src/upstreams/statistics/series.ts";

const at = (layers: string[], lastUpdate?: string): SeriesInfo =>
  ({ code: "S1", layers, ...(lastUpdate === undefined ? {} : { lastUpdate }) }) as SeriesInfo;

test.each([
  ["2026-11-02", "2026-11-05", "2026-11-05"],
  ["2026-11-05", "2026-11-02", "2026-11-05"],
  [undefined, "2026-11-02", "2026-11-02"],
  ["2026-11-02", undefined, "2026-11-02"],
])("a series at two places, updated on %s and %s, was updated on %s", async (one, other, later) => {
  const [joined, ...more] = await joinPlaces([at(["1"], one), at(["2"], other)]);
  expect(more).toEqual([]);
  expect(joined).toMatchObject({ layers: ["1"], alsoAt: [["2"]], lastUpdate: later });
});
