import { describe, expect, test } from "vitest";
import { Failure } from "../../src/lib/failure.ts";
import { health } from "../../src/pipeline/outage.ts";

const time = "2026-01-05T00:00:00.000Z";
const down = new Failure("timeout", "no answer in 10 s");

describe("an outage", () => {
  test("is told when it begins, with its reason", () => {
    const told = health("margin-alerts", null, down, time);
    expect(told.outage).toEqual({ since: time, reason: "timeout", message: "no answer in 10 s" });
    expect(told.drafts).toEqual([
      {
        type: "source.failed",
        source: "/sources/margin-alerts",
        subject: "margin-alerts",
        data: {
          now: { source: "margin-alerts", since: time, reason: "timeout", message: "no answer in 10 s" },
        },
      },
    ]);
  });

  test("is not told again while it lasts, whatever the later reason", () => {
    const { outage } = health("margin-alerts", null, down, time);
    const later = health(
      "margin-alerts",
      outage,
      new Failure("server-error", "503"),
      "2026-01-05T01:00:00.000Z",
    );
    expect(later.drafts).toEqual([]);
    expect(later.outage).toEqual(outage);
  });

  test("ends with one recovery that says since when it lasted", () => {
    const { outage } = health("margin-alerts", null, down, time);
    const after = health("margin-alerts", outage, undefined, "2026-01-05T02:00:00.000Z");
    expect(after.outage).toBeNull();
    expect(after.drafts.map(({ type }) => type)).toEqual(["source.recovered"]);
    expect(after.drafts[0]?.data.now.since).toBe(time);
    expect(health("margin-alerts", null, undefined, time).drafts).toEqual([]);
  });

  test("of a changed interface is told as drift, once", () => {
    const told = health("forum-comments", null, new Failure("drifted", "400 with a fresh token"), time);
    expect(told.drafts.map(({ type }) => type)).toEqual(["source.drifted"]);
  });
});
