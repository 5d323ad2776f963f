/** Texts of an alert by time alone see all conditions as they are at that moment. */
import { expect, test } from "vitest";
import { live, report } from "../live.ts";

const few = "count: { within: 20m, at_most: 1 }";

test.each([
  ["average: { of: now.ratio, within: 1h, at_least: 2 }", "found.average", 4],
  ["percentile: { of: now.ratio, rank: 100, within: 1h, at_least: 2 }", "found.percentile", 5],
  ["moves: { of: now.ratio, by: 1, since: 16m }", "found.moved", -3],
])("%s", (condition, name, expected) => {
  const said = live(
    `${condition}\n${few}`,
    [
      ["2026-01-05T09:01", report(9)],
      ["2026-01-05T09:50", report(5), report(5)],
      ["2026-01-05T09:55", report(2)],
      ["2026-01-05T10:10"],
    ],
    `{{ ${name} }}`,
  );
  // At 10:10 the two of 9:50 leave the count, and the 9 has left the hour.
  expect(said.at(-1)?.at(-1)).toContain(`fired ${expected} of`);
});
