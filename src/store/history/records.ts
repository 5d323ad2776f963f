/** Table records and what finds them: the days of each set, and the weeks in which a subject has any. */

import { compareTexts } from "../../lib/text/compare-texts.ts";
import type { HistoryPeriod, HistoryRecord, HistorySet } from "../../model/history.ts";
import type { Database } from "../database.ts";
import { bitOf, blockOf, dayNumber, dayText, weekOf, weeksOf } from "./day-numbers.ts";
import type { SetsTable, StoredSet } from "./sets.ts";

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

interface Row {
  readonly day: number;
  readonly subject: string;
  readonly name: string;
  readonly body: string;
}

/** A place of the records of a subject: its own in a set's week. */
interface Place {
  readonly set: StoredSet;
  readonly week: number;
}

export function createRecords(db: Database, sets: SetsTable): RecordsTable {
  const inWeek = db.prepare<[number, number, number, number], Row>(
    `SELECT day, subject, name, body FROM records
     WHERE set_id = ? AND week = ? AND day BETWEEN ? AND ? ORDER BY subject, day, name`,
  );
  const ofWeek = db.prepare<[number, number, string, number, number], Row>(
    `SELECT day, subject, name, body FROM records
     WHERE set_id = ? AND week = ? AND subject = ? AND day BETWEEN ? AND ? ORDER BY day, name`,
  );
  const countsOfWeek = db.prepare<[number, number, string, number, number], { day: number; count: number }>(
    `SELECT day, count(*) AS count FROM records
     WHERE set_id = ? AND week = ? AND subject = ? AND day BETWEEN ? AND ? GROUP BY day`,
  );
  const days = db.prepare<[number, number, number], { day: number }>(
    "SELECT day FROM days WHERE set_id = ? AND day BETWEEN ? AND ? ORDER BY day",
  );
  const contents = db.prepare<[], { set: string; from: number; to: number; records: number }>(
    `SELECT name AS "set", min(day) AS "from", max(day) AS "to", sum(records) AS records
     FROM days JOIN sets ON id = set_id GROUP BY id ORDER BY name`,
  );
  const subjects = db.prepare<[], string>("SELECT DISTINCT subject FROM subject_weeks ORDER BY subject");
  const placesOf = createPlaces(db, sets);

  const recordOf = (set: StoredSet, { day, subject, name, body }: Row): HistoryRecord => ({
    set: set.name,
    day: dayText(day),
    subject,
    name,
    row: sets.unpack(set, body),
  });
  const inPlaces = (subject: string, places: readonly Place[], [from, to]: Numbers) =>
    places.flatMap(({ set, week }) =>
      ofWeek.all(set.id, week, subject, from, to).map((row) => recordOf(set, row)),
    );
  return {
    add: createAdding(db, sets),
    between(name, period) {
      const set = sets.find(name);
      if (set === undefined) return [];
      const [from, to] = numbersOf(period);
      const known = days.all(set.id, from, to).map(({ day }) => day);
      const rows = new Map(known.map((day) => [day, [] as Row[]]));
      // A week has its rows by subject: they are put to their days, which is less than sorting them.
      for (const week of new Set(known.map(weekOf)))
        for (const row of inWeek.all(set.id, week, from, to)) rows.get(row.day)?.push(row);
      return [...rows.values()].flatMap((each) => each.map((row) => recordOf(set, row)));
    },
    about(name, subject, period) {
      const found = sets.find(name);
      if (found === undefined) return [];
      const numbers = numbersOf(period);
      const places = placesOf(subject, numbers).filter(({ set }) => set.id === found.id);
      return inPlaces(subject, places, numbers);
    },
    ofSubject(subject, period) {
      const numbers = numbersOf(period);
      return inPlaces(subject, placesOf(subject, numbers), numbers).sort(
        (one, other) => compareTexts(one.day, other.day) || compareTexts(one.set, other.set),
      );
    },
    counts(name, subject, period) {
      const found = sets.find(name);
      const numbers = numbersOf(period);
      const places = placesOf(subject, numbers).filter(({ set }) => set.id === found?.id);
      const rows = places.flatMap(({ set, week }) => countsOfWeek.all(set.id, week, subject, ...numbers));
      return new Map(rows.map(({ day, count }) => [dayText(day), count]));
    },
    days(name, period) {
      const set = sets.find(name);
      return set === undefined ? [] : days.all(set.id, ...numbersOf(period)).map(({ day }) => dayText(day));
    },
    sets: () => contents.all().map((row) => ({ ...row, from: dayText(row.from), to: dayText(row.to) })),
    subjects: () => subjects.pluck().all(),
  };
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
  const of = db.prepare<[string, string], { block: number; id: number; weeks: number }>(
    `SELECT block, set_id AS id, weeks FROM subject_weeks
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
      .flatMap(({ block, id, weeks }) => {
        const set = sets.withId(id);
        if (set === undefined) return [];
        return weeksOf(block, weeks).flatMap((week) =>
          week < fromWeek || week > toWeek ? [] : { set, week },
        );
      })
      .sort((one, other) => one.week - other.week);
  };
}

function createAdding(db: Database, sets: SetsTable): RecordsTable["add"] {
  const insert = db.prepare<[number, number, string, number, string, string]>(
    "INSERT OR IGNORE INTO records (set_id, week, subject, day, name, body) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const replace = db.prepare<[string, number, number, string, number, string, string]>(
    `UPDATE records SET body = ?
     WHERE set_id = ? AND week = ? AND subject = ? AND day = ? AND name = ? AND body IS NOT ?`,
  );
  const note = db.prepare<[number, string, number, number]>(
    `INSERT INTO subject_weeks (block, subject, set_id, weeks) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET weeks = weeks | excluded.weeks WHERE weeks | excluded.weeks <> weeks`,
  );
  const count = db.prepare<[number, number, number]>(
    `INSERT INTO days (set_id, day, records) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET records = records + excluded.records`,
  );
  return (records) => {
    const added = new Map<StoredSet, Map<number, number>>();
    for (const { set: name, day: text, subject, name: own, row } of records) {
      const set = sets.make(name);
      const day = dayNumber(text);
      const week = weekOf(day);
      const body = sets.pack(set, row);
      if (insert.run(set.id, week, subject, day, own, body).changes === 0) {
        replace.run(body, set.id, week, subject, day, own, body);
        continue;
      }
      note.run(blockOf(week), subject, set.id, bitOf(week));
      const counts = added.get(set) ?? new Map<number, number>();
      counts.set(day, (counts.get(day) ?? 0) + 1);
      added.set(set, counts);
    }
    for (const [{ id }, counts] of added) for (const [day, more] of counts) count.run(id, day, more);
    sets.save();
  };
}
