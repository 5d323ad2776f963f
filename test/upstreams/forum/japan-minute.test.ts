import { expect, test } from "vitest";
import { readJapanMinute } from "../../../src/upstreams/forum/records.ts";
import { fc } from "../../support/fast-check.ts";

test("a minute without padding becomes ISO in Japan's time", () => {
  expect(readJapanMinute("2026/1/5 9:05")).toBe("2026-01-05T09:05:00+09:00");
  expect(readJapanMinute("2026/11/20 23:59")).toBe("2026-11-20T23:59:00+09:00");
  expect(readJapanMinute("2026/01/05 09:05")).toBe("2026-01-05T09:05:00+09:00");
});

test("every minute comes back as the same moment, padded or not", () => {
  const minutes = fc
    .integer({ min: 0, max: 5_000_000 })
    .map((after) => Date.UTC(2020, 0, 1) + after * 60_000);
  fc.assert(
    fc.property(minutes, fc.boolean(), (moment, padded) => {
      const local = new Date(moment + 9 * 3_600_000);
      const pad = (n: number) => (padded ? String(n).padStart(2, "0") : String(n));
      const day = `${local.getUTCFullYear()}/${pad(local.getUTCMonth() + 1)}/${pad(local.getUTCDate())}`;
      const text = `${day} ${pad(local.getUTCHours())}:${String(local.getUTCMinutes()).padStart(2, "0")}`;
      expect(Date.parse(readJapanMinute(text) ?? "")).toBe(moment);
    }),
  );
});

test.each([
  "2026/2/29 9:05",
  "2026/13/1 9:05",
  "2026/1/5 24:00",
  "2026/1/5 9:60",
  "2026-01-05 9:05",
  "9:05",
  "",
  5,
  null,
])("%j is no minute", (text) => {
  expect(readJapanMinute(text)).toBeUndefined();
});
