/** When something appeared on its service, by the time that it tells and the polls around it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { appearanceOf } from "../../src/model/sighting.ts";

const since = Date.parse("2026-01-05T15:00:00+09:00");
const look = { since, askedAt: since + 60_000, answeredAt: since + 60_400 };

test("a time of publication between the two polls is taken at its word", () => {
  const published = "2026-01-05T15:00:12+09:00";
  expect(appearanceOf(published, look)).toEqual({ appearedAt: since + 12_000, doubtMs: 0 });
});

test("one that the last poll had just missed counts, and none that is older by more than a poll's way", () => {
  const told = (ms: number) => appearanceOf(new Date(ms).toISOString(), look).doubtMs === 0;
  expect([told(since - 400), told(since - 401)]).toEqual([true, false]);
  expect([told(look.answeredAt), told(look.answeredAt + 1)]).toEqual([true, false]);
});

test("without a plausible time it is the middle, and the doubt reaches to both polls", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(undefined, "2026-01-05", "2026-01-04T15:00:00+09:00", "no time at all"),
      fc.nat(86_400_000),
      (published, gapMs) => {
        const answeredAt = since + gapMs;
        const one = { since, askedAt: answeredAt, answeredAt };
        const { appearedAt, doubtMs } = appearanceOf(published, one);
        expect(appearedAt + doubtMs).toBe(answeredAt);
        expect(Math.abs(appearedAt - doubtMs - since)).toBeLessThanOrEqual(1);
      },
    ),
  );
});
