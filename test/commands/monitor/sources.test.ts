/** The lines of `yagura sources`. */
import { expect, test } from "vitest";
import { sourceWords } from "../../../src/commands/monitor/sources.ts";

const at = "2026-11-20T08:31:02.123Z";

test("every time of a source is told by Japan's clock, named", () => {
  const late = { day: "2026-11-20", since: at };
  const failing = {
    source: "s",
    state: "failing" as const,
    lastSuccess: at,
    since: at,
    reason: "timeout",
    message: "m",
    late,
  };
  const held = {
    source: "s",
    state: "quarantined" as const,
    lastSuccess: at,
    since: at,
    items: 6,
    message: "m",
    outage: { since: at, reason: "r", message: "m" },
  };
  for (const row of [failing, held]) {
    const words = sourceWords(row);
    expect(words).not.toMatch(/\dT\d|Z\b/);
    expect(words.split("2026-11-20 17:31:02 JST").length).toBeGreaterThan(2);
  }
});
