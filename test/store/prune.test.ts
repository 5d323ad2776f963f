/** Retention: what is old goes, a batch a call, and what is left has no hole. */
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { openStoreReader } from "../../src/store/reader.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { alertWrites, notice } from "./alert-writes.ts";
import { batch, entry, mail, noon } from "./batches.ts";
import { tmpStore } from "./house.ts";

const DAY = 86_400_000;

/** Entries of the given ages in days. */
function aged(...days: number[]): Store {
  const store = tmpStore();
  store.commit(batch({ entries: days.map((age, index) => entry(index + 1, {}, noon - age * DAY)) }));
  return store;
}

const seqs = (store: Store) => store.log.read(0, 10_000).map(({ seq }) => seq);

test("older entries go, oldest first, and oldest() follows", () => {
  const store = aged(9, 8, 7, 2, 1);
  expect(store.prune({ before: noon - 5 * DAY })).toMatchObject({ entries: 3, more: false });
  expect(seqs(store)).toEqual([4, 5]);
  expect(store.log.oldest()).toBe(4);
});

test("the last entry stays however old it is, and numbering goes on after it", () => {
  const store = aged(9, 8, 7);
  store.prune({ before: noon });
  expect(seqs(store)).toEqual([3]);
  expect([store.log.head(), store.log.oldest()]).toEqual([3, 3]);
  store.commit(batch({ entries: [entry(4)] }));
  expect(seqs(store)).toEqual([3, 4]);
});

test("one call deletes one small batch and says whether there is more", () => {
  const store = aged(9, 9, 9, 9, 9, 1);
  const options = { before: noon - 5 * DAY, batch: 2 };
  expect([store.prune(options), store.prune(options), store.prune(options)]).toEqual([
    {
      entries: 2,
      blanked: 0,
      mails: 0,
      cooldowns: 0,
      suppressions: 0,
      withheld: 0,
      notices: 0,
      alertStates: 0,
      consumers: 0,
      more: true,
    },
    {
      entries: 2,
      blanked: 0,
      mails: 0,
      cooldowns: 0,
      suppressions: 0,
      withheld: 0,
      notices: 0,
      alertStates: 0,
      consumers: 0,
      more: true,
    },
    {
      entries: 1,
      blanked: 0,
      mails: 0,
      cooldowns: 0,
      suppressions: 0,
      withheld: 0,
      notices: 0,
      alertStates: 0,
      consumers: 0,
      more: false,
    },
  ]);
  expect(seqs(store)).toEqual([6]);
});

test("a clock that was set back leaves no hole: what follows a younger entry stays with it", () => {
  const store = aged(9, 1, 8, 1);
  store.prune({ before: noon - 5 * DAY });
  expect(seqs(store)).toEqual([2, 3, 4]);
});

test("an empty log and an only entry are left alone", () => {
  expect(aged().prune({ before: noon })).toMatchObject({ entries: 0, more: false });
  const one = aged(9);
  expect(one.prune({ before: noon })).toMatchObject({ entries: 0, more: false });
  expect(seqs(one)).toEqual([1]);
});

test("mails go once sent or given up long ago; those that wait stay", () => {
  const store = aged(9, 9, 9, 1);
  store.commit(batch({ mails: [mail(1, "a@x"), mail(2, "b@x"), mail(3, "c@x"), mail(4, "d@x")] }));
  store.outbox.of("email").record([{ id: 1, at: noon - 9 * DAY, outcome: "sent", answer: "250 ok" }]);
  store.commit(batch({ failedMails: [{ id: 2, reason: "expired", error: "451", at: noon - 9 * DAY }] }));
  store.outbox.of("email").record([{ id: 4, at: noon - DAY, outcome: "sent", answer: "250 ok" }]);
  expect(store.prune({ before: noon - 5 * DAY }).mails).toBe(2);
  expect(store.deliveries.counts()).toEqual({ waiting: 1, sent: 1, failed: 0 });
});

test("old cooldowns go by their own limit where one is given", () => {
  const store = tmpStore();
  const cooldowns = [9, 4, 1].map((age) => ({ rule: "r", key: `${age}`, firedAt: noon - age * DAY }));
  store.commit(batch({ cooldowns }));
  store.prune({ before: noon - 2 * DAY, cooldownsBefore: noon - 5 * DAY });
  expect(["9", "4", "1"].map((key) => store.firedAt("r", key) !== undefined)).toEqual([false, true, true]);
  store.prune({ before: noon - 2 * DAY });
  expect(store.firedAt("r", "4")).toBeUndefined();
});

test("what held an alert back goes with the entry that asked for it", () => {
  const store = tmpStore();
  const entries = [5, 1, 0].map((age, index) => entry(index + 1, {}, noon - age * DAY));
  const suppressions = [1, 2].map((causeSeq) => ({
    rule: "r",
    key: "k",
    reason: "cooldown" as const,
    causeSeq,
    at: noon,
  }));
  store.commit(batch({ entries, suppressions }));
  expect(store.prune({ before: noon - 2 * DAY })).toMatchObject({ entries: 1, suppressions: 1, more: false });
  store.close();
  const reader = openStoreReader(store.path);
  expect(reader.suppressions.between("r", noon, noon, 10)).toEqual([suppressions[1]]);
  expect(reader.suppressions.ofCause(1)).toEqual([]);
  reader.close();
});

