/** Alerts that come too often. */
import { expect, test } from "vitest";
import { live, lived, report } from "../live.ts";

test("an alert that comes too often says so, and is held back until it would come less often", () => {
  const said = live("flapping: { times: 2, within: 1h }", [
    ["2026-01-05T09:00", report(1)],
    ["2026-01-05T09:10", report(2)],
    ["2026-01-05T09:20", report(3)],
    // Alerts that flapping itself suppresses count, too.
    ["2026-01-05T10:15", report(4)],
    ["2026-01-05T11:16", report(5)],
  ]);
  expect(said).toEqual([
    ["fired 7203 1 of 1"],
    ["fired 7203 2 of 3, 2 times within 1h"],
    [],
    ["fired 7203 4 of 6, 2 times within 1h"],
    ["fired 7203 5 of 8"],
  ]);
});

test("what a cooldown held back does not flap", () => {
  const said = live("cooldown: 30m\nflapping: { times: 2, within: 3h }", [
    ["2026-01-05T09:00", report(1)],
    ["2026-01-05T09:10", report(2)],
    ["2026-01-05T09:20", report(3)],
    ["2026-01-05T09:50", report(4)],
    ["2026-01-05T10:30", report(5)],
    ["2026-01-05T12:50", report(6)],
  ]);
  expect(said).toEqual([
    ["fired 7203 1 of 1"],
    [],
    [],
    ["fired 7203 4 of 5, 2 times within 3h"],
    [],
    // That of 9:50 is three hours ago, and that of 10:30 was held back by flapping.
    ["fired 7203 6 of 8, 2 times within 3h"],
  ]);
});

test("what is held back is said to be so for the reason that came first", () => {
  const { reasons } = lived("cooldown: 30m\nflapping: { times: 2, within: 3h }", [
    ["2026-01-05T09:00", report(1)],
    ["2026-01-05T09:10", report(2)],
    ["2026-01-05T09:50", report(3)],
    ["2026-01-05T10:00", report(4)],
    ["2026-01-05T10:30", report(5)],
  ]);
  expect(reasons).toEqual([[], ["cooldown"], [], ["cooldown"], ["flapping"]]);
});
