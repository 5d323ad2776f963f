import { join } from "node:path";
import { expect, test } from "vitest";
import { openStoreReader } from "../../src/store/reader.ts";
import { openStore } from "../../src/store/store.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { batch, entry, mail, noon, sourceWrite } from "./batches.ts";
import { tmpStore } from "./house.ts";

const item = (key: string, rank: number) => ({ scope: "daily", key, body: { rank } });

test("one batch writes state, log, cooldowns, mails and meta, and they are there after a restart", () => {
  const path = join(tmpFolder(), "yagura.db");
  const first = openStore(path, { now: () => noon });
  const outage = { since: "2026-11-20T02:00:00.000Z", reason: "timeout", message: "no answer" };
  first.commit(
    batch({
      source: sourceWrite({
        cursor: { part: 7 },
        put: [item("9901", 1), item("9902", 2)],
        successAt: noon,
        outage,
      }),
      entries: [entry(1), entry(2)],
      cooldowns: [{ rule: "r", key: "9901", firedAt: noon }],
      mails: [mail(2)],
      meta: { rules: "abc" },
    }),
  );
  first.close();

  const store = tmpStore(path);
  const state = store.state("margin-alerts");
  expect(state.cursor).toEqual({ part: 7 });
  expect(state.item("daily", "9901")).toEqual({ rank: 1 });
  expect([...state.items("daily")]).toEqual([
    ["9901", { rank: 1 }],
    ["9902", { rank: 2 }],
  ]);
  expect(store.sources()).toEqual([
    { name: "margin-alerts", outage, hold: null, attemptAt: noon, successAt: noon },
  ]);
  expect(store.outage("margin-alerts")).toEqual(outage);
  expect(store.log.head()).toBe(2);
  expect(store.firedAt("r", "9901")).toBe(noon);
  const { output: _, receiver: _notKept, ...queued } = mail(2);
  expect(store.outbox.of("email").due(noon, 10, [])).toMatchObject([
    { ...queued, attempts: 0, queuedAt: noon },
  ]);
  expect(store.meta.get("rules")).toBe("abc");
});

test("the log gives entries byte for byte as they were committed", () => {
  const store = tmpStore();
  const told = entry(1, {
    subject: "130A",
    data: { now: { name: "架空電機 \u0000 \u2028 <b>", ratio: 0.1 + 0.2 } },
  });
  store.commit(batch({ entries: [told] }));
  const stored = store.log.read(0, 10);
  expect(stored).toEqual([
    { seq: 1, type: told.event.type, subject: "130A", json: JSON.stringify(told.event) },
  ]);
});

test("reading starts after the given seq and stops at the limit", () => {
  const store = tmpStore();
  store.commit(batch({ entries: [1, 2, 3, 4, 5].map((seq) => entry(seq)) }));
  expect(store.log.read(2, 2).map(({ seq }) => seq)).toEqual([3, 4]);
  expect(store.log.read(5, 2)).toEqual([]);
  expect(store.log.read(0, 100)).toHaveLength(5);
});

test.each([
  ["a hole", [1, 3]],
  ["a repeat", [1, 1]],
  ["a start past the head", [2]],
  ["the wrong order", [2, 1]],
])("entries with %s are refused and nothing is written", (_, seqs) => {
  const store = tmpStore();
  const bad = batch({ source: sourceWrite({ cursor: 1 }), entries: seqs.map((seq) => entry(seq)) });
  expect(() => store.commit(bad)).toThrow(/comes next/);
  expect(store.log.head()).toBe(0);
  expect(store.state("margin-alerts").cursor).toBeUndefined();
});

test("a mail for an alert that is not on the log is refused", () => {
  const store = tmpStore();
  expect(() => store.commit(batch({ entries: [entry(1)], mails: [mail(2)] }))).toThrow(/not on the log/);
  expect(store.log.head()).toBe(0);
});

test("what fails at the end of a batch takes back all that came before it", () => {
  const store = tmpStore();
  store.commit(batch({ source: sourceWrite({ cursor: 1, put: [item("a", 1)] }), entries: [entry(1)] }));
  const bad = batch({
    source: sourceWrite({ cursor: 2, put: [item("a", 2)], drop: [{ scope: "daily", key: "a" }] }),
    entries: [entry(2)],
    cooldowns: [{ rule: "r", key: "k", firedAt: noon }],
    failedMails: [{ id: 99, reason: "refused", error: "no such mail", at: noon }],
    meta: { rules: "x" },
  });
  expect(() => store.commit(bad)).toThrow("mail 99 is not waiting");
  expect(store.log.head()).toBe(1);
  expect(store.state("margin-alerts").cursor).toBe(1);
  expect(store.state("margin-alerts").item("daily", "a")).toEqual({ rank: 1 });
  expect(store.firedAt("r", "k")).toBeUndefined();
  expect(store.meta.get("rules")).toBeUndefined();
  store.commit(batch({ entries: [entry(2)] }));
  expect(store.log.read(0, 10).map(({ seq }) => seq)).toEqual([1, 2]);
});

test("an outage without a cursor leaves cursor, items and last success as they are", () => {
  const store = tmpStore();
  store.commit(batch({ source: sourceWrite({ cursor: "c", put: [item("a", 1)], successAt: noon }) }));
  const outage = { since: "s", reason: "timeout", message: "m" };
  store.commit(batch({ source: sourceWrite({ outage, attemptAt: noon + 5 }) }));
  expect(store.state("margin-alerts").cursor).toBe("c");
  expect(store.sources()).toEqual([
    { name: "margin-alerts", outage, hold: null, attemptAt: noon + 5, successAt: noon },
  ]);
});

test("sources are told in the order of their names", () => {
  const store = tmpStore();
  for (const name of ["statistics-updates", "forum-comments", "margin-alerts"])
    store.commit(batch({ source: sourceWrite({ name, cursor: 1, successAt: noon }) }));
  const names = store.sources().map(({ name }) => name);
  expect(names).toEqual(["forum-comments", "margin-alerts", "statistics-updates"]);
});

test("an unchanged poll writes nothing for a minute, though its times are known at once", () => {
  const path = join(tmpFolder(), "yagura.db");
  const store = tmpStore(path);
  const reader = openStoreReader(path);
  const poll = (at: number) =>
    batch({ source: sourceWrite({ cursor: { part: 1 }, attemptAt: at, successAt: at }) });
  store.commit(poll(noon));
  store.commit(poll(noon + 59_999));
  expect(store.sources()[0]?.successAt).toBe(noon + 59_999);
  expect(reader.sources()[0]?.successAt).toBe(noon);
  store.commit(poll(noon + 60_000));
  expect(reader.sources()[0]?.successAt).toBe(noon + 60_000);
  reader.close();
});

test("state reads are copies: changing one changes nothing stored", () => {
  const store = tmpStore();
  store.commit(batch({ source: sourceWrite({ cursor: { parts: [1] }, put: [item("a", 1)] }) }));
  const state = store.state("margin-alerts");
  (state.cursor as { parts: number[] }).parts.push(2);
  (state.item("daily", "a") as { rank: number }).rank = 9;
  expect(state.cursor).toEqual({ parts: [1] });
  expect(state.item("daily", "a")).toEqual({ rank: 1 });
});

test("sources and scopes do not see each other's items", () => {
  const store = tmpStore();
  const put = [item("a", 1), { ...item("a", 2), scope: "weekly" }];
  store.commit(batch({ source: sourceWrite({ put }) }));
  expect(store.state("forum-ranking").items("daily").size).toBe(0);
  expect([...store.state("margin-alerts").items("weekly")]).toEqual([["a", { rank: 2 }]]);
});
