/** What a person is told of a backup and a restore: what was made, what was not, and what follows. */
import { expect, test } from "vitest";
import type { Restored } from "../../../src/app/database/restore.ts";
import { backedUpLines, restoredLines } from "../../../src/commands/database/copies.ts";

const counts = {
  ...{ items: 3, memories: 0, openAlerts: 0, silences: 0, notices: 0 },
  messages: { waiting: 2, sent: 1, failed: 0 },
};
const damaged = [{ part: "log", from: 7, to: 7 }] as const;
const backup = {
  ok: true,
  file: "/b/one.db",
  from: "/d/y.db",
  bytes: 2_000_000,
  entries: 1,
  last: 9,
  damaged: [],
};

test("a backup says that it is whole, what it holds and how large it is", () => {
  expect(backedUpLines(backup)).toBe("/b/one.db: whole, 1 entry, the last is 9, 2.0 MB\n");
});

test("a backup that was not made says why, what stays and what to do", () => {
  const lines = backedUpLines({ ...backup, ok: false, bytes: 0, damaged });
  expect(lines).toContain(
    "/d/y.db: damaged: entry 7 of the log\nNo backup was made; a file of that name is as it was.",
  );
  expect(lines).toContain("--damaged keeps the copy");
  expect(backedUpLines({ ...backup, ok: false, entries: 0, damaged })).not.toContain("--damaged");
});

test("a damaged copy that was asked for says that it is damaged", () => {
  expect(backedUpLines({ ...backup, damaged })).toContain("/b/one.db: damaged as the database is, 1 entry");
});

const restored: Restored = {
  ...{
    ok: true,
    file: "/d/y.db",
    from: "/b/one.db",
    kept: "/d/y.db.before-20261120T030000Z",
    entries: 1_200,
  },
  ...{
    last: 1_200,
    lastAt: "2026-11-20T03:00:00.000Z",
    lost: { from: 1_201, to: 1_300 },
    counts,
    damaged: [],
  },
};

test("a restore says what it kept, what is lost, and what the next start tells and sends once more", () => {
  const lines = restoredLines(restored);
  expect(lines).toContain(
    "/d/y.db: restored from /b/one.db, 1,200 entries, the last is 1200 of 2026-11-20 12:00:00 JST",
  );
  expect(lines).toContain("is kept as /d/y.db.before-20261120T030000Z.");
  expect(lines).toContain(
    "new epoch, and its readers are informed of the gap. The backup lacks 100 entries that came after it was made: 1201 to 1300.",
  );
  expect(lines).toContain("What waits in the backup, 2 messages, may be sent a second time");
  expect(restoredLines({ ...restored, isOfAnotherEpoch: true })).toContain("cannot be counted");
});

test("a restore that was not made says so", () => {
  const lines = restoredLines({ ...restored, ok: false, damaged });
  expect(lines).toContain(
    "/b/one.db: damaged: entry 7 of the log\nNothing was restored, and the database is as it was.",
  );
  expect(lines).not.toContain("next start");
});
