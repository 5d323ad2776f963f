/** A backup is whole as of one moment, verified before it has its name, and costs the monitor nothing. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { backUp } from "../../../src/app/database/back-up.ts";
import { verifyStore } from "../../../src/app/database/verify-store.ts";
import { Refused } from "../../../src/lib/problem.ts";
import { openStoreReader } from "../../../src/store/reader.ts";
import type { Store } from "../../../src/store/store.ts";
import { batch, entry } from "../../store/batches.ts";
import { tmpStore } from "../../store/house.ts";
import { changeText } from "../../support/damage.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";

const note = (seq: number) => `note-${seq};`.repeat(200);

function commit(store: Store, from: number, to: number): void {
  const entries = Array.from({ length: to - from + 1 }, (_, at) =>
    entry(from + at, { data: { now: { code: "9901", note: note(from + at) } } }),
  );
  store.commit(batch({ entries }));
}

/** A database of some pages that its monitor has open, and where its backup is to be. */
function running(entries = 2_000) {
  const folder = tmpFolder();
  const path = join(folder, "yagura.db");
  const store = tmpStore(path);
  commit(store, 1, entries);
  return { folder, path, store, file: join(folder, "backups", "one.db") };
}

test("a backup made while the monitor commits has one moment, is one file, and is its owner's alone", async () => {
  const { path, store, file } = running();
  let steps = 0;
  const made = await backUp(path, file, {
    tell() {
      steps += 1;
      commit(store, 2_000 + steps, 2_000 + steps);
    },
  });
  expect(steps).toBeGreaterThan(3);
  expect(store.log.head()).toBe(2_000 + steps);
  expect(made).toMatchObject({ ok: true, file, from: path, entries: 2_000, last: 2_000, damaged: [] });
  expect(made.bytes).toBe(statSync(file).size);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(file, ".."))).toEqual(["one.db"]);
  const reader = openStoreReader(file);
  expect(reader.log.head()).toBe(2_000);
  reader.close();
  // Nothing is made beside a backup that is only looked at.
  expect(readdirSync(join(file, ".."))).toEqual(["one.db"]);
});

test("a backup of a database at rest is made as well", async () => {
  const { path, store, file } = running(3);
  store.close();
  expect(await backUp(path, file)).toMatchObject({ ok: true, entries: 3 });
});

test("what has the name already is replaced only when that is asked for, and never the database's own files", async () => {
  const { path, store, file } = running(3);
  await backUp(path, file);
  commit(store, 4, 4);
  await expect(backUp(path, file)).rejects.toThrow("--force");
  expect((await verifyStore(file)).entries).toBe(3);
  await backUp(path, file, { force: true });
  expect((await verifyStore(file)).entries).toBe(4);
  for (const ending of ["", "-wal", ".told", ".lock"])
    await expect(backUp(path, `${path}${ending}`, { force: true })).rejects.toThrow(
      "belongs to the database",
    );
  await expect(backUp(path, join(file, ".."), { force: true })).rejects.toThrow("something else");
});

test("of a damaged database nothing is kept, and the backup from before stays, unless the damage is asked for", async () => {
  const { path, store, file } = running(200);
  await backUp(path, file);
  const before = readFileSync(file);
  store.close();
  changeText(path, note(77));
  const damaged = [{ part: "log", from: 77, to: 77 }];
  expect(await backUp(path, file, { force: true })).toMatchObject({ ok: false, bytes: 0, damaged });
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(join(file, ".."))).toEqual(["one.db"]);
  expect(await backUp(path, file, { force: true, damaged: true })).toMatchObject({ ok: true, damaged });
  expect((await verifyStore(file)).damaged).toEqual(damaged);
});

test("a backup that is stopped leaves nothing, and what one left that was killed goes with the next", async () => {
  const { path, file, folder } = running();
  const stopping = new AbortController();
  const stopped = backUp(path, file, { signal: stopping.signal, tell: () => stopping.abort() });
  await expect(stopped).rejects.toThrow("aborted");
  expect(readdirSync(join(folder, "backups"))).toEqual([]);
  // No process has this number: those of Linux end at 4,194,304.
  for (const name of ["one.db.part-4194305", "one.db.part-4194305-journal", "one.db.part-1", "two.db"])
    writeFileSync(join(folder, "backups", name), "");
  await backUp(path, file);
  expect(readdirSync(join(folder, "backups")).sort()).toEqual(["one.db", "one.db.part-1", "two.db"]);
});

test("a call that cannot be answered is refused in one line: no database, no such place", async () => {
  const { path, file, folder } = running(3);
  await expect(backUp(join(folder, "none.db"), file)).rejects.toThrow(Refused);
  expect(existsSync(file)).toBe(false);
  writeFileSync(join(folder, "plain"), "");
  await expect(backUp(path, join(folder, "plain", "one.db"))).rejects.toThrow(Refused);
  mkdirSync(join(folder, "other"));
  writeFileSync(join(folder, "other/x.db"), "no database");
  const unreadable = { ok: false, bytes: 0, damaged: [{ part: "file" }] };
  expect(await backUp(join(folder, "other/x.db"), file)).toMatchObject(unreadable);
  expect(existsSync(file)).toBe(false);
});
