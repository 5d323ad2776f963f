import { describe, expect, it } from "vitest";
import { compileDigest, digestSetting } from "../../src/alerts/hours.ts";
import { createTradingCalendar } from "../../src/calendar/trading-calendar.ts";

const at = (time: string) => Date.parse(`${time}:00+09:00`);

/** Monday 23 November 2026 is a holiday. */
const calendar = createTradingCalendar(new Map([["2026-11-23", false]]));

const nextOf = (digest: readonly string[], after: string) => {
  const next = compileDigest(digest).next(at(after), calendar);
  return [new Date(next.at + 9 * 3_600_000).toISOString().slice(0, 16), next.name];
};

describe("digests", () => {
  it("come at their times of a trading day, whatever their order in the settings", () => {
    const all = ["after-evening", "12:40", "before-open", "after-close"];
    expect(nextOf(all, "2026-11-24T00:00")).toEqual(["2026-11-24T08:30", "before the open"]);
    expect(nextOf(all, "2026-11-24T08:29")).toEqual(["2026-11-24T08:30", "before the open"]);
    expect(nextOf(all, "2026-11-24T08:30")).toEqual(["2026-11-24T12:40", "12:40"]);
    expect(nextOf(all, "2026-11-24T12:40")).toEqual(["2026-11-24T15:45", "after the close"]);
    expect(nextOf(all, "2026-11-24T15:45")).toEqual(["2026-11-24T20:30", "after the evening publications"]);
  });

  it.each([
    [["before-open", "08:30"], [1]],
    [
      ["12:40", "after-close", "12:40", "15:45"],
      [2, 3],
    ],
    [["before-open", "after-close", "12:40"], []],
  ])("have one place a time: in %j the mistakes are at %j", (written, places) => {
    const { error } = digestSetting.safeParse(written);
    expect((error?.issues ?? []).flatMap(({ path }) => path)).toEqual(places);
  });

  it("leave out weekends and holidays", () => {
    expect(nextOf(["before-open"], "2026-11-20T08:30")).toEqual(["2026-11-24T08:30", "before the open"]);
    expect(nextOf(["before-open"], "2026-11-23T08:00")).toEqual(["2026-11-24T08:30", "before the open"]);
  });
});
