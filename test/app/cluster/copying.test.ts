/** A machine that follows does what the log of the cluster has, each once and in order, and stops where it must. */
import { expect, onTestFinished, test } from "vitest";
import { startCopying } from "../../../src/app/cluster/copying.ts";
import { StoreError } from "../../../src/model/store-faults.ts";
import { databaseFormat } from "../../../src/store/database.ts";
import { plainWrite, type StoreWrite } from "../../../src/store/write.ts";
import { batch, entry, noon } from "../../store/batches.ts";
import { tmpStore } from "../../store/house.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { memoryEpoch, memorySharedLog } from "../../support/memory-shared-log.ts";
import { until } from "../../support/until.ts";

const commit = (seq: number) =>
  plainWrite({ kind: "commit", at: noon, batch: batch({ entries: [entry(seq)] }) });
const stamp = { term: 3, format: databaseFormat };
const quiet = { error: () => undefined, info: () => undefined, warn: () => undefined } as never;

function copyOf(log = memorySharedLog(), store = tmpStore()) {
  const clock = createHandClock(noon);
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort(new Error("over")));
  const done: StoreWrite["kind"][] = [];
  const began: (readonly [string, number])[] = [];
  const copying = startCopying({
    ...{ shared: memoryEpoch(log), store, format: databaseFormat, log: quiet },
    ...{ clock, signal: stopping.signal },
    done: ({ kind }) => void done.push(kind),
    began: ({ holder }, place) => void began.push([holder, place]),
  });
  return { log, store, copying, done, began, stopping, clock };
}

test("it does every write at its place, hears of terms, and passes over what is no write", async () => {
  const { log, store, copying, done, began } = copyOf();
  log.put({ kind: "term", term: 3, holder: "tokyo-1", id: "a" } as never, stamp);
  log.put(commit(1), stamp);
  log.put({ kind: "proof" }, stamp);
  log.put(plainWrite({ kind: "meta", key: "k", value: "v" }), stamp);
  log.put({ kind: "proof" }, stamp);
  await copying.reached(5);
  expect([store.log.head(), store.meta.get("k"), store.place()]).toEqual([1, "v", 4]);
  expect({ done, began, place: copying.place() }).toEqual({
    ...{ done: ["commit", "meta"], began: [["tokyo-1", 1]], place: 5 },
  });
});

test("it goes on where its database is, and does nothing twice", async () => {
  const { log, store, copying, stopping } = copyOf();
  log.put(commit(1), stamp);
  await copying.reached(1);
  stopping.abort(new Error("stopped"));
  log.put(commit(2), stamp);
  const again = copyOf(log, store);
  await again.copying.reached(2);
  expect([store.log.head(), again.done]).toEqual([2, ["commit"]]);
});

test.each([
  ["purged", "anew"],
  ["that ends before what it has", "ahead"],
] as const)("of a log %s it is %s", async (_, why) => {
  const log = memorySharedLog();
  const store = tmpStore();
  if (why === "ahead") store.follow({ kind: "meta", key: "k", value: "v" }, 7);
  for (let seq = 1; seq <= 3; seq += 1) log.put(commit(seq), stamp);
  if (why === "anew") log.forget(2);
  expect(await copyOf(log, store).copying.ended).toBe(why);
});

test("what a newer version wrote it leaves, and all behind that", async () => {
  const { log, store, copying } = copyOf();
  log.put(commit(1), { term: 3, format: databaseFormat + 1 });
  log.put(commit(2), stamp);
  expect([await copying.ended, store.log.head(), copying.place()]).toEqual(["newer", 0, 0]);
});

test("a write that the disk does not take is tried again, and none is passed over", async () => {
  const store = tmpStore();
  let isFull = true;
  const follow = (write: StoreWrite, place: number) => {
    if (isFull) throw new StoreError("the disk is full");
    store.follow(write, place);
  };
  const { log, copying, done, clock } = copyOf(memorySharedLog(), { ...store, follow });
  log.put(commit(1), stamp);
  log.put(commit(2), stamp);
  await until("a second try", () => clock.waiting > 0);
  expect(done).toEqual([]);
  isFull = false;
  clock.move(1_000);
  await copying.reached(2);
  expect([done, store.log.head()]).toEqual([["commit", "commit"], 2]);
});

test("a write that contradicts the database ends it: the copy is none any more", async () => {
  const { log, copying } = copyOf();
  log.put(commit(2), stamp);
  expect(await copying.ended).toBe("anew");
});
