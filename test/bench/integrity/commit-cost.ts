/**
 * Commits on two databases in turn: one as it is, and one whose triggers are dropped. The hashes and checksums, which
 * both compute, are timed by themselves.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CommitBatch, SourceWrite } from "../../../src/model/commit.ts";
import { createCommit } from "../../../src/store/commit.ts";
import { openDatabase } from "../../../src/store/database.ts";
import { entryHash } from "../../../src/store/tables/log.ts";
import { rowSum } from "../../../src/store/tables/sealed-tables.ts";
import { createTables } from "../../../src/store/tables/tables.ts";
import { batch, entry, mail, noon, sourceWrite } from "../../store/batches.ts";

const say = (line: string) => void process.stdout.write(`${line}\n`);

const rounds = 600;
const folder = mkdtempSync(join(tmpdir(), "yagura-bench-"));

function opened(name: string, isSealed: boolean) {
  const db = openDatabase(join(folder, name));
  const triggers = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
    .pluck()
    .all();
  if (!isSealed) for (const trigger of triggers) db.exec(`DROP TRIGGER ${trigger}`);
  const cached = {
    head: 0,
    sources: new Map(),
    stored: new Map(),
    origins: new Map(),
    holds: new Map(),
    publications: new Map(),
  };
  const committing = createCommit({ db, tables: createTables(db), cached });
  const commit = (one: CommitBatch) => {
    const write = committing.prepare(one, noon);
    if (write) committing.write(write);
  };
  return { commit, close: () => db.close() };
}

const note = "x".repeat(300);

/** A poll that found `items` things: each an item and an event, every tenth with an alert and two mails. */
function poll(round: number, items: number): CommitBatch {
  const seq = round * (items + Math.ceil(items / 10));
  const many = Array.from({ length: items }, (_, at) => at);
  const alerts = Math.ceil(items / 10);
  const put: SourceWrite["put"] = many.map((at) => ({
    scope: "",
    key: `k${(round * items + at) % 5_000}`,
    body: { round, note },
  }));
  const entries = [...many, ...many.slice(0, alerts)].map((_, at) =>
    entry(seq + at + 1, { data: { now: { code: "9901", note } } }),
  );
  return batch({
    source: sourceWrite({ put, cursor: { round }, attemptAt: noon + round }),
    entries,
    memories: many.map((at) => ({ rule: "r", meaning: "m", key: `k${at}`, body: { seen: [round] } })),
    cooldowns: many.slice(0, alerts).map((at) => ({ rule: "r", key: `k${at}`, firedAt: round })),
    mails: many
      .slice(0, alerts)
      .flatMap((at) => [mail(seq + at + 1, "a@x.jp"), mail(seq + at + 1, "b@x.jp")]),
  });
}

function timed(work: () => void): number {
  const from = performance.now();
  work();
  return performance.now() - from;
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Work that both databases do for one such poll. */
function hashing({ entries, source, memories = [] }: CommitBatch): number {
  const rows = entries.map(({ seq, event }) => ({
    ...event,
    seq,
    body: JSON.stringify(event),
    before: "b".repeat(22),
  }));
  const bodies = [...(source?.put ?? []), ...memories].map(
    ({ key, body }) => [key, JSON.stringify(body)] as const,
  );
  return timed(() => {
    for (const row of rows) entryHash(row);
    for (const [key, body] of bodies) rowSum("items", "margin-alerts", "", key, body);
  });
}

for (const items of [1, 5, 100]) {
  const [sealed, plain] = [opened(`sealed-${items}.db`, true), opened(`plain-${items}.db`, false)];
  const times: { sealed: number[]; plain: number[]; hashing: number[] } = {
    sealed: [],
    plain: [],
    hashing: [],
  };
  for (let round = 0; round < rounds; round++) {
    const one = poll(round, items);
    times.sealed.push(timed(() => sealed.commit(one)));
    times.plain.push(timed(() => plain.commit(one)));
    times.hashing.push(hashing(one));
  }
  const [all, without, hashes] = [median(times.sealed), median(times.plain), median(times.hashing)];
  const share = (all - without + hashes) / all;
  say(
    `a poll with ${items} changes: ${all.toFixed(3)} ms, without triggers ${without.toFixed(3)} ms, hashes and checksums ${hashes.toFixed(3)} ms: ${(share * 100).toFixed(1)} % of the commit`,
  );
  sealed.close();
  plain.close();
}
rmSync(folder, { recursive: true });
