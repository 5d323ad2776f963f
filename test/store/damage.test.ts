/** Damaged data is never given to anybody, and what can be written goes on being written. */
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { DamagedState } from "../../src/model/store-faults.ts";
import { openVerifier } from "../../src/store/damage/verifier.ts";
import { openStoreReader } from "../../src/store/reader.ts";
import { entryHash } from "../../src/store/tables/log.ts";
import { changeText, forge, pagesOf, zeroPage } from "../support/damage.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { batch, entry, mail, noon, sourceWrite } from "./batches.ts";
import { tmpStore } from "./house.ts";

const source = "margin-alerts";
const item = (key: string) => ({ scope: "", key, body: { code: key, name: `Name of ${key}` } });

/** A database with `entries` entries, some items, a memory, a cooldown and a mail; closed. */
function written(entries = 40): string {
  const path = join(tmpFolder(), "yagura.db");
  const store = tmpStore(path);
  for (let seq = 1; seq <= entries; seq += 4) {
    const four = [0, 1, 2, 3].map((more) =>
      entry(seq + more, { data: { now: { code: "9901", note: `entry-${seq + more};`.repeat(20) } } }),
    );
    store.commit(batch({ entries: four }));
  }
  const put = Array.from({ length: 200 }, (_, at) => item(`k${at}`));
  store.commit(
    batch({
      source: sourceWrite({ cursor: { read: "far" }, put }),
      cooldowns: [{ rule: "loud", key: "k", firedAt: noon }],
      memories: [{ rule: "counting", meaning: "m", key: "9901", body: { seen: "remembered" }, due: noon }],
      mails: [mail(1)],
    }),
  );
  store.close();
  return path;
}

const seqs = (path: string) => {
  const store = tmpStore(path);
  const read = store.log.read(0, 1_000).map(({ seq }) => seq);
  store.close();
  return read;
};
const upTo = (last: number, without: readonly number[] = []) =>
  Array.from({ length: last }, (_, at) => at + 1).filter((seq) => !without.includes(seq));

function verified(path: string) {
  const verifier = openVerifier(path);
  const found = [...verifier.slices(() => {})].flat();
  verifier.close();
  return found;
}

test("an entry of which a letter changed is not read; the others are", () => {
  const path = written();
  changeText(path, "entry-17;entry-17;");
  expect(seqs(path)).toEqual(upTo(40, [17]));
  expect(verified(path)).toEqual([{ part: "log", from: 17, to: 17 }]);
  const reader = openStoreReader(path);
  expect(reader.search.oldest({ limit: 1_000 }).map(({ seq }) => seq)).toEqual(upTo(40, [17]));
  reader.close();
});

test("an entry that was put in from another log is not read, nor the one that does not follow it, wherever reading begins", () => {
  const path = written();
  const db = new Sqlite(path);
  const row = db.prepare("SELECT * FROM log WHERE seq = 17").get() as Parameters<typeof entryHash>[0];
  const before = "the hash of another entry";
  const hash = entryHash({ ...row, before });
  db.prepare("UPDATE log SET before = ?, hash = ? WHERE seq = 17").run(before, hash);
  db.close();
  const store = tmpStore(path);
  const from = (after: number) => store.log.read(after, 1_000).map(({ seq }) => seq);
  const whole = upTo(40, [17, 18]);
  expect(from(0)).toEqual(whole);
  for (const after of [15, 16, 17, 18]) expect(from(after)).toEqual(whole.filter((seq) => seq > after));
});

test("a page of the log that SQLite cannot read costs the entries on it, and writing goes on", () => {
  const path = written(400);
  const pages = pagesOf(path, "log");
  zeroPage(path, pages[3] ?? 0);
  const read = seqs(path);
  expect(read.length).toBeGreaterThan(300);
  expect([read[0], read.at(-1)]).toEqual([1, 400]);
  const store = tmpStore(path);
  store.commit(batch({ entries: [entry(401)] }));
  expect(store.log.head()).toBe(401);
});

test("the last page of the log is damaged: no number is given twice, and writing goes on", () => {
  const path = written(400);
  zeroPage(path, pagesOf(path, "log").at(-1) ?? 0);
  const store = tmpStore(path);
  expect(store.log.head()).toBe(400);
  const before = store.log.read(0, 1_000).at(-1)?.seq ?? 0;
  expect(before).toBeLessThan(400);
  store.commit(batch({ entries: [entry(401)] }));
  store.commit(batch({ entries: [entry(402)] }));
  expect(store.log.read(before, 1_000).map(({ seq }) => seq)).toEqual([401, 402]);
});

test("where the note of how far the log goes is damaged, the log itself says it", () => {
  const path = written();
  const db = new Sqlite(path);
  db.exec("UPDATE sums SET rows = 12 WHERE name = 'log'");
  db.close();
  const store = tmpStore(path);
  expect(store.log.head()).toBe(40);
  store.commit(batch({ entries: [entry(41)] }));
  expect(store.log.read(39, 10).map(({ seq }) => seq)).toEqual([40, 41]);
});

test("where a page of the log is damaged as well as that note, what stands behind it is read all the same", () => {
  const path = written(400);
  const db = new Sqlite(path);
  db.exec("UPDATE sums SET rows = 12 WHERE name = 'log'");
  db.close();
  zeroPage(path, pagesOf(path, "log")[3] ?? 0);
  const read = seqs(path);
  expect(read.length).toBeGreaterThan(300);
  expect([read[0], read.at(-1)]).toEqual([1, 400]);
});

