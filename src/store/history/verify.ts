/** Verifies a history a week of a set at a time, and forgets what is damaged, so that it is fetched again. */
import type { HistoryPeriod } from "../../model/history.ts";
import { StoreError } from "../../model/store-faults.ts";
import { checkFile } from "../damage/check.ts";
import type { Database } from "../database.ts";
import { createDaysTotal, createNoting, type DayRow, isWholeDay } from "./records.ts";
import type { SetsTable } from "./sets.ts";
import { bitOf, blockOf, dayNumber, recordSum, type SealedRecord, sealSql, weekOf, whole } from "./shape.ts";

/** Damage of a set: of a week of it, or of all that is known of it. */
export interface HistoryDamage {
  /** Its name; empty where that is lost. */
  readonly set: string;
  /** The week, counted as the table does; undefined: the whole set. */
  readonly week: number | undefined;
}

interface SetRow {
  readonly id: number;
  readonly name: string;
  readonly isWhole: number;
}

interface Part extends SetRow {
  readonly week: number | undefined;
}

/** One part a step: undefined where it is whole. */
type Verifying = Generator<HistoryDamage | undefined, void>;

export interface Verification {
  /** Whoever calls sees one state, or several where a fetch goes on. */
  verify(period: HistoryPeriod): Verifying;
  /** Deletes what is damaged, with the pieces that say that it was fetched; what finds records is made again. */
  mend(period: HistoryPeriod): Verifying;
}

export function createVerification(db: Database, table: SetsTable): Verification {
  const findings = createFindings(db, table);
  const drop = createDropping(db);
  return {
    *verify(period) {
      const [lost] = findings.orphans();
      if (lost !== undefined) yield { set: "", week: undefined };
      for (const part of findings.parts(period)) yield findings.isWhole(part) ? undefined : damageOf(part);
    },
    *mend(period) {
      db.exec("REINDEX sets");
      const orphans = findings.orphans();
      for (const id of orphans) {
        drop.set(id);
        yield { set: "", week: undefined };
      }
      let isWhole = orphans.length === 0;
      for (const part of findings.parts(period)) {
        if (findings.isWhole(part)) yield undefined;
        else {
          const mended = db.transaction(() => {
            if (part.week !== undefined) drop.bits(part.id, part.week);
            findings.forget();
            if (part.week !== undefined && findings.isWhole(part)) return;
            drop.part(part);
          });
          mended.immediate();
          isWhole = false;
          yield damageOf(part);
        }
      }
      if (isWhole) return;
      drop.count();
      // Where a page itself is damaged, what is written may not be found again.
      const [found] = checkFile(db);
      if (found?.part === "file") throw new StoreError(found.message, undefined, "damaged");
    },
  };
}

const damageOf = ({ name, week }: Part): HistoryDamage => ({ set: String(name), week });

type Row = SealedRecord & { readonly sum: number | null };

interface Bits {
  readonly set: number;
  readonly subject: string;
  readonly weeks: number;
  readonly isWhole: number;
}

function createFindings(db: Database, table: SetsTable) {
  const hasAllDays = createDaysTotal(db, table);
  const sets = db.prepare<[], SetRow>(`SELECT id, name, ${whole("sets")} AS isWhole FROM sets ORDER BY id`);
  const rowsOf = db.prepare<[number, number], Row>(
    "SELECT week, day, subject, name, body, sum FROM records WHERE set_id = ? AND week = ?",
  );
  const daysOf = db.prepare<[number, number, number], DayRow>(
    `SELECT day, records, sum, ${whole("days")} AS isWhole FROM days WHERE set_id = ? AND day BETWEEN ? AND ?`,
  );
  const endsOf = createEnds(db);
  const notes = createNotes(db);
  const idAfter = (["records", "days"] as const).map((table) =>
    db.prepare<[number], number | null>(`SELECT min(set_id) FROM ${table} WHERE set_id > ?`).pluck(),
  );
  return {
    /** Ids of sets of which there are records, and which are not there. */
    orphans(): number[] {
      const known = new Set(sets.all().map(({ id }) => id));
      const found = new Set<number>();
      for (const next of idAfter)
        for (let id = next.get(0) ?? 0; id > 0; id = next.get(id) ?? 0) if (!known.has(id)) found.add(id);
      return [...found];
    },
    /** Weeks from the last to the first, and in each the sets: what is asked of a block is read once. */
    *parts({ from, to }: HistoryPeriod): Generator<Part> {
      notes.forget();
      const all = sets.all();
      for (const set of all) if (set.isWhole !== 1 || !hasAllDays(set.id)) yield { ...set, week: undefined };
      const known = all.flatMap((set) => {
        const ends = set.isWhole === 1 ? endsOf(set.id) : undefined;
        return ends === undefined ? [] : { set, first: ends[0], last: ends[1] };
      });
      const first = Math.max(weekOf(dayNumber(from)), Math.min(...known.map((one) => one.first)));
      const last = Math.min(weekOf(dayNumber(to)), Math.max(...known.map((one) => one.last)));
      for (let week = last; week >= first; week -= 1) for (const { set } of known) yield { ...set, week };
    },
    isWhole(part: Part): boolean {
      const { id, week } = part;
      if (week === undefined) return false;
      const rows = rowsOf.all(id, week);
      const days = new Map(daysOf.all(id, ...daysIn(week)).map((day) => [day.day, day]));
      if (rows.some((row) => row.sum !== null && row.sum !== recordSum(id, row))) return false;
      if (rows.some((row) => !days.has(row.day) || !notes.has(id, row))) return false;
      const ofDay = (day: DayRow) => rows.filter((row) => row.day === day.day);
      return [...days.values()].every((day) => day.isWhole === 1 && isWholeDay(day, ofDay(day)));
    },
    forget: notes.forget,
  };
}

