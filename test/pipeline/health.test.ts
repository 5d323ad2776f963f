import { describe, expect, test } from "vitest";
import { weekdaysOnly } from "../../src/calendar/trading-calendar.ts";
import { createZone } from "../../src/lib/clock.ts";
import { Failure } from "../../src/lib/failure.ts";
import { sourceNews } from "../../src/pipeline/change.ts";
import { health, outageAfter } from "../../src/pipeline/health.ts";
import type { House } from "../../src/pipeline/house.ts";
import type { Admitted } from "../../src/pipeline/quarantine.ts";

const time = "2026-01-05T00:00:00.000Z";
const at = Date.parse(time);
const hourMs = 3_600_000;
const down = new Failure("timeout", "no answer in 10 s");

describe("an outage", () => {
  test("is told when it begins, with its reason", () => {
    const told = outageAfter("margin-alerts", null, { failure: down }, at);
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
    const { outage } = outageAfter("margin-alerts", null, { failure: down }, at);
    const later = outageAfter(
      "margin-alerts",
      outage,
      { failure: new Failure("server-error", "503") },
      at + hourMs,
    );
    expect(later.drafts).toEqual([]);
    expect(later.outage).toEqual(outage);
  });

  test("ends with one recovery that says since when it lasted", () => {
    const { outage } = outageAfter("margin-alerts", null, { failure: down }, at);
    const after = outageAfter("margin-alerts", outage, {}, at + 2 * hourMs);
    expect(after.outage).toBeNull();
    expect(after.drafts.map(({ type }) => type)).toEqual(["source.recovered"]);
    expect(after.drafts[0]?.data.now.since).toBe(time);
    expect(outageAfter("margin-alerts", null, {}, at).drafts).toEqual([]);
  });

  test("of a changed interface is told as drift, once", () => {
    const told = outageAfter(
      "forum-comments",
      null,
      { failure: new Failure("drifted", "400 with a fresh token") },
      at,
    );
    expect(told.drafts.map(({ type }) => type)).toEqual(["source.drifted"]);
  });

  test("that turns out to be drift is told as such beside its beginning, and goes on under that name", () => {
    const part = { scope: "7203", failure: new Failure("drifted", "400 with a fresh token") };
    const told = outageAfter("forum-comments", null, { failure: down, drifted: part }, at);
    expect(told.drafts.map(({ type }) => type)).toEqual(["source.failed"]);
    expect(told.drift.map(({ type }) => type)).toEqual(["source.drifted"]);
    expect(told.outage).toEqual({ since: time, reason: "drifted", message: "7203: 400 with a fresh token" });
    const later = outageAfter("forum-comments", told.outage, { failure: down, drifted: part }, at + hourMs);
    expect(later).toEqual({ outage: told.outage, drafts: [], drift: [] });
  });
});

test("a change tells the end of an outage, the source's events, lateness, a quarantine and drift, in this order", () => {
  const name = "margin-alerts";
  const stored = {
    outage: () => ({ since: time, reason: "timeout", message: "" }),
    publication: () => ({}),
    meta: { get: () => undefined },
  };
  const house = { store: stored, calendar: () => weekdaysOnly, timeOfDay: () => at + 20 * hourMs };
  const due = { timeMs: 0, zone: createZone("Asia/Tokyo"), grace: { ms: 0 } };
  const oddities = { unknownFields: [{ path: "data[].New", found: "a number" }], badRecords: [] };
  const tick = { at, elapsed: at, intervalMs: hourMs };
  const poll = { watched: { source: { name }, due }, tick, result: { answer: null, failures: [], oddities } };
  const admitted = {
    ...{
      poll,
      at,
      diff: { drafts: [] },
      failures: [],
      unknown: [],
      write: { put: [], drop: [], successAt: at },
    },
    told: [sourceNews("source.baselined", name, {})],
    news: [sourceNews("source.quarantined", name, {})],
  };
  const change = health(admitted as unknown as Admitted, house as unknown as House);
  const types = ["recovered", "baselined", "late", "quarantined", "drifted"].map((word) => `source.${word}`);
  expect(change.drafts.map(({ type }) => type)).toEqual(types);
  expect(change.batch.source).toMatchObject({ name, outage: null, attemptAt: at, successAt: at });
});
