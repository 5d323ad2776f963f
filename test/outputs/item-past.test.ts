/** The past of an event's item, as the log has it. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { allEventTypes, builtInTypes } from "../../src/files/event-types.ts";
import type { EventDraft, Fields, LogEntry } from "../../src/model/event.ts";
import { createItemPast, createNameOf } from "../../src/outputs/item-past.ts";
import { openStore } from "../../src/store/store.ts";
import { batch, entry, noon } from "../store/batches.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

/** The past of the last of some events; all others are on the log. */
function pastOf(drafts: readonly Partial<EventDraft>[], types = builtInTypes) {
  const store = openStore(join(tmpFolder(), "yagura.db"), { now: () => noon, isPassing: true });
  onTestFinished(() => store.close());
  const entries = drafts.map((draft, index): LogEntry => entry(index + 1, draft));
  store.commit(batch({ entries: entries.slice(0, -1) }));
  const last = entries.at(-1);
  if (last === undefined) throw new Error("no event");
  return createItemPast(store.aboutSubject, types)(last);
}

function report(day: string, ratio: number, more: Fields = {}, was?: Fields): Partial<EventDraft> {
  const now = {
    code: "9901",
    seller: "Lantern Capital",
    ratio,
    calculatedOn: day,
    disclosedOn: day,
    ...more,
  };
  return {
    type: was === undefined ? "short.report.opened" : "short.report.increased",
    source: "/sources/short-sale-reports",
    subject: String(now.code),
    occurred: day,
    data: { now, ...(was && { was, changed: ["ratio"] }) },
  };
}

test("the number of each day up to the event, of the same seller alone", () => {
  const past = pastOf([
    report("2026-11-16", 0.51),
    report("2026-11-16", 2, { seller: "Other Capital" }),
    report("2026-11-16", 3, { fund: "a fund" }),
    report("2026-11-17", 0.93),
    report("2026-11-17", 9, { code: "9902" }),
    report("2026-11-18", 1.12),
  ]);
  expect(past).toEqual({
    field: "ratio",
    points: [
      ["2026-11-16", 0.51],
      ["2026-11-17", 0.93],
      ["2026-11-18", 1.12],
    ],
  });
});

test("rows of one form are one past: those of each day, and not those of each week before", () => {
  const balance = (date: string, buyingBalance: number, publishedOn?: string): Partial<EventDraft> => ({
    type: "market.margin-interest.added",
    source: "/sources/margins",
    subject: "9901",
    occurred: date,
    data: { now: { code: "9901", date, buyingBalance, ...(publishedOn && { publishedOn }) } },
  });
  const weekly = balance("2026-09-18", 900);
  const daily = [balance("2026-09-25", 1000, "2026-09-28"), balance("2026-09-28", 1100, "2026-09-29")];
  expect(pastOf([weekly, ...daily], allEventTypes())).toEqual({
    field: "buyingBalance",
    points: [
      ["2026-09-25", 1000],
      ["2026-09-28", 1100],
    ],
  });
});

test("a day that was corrected has its last number, and what the first event changed stands before it", () => {
  const was = { ratio: 0.5, calculatedOn: "2026-11-13" };
  const { points } = pastOf([
    report("2026-11-16", 0.61, {}, was),
    report("2026-11-16", 0.62, {}, { ratio: 0.61, calculatedOn: "2026-11-16" }),
    report("2026-11-17", 0.7),
  ]) ?? { points: [] };
  expect(points).toEqual([
    ["2026-11-13", 0.5],
    ["2026-11-16", 0.62],
    ["2026-11-17", 0.7],
  ]);
});

const both = { shortOutstanding: 10, longOutstanding: 20 };

