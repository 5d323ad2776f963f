import { expect, test } from "vitest";
import type { SourceWrite } from "../../src/model/commit.ts";
import { StoreError } from "../../src/model/store-faults.ts";
import { createStatus } from "../../src/why/status.ts";

const name = "margin-alerts";
const late = { day: "2026-11-20", since: "2026-11-20T07:30:00.000Z" };
const outage = { since: "2026-11-20T07:40:00.000Z", reason: "timeout", message: "no answer" };

test("a source shows the publication that is late beside its state, until it came", () => {
  const status = createStatus([name], [{ name, outage: null, hold: null, successAt: 0, late }]);
  const report = (source: Partial<SourceWrite>) => {
    const write = { name, put: [], drop: [], outage: null, ...source };
    status.report({
      change: { drafts: [], batch: { source: write } },
      remembers: false,
      limits: [],
    });
    return status.sources()[name];
  };
  expect(status.sources()[name]).toMatchObject({ state: "ok", late });
  expect(report({ outage })).toMatchObject({ state: "failing", reason: "timeout", late });
  expect(report({ successAt: 1_000 })).toMatchObject({ state: "ok", late });
  expect(report({ publication: { published: late.day } })).not.toHaveProperty("late");
  expect(report({ publication: { late } })).toMatchObject({ state: "ok", late });
});

test("a source whose change could not be written is failing as unwritten, until its next change is written", () => {
  const status = createStatus([name], [{ name, outage: null, hold: null, successAt: 0 }]);
  const report = (error?: StoreError) => {
    const write = { name, put: [], drop: [], outage: null, attemptAt: 1_000, successAt: 1_000 };
    const change = { drafts: [], batch: { source: write } };
    status.report({ change, remembers: false, limits: [], ...(error ? { error } : {}) });
    return status.sources()[name];
  };
  const since = "1970-01-01T00:00:01.000Z";
  const unwritten = { state: "failing", since, reason: "unwritten", message: "x: the disk is full" };
  expect(report(new StoreError("x: the disk is full"))).toMatchObject(unwritten);
  expect(report(new StoreError("another"))).toMatchObject(unwritten);
  expect(status.isUnwritten(name)).toBe(true);
  expect(report()).toMatchObject({ state: "ok" });
  expect(status.isUnwritten(name)).toBe(false);
});

test("a decision about a quarantine that could not be written leaves the source as it is", () => {
  const hold = { since: "2026-11-20T07:40:00.000Z", items: 60, message: "60 of 70" };
  const status = createStatus([name], [{ name, outage: null, hold, successAt: 0 }]);
  const step = { end: "discarded", items: [], isLast: true } as const;
  const write = { name, put: [], drop: [], outage: null, hold: step };
  const change = { drafts: [], batch: { source: write } };
  const before = status.sources();
  status.report({
    change,
    remembers: false,
    limits: [],
    error: new StoreError("x: the disk is full"),
  });
  expect(status.sources()).toEqual(before);
  expect(status.isUnwritten(name)).toBe(false);
  status.report({ change, remembers: false, limits: [] });
  expect(status.sources()[name]).toMatchObject({ state: "ok" });
});
