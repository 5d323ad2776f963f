/** The look at the database, with real files and a clock that the test moves. */
import { linkSync, mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { watchStore } from "../../src/app/store-upkeep.ts";
import { batch, entry } from "../store/batches.ts";
import { tmpStore } from "../store/house.ts";
import { createHandClock } from "../support/hand-clock.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

function watched() {
  const path = join(tmpFolder(), "data", "yagura.db");
  const store = tmpStore(path);
  const clock = createHandClock();
  const lines: string[] = [];
  let recovered = 0;
  let isDisplaced = false;
  const write = (_: object, message: string) => void lines.push(message);
  const watch = watchStore(store, {
    log: { info: write, error: write } as unknown as Parameters<typeof watchStore>[1]["log"],
    recovered: () => {
      recovered += 1;
    },
    timers: clock,
  });
  void watch.displaced.then(() => {
    isDisplaced = true;
  });
  onTestFinished(watch.stop);
  return { path, store, clock, lines, recovered: () => recovered, displaced: () => isDisplaced };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Another program writes, and does not end. */
function lockedByAnother(path: string): () => void {
  const db = new Sqlite(path);
  db.exec("BEGIN IMMEDIATE");
  onTestFinished(() => void db.close());
  return () => void db.close();
}

test("a database that could not be written is so until a write went well; that nothing was to be written is no proof", () => {
  const { path, store, clock, lines, recovered } = watched();
  const release = lockedByAnother(path);
  expect(() => store.commit(batch({ entries: [entry(1)] }))).toThrow("locked by another program");
  store.commit(batch({}));
  expect(store.failure()?.fault).toBe("locked");
  clock.move(2_000);
  expect(store.failure()?.fault).toBe("locked");
  release();
  expect(store.failure()?.fault).toBe("locked");
  clock.move(2_000);
  expect(store.failure()).toBeUndefined();
  expect(lines).toEqual([
    "the database cannot be written; nothing is sent",
    "the database can be written again",
  ]);
  expect(recovered()).toBe(1);
});

test("a folder that is gone is noticed by the next look, told once, and found again", () => {
  const { path, store, clock, lines } = watched();
  const folder = dirname(path);
  renameSync(folder, `${folder}-away`);
  clock.move(2_000);
  expect(store.failure()?.fault).toBe("missing");
  expect(() => store.commit(batch({ entries: [entry(1)] }))).toThrow("gone while it is open");
  clock.move(20_000);
  renameSync(`${folder}-away`, folder);
  clock.move(2_000);
  expect(store.failure()).toBeUndefined();
  store.commit(batch({ entries: [entry(1)] }));
  expect(lines).toHaveLength(2);
});

test("a folder that is replaced is noticed, and the other database asked for once it rests", async () => {
  const { path, store, clock, displaced } = watched();
  const folder = dirname(path);
  renameSync(folder, `${folder}-away`);
  mkdirSync(folder);
  const other = new Sqlite(path);
  other.exec("CREATE TABLE a (b)");
  clock.move(2_000);
  expect(store.failure()?.fault).toBe("replaced");
  other.exec("CREATE TABLE b (c)");
  clock.move(2_000);
  await settled();
  expect(displaced()).toBe(false);
  other.close();
  clock.move(2_000);
  await settled();
  expect(displaced()).toBe(true);
});

test("a second name of the file is no other place", () => {
  const { path, store, clock } = watched();
  linkSync(path, `${path}.link`);
  clock.move(4_000);
  expect(store.failure()).toBeUndefined();
});
