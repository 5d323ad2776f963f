/** Table records and what finds them: the days of each set, and the weeks in which a subject has any. */
import { compareTexts } from "../../lib/text/nearest.ts";
import type { HistoryPeriod, HistoryRecord, HistorySet } from "../../model/history.ts";
import type { Database } from "../database.ts";
import type { SetsTable, StoredSet } from "./sets.ts";
import {
  bitOf,
  blockOf,
  damagedRecords,
  dayNumber,
  dayText,
  recordSum,
  type SealedRecord,
  sealSql,
  weekOf,
  weeksOf,
  whole,
} from "./shape.ts";

/** Each but `add` only reads; whoever calls holds a transaction. */
export interface RecordsTable {
  add(records: readonly HistoryRecord[]): void;
  between(set: string, period: HistoryPeriod): HistoryRecord[];
  about(set: string, subject: string, period: HistoryPeriod): HistoryRecord[];
  ofSubject(subject: string, period: HistoryPeriod): HistoryRecord[];
  counts(set: string, subject: string, period: HistoryPeriod): Map<string, number>;
  days(set: string, period: HistoryPeriod): string[];
  sets(): HistorySet[];
  /** Subjects that have records, each once. */
  subjects(): string[];
}

interface Row extends SealedRecord {
  /** Null: of a version before. */
  readonly sum: number | null;
}

export interface DayRow {
  readonly day: number;
  readonly records: number;
  readonly sum: number | null;
  readonly isWhole: number;
}

/** A place of the records of a subject: its own in a set's week. */
interface Place {
  readonly set: StoredSet;
  readonly week: number;
}

export function createRecords(db: Database, sets: SetsTable): RecordsTable {
  const inWeek = db.prepare<[number, number, number, number], Row>(
    `SELECT week, day, subject, name, body, sum FROM records
     WHERE set_id = ? AND week = ? AND day BETWEEN ? AND ? ORDER BY subject, day, name`,
  );
  const { days, contents } = createDays(db, sets);
  return {
    add: createAdding(db, sets),
    ...readingSubjects(db, sets),
    between(name, period) {
      const set = sets.find(name);
      if (set === undefined) return [];
      const [from, to] = numbersOf(period);
      const known = days(set, [from, to]);
      const rows = new Map(known.map(({ day }) => [day, [] as Row[]]));
      // A week has its rows by subject: they are put to their days, which is less than sorting them.
      for (const week of new Set(known.map(({ day }) => weekOf(day))))
        for (const row of inWeek.all(set.id, week, from, to)) {
          const own = rows.get(row.day);
          if (own === undefined) throw damagedRecords(set.name, row.day);
          own.push(row);
        }
      for (const day of known)
        if (!isWholeDay(day, rows.get(day.day) ?? [])) throw damagedRecords(set.name, day.day);
      return [...rows].flatMap(([number, each]) => {
        const day = dayText(number);
        return each.map((row) => recordOf(sets, set, row, day));
      });
    },
    days(name, period) {
      const set = sets.find(name);
      return set === undefined ? [] : days(set, numbersOf(period)).map(({ day }) => dayText(day));
    },
    sets: contents,
  };
}

function recordOf(
  sets: Pick<SetsTable, "unpack">,
  set: StoredSet,
  row: Row,
  day = dayText(row.day),
): HistoryRecord {
  const { subject, name, body, sum } = row;
  if (sum !== null && sum !== recordSum(set.id, row)) throw damagedRecords(set.name, row.day);
  return { set: set.name, day, subject, name, row: sets.unpack(set, body) };
}

