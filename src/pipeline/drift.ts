/**
 * What a service sends otherwise than its documents say: an interface that changed, fields that are new, records that
 * cannot be read, codes that it does not know. Each is told once, over restarts too.
 */
import { type BadRecord, Failure, type Oddities, type Place, type UnknownField } from "../lib/failure.ts";
import { addDays, jstDay } from "../model/dates.ts";
import type { EventDraft } from "../model/event.ts";
import type { PartFailure } from "../sources/source.ts";
import { sourceNews } from "./change.ts";
import type { Compared } from "./compare.ts";
import type { House } from "./house.ts";

export interface Drift {
  /** The part of the source whose answers cannot be used any more. */
  readonly part: PartFailure | undefined;
  /** The news of what stops nothing: new fields, records that cannot be read, unknown codes. */
  readonly drafts: readonly EventDraft[];
  /** Notes of what was told; those that are absent stay as they were. */
  readonly meta?: Readonly<Record<string, string>>;
}

const none: Oddities = { unknownFields: [], badRecords: [] };

/** Pure but for reading what was told before. */
export function lookForDrift(compared: Compared, house: House): Drift {
  const form = lookAtForm(compared, house);
  const codes = lookForUnknownCodes(compared, house);
  return { ...form, drafts: [...form.drafts, ...codes.drafts], meta: { ...form.meta, ...codes.meta } };
}

/** An interface that changed, fields that are new, records that were set aside. */
function lookAtForm({ poll, at, failures }: Compared, house: House): Drift {
  const { name } = poll.watched.source;
  const key = driftKey(name);
  const stored = house.store.meta.get(key);
  const before = readNotes(stored);
  const answer = poll.result instanceof Failure ? undefined : poll.result;
  const { unknownFields, badRecords } = answer?.oddities ?? none;
  // A poll in parts counts once, with its last part, which has the failures of all; one of some scopes says nothing of others.
  const { streaks, drifted } =
    answer?.next === undefined && poll.tick.scopes === undefined
      ? countStreaks(before.streaks, failures)
      : { streaks: before.streaks, drifted: undefined };
  const { fresh: newFields, fields } = freshFields(before.fields, unknownFields);
  const { fresh: newRecords, records } = freshRecords(before.records, badRecords, jstDay(at));
  const notes = writeNotes({ streaks, fields, records }, stored);
  return {
    part: drifted ?? failures.find(({ failure }) => failure.reason === "drifted"),
    drafts: [
      ...(newFields.length === 0 ? [] : [unknownFieldsNews(name, newFields)]),
      ...(newRecords.length === 0 ? [] : [badRecordsNews(name, newRecords)]),
    ],
    ...(notes === stored || notes === undefined ? {} : { meta: { [key]: notes } }),
  };
}

/** Reasons; the list is closed. "drifted" is an outage, the others stop nothing. */
type DriftReason = "drifted" | "unknown-fields" | "bad-records";

const shown = 5;
const listed = 20;

/** The news that the answers of a service, or of one part, cannot be used for a while now. */
export function driftedNews(
  name: string,
  { scope, failure: { message: said, misfit } }: PartFailure,
  since: string,
): { draft: EventDraft; message: string } {
  const part = scope === "" ? "" : `${scope}: `;
  const message =
    misfit === undefined
      ? `${part}${said}`
      : `${part}in ${pollsToDrift} polls in a row the answer was not as documented: ${inWords(misfit.places)}`;
  const more = misfit === undefined ? {} : { places: misfit.places, sample: misfit.sample };
  return { draft: driftNews(name, "drifted", { message, since, ...more }), message };
}

function unknownFieldsNews(name: string, fields: readonly UnknownField[]): EventDraft {
  const places = fields.slice(0, listed).map(({ path, found }) => ({ path, expected: "nothing", found }));
  const such = some(fields.map(({ path, found }) => `${path} (${found})`));
  const message = `fields that no document names came, and were passed over: ${such}`;
  return driftNews(name, "unknown-fields", { message, items: fields.length, places });
}

function badRecordsNews(name: string, records: readonly BadRecord[]): EventDraft {
  const places = new Map(records.flatMap((record) => record.places).map((place) => [place.path, place]));
  const names = records.flatMap(({ name: of }) => of ?? []);
  const which = names.length === 0 ? "" : ` (${some(names, ", ")})`;
  const such = records.length === 1 ? `a record${which}` : `${records.length} records${which}`;
  const were = records.length === 1 ? "was" : "were";
  const message = `${such} could not be read and ${were} set aside: ${inWords([...places.values()])}`;
  const more = { places: [...places.values()].slice(0, listed), sample: records[0]?.sample };
  return driftNews(name, "bad-records", { message, items: records.length, ...more });
}

function driftNews(name: string, reason: DriftReason, more: Record<string, unknown>): EventDraft {
  return sourceNews("source.drifted", name, { reason, ...more });
}

