/** Forgets the oldest days of a history, a day of a set at a time, and gives their place on the disk back. */
import type { Database } from "../database.ts";
import { blockOf } from "./day-numbers.ts";

/** Called after each step with the records that are gone so far, and all that will be. */
export type ForgetProgress = (gone: number, all: number) => void;

const pagesAtOnce = 2_000;

/** Gives the number of records that are gone. A crash in the middle leaves days that the next call takes. */
export function createForgetting(db: Database, forgetPieces: (before: number) => void) {
  const older = db.prepare<[number], { id: number; day: number; records: number }>(
    "SELECT set_id AS id, day, records FROM days WHERE day < ? ORDER BY day, set_id",
  );
  const dropRecords = db.prepare<[number, number]>("DELETE FROM records WHERE set_id = ? AND day = ?");
  const dropDay = db.prepare<[number, number]>("DELETE FROM days WHERE set_id = ? AND day = ?");
  // The bits of the block at hand stay: where no record is, none is found.
  const dropBlocks = db.prepare<[number]>("DELETE FROM subject_days WHERE block < ?");
  const drop = db.transaction((id: number, day: number) => {
    dropRecords.run(id, day);
    dropDay.run(id, day);
  });
  return (before: number, tell: ForgetProgress = () => {}): number => {
    // First: what is gone must not count as fetched.
    db.transaction(forgetPieces).immediate(before);
    const days = older.all(before);
    const all = days.reduce((sum, { records }) => sum + records, 0);
    let gone = 0;
    for (const { id, day, records } of days) {
      drop.immediate(id, day);
      gone += records;
      tell(gone, all);
    }
    db.transaction(() => dropBlocks.run(blockOf(before))).immediate();
    giveBack(db);
    return gone;
  };
}

function giveBack(db: Database): void {
  const free = () => Number(db.pragma("freelist_count", { simple: true }));
  for (let left = free(), before = left + 1; left > 0 && left < before; before = left, left = free())
    db.pragma(`incremental_vacuum(${pagesAtOnce})`);
  db.pragma("wal_checkpoint(TRUNCATE)");
}
