/** A restored backup is the database, with an epoch of its own from the next start on; the one from before is kept. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { backUp } from "../../../src/app/database/back-up.ts";
import { restore } from "../../../src/app/database/restore.ts";
import { verifyStore } from "../../../src/app/database/verify-store.ts";
import { putBackTold } from "../../../src/store/put-back.ts";
import { openStoreReader } from "../../../src/store/reader.ts";
import { openStore, type Store } from "../../../src/store/store.ts";
import { batch, entry, mail, noon, sourceWrite } from "../../store/batches.ts";
import { tmpStore } from "../../store/house.ts";
import { asOfSteps } from "../../store/of-before.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";

const open = (path: string): Store => openStore(path, { now: () => noon });
const named = "20261120T030000Z";

/** A database of three entries with its backup, that then went on to the fifth and was stopped. */
async function withBackup() {
  const folder = tmpFolder();
  const [path, backup] = [join(folder, "yagura.db"), join(folder, "backup.db")];
  const store = open(path);
  for (const seq of [1, 2, 3])
    store.commit(batch({ entries: [entry(seq)], mails: seq === 3 ? [mail(3)] : [] }));
  await backUp(path, backup);
  for (const seq of [4, 5]) store.commit(batch({ entries: [entry(seq, { subject: "130A" })] }));
  const { epoch } = store.log;
  return { folder, path, backup, store, epoch };
}

test("the backup takes the place, the database from before is kept, and the next start gives it an epoch", async () => {
  const { path, backup, store, epoch } = await withBackup();
  store.close();
  const restored = await restore(backup, path, { now: noon });
  const kept = `${path}.before-${named}`;
  expect(restored).toMatchObject({
    ok: true,
    file: path,
    from: backup,
    kept,
    entries: 3,
    lost: { from: 4, to: 5 },
  });
  expect(restored).toMatchObject({
    lastAt: "2026-11-20T03:00:00.000Z",
    counts: { messages: { waiting: 1 } },
  });
  expect((await verifyStore(kept)).entries).toBe(5);
  // Until it is started it is a whole database, and not one that somebody put back by hand.
  expect(await verifyStore(path)).toMatchObject({ ok: true, entries: 3, epoch });
  const next = open(path);
  expect(next.log.epoch).not.toBe(epoch);
  expect(next.putBack()).toEqual({ reason: "restored", head: 3, told: 5 });
  next.commit(batch({ entries: [entry(4)], meta: putBackTold }));
  const again = next.log.epoch;
  next.close();
  const last = tmpStore(path);
  expect([last.log.epoch, last.putBack()]).toEqual([again, undefined]);
});

test("nothing is touched while a monitor runs", async () => {
  const { path, backup, store, folder } = await withBackup();
  await expect(restore(backup, path, { now: noon })).rejects.toThrow("in use by a running monitor");
  expect(store.log.head()).toBe(5);
  store.commit(batch({ entries: [entry(6)] }));
  expect(readdirSync(folder).filter((name) => /restoring|before/.test(name))).toEqual([]);
});

test("a damaged backup is refused and everything is as it was, unless the damage is asked for", async () => {
  const { path, backup, store } = await withBackup();
  store.close();
  const raw = new Sqlite(backup);
  raw.exec("UPDATE log SET subject = '9902' WHERE seq = 2");
  raw.close();
  const damaged = [{ part: "log", from: 2, to: 2 }];
  expect(await restore(backup, path, { now: noon })).toMatchObject({ ok: false, damaged });
  expect((await verifyStore(path)).entries).toBe(5);
  expect(existsSync(`${path}.restoring`)).toBe(false);
  expect(await restore(backup, path, { now: noon, damaged: true })).toMatchObject({ ok: true, damaged });
  expect((await verifyStore(path)).damaged).toEqual(damaged);
});

test("a backup that cannot even be opened is a damaged one, and everything is as it was", async () => {
  const { path, backup, store, folder } = await withBackup();
  store.close();
  for (const spoil of [() => truncateSync(backup, 9_000), () => writeFileSync(backup, "rubbish")]) {
    spoil();
    const refused = await restore(backup, path, { now: noon, damaged: true });
    expect(refused).toMatchObject({ ok: false, from: backup, entries: 0, damaged: [{ part: "file" }] });
  }
  expect((await verifyStore(path)).entries).toBe(5);
  expect(readdirSync(folder).filter((name) => /restoring|before/.test(name))).toEqual([]);
  await expect(restore(join(folder, "none.db"), path, { now: noon })).rejects.toThrow("no database there");
});

test.each([
  ["overwritten with rubbish", (path: string) => writeFileSync(path, "rubbish".repeat(5_000))],
  ["empty", (path: string) => writeFileSync(path, "")],
  ["gone", (path: string) => rmSync(path)],
  ["without its lock", (path: string) => rmSync(`${path}.lock`)],
  [
    "damaged and without its lock",
    (path: string) => {
      rmSync(`${path}.lock`);
      writeFileSync(path, "rubbish".repeat(5_000));
    },
  ],
])("a database that is %s is replaced; the record beside it says what was told", async (_, spoil) => {
  const { path, backup, store } = await withBackup();
  store.close();
  spoil(path);
  expect(await restore(backup, path, { now: noon })).toMatchObject({ ok: true, lost: { from: 4, to: 5 } });
  expect(tmpStore(path).putBack()).toEqual({ reason: "restored", head: 3, told: 5 });
});

