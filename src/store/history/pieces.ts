/** Which parts of a history were fetched whole, or are not told by their services; and how the oldest are forgotten. */
import type { FetchedPiece, HistoryPeriod, HistoryPiece } from "../../model/history.ts";
import type { Database } from "../database.ts";
import type { SetsTable } from "./sets.ts";
import { blockOf, dayNumber, dayText, sealSql, weekOf, whole } from "./shape.ts";

/** Pieces of a set that its service refused for one reason. */
export interface RefusedPieces extends HistoryPeriod {
  readonly set: string;
  readonly pieces: number;
  readonly reason: string;
}

/** Whoever calls holds a transaction. */
export interface PiecesTable {
  /** Notes a piece. One that was told stays so, though its service refuses it later. */
  finish(piece: FetchedPiece): void;
  /** Of several that have all days of this one, one that was told, and of these the last. */
  fetched(piece: HistoryPiece): FetchedPiece | undefined;
  /** Refusals by set and reason, in the order of their names. */
  refusals(): RefusedPieces[];
  /** Cuts all days before one off. */
  forget(before: number): void;
}

interface Row {
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly records: number;
  readonly refused: string | null;
}

/** One that is damaged is none, and its part is fetched again. */
const isWhole = whole("pieces");

export function createPieces(db: Database, sets: SetsTable): PiecesTable {
  const put = db.prepare<[number, string, number, number, number, number, string | null]>(
    `INSERT INTO pieces (set_id, scope, from_day, to_day, at, records, refused) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET at = excluded.at, records = excluded.records, refused = excluded.refused
       WHERE excluded.refused IS NULL OR refused IS NOT NULL OR NOT ${isWhole}`,
  );
  const reseal = db.prepare<[number, string, number, number]>(
    `UPDATE pieces SET seal = ${sealSql.pieces} WHERE set_id = ? AND scope = ? AND from_day = ? AND to_day = ?`,
  );
  const covering = db.prepare<[number, string, number, number], Row>(
    `SELECT from_day AS "from", to_day AS "to", at, records, refused FROM pieces
     WHERE set_id = ? AND scope = ? AND from_day <= ? AND to_day >= ? AND ${isWhole}
     ORDER BY refused IS NOT NULL, at DESC LIMIT 1`,
  );
  const refusals = db.prepare<[], { set: string; from: number; to: number; pieces: number; reason: string }>(
    `SELECT name AS "set", min(from_day) AS "from", max(to_day) AS "to", count(*) AS pieces, refused AS reason
     FROM (SELECT * FROM pieces WHERE ${isWhole}) JOIN sets ON id = set_id WHERE refused IS NOT NULL
     GROUP BY id, refused ORDER BY name, refused`,
  );
  const cut = db.prepare<{ before: number }>(
    `UPDATE OR IGNORE pieces SET from_day = @before,
       seal = row_sum('piece', set_id, scope, @before, to_day, at, records, refused)
     WHERE from_day < @before AND to_day >= @before AND ${isWhole}`,
  );
  const drop = db.prepare<[number]>("DELETE FROM pieces WHERE from_day < ?");
  return {
    finish({ set, scope, from, to, at, records, refused = null }) {
      const place = [sets.make(set).id, scope, dayNumber(from), dayNumber(to)] as const;
      put.run(...place, at, records, refused);
      reseal.run(...place);
    },
    fetched({ set: name, scope, from, to }) {
      const set = sets.find(name);
      const row = set && covering.get(set.id, scope, dayNumber(from), dayNumber(to));
      if (row === undefined) return undefined;
      const { refused, ...piece } = row;
      const facts = { ...piece, set: name, scope, from: dayText(row.from), to: dayText(row.to) };
      return refused === null ? facts : { ...facts, refused };
    },
    refusals: () => refusals.all().map((row) => ({ ...row, from: dayText(row.from), to: dayText(row.to) })),
    forget(before) {
      cut.run({ before });
      drop.run(before);
    },
  };
}

// Forgets the oldest days of a history, a week of a set at a time, and gives their place on the disk back.

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
