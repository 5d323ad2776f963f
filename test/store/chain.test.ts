/** The chain that the log carries. */
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import type { CommitBatch } from "../../src/model/commit.ts";
import { createCommit } from "../../src/store/commit.ts";
import { openDatabase } from "../../src/store/database.ts";
import { migrations } from "../../src/store/migrations.ts";
import { entryHash } from "../../src/store/tables/log.ts";
import { createTables } from "../../src/store/tables/tables.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { batch, entry, noon } from "./batches.ts";

function opened(path = join(tmpFolder(), "yagura.db")) {
  const db = openDatabase(path);
  onTestFinished(() => void db.close());
  const tables = createTables(db);
  const cached = {
    head: tables.log.head(),
    sources: new Map(),
    stored: new Map(),
    origins: new Map(),
    holds: new Map(),
    publications: new Map(),
  };
  const committing = createCommit({ db, tables, cached });
  const commit = (one: CommitBatch) => {
    const write = committing.prepare(one, noon);
    if (write) committing.write(write);
  };
  return { path, db, tables, commit };
}

const rows = (db: Sqlite.Database) =>
  db.prepare<[], Parameters<typeof entryHash>[0] & { hash: string }>("SELECT * FROM log ORDER BY seq").all();

test("each entry carries the hash of the one before and its own, over restarts too", () => {
  const { path, db, commit } = opened();
  commit(batch({ entries: [entry(1), entry(2)] }));
  commit(batch({ entries: [entry(3)] }));
  db.close();
  const again = opened(path);
  again.commit(batch({ entries: [entry(4)] }));
  const stored = rows(again.db);
  expect(stored.map((row) => entryHash(row))).toEqual(stored.map(({ hash }) => hash));
  expect(stored.map(({ before }) => before)).toEqual(["", ...stored.slice(0, -1).map(({ hash }) => hash)]);
  expect(again.tables.log.hashOf(3)).toBe(stored[2]?.hash);
  expect(again.tables.log.hashOf(5)).toBeUndefined();
});

test("what was taken back leaves nothing in the chain", () => {
  const { db, tables, commit } = opened();
  commit(batch({ entries: [entry(1)] }));
  const twice = () =>
    commit(
      batch({
        entries: [entry(2), entry(3)],
        failedMails: [{ id: 7, reason: "refused", error: "", at: noon }],
      }),
    );
  expect(twice).toThrow("mail 7 is not waiting");
  commit(batch({ entries: [entry(2, { subject: "9902" })] }));
  commit(batch({ entries: [entry(3)] }));
  const [, second, third] = rows(db);
  expect(third?.before).toBe(second?.hash);
  expect(tables.log.hashOf(2)).toBe(second && entryHash(second));
});

test("a log of before the chain is chained from its next entry on", () => {
  const path = join(tmpFolder(), "yagura.db");
  const raw = new Sqlite(path);
  raw.exec(migrations.slice(0, 7).join(""));
  const old = raw.prepare("INSERT INTO log VALUES (?, '2026-11-20T03:00:00.000Z', 'a', 's', '/', '{}')");
  for (const seq of [1, 2]) old.run(seq);
  raw.pragma("user_version = 7");
  raw.pragma(`application_id = ${0x59414755}`);
  raw.close();
  const { tables, commit } = opened(path);
  commit(batch({ entries: [entry(3)] }));
  expect(tables.meta.get("log.chained-from")).toBe("3");
  expect([tables.log.hashOf(2), typeof tables.log.hashOf(3)]).toEqual([undefined, "string"]);
});