/** The weeks of a set with records, or that should have some: where a page is damaged, none of them may be found. */
function createEnds(db: Database): (set: number) => readonly [first: number, last: number] | undefined {
  const ends = db.prepare<{ set: number }, Readonly<Record<string, number | null>>>(
    `SELECT (SELECT min(week) FROM records WHERE set_id = @set) AS first,
       (SELECT max(week) FROM records WHERE set_id = @set) AS last,
       (SELECT min(day) FROM days WHERE set_id = @set) AS firstDay,
       (SELECT max(day) FROM days WHERE set_id = @set) AS lastDay`,
  );
  return (set) => {
    const weeks = Object.entries(ends.get({ set }) ?? {}).flatMap(([name, end]) =>
      end === null ? [] : name.endsWith("Day") ? weekOf(end) : end,
    );
    return weeks.length === 0 ? undefined : [Math.min(...weeks), Math.max(...weeks)];
  };
}

/** What finds the records of subjects, a block at a time. */
function createNotes(db: Database) {
  const ofBlock = db.prepare<[number], Bits>(
    `SELECT set_id AS "set", subject, weeks, ${whole("subject_weeks")} AS isWhole
     FROM subject_weeks WHERE block = ?`,
  );
  let block: { readonly number: number; readonly known: ReadonlyMap<string, Bits> } | undefined;
  return {
    /** Whether a record would be found by its subject. */
    has(set: number, { week, subject }: Row): boolean {
      const number = blockOf(week);
      if (block?.number !== number)
        block = {
          number,
          known: new Map(ofBlock.all(number).map((row) => [`${row.set} ${row.subject}`, row] as const)),
        };
      const noted = block.known.get(`${set} ${subject}`);
      return noted?.isWhole === 1 && Math.floor(noted.weeks / bitOf(week)) % 2 === 1;
    },
    forget() {
      block = undefined;
    },
  };
}

/** First and last day of a week. */
function daysIn(week: number): [first: number, last: number] {
  return [week * 7 - 3, week * 7 + 3];
}

function createDropping(db: Database) {
  const note = createNoting(db);
  const prepare = (sql: string) => db.prepare<number[]>(sql);
  const week = [
    prepare("DELETE FROM records WHERE set_id = ? AND week = ?"),
    prepare("DELETE FROM days WHERE set_id = ? AND day BETWEEN ? AND ?"),
    prepare("DELETE FROM pieces WHERE set_id = ? AND to_day >= ? AND from_day <= ?"),
  ] as const;
  const pieces = prepare("DELETE FROM pieces WHERE set_id = ?");
  const count = [
    `UPDATE sets SET day_rows = (SELECT count(*) FROM days WHERE set_id = id),
       day_sum = (SELECT coalesce(sum(days.seal), 0) FROM days WHERE set_id = id)`,
    `UPDATE sets SET seal = ${sealSql.sets}`,
    `DELETE FROM origins WHERE NOT ${whole("origins")}`,
  ];
  const all = ["records", "days", "subject_weeks"].map((table) =>
    prepare(`DELETE FROM ${table} WHERE set_id = ?`),
  );
  const set = prepare("DELETE FROM sets WHERE id = ?");
  const broken = db.prepare<[number, number], string>(
    `DELETE FROM subject_weeks WHERE set_id = ? AND block = ? AND NOT ${whole("subject_weeks")} RETURNING subject`,
  );
  const subjects = db.prepare<[number, number], string>(
    "SELECT DISTINCT subject FROM records WHERE set_id = ? AND week = ?",
  );
  const has = db.prepare<[number, number, string], number>(
    "SELECT 1 FROM records WHERE set_id = ? AND week = ? AND subject = ? LIMIT 1",
  );
  const dropSet = (id: number): void => {
    for (const drop of [pieces, ...all, set]) drop.run(id);
  };
  return {
    set: (id: number) => db.transaction(() => dropSet(id)).immediate(),
    /** Makes the totals of days again, behind all else. */
    count: () => db.transaction(() => count.forEach((sql) => void db.exec(sql))).immediate(),
    part({ id, week: of, isWhole }: Part) {
      if (of === undefined) {
        // Of a set that lost some of its days the records stay; the next weeks are looked at.
        pieces.run(id);
        if (isWhole === 1) return;
        dropSet(id);
        return;
      }
      const days = daysIn(of);
      week[0].run(id, of);
      week[1].run(id, ...days);
      week[2].run(id, ...days);
    },
    /** Makes what finds the records of a week again, and what finds those of a subject whose row is damaged. */
    bits(id: number, of: number) {
      const block = blockOf(of);
      const lost = broken.pluck().all(id, block);
      for (const subject of lost)
        for (let other = of - 52; other <= of + 52; other += 1)
          if (blockOf(other) === block && has.get(id, other, subject)) note(id, other, subject);
      for (const subject of subjects.pluck().all(id, of)) note(id, of, subject);
    },
  };
}
