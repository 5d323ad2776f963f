import { describe, expect, test } from "vitest";
import { createZone } from "../../src/lib/clock.ts";
import { fc } from "../support/fast-check.ts";

const hourMs = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();

describe("a zone", () => {
  test("tells how far its clocks are ahead, before and after they are changed", () => {
    const newYork = createZone("America/New_York");
    const change = Date.parse("2026-03-08T07:00:00Z");
    expect([newYork.offsetMs(change - 1), newYork.offsetMs(change)]).toEqual([-5 * hourMs, -4 * hourMs]);
    expect(createZone("Asia/Kathmandu").offsetMs(change)).toBe(5.75 * hourMs);
    expect(createZone("UTC").offsetMs(-1)).toBe(0);
    expect(createZone("Africa/Monrovia").offsetMs(Date.parse("1971-06-01"))).toBe(-(44 * 60 + 30) * 1_000);
  });

  test("knows its day, also before 1970", () => {
    const tokyo = createZone("Asia/Tokyo");
    expect(tokyo.day(Date.parse("2026-01-05T14:59:59.999Z"))).toBe("2026-01-05");
    expect(tokyo.day(Date.parse("2026-01-05T15:00:00Z"))).toBe("2026-01-06");
    expect(tokyo.day(Date.parse("1969-12-31T15:00:00Z"))).toBe("1970-01-01");
  });

  test("finds the moment of a time, the first of two, and soon after one that is skipped", () => {
    const newYork = createZone("America/New_York");
    expect(iso(createZone("Asia/Tokyo").moment("2026-01-05", 17.5 * hourMs))).toBe(
      "2026-01-05T08:30:00.000Z",
    );
    expect(iso(newYork.moment("2026-11-01", 1.5 * hourMs))).toBe("2026-11-01T05:30:00.000Z");
    expect(iso(newYork.moment("2026-03-08", 2.5 * hourMs))).toBe("2026-03-08T07:30:00.000Z");
    expect(iso(newYork.moment("2026-03-08", 12 * hourMs))).toBe("2026-03-08T16:00:00.000Z");
  });

  test("that is none is refused", () => {
    expect(() => createZone("Asia/Edo")).toThrow(RangeError);
  });
});

test("what the clocks show at a moment is found again, wherever they are not changed that day", () => {
  const zones = fc.constantFrom(
    "Asia/Tokyo",
    "America/New_York",
    "Europe/London",
    "Australia/Lord_Howe",
    "UTC",
  );
  const moments = fc.integer({ min: Date.parse("2000-01-01"), max: Date.parse("2040-01-01") });
  fc.assert(
    fc.property(zones, moments, (name, at) => {
      const zone = createZone(name);
      fc.pre([-26, 26].every((hours) => zone.offsetMs(at + hours * hourMs) === zone.offsetMs(at)));
      const timeMs = (((at + zone.offsetMs(at)) % (24 * hourMs)) + 24 * hourMs) % (24 * hourMs);
      expect(zone.moment(zone.day(at), timeMs)).toBe(at);
    }),
  );
});
