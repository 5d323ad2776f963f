import { join } from "node:path";
import { expect, test } from "vitest";
import type { SilentChange } from "../../src/model/standing.ts";
import type { Aging } from "../../src/store/prune.ts";
import { openStoreReader } from "../../src/store/reader.ts";
import type { Store } from "../../src/store/store.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { batch, entry, noon } from "./batches.ts";
import { tmpStore } from "./house.ts";

const dayMs = 86_400_000;

function opened() {
  const path = join(tmpFolder(), "yagura.db");
  const store = tmpStore(path, undefined, { aging: () => ({ fold }) });
  return {
    store,
    /** The changes that are kept, as `SEQ KEY VALUE`. */
    kept() {
      const reader = openStoreReader(path);
      const rows = reader.silent.after({ seq: -1, id: 0 }, 100);
      reader.close();
      return rows.map(({ seq, change }) =>
        change.key === undefined
          ? `${seq} ${change.source} ${change.isKnown ? "seen" : "anew"}`
          : `${seq} ${change.key} ${change.item?.now.value ?? "gone"}`,
      );
    },
  };
}

const item = (key: string, value?: number): SilentChange => ({
  source: "margin-alerts",
  key,
  item: value === undefined ? undefined : { subject: key, now: { value } },
});

/** An old entry that gives an item a value, with what changed silently in its commit. */
function commitOld(store: Store, seq: number, value: number, silent: readonly SilentChange[] = []): void {
  const now = { code: "a", value };
  store.commit(batch({ entries: [entry(seq, { data: { now } }, noon - 9 * dayMs)], silent }));
}

/** Every event says what its item is now; one of a lesser value is late. */
const fold: Aging["fold"] = ({ data: { now } }, stood) => {
  const before = stood("margin-alerts", "a");
  if (Number(before?.now.value ?? 0) > Number(now.value)) return undefined;
  return item("a", Number(now.value)) as ReturnType<NonNullable<typeof fold>>;
};

test("a silent change stands after the last entry of its commit, or after the log's head", () => {
  const { store, kept } = opened();
  store.commit(batch({ silent: [{ source: "margin-alerts", isKnown: true }, item("a", 1)] }));
  store.commit(batch({ entries: [entry(1), entry(2)], silent: [item("b", 2)] }));
  store.commit(batch({ silent: [item("a")] }));
  expect(kept()).toEqual(["0 margin-alerts seen", "0 a 1", "2 b 2", "2 a gone"]);
});

test("entries that leave the log are folded into what stood at its beginning", () => {
  const { store, kept } = opened();
  commitOld(store, 1, 1, [item("b", 5)]);
  commitOld(store, 2, 2, [item("b", 6), item("c", 7)]);
  commitOld(store, 3, 3, [item("c")]);
  store.commit(batch({ entries: [entry(4)] }));
  store.prune({ before: noon - 5 * dayMs });
  expect(kept()).toEqual(["2 b 6", "3 a 3"]);
});

test("what a commit changed silently came after its own event", () => {
  const { store, kept } = opened();
  commitOld(store, 1, 1);
  commitOld(store, 2, 2, [item("a", 20)]);
  store.commit(batch({ entries: [entry(3)] }));
  store.prune({ before: noon - 5 * dayMs });
  expect(kept()).toEqual(["2 a 20"]);
});

test("a late event is folded into nothing, also where the one before it went earlier", () => {
  const { store, kept } = opened();
  commitOld(store, 1, 5);
  commitOld(store, 2, 3);
  store.commit(batch({ entries: [entry(3)] }));
  const options = { before: noon - 5 * dayMs, batch: 1 };
  expect([store.prune(options).more, store.prune(options).more]).toEqual([true, true]);
  expect(kept()).toEqual(["1 a 5"]);
});
