import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { EventDraft } from "../../src/model/event.ts";
import { openStoreReader } from "../../src/store/reader.ts";
import { openStore } from "../../src/store/store.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { batch, entry, noon, sourceWrite } from "./batches.ts";

type Told = readonly [type: EventDraft["type"], subject: string, source?: string];

/** A reader of a log with some commits, a minute apart. */
function readerOf(commits: readonly (readonly Told[])[]) {
  const path = join(tmpFolder(), "yagura.db");
  const store = openStore(path, { now: () => noon });
  let seq = 0;
  for (const [index, told] of commits.entries()) {
    const entries = told.map(([type, subject, source = "/sources/margin-alerts"]) =>
      entry(++seq, { type, subject, source }, noon + index * 60_000),
    );
    store.commit(
      batch({ entries, source: sourceWrite({ put: [{ scope: "", key: "a", body: { code: "9901" } }] }) }),
    );
  }
  store.close();
  const reader = openStoreReader(path);
  onTestFinished(reader.close);
  return reader;
}

const minute = (index: number) => new Date(noon + index * 60_000).toISOString();

const commits = [
  [
    ["margin.alert.added", "9901"],
    ["margin.alert.lifted", "9902"],
    ["alert.fired", "9901", "/rules/r"],
  ],
  [
    ["margin.alert.added", "9902"],
    ["margin.alert.added", "9903"],
  ],
] as const satisfies readonly Told[][];

test("entries are found by type, subject, source and place, from either end", () => {
  const { search } = readerOf(commits);
  const seqs = (found: readonly { seq: number }[]) => found.map(({ seq }) => seq);
  expect(seqs(search.oldest({ types: ["margin.alert.added"], limit: 9 }))).toEqual([1, 4, 5]);
  expect(seqs(search.newest({ types: ["margin.alert.added"], limit: 2 }))).toEqual([5, 4]);
  expect(seqs(search.newest({ subject: "9902", limit: 9 }))).toEqual([4, 2]);
  expect(seqs(search.oldest({ source: "/rules/r", limit: 9 }))).toEqual([3]);
  expect(seqs(search.oldest({ subject: "9901", limit: 9 }))).toEqual([1, 3]);
  expect(seqs(search.oldest({ subject: "9901", source: "/rules/r", limit: 9 }))).toEqual([3]);
  expect(seqs(search.oldest({ subject: "9901", types: ["margin.alert.added"], limit: 9 }))).toEqual([1]);
  expect(seqs(search.oldest({ subject: "9902", after: 2, upTo: 4, limit: 9 }))).toEqual([4]);
  expect(seqs(search.newest({ subject: "9902", upTo: 3, limit: 9 }))).toEqual([2]);
  expect(seqs(search.newest({ subject: "9902", limit: 1 }))).toEqual([4]);
  expect(seqs(search.oldest({ after: 1, upTo: 3, limit: 9 }))).toEqual([2, 3]);
});

test("what was committed together is counted by type, apart from the commit before and after", () => {
  const { search } = readerOf(commits);
  expect(search.committedWith(4, minute(1))).toEqual([
    { type: "margin.alert.added", source: "/sources/margin-alerts", count: 2, last: 5 },
  ]);
  expect(search.committedWith(1, minute(0)).map(({ type }) => type)).toEqual([
    "margin.alert.added",
    "margin.alert.lifted",
    "alert.fired",
  ]);
});

test("a commit is found by any entry of it, from its first to its last", () => {
  const { search } = readerOf(commits);
  expect([1, 2, 3].map((seq) => search.commitOf(seq, minute(0)).last)).toEqual([3, 3, 3]);
  expect(search.commitOf(5, minute(1)).first).toBe(4);
  expect(search.commitOf(2, minute(0)).first).toBe(1);
  expect(search.commitOf(4, minute(1)).last).toBeGreaterThanOrEqual(5);
});

test("a moment is found on the log, and who events are about", () => {
  const { search } = readerOf(commits);
  expect([-1, 0, 1, 9].map((index) => search.seqAt(minute(index)))).toEqual([0, 3, 5, 5]);
  expect(search.subjects(["margin.alert.added"], 9).sort()).toEqual(["9901", "9902", "9903"]);
  expect(search.about("9901", 2).map(({ type, count }) => [type, count])).toEqual([
    ["margin.alert.added", 1],
  ]);
});

test("an item is of a subject by its scope, its key or its code, and by no part of them", () => {
  const reader = readerOf(commits);
  expect(reader.hasItem("margin-alerts", "9901")).toBe(true);
  expect(reader.hasItem("margin-alerts", "a")).toBe(true);
  expect(reader.hasItem("margin-alerts", "990")).toBe(false);
  expect(reader.hasItem("short-sale-reports", "9901")).toBe(false);
});
