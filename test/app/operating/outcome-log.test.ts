/** Rules for what the log says of changes: alerts by their titles, failures at their start and end. */
import { expect, test } from "vitest";
import { createOutcomeLog } from "../../../src/app/operating/outcome-log.ts";
import { Failure } from "../../../src/lib/failure.ts";
import { createLog } from "../../../src/lib/log.ts";
import type { LogEntry } from "../../../src/model/event.ts";
import { StoreError } from "../../../src/model/store-faults.ts";
import type { Committed } from "../../../src/pipeline/change.ts";
import { createHandClock } from "../../support/hand-clock.ts";

function logged() {
  const entries: Record<string, unknown>[] = [];
  const write = (line: string) => {
    const { time: _, ...entry } = JSON.parse(line);
    entries.push(entry);
  };
  const clock = createHandClock();
  return { log: createOutcomeLog(createLog("info", {}, { write }), clock), entries, clock };
}

const poll = { watched: { source: { name: "margin-alerts" } } } as NonNullable<Committed["change"]["poll"]>;

function committed(more: Partial<Committed> = {}, failure?: Failure): Committed {
  const change = { drafts: [], batch: {}, poll, ...(failure && { failure }) };
  return { change, remembers: false, limits: [], ...more };
}

/** The part of a change that the log reads. */
function wrote(entries: LogEntry[]): Partial<Committed> {
  return { written: { entries } as unknown as NonNullable<Committed["written"]> };
}

function alert(seq: number, title: string): LogEntry {
  const now = { rule: "short-large", key: "7203", severity: "warning", title };
  const event = { type: "alert.fired", subject: "7203", time: "2026-11-20T08:31:02.123Z", data: { now } };
  return { seq, event: event as unknown as LogEntry["event"] };
}

test("each alert that was written has a line with its title, in one line and without control characters", () => {
  const { log, entries } = logged();
  log.report(committed(wrote([alert(7, "Example\nCapital \x1b[1mis short")])));
  expect(entries).toEqual([
    {
      ...{ level: "info", alert: 7, severity: "warning", rule: "short-large", subject: "7203" },
      msg: "Example Capital [1mis short",
    },
  ]);
});

test("a flood of alerts has twenty lines and one that counts the others; the latest three stay at hand", () => {
  const { log, entries } = logged();
  log.report(committed(wrote(Array.from({ length: 1_000 }, (_, at) => alert(at + 1, `title ${at + 1}`)))));
  expect(entries).toHaveLength(21);
  expect(entries.at(-1)).toMatchObject({ alerts: 980, msg: "and further alerts" });
  expect(log.latestAlerts().map(({ title }) => title)).toEqual(["title 1000", "title 999", "title 998"]);
});

test("polls that fail are logged once, and once when they succeed again; a poll that was not written is neither", () => {
  const { log, entries, clock } = logged();
  const failure = new Failure("timeout", "no answer");
  log.report(committed({}, failure));
  clock.move(60_000);
  log.report(committed({}, failure));
  log.report(committed({ error: new StoreError("the disk is full") }, failure));
  log.report(committed({ error: new StoreError("the disk is full") }));
  clock.move(60_000);
  log.report(committed());
  log.report(committed());
  expect(entries).toEqual([
    {
      level: "warn",
      source: "margin-alerts",
      reason: "timeout",
      message: "no answer",
      msg: "the poll failed",
    },
    {
      ...{ level: "error", source: "margin-alerts", error: "the disk is full" },
      msg: "the change could not be written",
    },
    { level: "info", source: "margin-alerts", failures: 2, seconds: 60, msg: "changes are written again" },
    { level: "info", source: "margin-alerts", failures: 2, seconds: 120, msg: "polls succeed again" },
  ]);
});
