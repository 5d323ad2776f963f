/** A history in memory; like a file, it keeps JSON and shares nothing with those who write and read it. */
import { compareTexts } from "../../src/lib/text/nearest.ts";
import { isDay } from "../../src/model/dates.ts";
import type {
  FetchedPiece,
  HistoryPeriod,
  HistoryPiece,
  HistoryRecord,
  HistoryWriter,
} from "../../src/model/history.ts";

export function createMemoryHistory(): HistoryWriter {
  /** Set to day to records by subject and name. */
  const sets = new Map<string, Map<string, Map<string, string>>>();
  const pieces = new Map<string, FetchedPiece>();

  const days = (set: string, { from, to }: HistoryPeriod): string[] =>
    [...(sets.get(set)?.keys() ?? [])].filter((day) => day >= from && day <= to).sort(compareTexts);
  const between = (set: string, period: HistoryPeriod): HistoryRecord[] =>
    days(set, period).flatMap((day) => {
      const records = [...(sets.get(set)?.get(day)?.values() ?? [])].map((json) => JSON.parse(json));
      return records.sort((a, b) => compareTexts(a.subject, b.subject) || compareTexts(a.name, b.name));
    });
  const names = () => [...sets.keys()].sort(compareTexts);

  return {
    between,
    about: (set, subject, period) => between(set, period).filter((record) => record.subject === subject),
    days,
    ofSubject: (subject, period) =>
      names()
        .flatMap((set) => between(set, period))
        .filter((record) => record.subject === subject)
        .sort((a, b) => compareTexts(a.day, b.day)),
    fetched: (piece) => [...pieces.values()].filter((other) => covers(other, piece)).sort(toldFirst)[0],
    sets: () =>
      names().map((set) => {
        const [from = "", to = from] = [days(set, always)[0], days(set, always).at(-1)];
        return { set, from, to, records: between(set, always).length };
      }),
    add(records) {
      const wrong = records.find(({ day }) => !isDay(day));
      if (wrong !== undefined) throw new RangeError(`"${wrong.day}" is no day YYYY-MM-DD`);
      for (const record of records) {
        const own = sets.get(record.set) ?? new Map<string, Map<string, string>>();
        const ofDay = own.get(record.day) ?? new Map<string, string>();
        sets.set(record.set, own.set(record.day, ofDay));
        ofDay.set(JSON.stringify([record.subject, record.name]), JSON.stringify(record));
      }
    },
    finish(piece) {
      const { set, scope, from, to } = piece;
      const key = JSON.stringify([set, scope, from, to]);
      const before = pieces.get(key);
      // What was told stays so, though its service refuses it later.
      if (before === undefined || before.refused !== undefined || piece.refused === undefined)
        pieces.set(key, structuredClone(piece));
    },
  };
}

const always = { from: "", to: "9999-12-31" };

function covers(one: HistoryPiece, other: HistoryPiece): boolean {
  return one.set === other.set && one.scope === other.scope && one.from <= other.from && one.to >= other.to;
}

function toldFirst(one: FetchedPiece, other: FetchedPiece): number {
  return Number(one.refused !== undefined) - Number(other.refused !== undefined) || other.at - one.at;
}
