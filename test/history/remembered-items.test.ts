/** Items in memory are those of the table, in every answer and in the end. */
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { rememberItems } from "../../src/history/remembered-items.ts";
import type { CommitBatch, Hold, SourceWrite } from "../../src/model/commit.ts";
import { openStore } from "../../src/store/store.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const scopes = ["", "daily"];
const keys = ["1", "10", "2", "a", "B", "7203|x"];

const open = () => openStore(join(tmpFolder(), "items.db"), { now: () => 0, epoch: () => "test" });
const nothing = { entries: [], cooldowns: [], mails: [] };

function batchOf(source: Partial<SourceWrite>): CommitBatch {
  return { ...nothing, source: { name: "some", put: [], drop: [], outage: null, ...source } };
}

type Stored = Pick<ReturnType<typeof open>, "state" | "heldState">;

function contentOf(store: Stored) {
  return [store.state("some"), store.heldState("some")].map((state) => ({
    cursor: state.cursor,
    all: scopes.map((scope) => [...state.items(scope)]),
    each: scopes.map((scope) => keys.map((key) => state.item(scope, key))),
    pages: ["", "10", "a"].map((after) => state.page("", ["n", "none"], after, 2)),
  }));
}

const item = fc.record({ scope: fc.constantFrom(...scopes), key: fc.constantFrom(...keys), n: fc.nat(9) });
const write = fc.record({ put: fc.array(item, { maxLength: 5 }), drop: fc.array(item, { maxLength: 3 }) });

test("whatever is put and dropped, both say the same", () => {
  fc.assert(
    fc.property(fc.array(write, { maxLength: 8 }), (writes) => {
      const table = open();
      const opened = open();
      const memory = rememberItems(opened);
      for (const [cursor, { put, drop }] of writes.entries()) {
        const batch = batchOf({
          put: put.map(({ scope, key, n }) => ({ scope, key, body: { n } })),
          drop,
          cursor,
        });
        table.commit(batch);
        memory.store.commit(batch);
        expect(contentOf(memory.store)).toEqual(contentOf(table));
      }
      memory.keep();
      expect(contentOf(opened)).toEqual(contentOf(table));
      table.close();
      opened.close();
    }),
    { numRuns: 25 },
  );
});

test("a quarantine is compared with what was there before it", () => {
  const table = open();
  const opened = open();
  const memory = rememberItems(opened);
  const first = batchOf({ put: [{ scope: "", key: "1", body: { n: 1 } }], cursor: 1 });
  const put = [{ scope: "", key: "1", body: { n: 2 } }];
  const facts = { since: "2026-01-05T00:00:00.000Z", items: 1, message: "" };
  const hold: Hold = { ...facts, stage: "held", drafts: [], put, drop: [], cursor: 2 };
  for (const store of [table, memory.store]) {
    store.commit(first);
    store.commit(batchOf({ hold }));
  }
  expect(contentOf(memory.store)).toEqual(contentOf(table));
  expect(memory.store.state("some").item("", "1")).toEqual({ n: 1 });
  expect(memory.store.heldState("some").item("", "1")).toEqual({ n: 2 });
  memory.keep();
  expect(contentOf(opened)).toEqual(contentOf(table));
});
