import { expect, test } from "vitest";
import { isBehind } from "../../../src/sources/statistics-updates/state.ts";
import type { SeriesInfo } from "../../../src/upstreams/statistics/records.ts";

const today = "2026-11-20";

test.each([
  ["2026-11-20", "2026-11-19", true],
  ["2026-11-19", "2026-11-18", true],
  ["2026-11-18", "2026-11-17", false],
  ["2026-11-20", "2026-11-20", false],
  ["2026-11-19", "2026-11-20", false],
  ["2026-11-20", undefined, false],
  [undefined, "2026-11-19", false],
])("data of %s in the catalogue, where %s is stored, is behind: %s", (told, stored, behind) => {
  const info = { code: "S1", layers: [], lastUpdate: told } as unknown as SeriesInfo;
  expect(isBehind(info, { lastUpdate: stored }, today)).toBe(behind);
});
