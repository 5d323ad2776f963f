import { expect, test } from "vitest";
import { createStatus } from "../../src/app/status.ts";
import type { SourceWrite } from "../../src/model/commit.ts";

const name = "margin-alerts";
const late = { day: "2026-11-20", since: "2026-11-20T07:30:00.000Z" };
const outage = { since: "2026-11-20T07:40:00.000Z", reason: "timeout", message: "no answer" };

test("a source shows the publication that is late beside its state, until it came", () => {
  const status = createStatus([name], [{ name, outage: null, hold: null, successAt: 0, late }]);
  const report = (source: Partial<SourceWrite>) => {
    const write = { name, put: [], drop: [], outage: null, ...source };
    status.report({ change: { drafts: [], batch: { source: write } }, remembers: false, limits: [] });
    return status.sources()[name];
  };
  expect(status.sources()[name]).toMatchObject({ state: "ok", late });
  expect(report({ outage })).toMatchObject({ state: "failing", reason: "timeout", late });
  expect(report({ successAt: 1_000 })).toMatchObject({ state: "ok", late });
  expect(report({ publication: { published: late.day } })).not.toHaveProperty("late");
  expect(report({ publication: { late } })).toMatchObject({ state: "ok", late });
});
