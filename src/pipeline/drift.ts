/**
 * Tells that a service sends something else than its documents say: an interface that changed, fields that are
 * new, records that were set aside. Pure but for reading what was told before.
 */
import { Failure } from "../lib/failure.ts";
import type { Oddities } from "../lib/misfit.ts";
import { jstDay } from "../model/dates.ts";
import type { EventDraft } from "../model/event.ts";
import type { PartFailure } from "../sources/source.ts";
import type { Change } from "./diff.ts";
import { badRecordsNews, driftedNews, unknownFieldsNews } from "./drift-news.ts";
import { countStreaks, driftKey, freshFields, freshRecords, readNotes, writeNotes } from "./drift-notes.ts";
import type { House } from "./house.ts";

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