function inWords(places: readonly Place[]): string {
  return some(places.map(({ path, expected, found }) => `${path}: expected ${expected}, found ${found}`));
}

function some(words: readonly string[], between = "; "): string {
  const rest = words.length - shown;
  return `${words.slice(0, shown).join(between)}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/**
 * Notes about a service's drift, so that three polls in a row are counted and nothing is told twice, also over
 * restarts. Kept in the database's meta, written with the commit of the poll.
 */
interface DriftNotes {
  /** Number of polls in a row whose answers did not fit, by part and place; counted up to `pollsToDrift`. */
  readonly streaks: Readonly<Record<string, number>>;
  /** Paths of the unknown fields that were told. */
  readonly fields: readonly string[];
  /** Ids of the bad records that were told, each with the day on which it was last seen. */
  readonly records: Readonly<Record<string, string>>;
}

const pollsToDrift = 3;

/** Days without a record after which it is told again when it comes back. */
const daysKept = 14;
/** Most notes of each kind. A service that makes up new names at every poll is told no further. */
const mostNotes = 500;

function driftKey(source: string): string {
  return `drift.${source}`;
}

function readNotes(text: string | undefined): DriftNotes {
  return text === undefined ? { streaks: {}, fields: [], records: {} } : JSON.parse(text);
}

/** Writes the notes as text; undefined if there are none and never were. */
function writeNotes(notes: DriftNotes, before: string | undefined): string | undefined {
  const isEmpty = Object.values(notes).every((part) => Object.keys(part).length === 0);
  return isEmpty && before === undefined ? undefined : JSON.stringify(notes);
}

/**
 * The streaks after a poll, with the failure whose streak is long enough. A part goes on with the streak of a poll
 * that failed whole at the same place, and the other way round; where an answer fitted or failed otherwise, a
 * streak ends. A poll that failed whole has the scope "".
 */
function countStreaks(before: DriftNotes["streaks"], failures: readonly PartFailure[]) {
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
function freshFields(before: DriftNotes["fields"], seen: readonly UnknownField[]) {
  const told = new Set(before);
  const fresh = seen.filter(({ path }) => !told.has(path)).slice(0, Math.max(0, mostNotes - told.size));
  return { fresh, fields: fresh.length === 0 ? before : [...before, ...fresh.map(({ path }) => path)] };
}

function freshRecords(before: DriftNotes["records"], seen: readonly BadRecord[], today: string) {
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

// Codes that a source's service does not know, while it answers for the others: no outage, since nothing of the service
// is broken. Each is noted for as long as the source asks for it in vain.

export interface UnknownCode {
  /** Stock or series, as the source names it. */
  readonly code: string;
  /** The service's words. */
  readonly message: string;
}

/** @param meta reads the values that commits wrote */
export function unknownCodesOf(
  source: string,
  meta: (key: string) => string | undefined,
): readonly UnknownCode[] {
  return JSON.parse(meta(codesKey(source)) ?? "[]");
}

/** Most codes that are noted; a list of thousands that its service has none of is told no further. */
const mostNoted = 500;
const named = 5;

/** Pure but for reading what was noted before. A poll that failed whole, was of some, or has more to come, says nothing of codes. */
function lookForUnknownCodes(
  { poll, failures, unknown }: Compared,
  house: House,
): Pick<Drift, "drafts" | "meta"> {
  const { result, watched, tick } = poll;
  if (result instanceof Failure || result.next !== undefined || tick.scopes !== undefined)
    return { drafts: [] };
  const { name } = watched.source;
  const before = unknownCodesOf(name, house.store.meta.get);
  const isFailing = new Set(failures.map(({ scope }) => scope));
  // Of a code that failed otherwise this poll cannot tell.
  const kept = before.filter(({ code }) => isFailing.has(code));
  const now = [...unknown.map(({ scope, failure }) => ({ code: scope, message: failure.message })), ...kept];
  const known = new Set(before.map(({ code }) => code));
  const noted = now.slice(0, mostNoted);
  const fresh = noted.filter(({ code }) => !known.has(code));
  const text = JSON.stringify(noted);
  return {
    drafts: fresh.length === 0 ? [] : [unknownCodesNews(name, fresh)],
    ...(text === JSON.stringify(before) ? {} : { meta: { [codesKey(name)]: text } }),
  };
}

function unknownCodesNews(source: string, codes: readonly UnknownCode[]): EventDraft {
  const said = codes.slice(0, named).map(({ code, message }) => `${code} (${message})`);
  const more = codes.length > named ? `, and ${codes.length - named} more` : "";
  const message = `the service does not know ${said.join(", ")}${more}; the others go on`;
  return sourceNews("source.drifted", source, { reason: "unknown-codes", message, items: codes.length });
}

function codesKey(source: string): string {
  return `unknown.${source}`;
}
