import { expect, test } from "vitest";
import type { Store } from "../../src/store/store.ts";
import { batch, entry, mail, noon } from "./batches.ts";
import { tmpStore } from "./house.ts";

function queued(...addresses: string[]): Store {
  const store = tmpStore();
  const entries = addresses.map((_, index) => entry(index + 1));
  store.commit(batch({ entries, mails: addresses.map((address, index) => mail(index + 1, address)) }));
  return store;
}

const dueIds = (store: Store, now = noon, busy: string[] = [], limit = 10) =>
  store.outbox
    .of("email")
    .due(now, limit, busy)
    .map(({ id }) => id);

test("of each address the oldest mail is due, none of a busy address", () => {
  const store = queued("a@x", "a@x", "b@x", "a@x", "c@x");
  expect(dueIds(store)).toEqual([1, 3, 5]);
  expect(dueIds(store, noon, ["a@x", "c@x"])).toEqual([3]);
  expect(dueIds(store, noon, [], 2)).toEqual([1, 3]);
});

test("a thousand mails of one address do not hide another's", () => {
  const store = queued(...Array.from({ length: 1000 }, () => "a@x"), "b@x");
  expect(dueIds(store, noon, [], 2)).toEqual([1, 1001]);
});

test("mails to one address are had in their order, as many as are asked for, without those whose time comes later", () => {
  const store = queued("a@x", "b@x", "a@x", "a@x", "a@x");
  const record = { at: noon, outcome: "postponed", retryAt: noon + 60_000, answer: "451 later" } as const;
  store.outbox.of("email").record([{ ...record, id: 3 }]);
  const ids = (now: number, limit: number) =>
    store.outbox
      .of("email")
      .dueTo("a@x", now, limit)
      .map(({ id }) => id);
  expect(ids(noon, 10)).toEqual([1, 4, 5]);
  expect(ids(noon, 2)).toEqual([1, 4]);
  expect(ids(noon + 60_000, 10)).toEqual([1, 3, 4, 5]);
});

test("outcomes of many mails are on record together, each with its attempt", () => {
  const store = queued("a@x", "b@x", "c@x");
  store.outbox.of("email").record([
    { id: 1, at: noon, outcome: "sent", answer: "250 ok" },
    { id: 2, at: noon, outcome: "postponed", retryAt: noon + 60_000, answer: "451 later" },
  ]);
  expect(store.deliveries.counts()).toEqual({ waiting: 2, sent: 1, failed: 0 });
  expect(store.deliveries.ofAlert(1)[0]?.tries).toEqual([{ at: noon, outcome: "sent", answer: "250 ok" }]);
  expect(dueIds(store)).toEqual([3]);
});

test("a postponed mail is due at its time, after those never tried", () => {
  const store = queued("a@x", "b@x", "c@x");
  store.outbox
    .of("email")
    .record([{ id: 1, at: noon, outcome: "postponed", retryAt: noon + 60_000, answer: "451 later" }]);
  expect(dueIds(store)).toEqual([2, 3]);
  expect(store.outbox.of("email").nextDue(noon)).toBe(noon + 60_000);
  expect(store.outbox.of("email").nextDue(noon + 60_000)).toBeUndefined();
  expect(dueIds(store, noon + 59_999)).toEqual([2, 3]);
  expect(dueIds(store, noon + 60_000)).toEqual([2, 3, 1]);
  expect(store.outbox.of("email").due(noon + 60_000, 9, ["b@x", "c@x"])[0]?.attempts).toBe(1);
});

test("a sent mail is not due again, and the next of its address is", () => {
  const store = queued("a@x", "a@x");
  store.outbox.of("email").record([{ id: 1, at: noon, outcome: "sent", answer: "250 ok" }]);
  expect(dueIds(store)).toEqual([2]);
  expect(store.deliveries.counts()).toEqual({ waiting: 1, sent: 1, failed: 0 });
});

test("kept bytes come back as they were", () => {
  const store = queued("a@x");
  expect(store.outbox.of("email").due(noon, 1, [])[0]).not.toHaveProperty("bytes");
  const bytes = Buffer.from([0, 255, 13, 10, 46, 13, 10]);
  store.outbox.of("email").keepBytes([{ id: 1, bytes }]);
  expect(store.outbox.of("email").due(noon, 1, [])[0]?.bytes?.equals(bytes)).toBe(true);
});

test("a mail that is given up is a dead letter with the last answer, in one commit with its news", () => {
  const store = queued("a@x");
  const news = entry(2, { type: "mail.failed" });
  const failed = { id: 1, reason: "refused", error: "550 no such user", at: noon + 5 } as const;
  store.commit(batch({ entries: [news], failedMails: [failed] }));
  expect(dueIds(store, noon + 1e9)).toEqual([]);
  expect(store.deliveries.deadLetters(10)).toEqual([
    {
      id: 1,
      alertSeq: 1,
      address: "a@x",
      subject: mail(1).subject,
      reason: "refused",
      error: "550 no such user",
      attempts: 1,
      failedAt: noon + 5,
    },
  ]);
});

test("a mail cannot be given up twice: the second news is not written either", () => {
  const store = queued("a@x");
  const failed = { id: 1, reason: "expired", error: "451", at: noon } as const;
  store.commit(batch({ entries: [entry(2)], failedMails: [failed] }));
  expect(() => store.commit(batch({ entries: [entry(3)], failedMails: [failed] }))).toThrow("not waiting");
  expect(store.log.head()).toBe(2);
});

test("the same message queued again, sent or not, is one mail", () => {
  const store = queued("a@x");
  store.commit(batch({ mails: [mail(1, "a@x")] }));
  store.outbox.of("email").record([{ id: 1, at: noon, outcome: "sent", answer: "250 ok" }]);
  store.commit(batch({ mails: [mail(1, "a@x"), mail(1, "b@x")] }));
  expect(store.deliveries.counts()).toEqual({ waiting: 1, sent: 1, failed: 0 });
});
