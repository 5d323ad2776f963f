/** What stands now, read from a real database. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { standingAnswers } from "../../src/files/active-standing.ts";
import { builtInTypes } from "../../src/files/event-types.ts";
import { createPresent } from "../../src/files/present.ts";
import type { Parts, Present } from "../../src/outputs/output.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { alertWrites, episode } from "../store/alert-writes.ts";
import { entry, noon } from "../store/batches.ts";
import { changeText } from "../support/damage.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const shorts = "short-sale-reports";
const margin = "margin-alerts";

function opened(path = join(tmpFolder(), "state.db")): Store {
  const store = openStore(path, { now: () => noon });
  onTestFinished(() => store.close());
  return store;
}

function presentOf(
  store: Store,
  quieted: Parameters<typeof createPresent>[0]["quietedNow"] = () => () => undefined,
  elapsed = () => 0,
) {
  const answers = standingAnswers({ recordSources: [] });
  return createPresent({
    store,
    sources: [shorts, margin],
    types: builtInTypes,
    answers,
    quietedNow: quieted,
    elapsed,
  });
}

function read<One>(parts: Parts<One>): { all: One[]; isWhole: boolean; most: number } {
  const all: One[] = [];
  let most = 0;
  for (;;) {
    const { value, done } = parts.next();
    if (done === true) return { all, isWhole: value, most };
    all.push(...value);
    most = Math.max(most, value.length);
  }
}

const position = (code: string, seller: string, ratio = 1) => {
  const report = { code, seller, ratio, calculatedOn: "2026-01-05", disclosedOn: "2026-01-06" };
  return { scope: "", key: `${code}|${seller}|`, body: { reports: [report] } };
};

function store(
  source: string,
  put: readonly { scope: string; key: string; body: unknown }[],
  cursor: unknown,
  to: Store,
) {
  to.commit({
    source: { name: source, cursor, put, drop: [], outage: null },
    entries: [],
    cooldowns: [],
    mails: [],
  });
}

const open = (to: Store, seqs: readonly number[], more: Parameters<typeof episode>[0] = {}) =>
  to.commit({
    ...{ entries: [], cooldowns: [], mails: [] },
    alerts: alertWrites({
      states: seqs.map((seq) => ({ kind: "episode", key: `k${seq}`, body: episode({ seq, ...more }) })),
    }),
  });

const fired = (seq: number) => entry(seq, { type: "alert.fired", source: "/rules/r", subject: "9901" });

test("items are given as events show them, a small part at a time, each once", () => {
  const db = opened();
  const codes = Array.from({ length: 500 }, (_, at) => String(1000 + at));
  store(
    shorts,
    codes.map((code) => position(code, "A", code === "1007" ? 0.4 : 1)),
    {},
    db,
  );
  const { all, isWhole, most } = read(presentOf(db).items(shorts));
  expect([all.length, new Set(all.map(({ key }) => key)).size, isWhole]).toEqual([499, 499, true]);
  expect(most).toBeLessThanOrEqual(50);
  expect(all[0]).toEqual({
    ...{ key: "1000|A|", subject: "1000", occurred: "2026-01-05", published: "2026-01-06" },
    now: { code: "1000", seller: "A", ratio: 1, calculatedOn: "2026-01-05", disclosedOn: "2026-01-06" },
  });
});

test("of several stored rows of one item the last that is given is the one that stands", () => {
  const db = opened();
  const row = (code: string, publishedOn: string, longOutstanding: number) => ({
    scope: "",
    key: `${publishedOn}/${code}/`,
    body: { item: { code, publishedOn, appliedOn: "2026-01-05", longOutstanding } },
  });
  const rows = [row("7203", "2026-01-05", 1), row("6758", "2026-01-05", 2), row("7203", "2026-01-06", 3)];
  // Corrects what is not published: it stands nowhere.
  store(margin, [...rows, row("9984", "2026-01-06", 4)], { publication: "2026-01-05" }, db);
  const { all } = read(presentOf(db).items(margin));
  const last = new Map(all.map(({ key, now }) => [key, now.longOutstanding]));
  expect(last).toEqual(
    new Map([
      ["7203", 3],
      ["6758", 2],
    ]),
  );
});

test("a source that was never seen has nothing, and each is known by the types of its events", () => {
  const present = presentOf(opened());
  expect(read(present.items(shorts))).toMatchObject({ all: [], isWhole: true });
  const types = present
    .sources()
    .map(({ name, types: own }) => [name, own.filter((type) => /opened|added/.test(type))]);
  expect(types).toEqual([
    [shorts, ["short.report.opened"]],
    [margin, ["margin.alert.added"]],
  ]);
});

test("what changes while it is read is given as it was or as it is, and nothing is left out or torn", () => {
  const db = opened();
  const codes = Array.from({ length: 200 }, (_, at) => String(1000 + at));
  store(
    shorts,
    codes.map((code) => position(code, "A")),
    {},
    db,
  );
  const parts = presentOf(db).items(shorts);
  parts.next();
  store(
    shorts,
    codes.map((code) => position(code, "A", 2)),
    {},
    db,
  );
  const { all } = read(parts);
  expect(all).toHaveLength(150);
  expect(new Set(all.map(({ now }) => now.ratio))).toEqual(new Set([2]));
});

test("reading ends at a damaged item, and says so", () => {
  const path = join(tmpFolder(), "state.db");
  const before = opened(path);
  store(
    shorts,
    Array.from({ length: 200 }, (_, at) => position(String(1000 + at), "Seller")),
    {},
    before,
  );
  before.close();
  changeText(path, '"code":"1120"');
  const { all, isWhole } = read(presentOf(opened(path)).items(shorts));
  expect([all.length, isWhole]).toEqual([100, false]);
});

test("open alerts are given with their latest entry, the one that began first first", () => {
  const db = opened();
  const count = 120;
  db.commit({ entries: Array.from({ length: count }, (_, at) => fired(at + 1)), cooldowns: [], mails: [] });
  open(
    db,
    Array.from({ length: count }, (_, at) => at + 1).filter((seq) => seq !== 7),
  );
  // Written again it is the last in the order of writing.
  open(db, [3], { lastSeq: 7, times: 4 });
  const { all, most } = read(presentOf(db).alerts());
  expect(all.map(({ alert }) => Number(alert.slice(2)))).toEqual(
    Array.from({ length: count }, (_, at) => at + 1).filter((seq) => seq !== 7),
  );
  expect(most).toBeLessThanOrEqual(20);
  expect(all[2]).toMatchObject({
    ...{
      alert: "e-3",
      seq: 7,
      times: 4,
      subject: "9901",
      state: "firing",
      since: "2026-11-20T03:00:00.000Z",
    },
    latest: { seq: 7, type: "alert.fired" },
  });
});

test("an alert that ends while they are read is left out, and one whose entry is gone has none", () => {
  const db = opened();
  db.commit({ entries: [fired(1)], cooldowns: [], mails: [] });
  open(db, [1, 2]);
  open(db, [3], { lastSeq: 99 });
  const parts = presentOf(db).alerts();
  parts.next();
  db.commit({
    ...{ entries: [], cooldowns: [], mails: [] },
    alerts: alertWrites({ states: [{ kind: "episode", key: "k2", body: undefined }] }),
  });
  const { all } = read(parts);
  expect(all.map(({ alert, latest }) => [alert, latest?.seq])).toEqual([
    ["e-1", 1],
    ["e-3", undefined],
  ]);
});

/** A store that counts the alerts that are read from it. */
function counting(db: Store) {
  const reads = { orders: 0, alerts: 0 };
  const { alerts, log } = db;
  const counted: Store = {
    ...db,
    alerts: {
      ...alerts,
      episodeSeqs(...asked) {
        reads.orders += 1;
        return alerts.episodeSeqs(...asked);
      },
    },
    log: {
      ...log,
      read(...asked) {
        reads.alerts += 1;
        return log.read(...asked);
      },
    },
  };
  return { counted, reads };
}

