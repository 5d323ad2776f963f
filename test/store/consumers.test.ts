/** Places of the feed's consumers: kept, counted, forgotten with age, and never taken for whole where they are damaged. */
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { openVerifier } from "../../src/store/damage/verifier.ts";
import type { Store } from "../../src/store/store.ts";
import { changeText, pagesOf, zeroPage } from "../support/damage.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { batch, noon } from "./batches.ts";
import { tmpStore } from "./house.ts";

const dayMs = 86_400_000;
const damage = { part: "consumers" } as const;
const lost = { epoch: "", seq: 0 };

/** Three consumers; closed. */
function written(): string {
  const path = join(tmpFolder(), "yagura.db");
  const store = tmpStore(path);
  store.consumers.keep(["bot-1", "bot-2", "bot-3"].map((name, at) => ({ name, epoch: "e", seq: at + 1 })));
  store.close();
  return path;
}

function mend(store: Store): void {
  const found = store.damages.take();
  expect(found).toEqual([damage]);
  store.commit(batch({ damaged: found }));
}

test("a place is there after a restart, with what was lost before it", () => {
  const path = join(tmpFolder(), "yagura.db");
  const store = tmpStore(path);
  store.consumers.keep([{ name: "bot-1", epoch: "e", seq: 7, lostFrom: 3 }]);
  store.consumers.keep([
    { name: "bot-1", epoch: "e", seq: 9 },
    { name: "bot-2", epoch: "e", seq: 8, lostFrom: 1 },
  ]);
  store.close();
  const { consumers } = tmpStore(path);
  expect(["bot-1", "bot-2", "bot-3"].map(consumers.place)).toEqual([
    { epoch: "e", seq: 9 },
    { epoch: "e", seq: 8, lostFrom: 1 },
    undefined,
  ]);
  expect(consumers.count()).toBe(2);
});

test("what another machine writes too late leads no place back, and makes no consumer that is forgotten", () => {
  const { consumers, damages } = tmpStore();
  const of = { epoch: "e", hold: "one" };
  consumers.keep([
    { ...of, name: "bot-1", seq: 7, begins: "set" },
    { ...of, name: "bot-2", seq: 7, lostFrom: 3, begins: "set" },
    { ...of, name: "bot-3", seq: 7, begins: "set" },
  ]);
  const late = { epoch: "e", seq: 5, hold: "another" };
  consumers.keep([
    ...["bot-1", "bot-2", "bot-4"].map((name) => ({ ...late, name, begins: "kept" as const })),
    { ...late, name: "bot-3", begins: "set" },
  ]);
  expect(["bot-1", "bot-2", "bot-3", "bot-4"].map(consumers.place)).toEqual([
    { epoch: "e", seq: 7 },
    { epoch: "e", seq: 7, lostFrom: 3 },
    { epoch: "e", seq: 5 },
    undefined,
  ]);
  expect(damages.take()).toEqual([]);
});

test("a consumer that was not seen for long is forgotten, the others stay", () => {
  let now = noon - 9 * dayMs;
  const store = tmpStore(undefined, () => now);
  store.consumers.keep(["old", "seen"].map((name) => ({ name, epoch: "e", seq: 1 })));
  now = noon;
  store.consumers.keep([{ name: "seen", epoch: "e", seq: 1 }]);
  expect(store.prune({ before: noon - dayMs })).toMatchObject({ consumers: 1, more: false });
  expect([store.consumers.place("old"), store.consumers.count()]).toEqual([undefined, 1]);
});

test.each([
  ["changed", (path: string) => changeText(path, "bot-2")],
  [
    "lost",
    (path: string) => {
      const db = new Sqlite(path);
      db.exec("DROP TRIGGER consumers_dropped; DELETE FROM consumers WHERE name = 'bot-2'");
      db.close();
    },
  ],
  [
    "changed in its number",
    (path: string) => {
      const db = new Sqlite(path);
      db.exec("DROP TRIGGER consumers_changed; UPDATE consumers SET seq = 99 WHERE name = 'bot-2'");
      db.close();
    },
  ],
])("a place that is %s is no place, and its consumer is not taken for a new one", (_, harm) => {
  const path = written();
  harm(path);
  const verifier = openVerifier(path);
  expect([...verifier.slices(() => {})].flat()).toContainEqual(damage);
  verifier.close();
  const store = tmpStore(path);
  expect(store.consumers.place("bot-2")).toEqual(lost);
  mend(store);
  expect(store.consumers.place("bot-2")).toEqual(lost);
  expect(store.consumers.place("bot-3")).toEqual({ epoch: "e", seq: 3 });
  expect(store.consumers.count()).toBe(2);
  store.consumers.keep([{ name: "bot-2", epoch: "e", seq: 5 }]);
  expect(store.consumers.place("bot-2")).toEqual({ epoch: "e", seq: 5 });
  expect(store.damages.take()).toEqual([]);
});

test("a page that cannot be read costs the places on it; the next ones are kept", () => {
  const path = written();
  zeroPage(path, pagesOf(path, "consumers")[0] ?? 0);
  const store = tmpStore(path);
  expect(store.consumers.place("bot-1")).toEqual(lost);
  mend(store);
  expect(store.consumers.place("bot-1")).toEqual(lost);
  store.consumers.keep([{ name: "bot-1", epoch: "e", seq: 5 }]);
  expect(store.consumers.place("bot-1")).toEqual({ epoch: "e", seq: 5 });
});

test("with age a loss is forgotten: then a name that is not known is a new one", () => {
  const path = written();
  changeText(path, "bot-2");
  const store = tmpStore(path);
  store.consumers.place("bot-2");
  mend(store);
  expect(store.consumers.place("new")).toEqual(lost);
  store.prune({ before: noon + 1 });
  expect(store.consumers.place("new")).toBeUndefined();
});

test("a consumer has its owner, who is counted, and is listed until it is forgotten", () => {
  const path = join(tmpFolder(), "yagura.db");
  const store = tmpStore(path, () => noon);
  store.consumers.keep([
    { name: "bot-2", epoch: "e", seq: 2, lostFrom: 1, owner: "token:one" },
    { name: "bot-1", epoch: "e", seq: 1, owner: "token:one" },
    { name: "old", epoch: "e", seq: 3 },
  ]);
  store.close();
  const { consumers } = tmpStore(path);
  expect([consumers.owner("bot-1"), consumers.owner("old"), consumers.owner("none")]).toEqual([
    "token:one",
    undefined,
    undefined,
  ]);
  expect([consumers.count("token:one"), consumers.count("token:two"), consumers.count()]).toEqual([2, 0, 3]);
  expect(consumers.all()).toEqual([
    { name: "bot-1", epoch: "e", seq: 1, owner: "token:one", seenAt: noon },
    { name: "bot-2", epoch: "e", seq: 2, lostFrom: 1, owner: "token:one", seenAt: noon },
    { name: "old", epoch: "e", seq: 3, seenAt: noon },
  ]);
  expect([consumers.forget("bot-1"), consumers.forget("bot-1"), consumers.forget("")]).toEqual([
    true,
    false,
    false,
  ]);
  // Nothing of it is taken for lost.
  expect([consumers.place("bot-1"), consumers.count()]).toEqual([undefined, 2]);
});
