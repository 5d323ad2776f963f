import { describe, expect, it } from "vitest";
import { durationMs } from "../../../src/lib/text/duration.ts";
import { didYouMean, nearest } from "../../../src/lib/text/nearest.ts";

describe("durationMs", () => {
  it.each([
    ["30s", 30_000],
    ["15m", 900_000],
    ["1h", 3_600_000],
    ["400d", 34_560_000_000],
    ["0s", 0],
  ])("reads %s as %i ms", (text, ms) => expect(durationMs(text)).toBe(ms));

  it.each(["", "1", "h", "1.5h", "-1h", "1 h", "1w", "1h30m", "9999999d"])("does not read %j", (text) => {
    expect(durationMs(text)).toBeUndefined();
  });
});

describe("nearest", () => {
  it.each([
    ["cooldwn", "cooldown"],
    ["ratoi", "ratio"],
    ["nwo", "now"],
    ["PAGESIZE", "pageSize"],
  ])("finds for %s what was meant: %s", (name, meant) => {
    expect(nearest(name, ["cooldown", "ratio", "now", "pageSize", "title"])).toBe(meant);
  });

  it("suggests nothing where nothing is near", () => {
    expect(didYouMean("banana", ["cooldown", "title"])).toBeUndefined();
  });
});