test("a changed item is not given: the source's state throws, and is gone once that is told", () => {
  const path = written();
  changeText(path, "Name of k33");
  const store = tmpStore(path);
  const { damages, startCheck } = store;
  startCheck.begin();
  while (startCheck.step(1));
  expect(damages.take()).toEqual([{ part: "items", source }]);
  expect(() => store.state(source).item("", "k33")).toThrow(DamagedState);
  expect(() => store.state(source).items("")).toThrow(DamagedState);
  expect(() => store.state(source).page("", ["name"], "", 300)).toThrow(DamagedState);
  store.commit(batch({ damaged: [{ part: "items", source }] }));
  expect([store.state(source).cursor, store.state(source).items("").size]).toEqual([undefined, 0]);
  expect(store.baselinedAnew(source)).toBe("damaged");
  store.commit(batch({ source: sourceWrite({ cursor: 1, put: [item("k1")], baselined: true }) }));
  expect(store.baselinedAnew(source)).toBeUndefined();
  store.close();
  expect(verified(path)).toEqual([]);
});

test("a page of items that SQLite cannot read costs that source its state, and can be written again", () => {
  const path = written();
  const other = tmpStore(path);
  other.commit(batch({ source: sourceWrite({ name: "zebra", put: [item("z")], cursor: 1 }) }));
  other.close();
  zeroPage(path, pagesOf(path, "items")[0] ?? 0);
  const store = tmpStore(path);
  expect(() => store.state(source).items("")).toThrow(DamagedState);
  store.commit(batch({ damaged: [{ part: "items", source }] }));
  store.commit(batch({ source: sourceWrite({ cursor: 1, put: [item("k1")] }) }));
  expect([...store.state(source).items("").keys()]).toEqual(["k1"]);
  expect([...store.state("zebra").items("").keys()]).toEqual(["z"]);
});

test("what a rule remembered and when it fired are not believed when they are damaged", () => {
  const path = written();
  changeText(path, "remembered");
  changeText(path, "loudk");
  const store = tmpStore(path);
  expect(store.recall({ rule: "counting", meaning: "m", key: "9901" })).toBeUndefined();
  while (store.startCheck.step(1));
  const found = store.damages.take();
  expect(found).toContainEqual({ part: "memories", rule: "counting" });
  expect(found).toContainEqual({ part: "cooldowns" });
  store.commit(batch({ damaged: found }));
  store.close();
  expect(verified(path)).toEqual([]);
});

test.each([
  ["is another's", "'mounting'"],
  ["cannot be read", "CAST(x'FF6F756E74696E67' AS TEXT)"],
])("a state that is due is not given where its rule's name %s, and is gone once that is told", (_, name) => {
  const path = written();
  forge(path, `UPDATE rule_memories SET rule = ${name}`);
  const store = tmpStore(path);
  expect(store.dueMemories(noon)).toEqual([]);
  const damaged = store.damages.take();
  expect(damaged).toEqual([{ part: "memories", rule: expect.stringMatching(/ounting$/) }]);
  store.commit(batch({ damaged }));
  expect(store.dueMemories(noon)).toEqual([]);
  expect(store.damages.take()).toEqual([]);
});

test("the check behind the start names the rule whose state is damaged", () => {
  const path = written();
  changeText(path, "remembered");
  const store = tmpStore(path);
  while (store.startCheck.step(1));
  expect(store.damages.take()).toEqual([{ part: "memories", rule: "counting" }]);
});

test("a damaged mail is not given to be sent", () => {
  const path = written();
  changeText(path, "<p>html</p>");
  const store = tmpStore(path);
  expect(store.outbox.of("email").due(noon, 10, [])).toEqual([]);
  expect(store.damages.take()).toEqual([{ part: "mails", ids: [1] }]);
  expect(store.outbox.remains(1)).toMatchObject([{ alertSeq: 1, address: "desk@example.com" }]);
});

test("a changed definition of a trigger is found by verify; a rebuilt table is none", () => {
  const path = written();
  expect(verified(path)).toEqual([]);
  zeroPage(path, pagesOf(path, "items")[0] ?? 0);
  const store = tmpStore(path);
  store.commit(batch({ damaged: [{ part: "items", source }] }));
  store.close();
  expect(verified(path)).toEqual([]);
  changeText(path, "1, new.sum");
  expect(verified(path).map(({ part }) => part)).toContain("file");
});

test("a definition that is kept as of no table of this name is found by verify", () => {
  const path = written();
  const db = new Sqlite(path);
  db.unsafeMode(true);
  db.pragma("writable_schema = ON");
  db.exec("UPDATE sqlite_schema SET tbl_name = CAST(tbl_name AS BLOB) WHERE name = 'log'");
  db.close();
  expect(verified(path)).toEqual([{ part: "file", message: "the definition of log" }]);
});

test("a damaged note is not known any more; a damaged epoch makes a new one", () => {
  const path = written();
  const { epoch } = openAndClose(path);
  changeText(path, epoch);
  const now = openAndClose(path);
  expect(now.epoch).not.toBe(epoch);
  expect(now.epoch).toMatch(/^[0-9a-f-]{36}$/);
});

function openAndClose(path: string) {
  const store = tmpStore(path);
  const { epoch } = store.log;
  store.close();
  return { epoch };
}
