/** A database that is older than what was told of it is another one, and says so; its numbers name no second event. */
import {
  closeSync,
  copyFileSync,
  fstatSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { putBackTold } from "../../src/store/put-back.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { alertWrites, notice, silence, told } from "./alert-writes.ts";
import { batch, entry, mail, noon } from "./batches.ts";
import { tmpStore } from "./house.ts";

const open = (path: string): Store => openStore(path, { now: () => noon });

function commit(store: Store, ...seqs: number[]): void {
  for (const seq of seqs) store.commit(batch({ entries: [entry(seq)] }));
}

/** A copy such as `.backup` of SQLite's shell makes. */
function backUp(path: string, to: string): void {
  const db = new Sqlite(path, { readonly: true });
  db.prepare("VACUUM INTO ?").run(to);
  db.close();
}

/** As the manual says: the copy in the place of the database, and nothing left of its write-ahead log. */
function putBack(copy: string, path: string): void {
  for (const ending of ["", "-wal", "-shm"]) rmSync(`${path}${ending}`, { force: true });
  copyFileSync(copy, path);
}

/** The files as a kill would leave them. */
function killed(path: string): string {
  const there = join(tmpFolder(), "yagura.db");
  for (const ending of ["", "-wal", ".told"]) copyFileSync(`${path}${ending}`, `${there}${ending}`);
  return there;
}

/** A database of three entries with its copy, that then went on to the fifth. */
function withCopy() {
  const folder = tmpFolder();
  const path = join(folder, "yagura.db");
  const copy = join(folder, "copy.db");
  const store = open(path);
  commit(store, 1, 2, 3);
  backUp(path, copy);
  commit(store, 4, 5);
  const { epoch } = store.log;
  store.close();
  return { path, copy, epoch };
}

test("a copy put back gets an epoch of its own, and it is known what was told after it", () => {
  const { path, copy, epoch } = withCopy();
  putBack(copy, path);
  const store = tmpStore(path);
  expect(store.log.epoch).not.toBe(epoch);
  expect(store.log.head()).toBe(3);
  expect(store.putBack()).toEqual({ reason: "older", head: 3, told: 5 });
  const again = store.log.epoch;
  commit(store, 4);
  store.close();
  const next = tmpStore(path);
  expect(next.log.epoch).toBe(again);
});

test("in a copy put back alerts are open and silenced, and wait, as they were when it was made", () => {
  const folder = tmpFolder();
  const [path, copy] = [join(folder, "yagura.db"), join(folder, "copy.db")];
  const store = open(path);
  const states = [{ kind: "silence" as const, key: "s-1", body: silence() }];
  store.commit(batch({ entries: [entry(1)], alerts: alertWrites({ states, notices: [notice(1)] }) }));
  backUp(path, copy);
  const lifted = [{ kind: "silence" as const, key: "s-1", body: undefined }];
  store.commit(batch({ entries: [entry(2)], alerts: alertWrites({ states: lifted, ends: [told()] }) }));
  store.close();
  putBack(copy, path);
  const { alerts } = tmpStore(path);
  expect(alerts.states("silence")).toEqual([{ key: "s-1", body: silence() }]);
  expect(alerts.waiting("email:desk", "g", 9).first).toEqual([notice(1)]);
});

test("it is remembered until it was told of, over restarts", () => {
  const { path, copy } = withCopy();
  putBack(copy, path);
  open(path).close();
  const second = open(path);
  expect(second.putBack()).toEqual({ reason: "older", head: 3, told: 5 });
  second.commit(batch({ entries: [entry(4)], meta: putBackTold }));
  expect(second.putBack()).toBeUndefined();
  second.close();
  expect(tmpStore(path).putBack()).toBeUndefined();
});

test("the same copy put back a second time gets a third epoch", () => {
  const { path, copy, epoch } = withCopy();
  putBack(copy, path);
  const second = open(path);
  commit(second, 4);
  second.close();
  putBack(copy, path);
  const third = tmpStore(path);
  expect(third.log.epoch).not.toBe(epoch);
  expect(third.log.epoch).not.toBe(second.log.epoch);
  expect(third.putBack()).toEqual({ reason: "another", head: 3, told: 4 });
});

test("a copy that went on elsewhere has other entries under the same numbers: a new epoch", () => {
  const { path, copy, epoch } = withCopy();
  const elsewhere = open(copy);
  elsewhere.commit(batch({ entries: [4, 5, 6].map((seq) => entry(seq, { subject: "130A" })) }));
  elsewhere.close();
  putBack(copy, path);
  const store = tmpStore(path);
  expect(store.log.epoch).not.toBe(epoch);
  expect(store.putBack()).toEqual({ reason: "another", head: 6, told: 5 });
});

test("a write-ahead log that lost its tail is noticed", () => {
  const path = join(tmpFolder(), "yagura.db");
  const store = tmpStore(path);
  commit(store, 1, 2, 3);
  const short = statSync(`${path}-wal`).size;
  commit(store, 4, 5);
  const there = killed(path);
  truncateSync(`${there}-wal`, short);
  const cut = tmpStore(there);
  expect(cut.log.head()).toBe(3);
  expect(cut.log.epoch).not.toBe(store.log.epoch);
  expect(cut.putBack()).toEqual({ reason: "older", head: 3, told: 5 });
});

test("a kill leaves nothing of the kind", () => {
  const path = join(tmpFolder(), "yagura.db");
  const store = tmpStore(path);
  commit(store, 1, 2, 3);
  const next = tmpStore(killed(path));
  expect(next.log.epoch).toBe(store.log.epoch);
  expect(next.putBack()).toBeUndefined();
});

test("what was told may be known less well than what is written: nothing happens", () => {
  const path = join(tmpFolder(), "yagura.db");
  const store = open(path);
  commit(store, 1, 2, 3);
  copyFileSync(`${path}.told`, `${path}.before`);
  commit(store, 4, 5);
  store.close();
  copyFileSync(`${path}.before`, `${path}.told`);
  const next = tmpStore(path);
  expect(next.log.epoch).toBe(store.log.epoch);
  expect(next.putBack()).toBeUndefined();
});

test.each([
  ["missing", (path: string) => rmSync(path)],
  ["empty", (path: string) => truncateSync(path)],
  ["rubbish", (path: string) => writeFileSync(path, "\u0000".repeat(512))],
  ["half of one", (path: string) => truncateSync(path, statSync(path).size / 4)],
  ["with a number changed", (path: string) => writeFileSync(path, '{"epoch":"e","seq":99,"hash":"x"}')],
])("a record of what was told that is %s stops nothing and claims nothing", (_, spoil) => {
  const { path, epoch } = withCopy();
  spoil(`${path}.told`);
  const store = open(path);
  expect(store.log.epoch).toBe(epoch);
  expect(store.putBack()).toBeUndefined();
  commit(store, 6);
  store.close();
  // It is kept again from then on.
  const raw = new Sqlite(path);
  raw.exec("DELETE FROM log WHERE seq = 6; UPDATE sums SET rows = 5 WHERE name = 'log'");
  raw.close();
  expect(tmpStore(path).putBack()).toEqual({ reason: "older", head: 5, told: 6 });
});

test("a database that is begun anew where another one was is no copy put back", () => {
  const { path, epoch } = withCopy();
  rmSync(path);
  const store = tmpStore(path);
  expect(store.log.epoch).not.toBe(epoch);
  expect(store.putBack()).toBeUndefined();
});

test("a copy in which a mail waits that the mail server took is older, though its log is not", () => {
  const folder = tmpFolder();
  const [path, copy] = [join(folder, "yagura.db"), join(folder, "copy.db")];
  const store = open(path);
  store.commit(batch({ entries: [entry(1)], mails: [mail(1)] }));
  backUp(path, copy);
  const [waiting] = store.outbox.of("email").due(noon, 1, []);
  store.outbox.of("email").record([{ id: waiting?.id ?? 0, at: noon, outcome: "sent", answer: "250 ok" }]);
  store.close();
  putBack(copy, path);
  const next = open(path);
  onTestFinished(() => next.close());
  expect(next.log.epoch).not.toBe(store.log.epoch);
  expect(next.putBack()).toEqual({ reason: "older", head: 1, told: 1 });
});

test("a record that is deleted while the database is open is made again, and closes no file of another", () => {
  const path = join(tmpFolder(), "yagura.db");
  const store = open(path);
  rmSync(`${path}.told`);
  // A folder in its place: nothing can be kept there.
  mkdirSync(`${path}.told`);
  commit(store, 1);
  expect(store.failure()?.message).toContain(`${path}.told`);
  const others = openSync("/dev/null", "r");
  onTestFinished(() => closeSync(others));
  commit(store, 2, 3);
  expect(() => fstatSync(others)).not.toThrow();
  rmSync(`${path}.told`, { recursive: true });
  commit(store, 4);
  expect(store.failure()).toBeUndefined();
  store.close();
  const raw = new Sqlite(path);
  raw.exec("DELETE FROM log WHERE seq = 4; UPDATE sums SET rows = 3 WHERE name = 'log'");
  raw.close();
  expect(tmpStore(path).putBack()).toEqual({ reason: "older", head: 3, told: 4 });
});
