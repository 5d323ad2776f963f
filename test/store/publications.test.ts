import { join } from "node:path";
import { expect, test } from "vitest";
import { openStoreReader } from "../../src/store/reader.ts";
import { openStore } from "../../src/store/store.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { batch, noon, sourceWrite } from "./batches.ts";
import { tmpStore } from "./house.ts";

const name = "margin-alerts";
const late = { day: "2026-11-20", since: "2026-11-20T07:30:00.000Z" };

test("what is known of a source's publications holds over restarts, and a write without it leaves it", () => {
  const path = join(tmpFolder(), "yagura.db");
  const store = openStore(path, { now: () => noon });
  expect(store.publication(name)).toEqual({});
  store.commit(batch({ source: sourceWrite({ publication: { published: "2026-11-19", late } }) }));
  store.commit(batch({ source: sourceWrite({ cursor: { part: 1 } }) }));
  store.close();
  const again = tmpStore(path);
  expect(again.publication(name)).toEqual({ published: "2026-11-19", late });
  expect(again.publication("short-sale-reports")).toEqual({});
});

test("a lateness is shown with its source, to the reader too, until it is over", () => {
  const path = join(tmpFolder(), "yagura.db");
  const store = tmpStore(path);
  const reader = openStoreReader(path);
  store.commit(batch({ source: sourceWrite({ publication: { late } }) }));
  expect(store.sources()).toMatchObject([{ name, late }]);
  expect(reader.sources()).toMatchObject([{ name, late }]);
  store.commit(batch({ source: sourceWrite({ publication: { published: late.day } }) }));
  expect(store.sources()[0]).not.toHaveProperty("late");
  expect(reader.sources()[0]).not.toHaveProperty("late");
  reader.close();
});

test("a write that fails changes nothing of it", () => {
  const store = tmpStore(join(tmpFolder(), "yagura.db"));
  const wrong = batch({ source: sourceWrite({ publication: { late } }), mails: [] });
  expect(() => store.commit({ ...wrong, entries: [{ seq: 7 } as never] })).toThrow("where 1 comes next");
  expect(store.publication(name)).toEqual({});
});
