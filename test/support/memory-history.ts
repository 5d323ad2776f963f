import type {
  FetchedPiece,
  HistoryPeriod,
  HistoryPiece,
  HistoryRecord,
  HistoryWriter,
} from "../../src/model/history.ts";

/** A history in memory; like a file, it keeps JSON and shares nothing with those who write and read it. */
export function createMemoryHistory(): HistoryWriter {
  /** Set to day to records by subject and name. */
  const sets = new Map<string, Map<string, Map<string, string>>>();
  const pieces: FetchedPiece[] = [];

  const daysOf = (set: string, { from, to }: HistoryPeriod): string[] =>
    [...(sets.get(set) ?? [])]
      .filter(([day, records]) => day >= from && day <= to && records.size > 0)
      .map(([day]) => day)
      .sort();
  const between = (set: string, period: HistoryPeriod): HistoryRecord[] =>
    daysOf(set, period).flatMap((day) => {
      const records = [...(sets.get(set)?.get(day)?.values() ?? [])].map((json) => JSON.parse(json));
      return records.sort((a, b) => inOrder(a.subject, b.subject) || inOrder(a.name, b.name));
    });
  const names = () => [...sets.keys()].sort(inOrder);

  return {
    between,
    about: (set, subject, period) => between(set, period).filter((record) => record.subject === subject),
    days: daysOf,
    ofSubject(subject, period) {
      const records = names().flatMap((set) => between(set, period));
      return records
        .filter((record) => record.subject === subject)
        .sort((a, b) => inOrder(a.day, b.day) || inOrder(a.set, b.set) || inOrder(a.name, b.name));
    },
    fetched: (piece) => pieces.findLast((other) => covers(other, piece)),
    sets: () =>
      names().flatMap((set) => {
        const days = daysOf(set, { from: "", to: "9999" });
        const [from, to] = [days[0], days.at(-1)];
        if (from === undefined || to === undefined) return [];
        return [{ set, from, to, records: between(set, { from, to }).length }];
      }),
    add(records) {
      for (const record of records) {
        const days = sets.get(record.set) ?? new Map<string, Map<string, string>>();
        const own = days.get(record.day) ?? new Map<string, string>();
        sets.set(record.set, days.set(record.day, own));
        own.set(JSON.stringify([record.subject, record.name]), JSON.stringify(record));
      }
    },
    finish(piece) {
      pieces.push(structuredClone(piece));
    },
  };
}

function covers(one: HistoryPiece, other: HistoryPiece): boolean {
  return one.set === other.set && one.scope === other.scope && one.from <= other.from && one.to >= other.to;
}

function inOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