test("what was withheld goes with its age, the attempts at a mail with the mail", () => {
  const path = join(tmpFolder(), "yagura.db");
  let now = noon - 9 * DAY;
  const store = openStore(path, { now: () => now });
  const one = {
    source: "margin-alerts",
    type: "margin.alert.corrected",
    since: noon,
    how: "discarded",
  } as const;
  store.commit(batch({ entries: [entry(1)], mails: [mail(1)], withheld: [{ ...one, subject: "9901" }] }));
  now = noon;
  store.commit(batch({ withheld: [{ ...one, subject: "9902" }] }));
  store.outbox
    .of("email")
    .record([{ id: 1, at: noon, outcome: "postponed", retryAt: noon, answer: "451 later" }]);
  const reader = openStoreReader(path);
  onTestFinished(reader.close);
  expect(store.prune({ before: noon - DAY })).toMatchObject({ withheld: 1, mails: 0 });
  expect(reader.withheld("9901", 9)).toEqual([]);
  expect(reader.withheld("9902", 9)).toEqual([{ ...one, subject: "9902", endedAt: noon }]);
  expect(reader.deliveries.ofAlert(1)[0]?.tries).toHaveLength(1);
  store.outbox.of("email").record([{ id: 1, at: noon, outcome: "sent", answer: "250 ok" }]);
  store.prune({ before: noon + DAY });
  expect(reader.deliveries.ofAlert(1)).toEqual([]);
  store.close();
});

/** Number of rows of all tables but the totals. */
function rowsOf(path: string): number {
  const db = new Sqlite(path, { readonly: true });
  const names = db
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('sums', 'sqlite_sequence')",
    )
    .pluck()
    .all();
  const rows = names.reduce(
    (all, name) => all + Number(db.prepare(`SELECT count(*) FROM ${name}`).pluck().get()),
    0,
  );
  db.close();
  return rows;
}

/** Old rows of every kind that is let go, the mails with attempts. */
function storeOfOld(): Store {
  const store = tmpStore();
  const seqs = Array.from({ length: 60 }, (_, at) => at + 1);
  const rule = { rule: "r", key: "k" };
  for (const seq of seqs)
    store.commit(
      batch({
        entries: [entry(seq, {}, noon - 9 * DAY)],
        mails: [mail(seq, "desk@example.com", { html: "h".repeat(seq === 9 ? 40_000 : 10) })],
        suppressions: [1, 2].map(() => ({ ...rule, reason: "cooldown" as const, causeSeq: seq, at: noon })),
        cooldowns: [{ rule: "r", key: String(seq), firedAt: noon - 9 * DAY }],
        alerts: alertWrites({ notices: [notice(seq)] }),
      }),
    );
  const box = store.outbox.of("email");
  for (const seq of seqs) {
    box.record([{ id: seq, at: noon - 9 * DAY, outcome: "postponed", retryAt: noon, answer: "451 later" }]);
    box.record([{ id: seq, at: noon - 9 * DAY, outcome: "sent", answer: "250 ok" }]);
  }
  return store;
}

test("a call lets go of no more rows than its batch, of all tables together, until nothing old is left", () => {
  const store = storeOfOld();
  const most = 12;
  let calls = 0;
  for (let more = true; more; calls += 1) {
    const before = rowsOf(store.path);
    ({ more } = store.prune({ before: noon - DAY, batch: most }));
    const gone = before - rowsOf(store.path);
    expect(gone).toBeLessThanOrEqual(most);
  }
  expect(calls).toBeGreaterThan(30);
  expect(seqs(store)).toEqual([60]);
  expect(store.deliveries.counts()).toEqual({ waiting: 0, sent: 0, failed: 0 });
  const inOneCall = storeOfOld();
  inOneCall.prune({ before: noon - DAY, batch: 100_000 });
  expect(rowsOf(store.path)).toBe(rowsOf(inOneCall.path));
});

test("a batch that nobody names is one that others can wait for", () => {
  const store = tmpStore();
  const entries = Array.from({ length: 1_000 }, (_, at) => entry(at + 1, {}, noon - 9 * DAY));
  store.commit(batch({ entries }));
  expect(store.prune({ before: noon })).toMatchObject({ entries: 200, more: true });
});

test("what changed silently at one entry is settled a batch a call, before the entry goes", () => {
  const settled = (most: number) => {
    const store = tmpStore(undefined, undefined, { aging: () => ({ fold: () => undefined }) });
    const silent = [1, 2].flatMap((round) =>
      Array.from({ length: 40 }, (_, at) => ({
        source: "margin-alerts",
        key: `k${at}`,
        item: round === 2 && at % 4 === 0 ? undefined : { subject: "9901", now: { code: "9901", round } },
      })),
    );
    store.commit(batch({ entries: [entry(1, {}, noon - 9 * DAY)] }));
    store.commit(batch({ silent: silent as never }));
    store.commit(batch({ entries: [2, 3, 4].map((seq) => entry(seq, {}, noon - 9 * DAY)) }));
    const heads: (number | undefined)[] = [];
    for (let more = true; more; ) {
      ({ more } = store.prune({ before: noon, batch: most }));
      heads.push(seqs(store)[0]);
    }
    const reader = openStoreReader(store.path);
    const left = reader.silent.after({ seq: 0, id: 0 }, 1_000).map(({ seq, change }) => ({ seq, change }));
    reader.close();
    return { heads, left };
  };
  const stepwise = settled(10);
  expect(stepwise.heads).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 4]);
  expect(stepwise.left).toHaveLength(30);
  expect(stepwise.left).toEqual(settled(100_000).left);
});
