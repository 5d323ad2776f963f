/** Files that are no history, or not one that can be opened now; and the rights of one that is. */
import { readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { StoreError } from "../../../src/model/store-faults.ts";
import { openHistory, openHistoryReader } from "../../../src/store/history/history.ts";
import { openStoreReader } from "../../../src/store/reader.ts";
import { openStore } from "../../../src/store/store.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import { noon } from "../batches.ts";
import { tmpHistory } from "./house.ts";
import { all, bars, barsOf, margin, record } from "./records.ts";

const advice = "a history can be deleted and fetched again, nothing else is lost with it";

function refusal(work: () => unknown): StoreError {
  try {
    work();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    expect(error.message).not.toContain("\n");
    return error;
  }
  throw new Error("it was not refused");
}

const tmpPath = () => join(tmpFolder(), "history.db");

test("a history and its folders are their owner's alone", () => {
  const folder = tmpFolder();
  const path = join(folder, "a", "history.db");
  tmpHistory(path).add([record()]);
  const modes = ["", "-wal", "-shm", ".lock"].map((ending) => statSync(`${path}${ending}`).mode & 0o777);
  expect(modes).toEqual([0o600, 0o600, 0o600, 0o600]);
  expect(statSync(join(folder, "a")).mode & 0o777).toBe(0o700);
});

test("a second writer is refused in words, by a link too; the first goes on", () => {
  const folder = tmpFolder();
  const path = join(folder, "history.db");
  const first = tmpHistory(path);
  const link = join(folder, "link.db");
  symlinkSync(path, link);
  expect(refusal(() => openHistory(path)).message).toBe(`${path}: in use by another fetch`);
  expect(refusal(() => openHistory(link)).message).toContain("in use by another fetch");
  first.add([record()]);
  first.close();
  expect(tmpHistory(link).sets()).toHaveLength(1);
});

test("a reader makes no history where there is none, and says what does", () => {
  const path = tmpPath();
  expect(refusal(() => openHistoryReader(path)).message).toBe(
    `${path}: no history there yet; \`yagura history fetch\` makes one`,
  );
});

test("a monitor's database is no history, nor the reverse, and both stay as they are", () => {
  const folder = tmpFolder();
  const [database, history] = [join(folder, "yagura.db"), join(folder, "history.db")];
  openStore(database, { now: () => noon }).close();
  openHistory(history).close();
  const before = [database, history].map((path) => readFileSync(path));
  const notHistory = `${database}: a monitor's database, not a history of the services`;
  expect(refusal(() => openHistory(database)).message).toBe(notHistory);
  expect(refusal(() => openHistoryReader(database)).message).toBe(notHistory);
  const notDatabase = `${history}: a history of the services, not a monitor's database`;
  expect(refusal(() => openStore(history, { now: () => noon })).message).toBe(notDatabase);
  expect(refusal(() => openStoreReader(history)).message).toBe(notDatabase);
  expect([database, history].map((path) => readFileSync(path))).toEqual(before);
  openHistory(history).close();
});

test("a history of a newer version is refused, by the reader too", () => {
  const path = tmpPath();
  openHistory(path).close();
  const raw = new Sqlite(path);
  raw.pragma("user_version = 99");
  raw.close();
  expect(refusal(() => openHistory(path)).message).toContain("newer version");
  expect(refusal(() => openHistoryReader(path)).message).toContain("newer version");
});

test("a text in its place is refused with advice", () => {
  const path = tmpPath();
  writeFileSync(path, "これは歴史ではない。".repeat(100));
  expect(refusal(() => openHistory(path)).message).toBe(
    `${path}: not a database file (SQLITE_NOTADB); ${advice}`,
  );
  expect(readFileSync(path, "utf8")).toContain("歴史");
});

test("a damaged page is told in words wherever it is met, and what is whole is still read", () => {
  const path = tmpPath();
  const first = openHistory(path);
  first.add([record(), ...barsOf("2026-01-05", 400), ...barsOf("2026-01-06", 400)]);
  first.close();
  const bytes = readFileSync(path);
  const size = bytes.readUInt16BE(16);
  const page = Math.floor(bytes.lastIndexOf("2026-01-06") / size) * size;
  writeFileSync(path, bytes.fill(0x5a, page, page + size));
  const history = tmpHistory(path);
  const told = refusal(() => history.between(bars, all));
  expect(told.message).toContain(path);
  expect(told.message).toContain(advice);
  expect(told.fault).toBe("damaged");
  expect(history.between(margin, all)).toEqual([record()]);
});

test.each(["{", "5", "[1,2,3]"])("a row that was changed by another program is damage: %s", (body) => {
  const path = tmpPath();
  const first = openHistory(path);
  first.add([record({ row: { code: "9901" } })]);
  first.close();
  const raw = new Sqlite(path);
  raw.prepare("UPDATE records SET body = ?").run(body);
  raw.close();
  const told = refusal(() => tmpHistory(path).ofSubject("9901", all));
  const call = "`yagura history fetch --since 2026-01-05` fetches them again";
  expect(told.message).toBe(`${path}: records of ${margin} of about 2026-01-05 are damaged; ${call}`);
});

test("a call that cannot be written is told, and nothing of it is kept", () => {
  const path = tmpPath();
  const history = tmpHistory(path);
  history.add([record({ row: { a: 1 } })]);
  const other = new Sqlite(path);
  other.exec("BEGIN IMMEDIATE");
  expect(refusal(() => history.add([record({ name: "second", row: { b: 2 } })])).fault).toBe("locked");
  other.exec("ROLLBACK");
  other.close();
  history.add([record({ name: "third", row: { c: 3 } })]);
  expect(history.between(margin, all).map(({ row }) => row)).toEqual([{ a: 1 }, { c: 3 }]);
});

test("all tables are STRICT", () => {
  const path = tmpPath();
  openHistory(path).close();
  const raw = new Sqlite(path);
  const tables = raw.prepare("PRAGMA table_list").all() as { name: string; strict: number }[];
  raw.close();
  const ours = tables.filter(({ name }) => !name.startsWith("sqlite_"));
  expect(ours.map(({ name }) => name).sort()).toEqual([
    "days",
    "origins",
    "pieces",
    "records",
    "sets",
    "subject_weeks",
  ]);
  expect(ours.every(({ strict }) => strict === 1)).toBe(true);
});
