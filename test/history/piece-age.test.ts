import { describe, expect, test } from "vitest";
import { keptParts } from "../../src/history/fetch-plan.ts";
import type { AskedPiece } from "../../src/sources/index.ts";
import { callNamed, callRegistry } from "../../src/upstreams/market/calls.ts";
import { outMoments } from "../../src/upstreams/market/past-records.ts";
import { createMemoryHistory } from "../support/memory-history.ts";

const japan = (time: string) => Date.parse(`${time}:00+09:00`);

function pieceOf(from: string, to = from, call = "markets/margin-alert"): AskedPiece {
  const { records } = callNamed(callRegistry(), call);
  const publishedAt = (day: string) => outMoments(records, day);
  const none = { scope: "", requests: 1, publishedAt, read: async function* () {} };
  return { set: `market/${call}`, service: "market", call, from, to, ...none };
}

/** Whether a piece is there, some time after parts of it were fetched. */
function isKept(
  piece: AskedPiece,
  parts: readonly (Partial<AskedPiece> & { at: string; refused?: string })[],
  now: string,
) {
  const history = createMemoryHistory();
  for (const { at, refused, from = piece.from, to = piece.to } of parts)
    history.finish({ set: piece.set, scope: piece.scope, from, to, records: 0, at: japan(at), refused });
  return keptParts(piece, history, japan(now)) !== undefined;
}

const thursday = "2027-04-01";

describe("a day that was fetched", () => {
  test("is there for good from the sixth weekday after it", () => {
    const years = "2031-01-01T09:00";
    expect(isKept(pieceOf(thursday), [{ at: "2027-04-09T00:01" }], years)).toBe(true);
    expect(isKept(pieceOf(thursday), [{ at: "2027-04-08T23:59" }], years)).toBe(false);
  });

  test("is asked for once a day until then, and again once it was published", () => {
    const day = pieceOf(thursday);
    expect(isKept(day, [{ at: "2027-04-02T09:00" }], "2027-04-02T23:00")).toBe(true);
    expect(isKept(day, [{ at: "2027-04-02T09:00" }], "2027-04-03T00:30")).toBe(false);
    expect(isKept(day, [{ at: "2027-04-01T10:00" }], "2027-04-01T16:29")).toBe(true);
    expect(isKept(day, [{ at: "2027-04-01T10:00" }], "2027-04-01T16:31")).toBe(false);
    expect(isKept(day, [{ at: "2027-04-01T16:31" }], "2027-04-01T23:00")).toBe(true);
  });

  test("and was refused is asked for again the next day", () => {
    const day = pieceOf("2020-01-06");
    const refused = { at: "2027-04-01T10:00", refused: "not on this plan" };
    expect(isKept(day, [refused], "2027-04-01T23:59")).toBe(true);
    expect(isKept(day, [refused], "2027-04-02T00:01")).toBe(false);
  });
});

test("a range is there where its parts are, as a plan told some and refused the others", () => {
  const range = pieceOf("2026-01-01", "2026-12-31");
  const told = { from: "2026-06-01", to: "2026-12-31", at: "2027-04-01T10:00" };
  const refused = { from: "2026-01-01", to: "2026-05-31", at: "2027-04-01T10:00", refused: "other days" };
  expect(isKept(range, [told, refused], "2027-04-01T12:00")).toBe(true);
  expect(isKept(range, [told], "2027-04-01T12:00")).toBe(false);
  expect(isKept(range, [told, { ...refused, to: "2026-05-30" }], "2027-04-01T12:00")).toBe(false);
});
