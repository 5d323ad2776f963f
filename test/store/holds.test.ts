/** What is kept back of a source: beside its state, until it is taken or dropped. */
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import type { Hold } from "../../src/model/commit.ts";
import type { EventDraft } from "../../src/model/event.ts";
import { DamagedState } from "../../src/model/store-faults.ts";
import { openStoreReader } from "../../src/store/reader.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { fc } from "../support/fast-check.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { batch, entry, leave, noon, sourceWrite } from "./batches.ts";
import { tmpStore } from "./house.ts";
import { asOfSteps } from "./of-before.ts";

const name = "margin-alerts";
const since = "2026-11-20T03:00:00.000Z";
const item = (key: string, body: unknown, scope = "") => ({ scope, key, body });
const drafts = ["9901", "9902"].map((subject) => ({
  type: "margin.alert.corrected" as const,
  source: `/sources/${name}`,
  subject,
  data: { now: { code: subject } },
}));

function hold(more: Partial<Hold> = {}): Hold {
  return {
    stage: "held",
    since,
    items: 2,
    message: "2 of 2",
    drafts,
    put: [item("a", 2), item("c", 3)],
    drop: [{ scope: "", key: "b" }],
    cursor: { day: 2 },
    ...more,
  };
}

/** Two items and a cursor, with a hold beside them. */
function held(store: Store, more?: Partial<Hold>): void {
  const put = [item("a", 1), item("b", 1)];
  store.commit(batch({ source: sourceWrite({ put, cursor: { day: 1 } }) }));
  store.commit(batch({ source: sourceWrite({ hold: hold(more) }), entries: [entry(1)] }));
}

const items = (state: ReturnType<Store["state"]>) => Object.fromEntries(state.items(""));

test("a hold leaves the state as it is, and shows what it would be", () => {
  const store = tmpStore();
  held(store);
  expect(items(store.state(name))).toEqual({ a: 1, b: 1 });
  expect(store.state(name).cursor).toEqual({ day: 1 });
  const next = store.heldState(name);
  expect(items(next)).toEqual({ a: 2, c: 3 });
  expect([next.item("", "a"), next.item("", "b"), next.item("", "x")]).toEqual([2, undefined, undefined]);
  expect(next.cursor).toEqual({ day: 2 });
  expect(store.heldPart(name).drafts).toEqual(drafts);
});

test("a hold is there after a restart, for a reader beside the monitor too", () => {
  const path = join(tmpFolder(), "yagura.db");
  const first = tmpStore(path);
  held(first);
  first.close();
  const store = tmpStore(path);
  const facts = { since, items: 2, message: "2 of 2" };
  expect(store.hold(name)).toEqual({ ...facts, stage: "held" });
  expect(store.sources()).toMatchObject([{ name, hold: facts }]);
  const reader = openStoreReader(path);
  expect(reader.sources()).toMatchObject([{ name, hold: facts }]);
  reader.close();
  expect(items(store.heldState(name))).toEqual({ a: 2, c: 3 });
  expect([store.state(name).cursor, store.heldState(name).cursor]).toEqual([{ day: 1 }, { day: 2 }]);
});

test("a hold without a cursor goes on from that of the state, over a restart too", () => {
  const path = join(tmpFolder(), "yagura.db");
  const first = tmpStore(path);
  held(first, { cursor: undefined });
  expect(first.heldState(name).cursor).toEqual({ day: 1 });
  first.close();
  expect(tmpStore(path).heldState(name).cursor).toEqual({ day: 1 });
});

test("a hold of another source is none of this one's", () => {
  const store = tmpStore();
  held(store);
  expect(store.hold("short-sale-reports")).toBeNull();
  expect(store.heldPart("short-sale-reports").drafts).toEqual([]);
  expect(store.heldState("short-sale-reports").item("", "c")).toBeUndefined();
});

