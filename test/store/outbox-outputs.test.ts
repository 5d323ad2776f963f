/** Rows of the outbox by the output that sends them, and the outbox of a version that knew mails only. */
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { openVerifier } from "../../src/store/damage/verifier.ts";
import { openStore } from "../../src/store/store.ts";
import { changeText } from "../support/damage.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { batch, entry, mail, noon } from "./batches.ts";
import { tmpStore } from "./house.ts";
import { asOfSteps } from "./of-before.ts";

/** Steps of the last version whose outbox did not say whose a row is. */
const stepsBefore = 10;
const sentAt = (id: number) => ({ id, at: noon, outcome: "sent", answer: "250 ok" }) as const;

function verified(path: string) {
  const verifier = openVerifier(path);
  const found = [...verifier.slices(() => {})].flat();
  verifier.close();
  return found;
}

test("each output has its own rows: what is due, by address, when the next is, and how many", () => {
  const store = tmpStore();
  const chat = { output: "chat", messageId: "chat-1" };
  store.commit(batch({ entries: [entry(1)], mails: [mail(1, "a@x"), mail(1, "a@x", chat), mail(1, "b@x")] }));
  const ids = (output: string) =>
    store.outbox
      .of(output)
      .due(noon, 9, [])
      .map(({ id }) => id);
  expect([ids("email"), ids("chat"), ids("other")]).toEqual([[1, 3], [2], []]);
  expect(store.outbox.of("chat").dueTo("a@x", noon, 9)).toMatchObject([{ id: 2, messageId: "chat-1" }]);
  const later = { at: noon, outcome: "postponed", retryAt: noon + 60_000, answer: "later" } as const;
  store.outbox.of("chat").record([{ ...later, id: 2 }]);
  expect(store.outbox.of("chat").nextDue(noon)).toBe(noon + 60_000);
  expect(store.outbox.of("email").nextDue(noon)).toBeUndefined();
  store.outbox.of("email").record([sentAt(1)]);
  expect(store.deliveries.unsent("email")).toEqual({ waiting: 1, failed: 0 });
  expect(store.deliveries.unsent("chat")).toEqual({ waiting: 1, failed: 0 });
  expect(store.deliveries.counts()).toEqual({ waiting: 2, sent: 1, failed: 0 });
});

/** An outbox of the version before: a mail that waits, one that was tried, one that was sent, one that failed. */
function outboxOfBefore(): string {
  const path = join(tmpFolder(), "yagura.db");
  const store = openStore(path, { now: () => noon });
  const mails = ["a@x", "b@x", "c@x", "d@x"].map((address) => mail(1, address));
  store.commit(batch({ entries: [entry(1)], mails }));
  const outbox = store.outbox.of("email");
  outbox.keepBytes([{ id: 2, bytes: Buffer.from("composed") }]);
  outbox.record([
    { id: 2, at: noon, outcome: "postponed", retryAt: noon + 60_000, answer: "451 later" },
    sentAt(3),
  ]);
  const failed = { id: 4, reason: "refused", error: "550 unknown", at: noon } as const;
  store.commit(batch({ entries: [entry(2)], failedMails: [failed] }));
  store.close();
  asOfSteps(path, stepsBefore);
  return path;
}

test("mails of a version before wait for the email output as they did, each once", () => {
  const path = outboxOfBefore();
  const store = openStore(path, { now: () => noon });
  const outbox = store.outbox.of("email");
  expect(outbox.due(noon, 9, [])).toMatchObject([{ id: 1, address: "a@x", text: "text", attempts: 0 }]);
  expect(outbox.due(noon + 60_000, 9, [])).toMatchObject([
    { id: 1 },
    { id: 2, attempts: 1, bytes: Buffer.from("composed") },
  ]);
  expect(store.outbox.of("chat").due(noon + 60_000, 9, [])).toEqual([]);
  expect(store.deliveries.unsent("email")).toEqual({ waiting: 2, failed: 1 });
  outbox.record([sentAt(1), sentAt(2)]);
  store.close();
  const again = openStore(path, { now: () => noon });
  expect(again.outbox.of("email").due(noon + 120_000, 9, [])).toEqual([]);
  again.commit(batch({ mails: [mail(1, "a@x")] }));
  expect(again.outbox.of("email").due(noon + 120_000, 9, [])).toEqual([]);
  again.close();
  expect(verified(path)).toEqual([]);
});

test("a mail that was damaged in a version before stays damaged, and is not sent", () => {
  const path = outboxOfBefore();
  changeText(path, "a@x");
  const store = openStore(path, { now: () => noon });
  expect(store.outbox.of("email").due(noon, 9, [])).toEqual([]);
  expect(store.damages.take()).toEqual([{ part: "mails", ids: [1] }]);
  store.close();
  expect(verified(path)).toContainEqual({ part: "mails", ids: [1] });
});

test("a row that is given to another output is damaged", () => {
  const path = join(tmpFolder(), "yagura.db");
  const store = openStore(path, { now: () => noon });
  store.commit(batch({ entries: [entry(1)], mails: [mail(1)] }));
  store.close();
  const db = new Sqlite(path);
  db.exec("DROP TRIGGER outbox_changed");
  db.exec("UPDATE outbox SET output = 'chat'");
  db.close();
  const later = openStore(path, { now: () => noon });
  expect(later.outbox.of("chat").due(noon, 9, [])).toEqual([]);
  expect(later.damages.take()).toEqual([{ part: "mails", ids: [1] }]);
  later.close();
});
