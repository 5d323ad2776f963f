import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { StoreError } from "../../src/model/store-faults.ts";
import { openDatabase } from "../../src/store/database.ts";
import { migrations } from "../../src/store/migrations.ts";
import { openStoreReader } from "../../src/store/reader.ts";
import { openStore } from "../../src/store/store.ts";
import { addRowSum } from "../../src/store/tables/sealed-tables.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { batch, entry, noon } from "./batches.ts";
import { tmpStore } from "./house.ts";

const options = { now: () => noon };

function refusal(open: () => unknown): StoreError {
  try {
    open();
  } catch (error) {
    if (error instanceof StoreError) {
      expect(error.message).not.toContain("\n");
      return error;
    }
    throw error;
  }
  throw new Error("it opened");
}

test("a new database gets its folders, an epoch of its own and an empty log", () => {
  const path = join(tmpFolder(), "a", "b", "yagura.db");
  const store = tmpStore(path);
  expect(store.log.epoch).toMatch(/^[0-9a-f-]{36}$/);
  expect([store.log.head(), store.log.oldest()]).toEqual([0, 1]);
});

test("the epoch holds over restarts and differs between databases", () => {
  const folder = tmpFolder();
  const path = join(folder, "yagura.db");
  const first = openStore(path, options);
  const { epoch } = first.log;
  first.close();
  expect(tmpStore(path).log.epoch).toBe(epoch);
  expect(tmpStore(join(folder, "other.db")).log.epoch).not.toBe(epoch);
});

test("every open writes through to the disk, in WAL mode with foreign keys", () => {
  const path = join(tmpFolder(), "yagura.db");
  for (const round of [1, 2]) {
    const db = openDatabase(path);
    const settings = ["synchronous", "journal_mode", "foreign_keys"].map((name) =>
      db.pragma(name, { simple: true }),
    );
    expect(settings, `open ${round}`).toEqual([2, "wal", 1]);
    db.close();
  }
});

test("every new database is what the steps make of it, one after the other", () => {
  const contentOf = (db: Sqlite.Database) => {
    // What a table has is asked in the order in which it was made.
    const made =
      "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, rowid";
    const all = db.prepare<[], { type: string; name: string }>(made).all();
    const tables = all.filter(({ type }) => type === "table").map(({ name }) => name);
    const rows = tables.map((name) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]);
    db.close();
    return { all, rows };
  };
  const stepped = new Sqlite(":memory:");
  addRowSum(stepped);
  for (const step of migrations) stepped.exec(step);
  const expected = contentOf(stepped);
  expect(expected.rows.flatMap(([, rows]) => rows)).toHaveLength(3);
  for (const name of ["first.db", "second.db"])
    expect(contentOf(openDatabase(join(tmpFolder(), name))), name).toEqual(expected);
});

test("all tables are STRICT", () => {
  const db = openDatabase(join(tmpFolder(), "yagura.db"));
  const tables = db.prepare("PRAGMA table_list").all() as { name: string; strict: number; schema: string }[];
  db.close();
  const ours = tables.filter(({ name }) => !name.startsWith("sqlite_"));
  expect(ours.map(({ name }) => name).sort()).toEqual([
    "alert_states",
    "consumers",
    "cooldowns",
    "delivery_attempts",
    "devices",
    "held_drafts",
    "held_items",
    "holds",
    "items",
    "log",
    "meta",
    "notice_rounds",
    "notices",
    "outbox",
    "publications",
    "rule_memories",
    "runs",
    "sightings",
    "silent_changes",
    "sources",
    "sums",
    "suppressions",
    "withheld",
  ]);
  expect(ours.every(({ strict }) => strict === 1)).toBe(true);
});

test("a database of the first version gets what came since, and keeps what it has", () => {
  const path = join(tmpFolder(), "yagura.db");
  const raw = new Sqlite(path);
  raw.exec(migrations[0] ?? "");
  raw.exec("INSERT INTO meta VALUES ('epoch', 'of-old')");
  const { event } = entry(7);
  raw
    .prepare("INSERT INTO log VALUES (7, ?, ?, ?, ?, ?)")
    .run(event.time, event.type, event.subject, event.source, JSON.stringify(event));
  raw.pragma("user_version = 1");
  raw.pragma(`application_id = ${0x59414755}`);
  raw.close();
  const store = tmpStore(path);
  expect(store.log.epoch).toBe("of-old");
  expect(store.log.read(0, 10).map(({ seq }) => seq)).toEqual([7]);
  expect(store.hold("margin-alerts")).toBeNull();
  expect(store.heldPart("margin-alerts").drafts).toEqual([]);
  expect(store.publication("margin-alerts")).toEqual({});
  expect(store.recall({ rule: "any", meaning: "m", key: "k" })).toBeUndefined();
});

