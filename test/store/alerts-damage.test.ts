/** Damage of what is known of alerts: it is never given to anybody, said once, and what is whole stays. */
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import type { Damage } from "../../src/model/store-faults.ts";
import { openVerifier } from "../../src/store/damage/verifier.ts";
import type { Store } from "../../src/store/store.ts";
import { changeText, forge, pagesOf, skewIndex, zeroPage } from "../support/damage.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { alertWrites, episode, notice, silence, told } from "./alert-writes.ts";
import { batch, entry, noon } from "./batches.ts";
import { tmpStore } from "./house.ts";

const seqs = [1, 2, 3, 4, 5, 6];
const named = (rule: string) => ({ ...episode().facts, rule });

/** Three episodes, two silences, notices 1 to 4 that wait for two reasons, 5 and 6 that were told; closed. */
function written(): string {
  const path = join(tmpFolder(), "yagura.db");
  const store = tmpStore(path);
  store.commit(
    batch({
      entries: seqs.map((seq) => entry(seq)),
      alerts: alertWrites({
        states: [
          ...["a", "b", "c"].map((key) => ({
            kind: "episode" as const,
            key,
            body: episode({ facts: named(`rule-of-${key}`) }),
            due: noon,
          })),
          ...["s-1", "s-2"].map((id) => ({
            kind: "silence" as const,
            key: id,
            body: silence({ id, because: `reason-of-${id}` }),
          })),
        ],
        notices: [
          ...[1, 2].map((seq) => notice(seq, { route: `route-of-${seq}` })),
          ...[3, 4].map((seq) => notice(seq, { reason: "silenced" })),
        ],
      }),
    }),
  );
  store.commit(
    batch({ alerts: alertWrites({ notices: seqs.slice(4).map((seq) => notice(seq, { group: "h" })) }) }),
  );
  store.commit(batch({ alerts: alertWrites({ ends: [told({ group: "h", message: "message-of-h" })] }) }));
  store.close();
  return path;
}

function found(store: Store): readonly Damage[] {
  while (store.startCheck.step(1));
  return store.damages.take();
}

function verified(path: string): readonly Damage[] {
  const verifier = openVerifier(path);
  const damages = [...verifier.slices(() => {})].flat();
  verifier.close();
  return damages;
}

/** The damage is told, and mended with that. */
function mend(store: Store, damaged: readonly Damage[], path: string): void {
  store.commit(batch({ entries: [entry(store.log.head() + 1)], damaged }));
  expect(store.damages.take()).toEqual([]);
  store.close();
  expect(verified(path)).toEqual([]);
}

const waiting = (store: Store) =>
  store.alerts.waiting("email:desk", "g", 9).first.map(({ alertSeq }) => alertSeq);

test("a damaged silence quiets nothing and is said to be lost; the others stay", () => {
  const path = written();
  changeText(path, "reason-of-s-1");
  expect(verified(path)).toEqual([{ part: "silences" }]);
  const store = tmpStore(path);
  expect(store.alerts.states("silence").map(({ key }) => key)).toEqual(["s-2"]);
  expect(store.alerts.state("silence", "s-1")).toBeUndefined();
  expect(found(store)).toEqual([{ part: "silences" }]);
  mend(store, [{ part: "silences" }], path);
  expect(
    tmpStore(path)
      .alerts.states("silence")
      .map(({ key }) => key),
  ).toEqual(["s-2"]);
});

test("a silence that is gone from the table is said to be lost", () => {
  const path = written();
  forge(path, "DELETE FROM alert_states WHERE key = 's-1'");
  const store = tmpStore(path);
  expect(found(store)).toEqual([{ part: "silences" }]);
  mend(store, [{ part: "silences" }], path);
});

test("a damaged episode is not open any more: it is said, it opens anew, and the others stay", () => {
  const path = written();
  changeText(path, "rule-of-b");
  const store = tmpStore(path);
  expect(store.alerts.state("episode", "b")).toBeUndefined();
  expect(store.alerts.episodes(9).map(({ key }) => key)).toEqual(["c", "a"]);
  expect(store.damages.take()).toEqual([{ part: "alerts" }]);
  const states = [{ kind: "episode" as const, key: "b", body: episode({ seq: 4 }) }];
  store.commit(batch({ alerts: alertWrites({ states }) }));
  expect(store.alerts.state("episode", "b")?.seq).toBe(4);
  mend(store, [{ part: "alerts" }], path);
  expect(
    tmpStore(path)
      .alerts.states("episode")
      .map(({ key }) => key),
  ).toEqual(["a", "b", "c"]);
});

test("a state that its moment would not find is found by the check of the start", () => {
  const path = written();
  forge(path, "UPDATE alert_states SET due = NULL WHERE key = 'a'");
  const store = tmpStore(path);
  expect(found(store)).toEqual([{ part: "alerts" }]);
});

