/** A disk that is full or cannot be written: a typed error, nothing half written, and all well once there is room. */
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import type { CommitBatch } from "../../src/model/commit.ts";
import { StoreError } from "../../src/model/store-faults.ts";
import { createCommit } from "../../src/store/commit.ts";
import { openDatabase } from "../../src/store/database.ts";
import { guarded } from "../../src/store/sqlite-error.ts";
import { createTables } from "../../src/store/tables/tables.ts";
import { batch, entry, mail, noon, sourceWrite } from "../store/batches.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

/** The store's commit over a connection whose limits the test may set. */
function limited() {
  const path = join(tmpFolder(), "yagura.db");
  const db = openDatabase(path);
  onTestFinished(() => void db.close());
  const tables = createTables(db);
  const cached = {
    head: 0,
    sources: new Map(),
    stored: new Map(),
    origins: new Map(),
    holds: new Map(),
    publications: new Map(),
  };
  const committing = createCommit({ db, tables, cached });
  const write = (one: CommitBatch) => {
    const prepared = committing.prepare(one, noon);
    if (prepared) committing.write(prepared);
  };
  return {
    path,
    db,
    tables,
    cached,
    commit: (one: CommitBatch) => guarded(path, () => write(one)),
  };
}

const big = (seq: number, kilobytes: number) =>
  batch({
    source: sourceWrite({ cursor: seq, put: [{ scope: "", key: "k", body: seq }] }),
    entries: [entry(seq, { data: { now: { text: "x".repeat(kilobytes * 1024) } } })],
    cooldowns: [{ rule: "r", key: "k", firedAt: seq }],
    mails: [mail(seq)],
    meta: { seq: String(seq) },
  });

function failure(work: () => void): StoreError {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(StoreError);
    return error as StoreError;
  }
  throw new Error("it was written");
}

const full = (db: Database) =>
  void db.pragma(`max_page_count = ${db.pragma("page_count", { simple: true })}`);

test("a full disk is a StoreError in one line, and nothing of the batch is there", () => {
  const { path, db, tables, cached, commit } = limited();
  commit(big(1, 1));
  full(db);
  const error = failure(() => commit(big(2, 200)));
  expect(error.message).toBe(`${path}: the disk is full (SQLITE_FULL)`);
  expect([cached.head, tables.log.head()]).toEqual([1, 1]);
  expect(cached.sources.get("margin-alerts")).toMatchObject({ cursor: "1" });
  expect(tables.sources.all().get("margin-alerts")).toMatchObject({ cursor: "1" });
  expect(tables.items.one("margin-alerts", "", "k")).toBe(1);
  expect(tables.cooldowns.firedAt("r", "k")).toBe(1);
  expect(tables.outbox.of("email").due(noon, 10, [])).toHaveLength(1);
  expect(tables.meta.get("seq")).toBe("1");
  expect(db.inTransaction).toBe(false);
});

test("once there is room again the same batch goes through, with the same numbers", () => {
  const { db, tables, cached, commit } = limited();
  commit(big(1, 1));
  full(db);
  failure(() => commit(big(2, 200)));
  failure(() => commit(big(2, 200)));
  db.pragma("max_page_count = 1000000");
  commit(big(2, 200));
  expect([cached.head, tables.log.head()]).toEqual([2, 2]);
  expect(tables.items.one("margin-alerts", "", "k")).toBe(2);
});

test("a database that turned read-only is a StoreError, and reading goes on", () => {
  const { path, db, tables, commit } = limited();
  commit(big(1, 1));
  db.pragma("query_only = ON");
  expect(failure(() => commit(big(2, 1))).message).toBe(
    `${path}: cannot be written (read-only) (SQLITE_READONLY)`,
  );
  expect(tables.log.read(0, 10)).toHaveLength(1);
});