test("a database from a newer version is refused, by the reader too, and left as it is", () => {
  const path = join(tmpFolder(), "yagura.db");
  openStore(path, options).close();
  const raw = new Sqlite(path);
  raw.pragma(`user_version = ${migrations.length + 1}`);
  raw.close();
  expect(refusal(() => openStore(path, options)).message).toContain("newer version");
  expect(refusal(() => openStoreReader(path)).message).toContain("newer version");
  const after = new Sqlite(path);
  expect(after.pragma("user_version", { simple: true })).toBe(migrations.length + 1);
  after.close();
});

test("two monitors on one database are refused, also through a link; the first goes on", () => {
  const folder = tmpFolder();
  const path = join(folder, "yagura.db");
  const first = tmpStore(path);
  const link = join(folder, "link.db");
  symlinkSync(path, link);
  expect(refusal(() => openStore(path, options)).message).toBe(`${path}: in use by another monitor`);
  expect(refusal(() => openStore(link, options)).message).toContain("in use by another monitor");
  first.commit(batch({ entries: [entry(1)] }));
  expect(first.log.head()).toBe(1);
});

test("once closed, another monitor may open it", () => {
  const path = join(tmpFolder(), "yagura.db");
  openStore(path, options).close();
  expect(tmpStore(path).log.head()).toBe(0);
});

test("what is no database, or not one of ours, is refused and left as it is", () => {
  const folder = tmpFolder();
  const text = join(folder, "text.db");
  writeFileSync(text, "これはデータベースではない。".repeat(100));
  expect(refusal(() => openStore(text, options)).message).toContain("not a database file");

  const foreign = join(folder, "foreign.db");
  const db = new Sqlite(foreign);
  db.exec("CREATE TABLE recipes (name TEXT)");
  db.close();
  expect(refusal(() => openStore(foreign, options)).message).toContain("not one of Yagura's");
});

test("a refused open leaves no lock behind", () => {
  const path = join(tmpFolder(), "yagura.db");
  writeFileSync(path, "not a database".repeat(100));
  refusal(() => openStore(path, options));
  expect(refusal(() => openStore(path, options)).message).toContain("not a database file");
});

test("a folder that cannot be made and a folder in place of the file are told in one line", () => {
  const folder = tmpFolder();
  const file = join(folder, "file");
  writeFileSync(file, "");
  expect(refusal(() => openStore(join(file, "yagura.db"), options)).message).toContain(file);
  const taken = join(folder, "taken.db");
  mkdirSync(taken);
  expect(refusal(() => openStore(taken, options)).message).toContain("cannot be opened");
});

test("a reader looks beside a running monitor, follows it, and can write nothing", () => {
  const path = join(tmpFolder(), "yagura.db");
  const store = tmpStore(path);
  const reader = openStoreReader(path);
  store.commit(batch({ entries: [entry(1), entry(2)], meta: { rules: "abc" } }));
  expect(reader.log.epoch).toBe(store.log.epoch);
  expect([reader.log.head(), reader.log.oldest()]).toEqual([2, 1]);
  expect(reader.log.read(1, 10)).toEqual(store.log.read(1, 10));
  expect(reader.meta("rules")).toBe("abc");
  reader.close();
});

test("a reader opens what a stopped monitor left", () => {
  const path = join(tmpFolder(), "yagura.db");
  const store = openStore(path, options);
  store.commit(batch({ entries: [entry(1)] }));
  store.close();
  const reader = openStoreReader(path);
  expect(reader.log.head()).toBe(1);
  reader.close();
});

test("a reader makes no database where there is none", () => {
  const path = join(tmpFolder(), "none.db");
  expect(refusal(() => openStoreReader(path)).message).toBe(`${path}: no database there yet`);
});