test("of several numbers the one that the event changed most is shown", () => {
  const margin = (day: string, changed: string[], now: Fields, was: Fields = {}): Partial<EventDraft> => ({
    type: "margin.alert.changed",
    data: { now: { code: "9901", appliedOn: day, ...now }, was, changed },
  });
  const moved = { shortOutstanding: 11, longOutstanding: 40 };
  const all = ["shortOutstanding", "longOutstanding"];
  expect(pastOf([margin("2026-11-18", all, moved, both)])).toMatchObject({ field: "longOutstanding" });
  expect(pastOf([margin("2026-11-18", all, { ...moved, longOutstanding: 20 }, both)])).toMatchObject({
    field: "shortOutstanding",
  });
  expect(
    pastOf([margin("2026-11-17", [], both), margin("2026-11-18", ["longOutstanding"], both)]),
  ).toMatchObject({
    field: "longOutstanding",
  });
  expect(pastOf([margin("2026-11-18", ["regulation"], both)])).toMatchObject({ field: "shortOutstanding" });
  expect(pastOf([margin("2026-11-18", ["regulation"], { regulation: "x" })])).toBeUndefined();
});

test("an event without a day of its own is of the day on which it came, in Japan", () => {
  const rank = (time: string, place: number) => ({
    ...{ type: "forum.ranking.moved" as const, source: "/sources/forum-ranking", occurred: time },
    data: { now: { code: "9901", term: "daily", rank: place } },
  });
  expect(pastOf([rank("2026-11-19T14:59:00Z", 4), rank("2026-11-19T15:01:00Z", 2)])?.points).toEqual([
    ["2026-11-19", 4],
    ["2026-11-20", 2],
  ]);
});

test("what has no number has no past", () => {
  expect(
    pastOf([{ type: "forum.comment.posted", data: { now: { code: "9901", part: 1 } } }]),
  ).toBeUndefined();
  expect(pastOf([{ type: "no.such" }])).toBeUndefined();
});

test("of many days the latest sixty are told", () => {
  const many = Array.from({ length: 100 }, (_, index) =>
    report(new Date(Date.UTC(2026, 0, index + 1)).toISOString().slice(0, 10), index),
  );
  const { points } = pastOf(many) ?? { points: [] };
  expect(points).toHaveLength(60);
  expect(points.at(0)).toEqual(["2026-02-10", 40]);
  expect(points.at(-1)?.[1]).toBe(99);
});

test("every field that a type tracks, and by which, is a field of its items", () => {
  const tracked = [...allEventTypes().known].filter(([, { tracks }]) => tracks);
  expect(tracked.length).toBeGreaterThan(10);
  for (const [type, { item, tracks }] of tracked)
    for (const field of [
      ...(tracks?.fields ?? []),
      ...(tracks?.by ?? []),
      ...(tracks?.on ? [tracks.on] : []),
    ])
      expect(Object.keys(item.shape), `${type} ${field}`).toContain(field);
});

test("a stock has the names of the list of issues, else that of its newest event that says it, and no author's", () => {
  const store = openStore(join(tmpFolder(), "yagura.db"), { now: () => noon, isPassing: true });
  onTestFinished(() => store.close());
  const named = (name: string | undefined, more: Partial<EventDraft> = {}): Partial<EventDraft> => ({
    data: { now: { code: "9901", ...(name !== undefined && { name }) } },
    ...more,
  });
  const drafts = [
    named("old"),
    named("new"),
    named(undefined),
    named("kaze", { type: "forum.comment.posted" }),
    named("other", { subject: "9902" }),
  ];
  store.commit(batch({ entries: drafts.map((draft, index) => entry(index + 1, draft)) }));
  const listed = new Map([["9902", { name: "listed", nameEnglish: "Listed" }]]);
  const nameOf = createNameOf(store.aboutSubject, builtInTypes, () => listed);
  const [first, second, third] = [nameOf("9901"), nameOf("9902"), nameOf("9903")];
  expect([first, second, third]).toEqual([
    { name: "new" },
    { name: "listed", nameEnglish: "Listed" },
    undefined,
  ]);
});
