import { expect, test } from "vitest";
import { originOf, simulatedPast } from "../../src/config/services.ts";

const upstreams = {
  market: {
    url: "https://user:secret@api.example:8443/v2?key=secret",
    apiKey: "secret",
    tier: "free" as const,
  },
  forum: { url: "simulated", userAgent: "test" },
  statistics: { url: "simulated", language: "en" as const },
};
const config = { upstreams } as unknown as Parameters<typeof originOf>[0];

test("the origin of a past is the service's host, without path or secrets, or `simulated`", () => {
  expect(originOf(config, "market")).toBe("api.example:8443");
  expect(originOf(config, "forum")).toBe("simulated");
});

test("what was noted of a past counts before the settings", () => {
  expect(simulatedPast(config, new Map())).toEqual(["forum", "statistics"]);
  const noted = new Map([
    ["market", "simulated"],
    ["forum", "forum.example"],
  ]);
  expect(simulatedPast(config, noted)).toEqual(["market", "statistics"]);
});
