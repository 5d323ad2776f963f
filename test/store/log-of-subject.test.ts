/** Entries about one subject: found by an index, whole ones only, also where the index is damaged. */
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { openStore, type Store } from "../../src/store/store.ts";
import { changeText, pagesOf, zeroPage } from "../support/damage.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { batch, entry, noon } from "./batches.ts";

const types = ["margin.alert.added", "margin.alert.changed"];

function storeAt(path: string): Store {
  const store = openStore(path, { now: () => noon });
  onTestFinished(() => store.close());
  return store;
}

/** Entries of three stocks in turn; every fourth is of a type that nobody asks for. */
function filled(count: number): string {
  const path = join(tmpFolder(), "yagura.db");
  const store = openStore(path, { now: () => noon });
  const entries = Array.from({ length: count }, (_, index) =>
    entry(index + 1, {
      type: index % 4 === 3 ? "margin.alert.lifted" : "margin.alert.added",
      subject: `990${index % 3}`,
      data: { now: { code: `990${index % 3}`, mark: `mark-${index + 1}.` } },
    }),
  );
  store.commit(batch({ entries }));
  store.close();
  return path;
}

const seqsOf = (found: readonly { seq: number }[]) => found.map(({ seq }) => seq);

test("the newest entries about a subject are found by type and before a place, in the order of the log", () => {
  const { aboutSubject } = storeAt(filled(24));
  const asked = { subject: "9900", types, before: 20, limit: 3 };
  // Of 1, 4, 7, 10, 13, 16, 19, 22 every one that is a multiple of four is of another type.
  expect(seqsOf(aboutSubject(asked))).toEqual([10, 13, 19]);
  expect(seqsOf(aboutSubject({ ...asked, before: 1 }))).toEqual([]);
  expect(seqsOf(aboutSubject({ ...asked, subject: "nobody" }))).toEqual([]);
  expect(seqsOf(aboutSubject({ ...asked, types: [] }))).toEqual([]);
});

test("the question is answered from the index, whatever the log holds besides", () => {
  const path = filled(50);
  const db = new Sqlite(path);
  onTestFinished(() => void db.close());
  const plan = db
    .prepare<[], { detail: string }>(
      `EXPLAIN QUERY PLAN SELECT seq FROM log INDEXED BY log_by_subject
       WHERE subject = 'a' AND type IN (SELECT value FROM json_each('["b"]')) AND seq < 9 ORDER BY seq DESC LIMIT 5`,
    )
    .all()
    .map(({ detail }) => detail);
  expect(plan[0]).toContain("USING COVERING INDEX log_by_subject (subject=? AND type=?");
});

test("a damaged entry is left out", () => {
  const path = filled(12);
  changeText(path, "mark-7.");
  expect(seqsOf(storeAt(path).aboutSubject({ subject: "9900", types, before: 99, limit: 9 }))).toEqual([
    1, 10,
  ]);
});

test("a damaged index finds nothing, and is made anew when something is written", () => {
  const path = filled(600);
  for (const page of pagesOf(path, "log_by_subject")) zeroPage(path, page);
  const store = storeAt(path);
  const asked = { subject: "9900", types, before: 9_999, limit: 2 };
  expect(store.aboutSubject(asked)).toEqual([]);
  store.commit(batch({ entries: [entry(601, { subject: "9900" })] }));
  expect(seqsOf(store.aboutSubject(asked))).toEqual([598, 601]);
});

test("the past of a subject is read type by type, in parts that together are all of it", () => {
  const { subjectPast } = storeAt(filled(24));
  const asked = { subject: "9900", type: "margin.alert.added", limit: 2 };
  const seqs: number[] = [];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const part = subjectPast.entries({ ...asked, after });
    seqs.push(...seqsOf(part.entries));
    after = part.next;
  }
  // Of 1, 4, 7, 10, 13, 16, 19, 22 every one that is a multiple of four is of another type.
  expect(seqs).toEqual([1, 7, 10, 13, 19, 22]);
  expect(subjectPast.startOf({ ...asked, most: 6 })).toBe(0);
  const start = subjectPast.startOf({ ...asked, most: 2 });
  expect(seqsOf(subjectPast.entries({ ...asked, after: start, limit: 9 }).entries)).toEqual([19, 22]);
});

test("entries are counted by the day that they are about, whatever their texts say", () => {
  const path = join(tmpFolder(), "yagura.db");
  const store = storeAt(path);
  const posted = (seq: number, occurred?: string) =>
    entry(seq, {
      ...{ type: "forum.comment.posted", subject: "9900", data: { now: { body: '"occurred":"2020-01-01' } } },
      ...(occurred !== undefined && { occurred }),
    });
  const days = ["2026-11-19T10:00:00+09:00", "2026-11-20T00:10:00+09:00", "2026-11-20T23:50:00+09:00"];
  store.commit(batch({ entries: days.map((day, at) => posted(at + 1, day)) }));
  const part = store.subjectPast.days({ subject: "9900", type: "forum.comment.posted", after: 0, limit: 9 });
  expect([...part.days]).toEqual([
    ["2026-11-19", 1],
    ["2026-11-20", 2],
  ]);
  expect(part.next).toBeUndefined();
});