test.each([
  ["alert_seq", "notices_by_alert", (store: Store) => store.alerts.ofAlert(5)],
  ["episode_seq", "notices_by_episode", (store: Store) => store.alerts.ofEpisode(5)],
] as const)(
  "a decision of which %s alone changed is not given, though an index has it as it was",
  (column, index, read) => {
    const path = written();
    forge(path, `UPDATE notices SET ${column} = ${column} - 2`);
    skewIndex(path, index, column, `${column} + 2`);
    const store = tmpStore(path);
    expect(read(store)).toEqual([]);
    expect(store.damages.take()).toEqual([{ part: "notices" }]);
    mend(store, [{ part: "notices" }], path);
  },
);

test("a damaged notice that waits is not told; the others are, and it is said", () => {
  const path = written();
  changeText(path, "route-of-1");
  const store = tmpStore(path);
  expect(waiting(store)).toEqual([2, 3, 4]);
  expect(store.alerts.ofAlert(1)).toEqual([]);
  expect(store.damages.take()).toEqual([{ part: "notices" }]);
  mend(store, [{ part: "notices" }], path);
  const mended = tmpStore(path);
  expect(mended.alerts.waiting("email:desk", "g", 9).all).toBe(3);
});

test("where what was told is damaged so that it seems to wait, nothing of it is told again", () => {
  const path = written();
  forge(path, "UPDATE notice_rounds SET state = 'waiting' WHERE group_key = 'h'");
  const store = tmpStore(path);
  expect(store.alerts.waiting("email:desk", "h", 9)).toEqual({ all: 0, first: [] });
  expect(store.alerts.ofAlert(5)).toEqual([]);
  store.commit(batch({ alerts: alertWrites({ ends: [told({ group: "h", message: "again" })] }) }));
  expect(store.alerts.ofAlert(5)).toEqual([]);
  expect(found(store)).toEqual([{ part: "notices" }]);
  mend(store, [{ part: "notices" }], path);
  const { alerts } = tmpStore(path);
  expect([alerts.ofAlert(5), alerts.ofAlert(1)]).toMatchObject([[], [{ state: "waiting" }]]);
});

test("where an index alone says that something waits, it is not told again", () => {
  const path = written();
  const db = new Sqlite(path);
  db.unsafeMode(true);
  // The index keeps what the row does not say any more.
  db.pragma("writable_schema = ON");
  const partial = "WHERE state = 'waiting'";
  const change = db.prepare(
    "UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = 'notice_rounds_waiting'",
  );
  change.run(partial, "WHERE state IN ('waiting', 'told')");
  db.close();
  const reindexed = new Sqlite(path);
  reindexed.unsafeMode(true);
  reindexed.exec("REINDEX notice_rounds_waiting");
  reindexed.pragma("writable_schema = ON");
  const back = reindexed.prepare(
    "UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = 'notice_rounds_waiting'",
  );
  back.run("WHERE state IN ('waiting', 'told')", partial);
  reindexed.close();
  const store = tmpStore(path);
  expect(store.alerts.waiting("email:desk", "h", 9)).toEqual({ all: 0, first: [] });
  expect(store.damages.take()).toEqual([{ part: "notices" }]);
});

test("a damaged word about what was told is not given, and what waits for another reason is told all the same", () => {
  const path = written();
  changeText(path, "message-of-h");
  forge(path, "UPDATE notice_rounds SET begun_at = 0 WHERE reason = 'silenced'");
  const store = tmpStore(path);
  expect(store.alerts.ofAlert(6)).toEqual([]);
  expect(waiting(store)).toEqual([1, 2]);
  expect(found(store)).toEqual([{ part: "notices" }]);
  mend(store, [{ part: "notices" }], path);
});

for (const table of ["alert_states", "notices", "notice_rounds"]) {
  test(`a page of ${table} that SQLite cannot read is said, and writing goes on`, () => {
    const path = written();
    zeroPage(path, pagesOf(path, table)[0] ?? 0);
    const store = tmpStore(path);
    // The check of the start leaves the notices themselves to the one behind it.
    expect(store.alerts.ofAlert(1)).toEqual(
      table === "alert_states" ? [notice(1, { route: "route-of-1" })] : [],
    );
    const damages = found(store);
    const parts = table === "alert_states" ? ["alerts", "silences"] : ["notices"];
    expect(damages.map(({ part }) => part).sort()).toEqual(parts);
    store.commit(batch({ entries: [entry(7)], damaged: damages }));
    const states = [{ kind: "episode" as const, key: "new", body: episode({ seq: 7 }) }];
    store.commit(batch({ alerts: alertWrites({ states, notices: [notice(7, { group: "new" })] }) }));
    expect(store.alerts.state("episode", "new")?.seq).toBe(7);
    expect(store.alerts.waiting("email:desk", "new", 9).first).toHaveLength(1);
    store.commit(batch({ damaged: store.damages.take() }));
    store.close();
    expect(verified(path)).toEqual([]);
  });
}
