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
  expect(sourceWords(held)).toContain("decide with `yagura sources release s`");
});

test("the line of a source says how soon its changes were noticed and sent", () => {
  const noticed = { changes: 84, doubtMs: 30_000, committed: { p50: 21_040, p95: 58_000 } };
  const delivered = { p50: 23_000, p95: 61_000 };
  expect(sourceWords({ source: "s", state: "ok", noticed: { ...noticed, delivered } })).toContain(
    ", noticed after 21 s, 95 % within 58 s (84 changes in 30 days, ±30 s); sent after 23 s, 95 % within 61 s",
  );
});

test("the line of a source says why an extra poll is made next", () => {
  const nextAt = "2026-11-20T07:31:20.000Z";
  const words = (nextWhy: object) => sourceWords({ source: "s", state: "ok", nextAt, nextWhy } as never);
  expect(words({ from: "16:30", to: "16:34", known: { within: 9, of: 10 } })).toContain(
    "next poll 2026-11-20 16:31:20 JST, since 9 of 10 publications came between 16:30 and 16:34",
  );
  expect(words({ from: "16:30", to: "17:00" })).toContain("JST, since the publication is due at 16:30");
  expect(words({ paces: [{ scope: "7203", perHour: 40 }] })).toContain("JST of 7203 (40 comments an hour)");
});