function readingSubjects(
  db: Database,
  sets: SetsTable,
): Pick<RecordsTable, "about" | "ofSubject" | "counts" | "subjects"> {
  const ofWeek = db.prepare<[number, number, string, number, number], Row>(
    `SELECT week, day, subject, name, body, sum FROM records
     WHERE set_id = ? AND week = ? AND subject = ? AND day BETWEEN ? AND ? ORDER BY day, name`,
  );
  const countsOfWeek = db.prepare<[number, number, string, number, number], { day: number; count: number }>(
    `SELECT day, count(*) AS count FROM records
     WHERE set_id = ? AND week = ? AND subject = ? AND day BETWEEN ? AND ? GROUP BY day`,
  );
  const subjects = db.prepare<[], string>("SELECT DISTINCT subject FROM subject_weeks ORDER BY subject");
  const placesOf = createPlaces(db, sets);
  const placesIn = (name: string, subject: string, numbers: Numbers) => {
    const found = sets.find(name);
    return found === undefined ? [] : placesOf(subject, numbers).filter(({ set }) => set.id === found.id);
  };
  const inPlaces = (subject: string, places: readonly Place[], [from, to]: Numbers) =>
    places.flatMap(({ set, week }) =>
      ofWeek.all(set.id, week, subject, from, to).map((row) => recordOf(sets, set, row)),
    );
  return {
    about(name, subject, period) {
      const numbers = numbersOf(period);
      return inPlaces(subject, placesIn(name, subject, numbers), numbers);
    },
    ofSubject(subject, period) {
      const numbers = numbersOf(period);
      return inPlaces(subject, placesOf(subject, numbers), numbers).sort(
        (one, other) => compareTexts(one.day, other.day) || compareTexts(one.set, other.set),
      );
    },
    counts(name, subject, period) {
      const numbers = numbersOf(period);
      const rows = placesIn(name, subject, numbers).flatMap(({ set, week }) =>
        countsOfWeek.all(set.id, week, subject, ...numbers),
      );
      return new Map(rows.map(({ day, count }) => [dayText(day), count]));
    },
    subjects: () => subjects.pluck().all(),
  };
}

/** The days that have records: those of a set in a period, and the first and last of each set. */
function createDays(db: Database, sets: SetsTable) {
  const isComplete = createDaysTotal(db, sets);
  const rowsOf = db.prepare<[number, number, number], DayRow>(
    `SELECT day, records, sum, ${whole("days")} AS isWhole FROM days
     WHERE set_id = ? AND day BETWEEN ? AND ? ORDER BY day`,
  );
  const contents = db.prepare<[], { set: string; from: number; to: number; records: number }>(
    `SELECT name AS "set", min(day) AS "from", max(day) AS "to", sum(records) AS records
     FROM (SELECT * FROM days WHERE ${whole("days")}) JOIN sets ON id = set_id GROUP BY id ORDER BY name`,
  );
  return {
    days(set: StoredSet, [from, to]: Numbers): DayRow[] {
      if (!isComplete(set.id)) throw damagedRecords(set.name);
      const rows = rowsOf.all(set.id, from, to);
      const broken = rows.find(({ isWhole }) => isWhole !== 1);
      if (broken) throw damagedRecords(set.name, broken.day);
      return rows;
    },
    contents: (): HistorySet[] =>
      contents.all().map((row) => ({ ...row, from: dayText(row.from), to: dayText(row.to) })),
  };
}

/** Asks whether all days of a set are there; again only where something was written since. */
export function createDaysTotal(db: Database, sets: Pick<SetsTable, "daysOf">): (set: number) => boolean {
  const total = db.prepare<[number], { rows: number; sum: number }>(
    "SELECT count(*) AS rows, coalesce(sum(seal), 0) AS sum FROM days WHERE set_id = ?",
  );
  const known = new Map<number, string>();
  return (set) => {
    const expected = sets.daysOf(set);
    const now = `${db.pragma("data_version", { simple: true })} ${expected?.rows} ${expected?.sum}`;
    if (known.get(set) === now) return true;
    const { rows, sum } = total.get(set) ?? {};
    if (expected?.rows !== rows || expected?.sum !== sum) return false;
    known.set(set, now);
    return true;
  };
}

/** Whether all records of a day are there; of a version before that cannot be told. */
export function isWholeDay(
  { records, sum }: Pick<DayRow, "records" | "sum">,
  rows: readonly Pick<Row, "sum">[],
): boolean {
  if (sum === null) return true;
  return rows.length === records && rows.reduce((all, row) => all + (row.sum ?? 0), 0) === sum;
}

type Numbers = readonly [from: number, to: number];

function numbersOf({ from, to }: HistoryPeriod): Numbers {
  return [dayNumber(from), dayNumber(to)];
}

