/** Forgets the oldest days of a history, a week of a set at a time, and gives their place on the disk back. */
import type { Database } from "../database.ts";
import { blockOf, weekOf } from "./day-numbers.ts";
import type { SetsTable } from "./sets.ts";

/** Called after each step with the records that are gone so far, and all that will be. */
export type ForgetProgress = (gone: number, all: number) => void;

const pagesAtOnce = 2_000;

interface OldWeek {
  readonly id: number;
  readonly week: number;
  readonly from: number;
  to: number;
  records: number;
}

/** Gives the number of records that are gone. A crash in the middle leaves days that the next call takes. */
export function createForgetting(
  db: Database,
  sets: Pick<SetsTable, "addDays">,
  forgetPieces: (before: number) => void,
) {
  const older = db.prepare<[number], { id: number; day: number; records: number }>(
    "SELECT set_id AS id, day, records FROM days WHERE day < ? ORDER BY set_id, day",
  );
  const dropRecords = db.prepare<[number, number, number]>(
    "DELETE FROM records WHERE set_id = ? AND week = ? AND day <= ?",
  );
  const dropDays = db.prepare<[number, number, number]>(
    "DELETE FROM days WHERE set_id = ? AND day BETWEEN ? AND ?",
  );
  // The bits of the block at hand stay: where no record is, none is found.
  const dropBlocks = db.prepare<[number]>("DELETE FROM subject_weeks WHERE block < ?");
  const totalOf = db.prepare<[number, number, number], { rows: number; sum: number }>(
    "SELECT count(*) AS rows, coalesce(sum(seal), 0) AS sum FROM days WHERE set_id = ? AND day BETWEEN ? AND ?",
  );
  const drop = db.transaction(({ id, week, from, to }: OldWeek) => {
    const { rows, sum } = totalOf.get(id, from, to) ?? { rows: 0, sum: 0 };
    dropRecords.run(id, week, to);
    dropDays.run(id, from, to);
    sets.addDays(id, -rows, -sum);
  });
  const weeksBefore = (before: number): OldWeek[] => {
    const weeks: OldWeek[] = [];
    for (const { id, day, records } of older.all(before)) {
      const last = weeks.at(-1);
      const week = weekOf(day);
      if (last?.id === id && last.week === week) {
        last.records += records;
        last.to = day;
      } else weeks.push({ id, week, from: day, to: day, records });
    }
    return weeks;
  };
  return (before: number, tell: ForgetProgress = () => {}): number => {
    // First: what is gone must not count as fetched.
    db.transaction(forgetPieces).immediate(before);
    const weeks = weeksBefore(before);
    const all = weeks.reduce((sum, { records }) => sum + records, 0);
    let gone = 0;
    for (const week of weeks) {
      drop.immediate(week);
      gone += week.records;
      tell(gone, all);
    }
    db.transaction(() => dropBlocks.run(blockOf(weekOf(before)))).immediate();
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
