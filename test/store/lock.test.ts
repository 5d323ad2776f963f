/** One monitor a database, whatever name it is found by and whatever became of the lock beside it. */
import { linkSync, mkdirSync, rmSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { openStoreReader } from "../../src/store/reader.ts";
import { openStore } from "../../src/store/store.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { batch, entry, noon } from "./batches.ts";
import { tmpStore } from "./house.ts";

const open = (path: string) => openStore(path, { now: () => noon });
const inUse = (path: string) => `${path}: in use by another monitor, or another program keeps it open`;

test("a second monitor is refused through a hard link, in another folder too; the first goes on", () => {
  const folder = tmpFolder();
  const path = join(folder, "yagura.db");
  const first = tmpStore(path);
  first.commit(batch({ entries: [entry(1)] }));
  mkdirSync(join(folder, "other"));
  const link = join(folder, "other", "link.db");
  linkSync(path, link);
  expect(() => open(link)).toThrow(inUse(link));
  first.commit(batch({ entries: [entry(2)] }));
  first.close();
  expect(
    tmpStore(path)
      .log.read(0, 10)
      .map(({ seq }) => seq),
  ).toEqual([1, 2]);
});

test("a hard link that was the monitor's before is refused as well", () => {
  const folder = tmpFolder();
  const [path, link] = [join(folder, "yagura.db"), join(folder, "link.db")];
  open(path).close();
  linkSync(path, link);
  open(link).close();
  tmpStore(path);
  expect(() => open(link)).toThrow(inUse(link));
});

test("a second monitor is refused where the lock was deleted, again and again", () => {
  const path = join(tmpFolder(), "yagura.db");
  const first = tmpStore(path);
  unlinkSync(`${path}.lock`);
  expect(() => open(path)).toThrow(inUse(path));
  expect(() => open(path)).toThrow(inUse(path));
  first.commit(batch({ entries: [entry(1)] }));
  expect(first.log.head()).toBe(1);
});

test("once the first has ended the next may have it, whatever became of the lock", () => {
  const path = join(tmpFolder(), "yagura.db");
  const first = open(path);
  unlinkSync(`${path}.lock`);
  first.close();
  expect(tmpStore(path).log.head()).toBe(0);
});

test("who only looks holds up no restart, and is not held up", () => {
  const path = join(tmpFolder(), "yagura.db");
  const first = open(path);
  first.commit(batch({ entries: [entry(1)] }));
  const reader = openStoreReader(path);
  onTestFinished(() => reader.close());
  const shell = new Sqlite(path);
  onTestFinished(() => void shell.close());
  shell.exec("BEGIN; SELECT * FROM log");
  first.close();
  const next = tmpStore(path);
  next.commit(batch({ entries: [entry(2)] }));
  expect(reader.log.head()).toBe(2);
});

test("a database that came from elsewhere has another lock, and opens", () => {
  const path = join(tmpFolder(), "yagura.db");
  open(path).close();
  const moved = join(tmpFolder(), "yagura.db");
  const db = new Sqlite(path);
  db.prepare("VACUUM INTO ?").run(moved);
  db.close();
  expect(tmpStore(moved).log.head()).toBe(0);
  rmSync(`${path}.lock`);
  expect(tmpStore(path).log.head()).toBe(0);
});
