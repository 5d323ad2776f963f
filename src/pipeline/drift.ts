/**
 * Tells that a service sends something else than its documents say: an interface that changed, fields that are
 * new, records that were set aside. Pure but for reading what was told before.
 */
import { type BadRecord, Failure, type Oddities, type Place, type UnknownField } from "../lib/failure.ts";
import { jstDay } from "../model/dates.ts";
import type { EventDraft } from "../model/event.ts";
import type { PartFailure } from "../sources/source.ts";
import type { Change } from "./diff.ts";
import {
  countStreaks,
  driftKey,
  freshFields,
  freshRecords,
  pollsToDrift,
  readNotes,
  writeNotes,
} from "./drift-notes.ts";
import type { House } from "./house.ts";
import { sourceNews } from "./outage.ts";

const none: Oddities = { unknownFields: [], badRecords: [] };

/** The change with what is to be told of drift, and with the note that it was. */
export function drift(change: Change, house: House): Change {
  const { poll, batch } = change;
  const write = batch.source;
  if (!poll || !write) return change;
  const key = driftKey(write.name);
  const stored = house.store.meta.get(key);
  const before = readNotes(stored);
  const oddities = (poll.result instanceof Failure ? undefined : poll.result.oddities) ?? none;
  const failures = failedParts(change);
  // A poll in parts counts once, with its last part, which has the failures of all.
  const { streaks, drifted } = isUnfinished(change)
    ? { streaks: before.streaks, drifted: undefined }
    : countStreaks(before.streaks, failures);
  const { fresh: newFields, fields } = freshFields(before.fields, oddities.unknownFields);
  const { fresh: newRecords, records } = freshRecords(
    before.records,
    oddities.badRecords,
    jstDay(house.now()),
  );

  const { outage, told } = outageOf(write.name, write.outage, drifted ?? failures.find(isDrifted), house);
  const drafts = [
    ...told,
    ...(newFields.length === 0 ? [] : [unknownFieldsNews(write.name, newFields)]),
    ...(newRecords.length === 0 ? [] : [badRecordsNews(write.name, newRecords)]),
  ];
  const notes = writeNotes({ streaks, fields, records }, stored);
  return {
    ...change,
    drafts: [...change.drafts, ...drafts],
    batch: {
      ...batch,
      source: { ...write, outage },
      ...(notes === stored || notes === undefined ? {} : { meta: { ...batch.meta, [key]: notes } }),
    },
  };
}

/** All that failed; a poll that failed whole as one part without a name. */
function failedParts({ poll, failure, compared }: Change): readonly PartFailure[] {
  if (compared === undefined) return failure === undefined ? [] : [{ scope: "", failure }];
  return poll === undefined || poll.result instanceof Failure ? [] : poll.result.failures;
}

function isUnfinished({ poll }: Change): boolean {
  return poll !== undefined && !(poll.result instanceof Failure) && poll.result.next !== undefined;
}

const isDrifted = ({ failure }: PartFailure): boolean => failure.reason === "drifted";

type OutageNow = NonNullable<Change["batch"]["source"]>["outage"];

/** An outage that turns out to be drift is told as such, once, and goes on under that name. */
function outageOf(
  name: string,
  now: OutageNow,
  drifted: PartFailure | undefined,
  house: House,
): { outage: OutageNow; told: EventDraft[] } {
  const wasTold = now?.reason === "drifted" || house.store.outage(name)?.reason === "drifted";
  if (now === null || drifted === undefined || wasTold) return { outage: now, told: [] };
  const news = driftedNews(name, drifted, now.since);
  return { outage: { ...now, reason: "drifted", message: news.message }, told: [news.draft] };
}

/** The three things that `source.drifted` tells, in words. */

/** Reasons; the list is closed. "drifted" is an outage, the others stop nothing. */
type DriftReason = "drifted" | "unknown-fields" | "bad-records";

const shown = 5;
const listed = 20;

/** The answers of a service, or of one part, cannot be used for a while now. */
function driftedNews(
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
  return { draft: driftTold(name, "drifted", { message, since, ...more }), message };
}

function unknownFieldsNews(name: string, fields: readonly UnknownField[]): EventDraft {
  const places = fields.slice(0, listed).map(({ path, found }) => ({ path, expected: "nothing", found }));
  const such = some(fields.map(({ path, found }) => `${path} (${found})`));
  const message = `fields that no document names came, and were passed over: ${such}`;
  return driftTold(name, "unknown-fields", { message, items: fields.length, places });
}

function badRecordsNews(name: string, records: readonly BadRecord[]): EventDraft {
  const places = new Map(records.flatMap((record) => record.places).map((place) => [place.path, place]));
  const names = records.flatMap(({ name: of }) => of ?? []);
  const which = names.length === 0 ? "" : ` (${some(names, ", ")})`;
  const such = records.length === 1 ? `a record${which}` : `${records.length} records${which}`;
  const were = records.length === 1 ? "was" : "were";
  const message = `${such} could not be read and ${were} set aside: ${inWords([...places.values()])}`;
  const more = { places: [...places.values()].slice(0, listed), sample: records[0]?.sample };
  return driftTold(name, "bad-records", { message, items: records.length, ...more });
}

function driftTold(name: string, reason: DriftReason, more: Record<string, unknown>): EventDraft {
  return sourceNews("source.drifted", name, { reason, ...more });
}

function inWords(places: readonly Place[]): string {
  return some(places.map(({ path, expected, found }) => `${path}: expected ${expected}, found ${found}`));
}

function some(words: readonly string[], between = "; "): string {
  const rest = words.length - shown;
  return `${words.slice(0, shown).join(between)}${rest > 0 ? ` and ${rest} more` : ""}`;
}