test("the write-ahead log of a killed monitor goes with its database, and never into the backup", async () => {
  const { path, backup, store, folder } = await withBackup();
  const there = join(folder, "killed");
  mkdirSync(there);
  const killed = join(there, "yagura.db");
  for (const ending of ["", "-wal", ".told"]) copyFileSync(`${path}${ending}`, `${killed}${ending}`);
  store.close();
  expect(statSync(`${killed}-wal`).size).toBeGreaterThan(0);
  const { kept } = await restore(backup, killed, { now: noon });
  expect((await verifyStore(killed)).last).toBe(3);
  const before = openStoreReader(String(kept));
  expect(before.log.head()).toBe(5);
  before.close();
});

test("a restored database that was started and then lost its write-ahead log is found, and is no restored one any more", async () => {
  const { path, backup, store, folder } = await withBackup();
  store.close();
  await restore(backup, path, { now: noon });
  const started = open(path);
  started.commit(batch({ entries: [entry(4)], meta: putBackTold }));
  const there = join(folder, "killed");
  mkdirSync(there);
  const killed = join(there, "yagura.db");
  for (const ending of ["", ".told"]) copyFileSync(`${path}${ending}`, `${killed}${ending}`);
  started.close();
  const putBack = { reason: "another", head: 3, told: 4 };
  expect(await verifyStore(killed)).toMatchObject({ ok: false, putBack });
  expect(tmpStore(killed).putBack()).toEqual(putBack);
});

test("a backup of an older version is brought up to date; a database of one is backed up by its own version", async () => {
  const { path, backup, store, folder } = await withBackup();
  store.close();
  asOfSteps(backup, 12);
  expect(await restore(backup, path, { now: noon })).toMatchObject({ ok: true, entries: 3, damaged: [] });
  expect(tmpStore(path).log.head()).toBe(3);
  const refused = backUp(backup, join(folder, "second.db"));
  await expect(refused).rejects.toThrow(`${backup}: written by an older version`);
});

test("in an empty folder of another machine the feed gets a new epoch, too", async () => {
  const { backup, store, epoch } = await withBackup();
  store.close();
  const path = join(tmpFolder(), "data", "yagura.db");
  const restored = await restore(backup, path, { now: noon });
  expect(restored.kept).toBeUndefined();
  expect(restored.lost).toBeUndefined();
  const next = tmpStore(path);
  expect(next.log.epoch).not.toBe(epoch);
  expect(next.putBack()).toEqual({ reason: "restored", head: 3, told: 3 });
});

test("a backup that is emptier than the database takes its place only by force", async () => {
  const { path, backup, store, folder } = await withBackup();
  store.commit(batch({ source: sourceWrite({ put: [{ scope: "", key: "1", body: {} }] }) }));
  const fresh = join(folder, "fresh.db");
  const of = (name: string, count: number) => {
    const other = openStore(join(folder, name), { now: () => noon, epoch: () => "other" });
    for (let seq = 1; seq <= count; seq++) other.commit(batch({ entries: [entry(seq)] }));
    other.close();
    return join(folder, name);
  };
  of("fresh.db", 0);
  store.close();
  for (const file of [fresh, of("small.db", 2), backup])
    await expect(restore(file, path, { now: noon })).rejects.toThrow("it is emptier than the database");
  expect((await verifyStore(path)).entries).toBe(5);
  expect(await restore(fresh, path, { now: noon, force: true })).toMatchObject({ ok: true, entries: 0 });
  // What is empty may be replaced by anything, and a whole backup may bring back less of the log.
  expect(await restore(of("other.db", 1), path, { now: noon + 1_000 })).toMatchObject({ ok: true });
});

test("a database of an older version is not emptied either", async () => {
  const { path, store, folder } = await withBackup();
  store.close();
  asOfSteps(path, 12);
  const fresh = join(folder, "fresh.db");
  open(fresh).close();
  await expect(restore(fresh, path, { now: noon })).rejects.toThrow("0 entries and 0 items");
});

test("two restores within a second keep both databases from before; what is left of one is no backup", async () => {
  const { path, backup, store } = await withBackup();
  store.close();
  const first = await restore(backup, path, { now: noon });
  const second = await restore(backup, path, { now: noon });
  expect([first.kept, second.kept]).toEqual([`${path}.before-${named}`, `${path}.before-${named}-2`]);
  expect((await verifyStore(String(first.kept))).entries).toBe(5);
  copyFileSync(backup, `${path}.restoring`);
  await expect(restore(`${path}.restoring`, path, { now: noon })).rejects.toThrow("the database itself");
  expect(existsSync(`${path}.restoring`)).toBe(true);
});

test("--discard keeps nothing of the database from before", async () => {
  const { path, backup, store, folder } = await withBackup();
  store.close();
  await restore(backup, path, { now: noon, discard: true });
  expect(readdirSync(folder).sort()).toEqual(["backup.db", "yagura.db", "yagura.db.lock", "yagura.db.told"]);
});

test("the same backup restored again, and the database itself as a backup", async () => {
  const { path, backup, store } = await withBackup();
  store.close();
  await restore(backup, path, { now: noon });
  const second = open(path);
  second.commit(batch({ entries: [entry(4)] }));
  second.close();
  const again = await restore(backup, path, { now: noon + 1_000 });
  expect(again).toMatchObject({ ok: true, isOfAnotherEpoch: true });
  expect(tmpStore(path).putBack()).toEqual({ reason: "restored", head: 3, told: 4 });
  await expect(restore(path, path, { now: noon })).rejects.toThrow("the database itself");
});
