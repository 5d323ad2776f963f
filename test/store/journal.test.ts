/** A database whose writes go onto a shared log first, and copies that follow it: the same rows, or nothing at all. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { StoreError } from "../../src/model/store-faults.ts";
import type { Store } from "../../src/store/store.ts";
import { plainWrite, type StoreWrite, writeOf } from "../../src/store/write.ts";
import { contentOf, openLife } from "../faults/store-steps.ts";
import { Random } from "../support/random.ts";
import { isLong } from "../support/runs.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { batch, entry, noon, sourceWrite } from "./batches.ts";
import { tmpStore } from "./house.ts";

/** A log in memory: each write as the text that a machine would read. */
function sharedLog() {
  const texts: string[] = [];
  const undone: unknown[] = [];
  return {
    ...{ texts, undone },
    kinds: () => texts.map((text) => JSON.parse(text).kind),
    journal: {
      append: (write: StoreWrite) => texts.push(JSON.stringify(plainWrite(write))),
      placed: () => {},
      undone: (error: unknown) => void undone.push(error),
    },
  };
}

const follow = (store: Store, texts: readonly string[]) => {
  for (const [at, text] of texts.entries())
    if (at >= store.place()) store.follow(writeOf(JSON.parse(text)), at + 1);
};

/** A copy writes nothing of its own. */
const copyOptions = {
  epoch: () => "e",
  journal: {
    append: () => {
      throw new StoreError("another one writes");
    },
    placed: () => {},
    undone: () => {},
  },
};
const at = (name: string) => join(tmpFolder(), name);

test("a copy that follows a life, opened anew now and then, has the same rows after every step", () => {
  const { texts, journal } = sharedLog();
  const [path, copyPath] = [at("life.db"), at("copy.db")];
  const life = openLife(path, { journal });
  const random = new Random(34);
  let copy = tmpStore(copyPath, undefined, copyOptions);
  for (let step = 1; step <= (isLong ? 1_000 : 200); step += 1) {
    life.take(step);
    follow(copy, texts);
    if (step % 20 === 0) expect([step, contentOf(copyPath)]).toEqual([step, contentOf(path)]);
    if (random.below(15) > 0) continue;
    copy.close();
    copy = tmpStore(copyPath, undefined, copyOptions);
  }
  life.close();
  expect(copy.place()).toBe(texts.length);
  expect(contentOf(copyPath)).toBe(contentOf(path));
});

test("what a copy follows can be read from it at once: places, devices, facts, silences and where states come from", () => {
  const { texts, kinds, journal } = sharedLog();
  const store = tmpStore(undefined, undefined, { ...copyOptions, journal });
  const copy = tmpStore(undefined, undefined, copyOptions);
  const device = {
    id: "a1",
    name: "desk",
    endpoint: "https://push.invalid/a",
    p256dh: "p",
    auth: "s",
    label: "",
    at: noon,
  };
  store.commit(batch({ source: sourceWrite({ cursor: 1 }), entries: [entry(1)] }));
  store.consumers.keep([{ name: "bot", epoch: "e", seq: 1 }]);
  store.consumers.keep([{ name: "gone", epoch: "e", seq: 1 }]);
  store.consumers.forget("gone");
  store.devices.keep(device);
  store.meta.set("fact", "1");
  store.origins.take(new Map([["margin-alerts", "one.invalid"]]), { forgetsRules: false, meta: {} });
  store.origins.take(new Map([["margin-alerts", "two.invalid"]]), {
    forgetsRules: true,
    meta: { noted: "1" },
  });
  follow(copy, texts);
  expect(kinds()).toEqual(["commit", "places", "places", "forget", "device", "meta", "origins", "origins"]);
  for (const one of [store, copy]) {
    expect(one.consumers.all().map(({ name }) => name)).toEqual(["bot"]);
    expect(one.devices.of("desk")).toEqual([device]);
    expect([one.meta.get("fact"), one.meta.get("noted")]).toEqual(["1", "1"]);
    expect(
      one.origins
        .all()
        .map(({ origin }) => origin)
        .sort(),
    ).toEqual(["one.invalid", "two.invalid"]);
    expect(one.log.head()).toBe(1);
  }
});

test("what the shared log does not confirm is not done, and is the failure until a write goes well", () => {
  let isConfirmed = false;
  const { texts, journal } = sharedLog();
  const append = (write: StoreWrite) => {
    if (!isConfirmed) throw new StoreError("the cluster does not confirm");
    return journal.append(write);
  };
  const store = tmpStore(undefined, undefined, { journal: { ...journal, append } });
  const one = batch({ source: sourceWrite({ cursor: 1 }), entries: [entry(1)] });
  expect(() => store.commit(one)).toThrow("does not confirm");
  expect([store.log.head(), store.place(), store.failure()?.message]).toEqual([
    0,
    0,
    "the cluster does not confirm",
  ]);
  isConfirmed = true;
  store.commit(one);
  expect([store.log.head(), store.place(), store.failure(), texts.length]).toEqual([1, 1, undefined, 1]);
});

test("what changes no row goes onto no log: a poll without news, the origins of before", () => {
  const { kinds, journal } = sharedLog();
  const store = tmpStore(undefined, undefined, { journal });
  const origins = new Map([["margin-alerts", "one.invalid"]]);
  const take = () => store.origins.take(origins, { forgetsRules: false, meta: {} });
  take();
  store.commit(batch({ source: sourceWrite({ cursor: 1, attemptAt: noon }) }));
  store.commit(batch({ source: sourceWrite({ cursor: 1, attemptAt: noon + 2_000 }) }));
  take();
  expect(kinds()).toEqual(["commit"]);
});

test("what is written alone is a copy no more", () => {
  const path = at("copy.db");
  const copy = tmpStore(path, undefined, copyOptions);
  copy.follow({ kind: "meta", key: "k", value: "v" }, 7);
  copy.close();
  const again = tmpStore(path, undefined, copyOptions);
  expect(again.place()).toBe(7);
  again.close();
  expect(tmpStore(path).place()).toBe(0);
});

test("a batch that contradicts the log is a bug, and on no log", () => {
  const { texts, journal } = sharedLog();
  const store = tmpStore(undefined, undefined, { journal });
  expect(() => store.commit(batch({ entries: [entry(2)] }))).toThrow("entry 2 where 1 comes next");
  expect(texts).toEqual([]);
});
