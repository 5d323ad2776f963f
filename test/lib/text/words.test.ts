import { describe, expect, it } from "vitest";
import { didYouMean, nearest } from "../../../src/lib/text/nearest.ts";

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

  it("never suggests the very same name", () => {
    expect(didYouMean("7203", ["7230", "7203"])).toBeUndefined();
  });
});