for (const end of ["released", "taken-back"] as const) {
  test(`a hold that is ${end} is gone, with its drafts and items, over a restart too`, () => {
    const path = join(tmpFolder(), "yagura.db");
    const first = tmpStore(path);
    held(first);
    leave(first, end);
    const after = end === "released" ? { a: 2, c: 3 } : { a: 1, b: 1 };
    const check = (store: Store) => {
      expect(store.hold(name)).toBeNull();
      expect(store.heldPart(name).drafts).toEqual([]);
      expect(items(store.state(name))).toEqual(after);
      expect(items(store.heldState(name))).toEqual(after);
      expect(store.state(name).cursor).toEqual({ day: end === "released" ? 2 : 1 });
    };
    check(first);
    first.close();
    check(tmpStore(path));
  });
}

test("a hold without a cursor leaves the cursor, also when it is taken", () => {
  const store = tmpStore();
  held(store, { cursor: undefined });
  expect(store.heldState(name).cursor).toEqual({ day: 1 });
  leave(store, "released");
  expect(store.state(name).cursor).toEqual({ day: 1 });
});

/** Several events and items, each named after its part and place. */
function part(number: number, count: number, more: Partial<Hold> = {}): Hold {
  const keys = Array.from({ length: count }, (_, at) => `${number}.${String(at).padStart(3, "0")}`);
  const told = keys.map((key) => ({ ...drafts[0], subject: key, rewrites: key })) as EventDraft[];
  return hold({
    stage: "gathering",
    drafts: told,
    put: keys.map((key) => item(key, number)),
    drop: [],
    ...more,
  });
}

test("what was kept in parts leaves in parts, each event with its item", () => {
  const store = tmpStore();
  for (const [number, count] of [40, 0, 130, 70].entries())
    store.commit(batch({ source: sourceWrite({ hold: part(number, count) }) }));
  expect(store.isRewriteHeld(name, "2.129")).toBe(true);
  const sizes: number[] = [];
  for (let isLast = false; !isLast; ) {
    const { drafts, put, ...next } = store.heldPart(name);
    expect(put.map(({ key }) => key)).toEqual(drafts.map(({ subject }) => subject));
    expect(next.cursor).toEqual(next.isLast ? { day: 2 } : undefined);
    const { drop, cursor: _, ...step } = next;
    store.commit(batch({ source: sourceWrite({ put, drop, hold: { end: "told", ...step } }) }));
    expect(store.hold(name)?.stage).toBe(step.isLast ? undefined : "told");
    sizes.push(drafts.length);
    isLast = step.isLast;
  }
  expect(sizes).toEqual([40, 50, 50, 30, 70]);
  expect(Object.keys(items(store.state(name)))).toHaveLength(240);
});

test("items without an event leave in parts, too, and large ones in parts of their own", () => {
  const store = tmpStore();
  const silent = part(1, 250, { drafts: [] });
  store.commit(batch({ source: sourceWrite({ hold: silent }) }));
  expect(leave(store, "told")).toBe(3);
  const large = part(2, 3, { put: ["a", "b", "c"].map((key) => item(key, "x".repeat(400_000))) });
  store.commit(batch({ source: sourceWrite({ hold: large }) }));
  expect(leave(store, "told")).toBe(3);
  expect(store.state(name).items("").size).toBe(253);
});

test("what is kept is damaged where an event of it is lost", () => {
  const path = join(tmpFolder(), "state.db");
  const store = openStore(path, { now: () => noon });
  store.commit(batch({ source: sourceWrite({ hold: part(1, 300) }) }));
  store.close();
  const db = new Sqlite(path);
  db.exec("DROP TRIGGER held_drafts_dropped; DELETE FROM held_drafts WHERE position = 299");
  db.close();
  const later = openStore(path, { now: () => noon });
  expect(() => later.heldPart(name)).toThrow(DamagedState);
  later.close();
});

test("a write without times leaves them as they are", () => {
  const store = tmpStore();
  held(store);
  const { attemptAt: _, ...write } = sourceWrite();
  store.commit(batch({ source: { ...write, hold: { end: "taken-back", items: [], isLast: true } } }));
  expect(store.sources()).toMatchObject([{ name, attemptAt: noon }]);
});

