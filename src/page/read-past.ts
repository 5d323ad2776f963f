/** Reads the past of one subject from the log, the stored state and the history, in turns so that nothing waits. */
import { existsSync } from "node:fs";
import type { Config } from "../config/config.ts";
import { nextTurn } from "../lib/turns.ts";
import { addDays, laterDay } from "../model/dates.ts";
import type { Event } from "../model/event.ts";
import type { HistoryPeriod, HistoryRecord } from "../model/history.ts";
import { DamagedState, StoreError } from "../model/store-faults.ts";
import { type HistoryFileReader, openHistoryReader } from "../store/history/history.ts";
import type { Store } from "../store/store.ts";

/** Entries, counted entries and days of a history that are read in one turn: a few milliseconds each. */
const entriesAtOnce = 250;
const countedAtOnce = 1_500;
const daysAtOnce = 60;
/** Items of one stretch of keys: a stock has far fewer. */
const mostItems = 500;
const itemsAtOnce = 50;

interface Logged {
  /** In the order of the log. */
  readonly events: readonly Event[];
  /** Whether there are older ones. */
  readonly isCut: boolean;
}

/** Place of stored items: all of a scope whose keys begin so. */
interface StoredPlace {
  readonly source: string;
  readonly scope: string;
  readonly beginning: string;
}

export interface PastReading {
  /** Events of some types about the subject, the newest `most` of each. */
  logged(types: readonly string[], most: number): Promise<Logged>;
  /** The first event that is kept of each type, the oldest first. */
  oldest(types: readonly string[]): readonly Event[];
  /** Number of events of a type by the day that they are about. */
  loggedDays(type: string, most: number): Promise<ReadonlyMap<string, number>>;
  /** Records of the history about the subject; none where there is no history. */
  fetched(set: string, period: HistoryPeriod): Promise<readonly HistoryRecord[]>;
  fetchedDays(set: string, period: HistoryPeriod): Promise<ReadonlyMap<string, number>>;
  /** Days that the history has of a set; undefined: none. */
  days(set: string): HistoryPeriod | undefined;
  /** Origins of the history by service. */
  origins(): ReadonlyMap<string, string>;
  stored(place: StoredPlace): readonly unknown[];
  storedOne(source: string, scope: string, key: string): unknown;
  /** How far a source has read; undefined before its first poll. */
  cursor(source: string): unknown;
  close(): void;
}

type ReadStore = Pick<Store, "subjectPast" | "state" | "walk">;

/** To be closed. What is damaged is left out: whoever finds it next tells it. */
export function openPast(subject: string, store: ReadStore, config: Pick<Config, "history">): PastReading {
  const history = historyOf(config.history.file);
  return {
    ...loggedPast(subject, store),
    ...fetchedPast(subject, history),
    stored: (place) => whereWhole(() => [...storedFrom(store, place)], []),
    storedOne: (source, scope, key) => whereWhole(() => store.state(source).item(scope, key), undefined),
    cursor: (source) => store.state(source).cursor,
    close: () => history?.close(),
  };
}

type LoggedPast = Pick<PastReading, "logged" | "loggedDays" | "oldest">;

function loggedPast(subject: string, { subjectPast }: ReadStore): LoggedPast {
  return {
    oldest(types) {
      const first = types.flatMap(
        (type) => subjectPast.entries({ subject, type, after: 0, limit: 1 }).entries,
      );
      return first.toSorted((one, other) => one.seq - other.seq).map(({ json }) => JSON.parse(json));
    },
    async logged(types, most) {
      const found: { readonly seq: number; readonly event: Event }[] = [];
      let isCut = false;
      for (const type of types) {
        const start = subjectPast.startOf({ subject, type, most });
        isCut ||= start > 0;
        for (let after: number | undefined = start; after !== undefined; ) {
          const part = subjectPast.entries({ subject, type, after, limit: entriesAtOnce });
          for (const { seq, json } of part.entries) found.push({ seq, event: JSON.parse(json) });
          after = part.next;
          if (after !== undefined) await nextTurn();
        }
      }
      return { events: found.toSorted((one, other) => one.seq - other.seq).map(({ event }) => event), isCut };
    },
    async loggedDays(type, most) {
      const all = new Map<string, number>();
      for (
        let after: number | undefined = subjectPast.startOf({ subject, type, most });
        after !== undefined;
      ) {
        const part = subjectPast.days({ subject, type, after, limit: countedAtOnce });
        for (const [day, count] of part.days) all.set(day, (all.get(day) ?? 0) + count);
        after = part.next;
        if (after !== undefined) await nextTurn();
      }
      return all;
    },
  };
}

type FetchedPast = Pick<PastReading, "fetched" | "fetchedDays" | "days" | "origins">;

function fetchedPast(subject: string, history: HistoryFileReader | undefined): FetchedPast {
  const sets = new Map(history?.sets().map((set) => [set.set, set]));
  return {
    async fetched(set, period) {
      const records: HistoryRecord[] = [];
      for (const part of partsOf(period, sets.get(set))) {
        records.push(...(history?.about(set, subject, part) ?? []));
        await nextTurn();
      }
      return records;
    },
    async fetchedDays(set, period) {
      const counts = new Map<string, number>();
      for (const part of partsOf(period, sets.get(set))) {
        for (const [day, count] of history?.counts(set, subject, part) ?? []) counts.set(day, count);
        await nextTurn();
      }
      return counts;
    },
    days: (set) => sets.get(set),
    origins: () => history?.origins() ?? new Map(),
  };
}

/** A history that is being made or is damaged is as good as none: `yagura history` says what is wrong. */
function historyOf(file: string): HistoryFileReader | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return openHistoryReader(file);
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}

function* partsOf(asked: HistoryPeriod, there: HistoryPeriod | undefined): Generator<HistoryPeriod> {
  if (there === undefined) return;
  const to = earlierDay(asked.to, there.to);
  let from = laterDay(asked.from, there.from);
  for (; from <= to; from = addDays(from, daysAtOnce)) {
    yield { from, to: earlierDay(to, addDays(from, daysAtOnce - 1)) };
  }
}

function earlierDay(one: string, other: string): string {
  return laterDay(one, other) === one ? other : one;
}

function* storedFrom({ walk }: ReadStore, { source, scope, beginning }: StoredPlace): Generator<unknown> {
  let count = 0;
  for (let key = beginning; count < mostItems; ) {
    const part = walk(source, { scope, key }, itemsAtOnce);
    for (const item of part) {
      if (item.scope !== scope || !item.key.startsWith(beginning)) return;
      yield item.body;
      key = item.key;
      count += 1;
    }
    if (part.length < itemsAtOnce) return;
  }
}

function whereWhole<T>(read: () => T, none: T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof DamagedState || error instanceof StoreError) return none;
    throw error;
  }
}
