import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openStoreReader } from "../../src/store/reader.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
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
