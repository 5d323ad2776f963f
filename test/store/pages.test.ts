/** Reading a few fields of many items, page by page; while something is held, as they would be. */
import { expect, test } from "vitest";
import type { Store } from "../../src/store/store.ts";
import { batch, sourceWrite } from "./batches.ts";
import { tmpStore } from "./house.ts";

const name = "statistics-updates";
const item = (key: string, body: unknown, scope = "FF") => ({ scope, key, body });

const put = [
  item("a", { day: "2026-11-19", count: 1, points: [1] }),
  item("b", { day: "2026-11-20" }),
  item("c", { count: null }),
  item("d", { day: "" }),
  item("a", { day: "2026-01-05" }, "BIS"),
];

/** All pages joined, with the number of items on each. */
function read(state: ReturnType<Store["state"]>, limit: number) {
  const rows = [];
  const sizes = [];
  for (let after = ""; ; ) {
    const page = state.page("FF", ["day", "count"], after, limit);
    rows.push(...page);
    sizes.push(page.length);
    if (page.length < limit) return { rows, sizes };
    after = page.at(-1)?.[0] ?? "";
  }
}

const rows = [
  ["a", "2026-11-19", 1],
  ["b", "2026-11-20", null],
  ["c", null, null],
  ["d", "", null],
];

test("pages hold every item of the scope once, in the order of keys", () => {
  const store = tmpStore();
  store.commit(batch({ source: sourceWrite({ name, put }) }));
  expect(read(store.state(name), 3)).toEqual({ rows, sizes: [3, 1] });
  expect(read(store.state(name), 2)).toEqual({ rows, sizes: [2, 2, 0] });
  expect(read(store.heldState(name), 2).rows).toEqual(rows);
});

test("while changes are held, pages are those of the held state", () => {
  const store = tmpStore();
  store.commit(batch({ source: sourceWrite({ name, put }) }));
  const held = {
    stage: "held" as const,
    since: "2026-11-20T03:00:00.000Z",
    items: 1,
    message: "1 of 4",
    drafts: [],
    put: [item("b", { day: "2026-11-21" }), item("bb", { count: 7 })],
    drop: [{ scope: "FF", key: "c" }],
    cursor: undefined,
  };
  store.commit(batch({ source: sourceWrite({ name, hold: held }) }));
  const [a, , , d] = rows;
  expect(read(store.heldState(name), 2)).toEqual({
    rows: [a, ["b", "2026-11-21", null], ["bb", null, 7], d],
    sizes: [2, 2, 0],
  });
  expect(read(store.state(name), 9).rows).toEqual(rows);
});
