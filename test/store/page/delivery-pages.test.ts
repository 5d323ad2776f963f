/** Pages of the outbox, where it is long, damaged, or a delivery of it is sent again. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { openStore } from "../../../src/store/store.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import { batch, entry, mail, noon } from "../batches.ts";
import { tmpStore } from "../house.ts";

const all = { states: ["waiting", "sent", "failed"], before: Number.MAX_SAFE_INTEGER, limit: 50 } as const;

test("a page of 30,000 deliveries takes a few milliseconds, whatever it asks for", () => {
  const store = tmpStore();
  store.commit(batch({ entries: [entry(1)] }));
  const mails = Array.from({ length: 30_000 }, (_, id) =>
    mail(1, `${id % 20}@example.com`, { messageId: `<${id}>`, text: "a long text ".repeat(20) }),
  );
  store.commit(batch({ mails }));
  const at = noon;
  store.outbox.of("email").record([{ id: 7, at, outcome: "postponed", answer: "later", retryAt: at + 1 }]);
  const { page, count } = store.page.deliveries;
  const askedFor = [
    () => page({ ...all, places: [{ output: "email" }] }),
    () => page({ ...all, places: [{ output: "email", address: "3@example.com" }], before: 15_000 }),
    () => page({ ...all, places: [{ output: "email" }], states: ["postponed"] }),
    () => page({ ...all, places: [{ output: "email" }], states: ["failed"] }),
    () => count({ output: "email", address: "3@example.com" }, "waiting", 1_000),
  ];
  for (const ask of askedFor) {
    ask();
    const took = Array.from({ length: 5 }, () => {
      const begun = performance.now();
      ask();
      return performance.now() - begun;
    });
    expect(Math.min(...took)).toBeLessThan(20);
  }
  expect(page({ ...all, places: [{ output: "email" }], states: ["postponed"] }).map(({ id }) => id)).toEqual([
    7,
  ]);
});

test("a damaged delivery is left out", () => {
  const path = join(tmpFolder(), "yagura.db");
  const store = tmpStore(path);
  store.commit(batch({ entries: [entry(1), entry(2)], mails: [mail(1), mail(2)] }));
  const db = new Sqlite(path);
  db.exec("DROP TRIGGER outbox_changed; UPDATE outbox SET subject = 'torn' WHERE id = 1");
  db.close();
  expect(store.page.deliveries.page({ ...all, places: [{ output: "email" }] }).map(({ id }) => id)).toEqual([
    2,
  ]);
});

test("a delivery that is sent again is no sign of an older copy at the next start", () => {
  const path = join(tmpFolder(), "yagura.db");
  const store = tmpStore(path);
  store.commit(batch({ entries: [entry(1)], mails: [mail(1)] }));
  store.outbox.of("email").record([{ id: 1, at: noon, outcome: "sent", answer: "250 ok" }]);
  store.commit(batch({ again: [{ id: 1, at: noon + 1 }] }));
  expect(store.deliveries.counts()).toEqual({ waiting: 1, sent: 0, failed: 0 });
  // As a kill leaves the files.
  const there = join(tmpFolder(), "yagura.db");
  for (const ending of ["", "-wal", ".told"]) copyFileSync(`${path}${ending}`, `${there}${ending}`);
  const next = openStore(there, { now: () => noon });
  expect(next.putBack()).toBeUndefined();
  expect(next.outbox.of("email").due(noon + 1, 9, [])).toMatchObject([
    { id: 1, attempts: 0, queuedAt: noon + 1 },
  ]);
  next.close();
});
