/**
 * Notes about a service's drift, so that three polls in a row are counted and nothing is told twice, also over
 * restarts. Kept in the database's meta, written with the commit of the poll.
 */
import type { BadRecord, UnknownField } from "../lib/failure.ts";
import { addDays } from "../model/dates.ts";
import type { PartFailure } from "../sources/source.ts";

export interface DriftNotes {
  /** Number of polls in a row whose answers did not fit, by part and place; counted up to `pollsToDrift`. */
  readonly streaks: Readonly<Record<string, number>>;
  /** Paths of the unknown fields that were told. */
  readonly fields: readonly string[];
  /** Ids of the bad records that were told, each with the day on which it was last seen. */
  readonly records: Readonly<Record<string, string>>;
}

export const pollsToDrift = 3;

/** Days without a record after which it is told again when it comes back. */
const daysKept = 14;
/** Most notes of each kind. A service that makes up new names at every poll is told no further. */
const mostNotes = 500;

export function driftKey(source: string): string {
  return `drift.${source}`;
}

export function readNotes(text: string | undefined): DriftNotes {
  return text === undefined ? { streaks: {}, fields: [], records: {} } : JSON.parse(text);
}

/** Writes the notes as text; undefined if there are none and never were. */
export function writeNotes(notes: DriftNotes, before: string | undefined): string | undefined {
  const isEmpty = Object.values(notes).every((part) => Object.keys(part).length === 0);
  return isEmpty && before === undefined ? undefined : JSON.stringify(notes);
}

/**
 * The streaks after a poll, with the failure whose streak is long enough. A part goes on with the streak of a poll
 * that failed whole at the same place, and the other way round; where an answer fitted or failed otherwise, a
 * streak ends. A poll that failed whole has the scope "".
 */
export function countStreaks(before: DriftNotes["streaks"], failures: readonly PartFailure[]) {
  const streaks: Record<string, number> = {};
  let drifted: PartFailure | undefined;
  for (const failed of failures) {
    const place = failed.failure.misfit?.places[0]?.path;
    if (place === undefined) continue;
    const sameEverywhere = Object.entries(before).filter(([key]) => placeOf(key) === place);
    const so = failed.scope === "" ? sameEverywhere : sameEverywhere.filter(isOf(failed.scope));
    const count = Math.min(pollsToDrift, 1 + Math.max(0, ...so.map(([, polls]) => polls)));
    streaks[streakKey(failed.scope, place)] = count;
    if (count === pollsToDrift) drifted ??= failed;
  }
  return { streaks, drifted };
}

/** Finds the fields that no poll has told yet, with the notes that include them. */
export function freshFields(before: DriftNotes["fields"], seen: readonly UnknownField[]) {
  const told = new Set(before);
  const fresh = seen.filter(({ path }) => !told.has(path)).slice(0, Math.max(0, mostNotes - told.size));
  return { fresh, fields: fresh.length === 0 ? before : [...before, ...fresh.map(({ path }) => path)] };
}

export function freshRecords(before: DriftNotes["records"], seen: readonly BadRecord[], today: string) {
  const since = addDays(today, -daysKept);
  const records = new Map(Object.entries(before).filter(([, day]) => day > since));
  const fresh = seen.filter(({ id }) => !records.has(id));
  for (const { id } of seen) records.set(id, today);
  return { fresh, records: Object.fromEntries([...records].slice(-mostNotes)) };
}

const streakKey = (scope: string, place: string) => JSON.stringify([scope, place]);
const placeOf = (key: string): string => JSON.parse(key)[1];

function isOf(scope: string) {
  return ([key]: [string, number]) => {
    const [of] = JSON.parse(key);
    return of === scope || of === "";
  };
}