test("taking a hold is the same as having written it at once", () => {
  const key = fc.constantFrom<string>("x", "y", "z", "あ\u0000");
  const scope = fc.constantFrom<string>("", "a");
  const body = fc.jsonValue({ maxDepth: 1 }).map((value) => JSON.parse(JSON.stringify(value)));
  const odd = (["x", "y"] as const).map((name) => ({
    scope: "" as const,
    key: name,
    body: { toString: 0 },
  }));
  const puts = fc.array(fc.record({ scope, key, body }), { maxLength: 5 });
  const drops = fc.array(fc.record({ scope, key }), { maxLength: 3 });
  const work = fc.record({ first: puts, put: puts, drop: drops });
  fc.assert(
    fc.property(work, ({ first, put, drop }) => {
      const [one, other] = [tmpStore(), tmpStore()];
      for (const store of [one, other]) store.commit(batch({ source: sourceWrite({ put: first }) }));
      one.commit(batch({ source: sourceWrite({ put, drop }) }));
      other.commit(batch({ source: sourceWrite({ hold: hold({ put, drop }) }) }));
      const all = (state: ReturnType<Store["state"]>) =>
        ["", "a"].map((scope) => [...state.items(scope)].sort(([a], [b]) => (a < b ? -1 : 1)));
      expect(all(other.heldState(name))).toEqual(all(one.state(name)));
      leave(other, "released");
      expect(all(other.state(name))).toEqual(all(one.state(name)));
      one.close();
      other.close();
    }),
    { numRuns: 30, examples: [[{ first: odd, put: odd, drop: [] }]] },
  );
});

/** Steps of the last version whose held events did not say what they rewrite. */
const stepsBefore = 9;

test("events that a version before held say what they rewrite once the database is opened again", () => {
  const path = join(tmpFolder(), "state.db");
  const store = openStore(path, { now: () => noon });
  const of = (type: EventDraft["type"], now: Record<string, string>) => ({
    ...drafts[0],
    type,
    data: { now },
  });
  const told = [
    of("margin.alert.corrected", { code: "9901" }),
    of("margin.alert.added", { code: "9902" }),
    of("short.report.corrected", { code: "9901", seller: "Lantern Capital" }),
    of("short.report.corrected", { code: "9901", seller: "Lantern Capital", fund: "Fund A" }),
    of("statistics.series.revised", { db: "FM08", code: "FXERD01" }),
  ] as EventDraft[];
  held(store, { drafts: told });
  store.close();
  asOfSteps(path, stepsBefore);
  const later = openStore(path, { now: () => noon });
  expect(later.heldPart(name).drafts.map(({ rewrites }) => rewrites)).toEqual([
    ...["9901", undefined, "9901/Lantern Capital", "9901/Lantern Capital/Fund A", "FM08/FXERD01"],
  ]);
  expect(later.hold(name)).toMatchObject({ stage: "held" });
  expect(later.isRewriteHeld(name, "9901/Lantern Capital/Fund A")).toBe(true);
  expect(later.isRewriteHeld(name, "9902")).toBe(false);
  later.close();
});

test("a held event that is damaged stays damaged when the database is brought up to date", () => {
  const path = join(tmpFolder(), "state.db");
  const store = openStore(path, { now: () => noon });
  held(store);
  store.close();
  asOfSteps(path, stepsBefore);
  const db = new Sqlite(path);
  const trigger = "SELECT sql FROM sqlite_schema WHERE name = 'held_drafts_changed'";
  const keepsSums = db.prepare<[], string>(trigger).pluck().get() ?? "";
  db.exec("DROP TRIGGER held_drafts_changed");
  db.exec("UPDATE held_drafts SET body = replace(body, '9901', '9903') WHERE position = 0");
  db.exec("UPDATE held_drafts SET body = '{' WHERE position = 1");
  db.exec(keepsSums);
  db.close();
  const later = openStore(path, { now: () => noon });
  expect(() => later.heldPart(name).drafts).toThrow();
  later.close();
});
