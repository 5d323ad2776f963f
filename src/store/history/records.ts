/** Table records and what finds them: the days of each set, and the days on which a subject has any. */

import { compareTexts } from "../../lib/text/compare-texts.ts";
import type { HistoryPeriod, HistoryRecord, HistorySet } from "../../model/history.ts";
import type { Database } from "../database.ts";
import { bitOf, blockOf, dayNumber, daysOf, dayText } from "./day-numbers.ts";
import type { SetsTable, StoredSet } from "./sets.ts";

/** Each but `add` only reads; whoever calls holds a transaction. */
export interface RecordsTable {
  add(records: readonly HistoryRecord[]): void;
  between(set: string, period: HistoryPeriod): HistoryRecord[];
  about(set: string, subject: string, period: HistoryPeriod): HistoryRecord[];
  ofSubject(subject: string, period: HistoryPeriod): HistoryRecord[];
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

/** A place of the records of a subject: its own in a set's day. */
interface Place {
  readonly set: StoredSet;
  readonly day: number;
}

export function createRecords(db: Database, sets: SetsTable): RecordsTable {
  const between = db.prepare<[number, number, number], Row>(
    `SELECT day, subject, name, body FROM records
     WHERE set_id = ? AND day BETWEEN ? AND ? ORDER BY day, subject, name`,
  );
  const at = db.prepare<[number, number, string], Row>(
    `SELECT day, subject, name, body FROM records
     WHERE set_id = ? AND day = ? AND subject = ? ORDER BY name`,
  );
  const days = db.prepare<[number, number, number], { day: number }>(
    "SELECT day FROM days WHERE set_id = ? AND day BETWEEN ? AND ? ORDER BY day",
  );
  const contents = db.prepare<[], { set: string; from: number; to: number; records: number }>(
    `SELECT name AS "set", min(day) AS "from", max(day) AS "to", sum(records) AS records
     FROM days JOIN sets ON id = set_id GROUP BY id ORDER BY name`,
  );
  const subjects = db.prepare<[], string>("SELECT DISTINCT subject FROM subject_days ORDER BY subject");
  const placesOf = createPlaces(db, sets);

  const recordOf = (set: StoredSet, { day, subject, name, body }: Row): HistoryRecord => ({
    set: set.name,
    day: dayText(day),
    subject,
    name,
    row: sets.unpack(set, body),
  });
  const inPlaces = (subject: string, places: readonly Place[]) =>
    places.flatMap(({ set, day }) => at.all(set.id, day, subject).map((row) => recordOf(set, row)));
  return {
    add: createAdding(db, sets),
    between(name, period) {
      const set = sets.find(name);
      if (set === undefined) return [];
      return between.all(set.id, ...numbersOf(period)).map((row) => recordOf(set, row));
    },
    about(name, subject, period) {
      const found = sets.find(name);
      const places = found === undefined ? [] : placesOf(subject, period);
      return inPlaces(
        subject,
        places.filter(({ set }) => set.id === found?.id),
      );
    },
    ofSubject: (subject, period) => inPlaces(subject, placesOf(subject, period)),
    days(name, period) {
      const set = sets.find(name);
      return set === undefined ? [] : days.all(set.id, ...numbersOf(period)).map(({ day }) => dayText(day));
    },
    sets: () => contents.all().map((row) => ({ ...row, from: dayText(row.from), to: dayText(row.to) })),
    subjects: () => subjects.pluck().all(),
  };
}

function numbersOf({ from, to }: HistoryPeriod): [from: number, to: number] {
  return [dayNumber(from), dayNumber(to)];
}

/** Finds the places of a subject's records in a period, by day and the name of the set. */
function createPlaces(db: Database, sets: SetsTable): (subject: string, period: HistoryPeriod) => Place[] {
  // Asked for both at once, SQLite would look through the whole table.
  const ends = db.prepare<[], { first: number | null; last: number | null }>(
    "SELECT (SELECT min(block) FROM subject_days) AS first, (SELECT max(block) FROM subject_days) AS last",
  );
  const of = db.prepare<[string, string], { block: number; id: number; days: number }>(
    `SELECT block, set_id AS id, days FROM subject_days
     WHERE block IN (SELECT value FROM json_each(?)) AND subject = ?`,
  );
  return (subject, period) => {
    const [from, to] = numbersOf(period);
    const { first, last } = ends.get() ?? {};
    const blocks: number[] = [];
    const end = Math.min(blockOf(to), last ?? -1);
    if (first === null || first === undefined) return [];
    for (let block = Math.max(blockOf(from), first); block <= end; block += 1) blocks.push(block);
    return of
      .all(JSON.stringify(blocks), subject)
      .flatMap(({ block, id, days }) => {
        const set = sets.withId(id);
        if (set === undefined) return [];
        return daysOf(block, days).flatMap((day) => (day < from || day > to ? [] : { set, day }));
      })
      .sort((one, other) => one.day - other.day || compareTexts(one.set.name, other.set.name));
  };
}

function createAdding(db: Database, sets: SetsTable): RecordsTable["add"] {
  const insert = db.prepare<[number, number, string, string, string]>(
    "INSERT OR IGNORE INTO records (set_id, day, subject, name, body) VALUES (?, ?, ?, ?, ?)",
  );
  const replace = db.prepare<[string, number, number, string, string, string]>(
    `UPDATE records SET body = ?
     WHERE set_id = ? AND day = ? AND subject = ? AND name = ? AND body IS NOT ?`,
  );
  const note = db.prepare<[number, string, number, number]>(
    `INSERT INTO subject_days (block, subject, set_id, days) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET days = days | excluded.days`,
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
      const body = sets.pack(set, row);
      if (insert.run(set.id, day, subject, own, body).changes === 0) {
        replace.run(body, set.id, day, subject, own, body);
        continue;
      }
      note.run(blockOf(day), subject, set.id, bitOf(day));
      const counts = added.get(set) ?? new Map<number, number>();
      counts.set(day, (counts.get(day) ?? 0) + 1);
      added.set(set, counts);
    }
    for (const [{ id }, counts] of added) for (const [day, more] of counts) count.run(id, day, more);
    sets.save();
  };
}