/** Finds the places of a subject's records in a period, by week. */
function createPlaces(db: Database, sets: SetsTable): (subject: string, period: Numbers) => Place[] {
  // Asked for both at once, SQLite would look through the whole table.
  const ends = db.prepare<[], { first: number | null; last: number | null }>(
    "SELECT (SELECT min(block) FROM subject_weeks) AS first, (SELECT max(block) FROM subject_weeks) AS last",
  );
  const of = db.prepare<[string, string], { block: number; id: number; weeks: number; isWhole: number }>(
    `SELECT block, set_id AS id, weeks, ${whole("subject_weeks")} AS isWhole FROM subject_weeks
     WHERE block IN (SELECT value FROM json_each(?)) AND subject = ?`,
  );
  return (subject, [from, to]) => {
    const [fromWeek, toWeek] = [weekOf(from), weekOf(to)];
    const { first = null, last = null } = ends.get() ?? {};
    if (first === null || last === null) return [];
    const blocks: number[] = [];
    const end = Math.min(blockOf(toWeek), last);
    for (let block = Math.max(blockOf(fromWeek), first); block <= end; block += 1) blocks.push(block);
    return of
      .all(JSON.stringify(blocks), subject)
      .flatMap(({ block, id, weeks, isWhole }) => {
        const set = sets.withId(id);
        if (set === undefined) return [];
        if (isWhole !== 1) throw damagedRecords(set.name);
        return weeksOf(block, weeks).flatMap((week) =>
          week < fromWeek || week > toWeek ? [] : { set, week },
        );
      })
      .sort((one, other) => one.week - other.week);
  };
}

/** Notes that a subject has records of a set in a week. */
export function createNoting(db: Database): (set: number, week: number, subject: string) => void {
  // One that is damaged stays so: it may lack weeks.
  const put = db.prepare<{ block: number; subject: string; set: number; weeks: number }>(
    `INSERT INTO subject_weeks (block, subject, set_id, weeks, seal)
     VALUES (@block, @subject, @set, @weeks, row_sum('weeks', @block, @subject, @set, @weeks))
     ON CONFLICT DO UPDATE SET weeks = weeks | excluded.weeks,
       seal = iif(${whole("subject_weeks")},
         row_sum('weeks', block, subject, set_id, weeks | excluded.weeks), seal)
       WHERE weeks | excluded.weeks <> weeks`,
  );
  return (set, week, subject) => void put.run({ block: blockOf(week), subject, set, weeks: bitOf(week) });
}

function createAdding(db: Database, sets: SetsTable): RecordsTable["add"] {
  type Key = [number, number, string, number, string];
  const key = "set_id = ? AND week = ? AND subject = ? AND day = ? AND name = ?";
  const insert = db.prepare<[...Key, string, number]>(
    "INSERT OR IGNORE INTO records (set_id, week, subject, day, name, body, sum) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  const before = db.prepare<Key, { body: string; sum: number | null }>(
    `SELECT body, sum FROM records WHERE ${key}`,
  );
  const replace = db.prepare<[string, number, ...Key]>(`UPDATE records SET body = ?, sum = ? WHERE ${key}`);
  const note = createNoting(db);
  const count = db.prepare<[number, number, number, number]>(
    `INSERT INTO days (set_id, day, records, sum) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET records = records + excluded.records, sum = sum + excluded.sum`,
  );
  const sealOf = db
    .prepare<[number, number], number>("SELECT seal FROM days WHERE set_id = ? AND day = ?")
    .pluck();
  const reseal = db.prepare<[number, number]>(
    `UPDATE days SET seal = ${sealSql.days} WHERE set_id = ? AND day = ?`,
  );
  return (records) => {
    const added = new Map<StoredSet, Map<number, { records: number; sum: number }>>();
    // Most have the day of the one before.
    let last = { text: "", day: 0 };
    for (const { set: name, day: text, subject, name: own, row } of records) {
      const set = sets.make(name);
      if (text !== last.text) last = { text, day: dayNumber(text) };
      const { day } = last;
      const week = weekOf(day);
      const body = sets.pack(set, row);
      const sum = recordSum(set.id, { week, subject, day, name: own, body });
      const place: Key = [set.id, week, subject, day, own];
      const isNew = insert.run(...place, body, sum).changes > 0;
      const known = isNew ? undefined : before.get(...place);
      if (known?.body === body) continue;
      if (known) replace.run(body, sum, ...place);
      else note(set.id, week, subject);
      const counts = added.get(set) ?? new Map<number, { records: number; sum: number }>();
      const soFar = counts.get(day) ?? { records: 0, sum: 0 };
      counts.set(day, {
        records: soFar.records + (isNew ? 1 : 0),
        sum: soFar.sum + sum - (known?.sum ?? 0),
      });
      added.set(set, counts);
    }
    for (const [{ id }, counts] of added)
      for (const [day, more] of counts) {
        const old = sealOf.get(id, day);
        count.run(id, day, more.records, more.sum);
        reseal.run(id, day);
        sets.addDays(id, old === undefined ? 1 : 0, (sealOf.get(id, day) ?? 0) - (old ?? 0));
      }
    sets.save();
  };
}