const manyAlerts = (db: Store, count: number) => {
  const seqs = Array.from({ length: count }, (_, at) => at + 1);
  db.commit({ entries: seqs.map(fired), cooldowns: [], mails: [] });
  open(db, seqs);
};

/** Reads by turns, as connections do. */
function readTogether(all: readonly Parts<{ readonly alert: string }>[]): string[][] {
  const read = all.map((): string[] => []);
  for (let left = [...all.entries()]; left.length > 0; )
    left = left.filter(([at, parts]) => {
      const { value, done } = parts.next();
      if (done !== true) read[at]?.push(...value.map(({ alert }) => alert));
      return done !== true;
    });
  return read;
}

test("ten who ask at once share what is read", () => {
  const db = opened();
  manyAlerts(db, 700);
  const { counted, reads } = counting(db);
  const present = presentOf(counted);
  const all = readTogether(Array.from({ length: 10 }, () => present.alerts()));
  expect(new Set(all.map((ids) => ids.join())).size).toBe(1);
  expect(all[0]).toHaveLength(700);
  expect(reads).toEqual({ orders: 2, alerts: 700 });
});

test("what was read is not shared with who asks after another commit, nor for long", () => {
  const db = opened();
  manyAlerts(db, 30);
  let time = 0;
  const { counted, reads } = counting(db);
  const present = presentOf(counted, undefined, () => time);
  const readAll = () => read(present.alerts()).all.length;
  expect([readAll(), readAll(), reads.alerts]).toEqual([30, 30, 30]);
  db.commit({ entries: [fired(31)], cooldowns: [], mails: [] });
  open(db, [31]);
  expect([readAll(), reads.alerts]).toEqual([31, 61]);
  time = 5_000;
  expect([readAll(), reads.alerts]).toEqual([31, 92]);
});

test("an alert is silenced before it is acknowledged", () => {
  const db = opened();
  open(db, [1]);
  open(db, [2, 3], { acknowledged: { at: noon, by: "Aoi" } });
  const quiet = { by: "s-1", fate: "drop", until: noon + 1 } as const;
  const facts = episode().facts;
  open(db, [4], { acknowledged: { at: noon, by: "Aoi" }, facts: { ...facts, rule: "quiet" } });
  const present: Present = presentOf(
    db,
    () =>
      ({ rule }) =>
        rule === "quiet" ? quiet : undefined,
  );
  expect(read(present.alerts()).all.map(({ state }) => state)).toEqual([
    "firing",
    "acknowledged",
    "acknowledged",
    "silenced",
  ]);
});
