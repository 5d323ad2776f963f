/** The three things that `source.drifted` tells, in words. */
import type { BadRecord, Place, UnknownField } from "../lib/misfit.ts";
import type { EventDraft } from "../model/event.ts";
import type { PartFailure } from "../sources/source.ts";
import { pollsToDrift } from "./drift-notes.ts";
import { sourceNews } from "./outage.ts";

/** Reasons; the list is closed. "drifted" is an outage, the others stop nothing. */
type DriftReason = "drifted" | "unknown-fields" | "bad-records";

const shown = 5;
const listed = 20;

/** The answers of a service, or of one part, cannot be used for a while now. */
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
  return { draft: told(name, "drifted", { message, since, ...more }), message };
}

export function unknownFieldsNews(name: string, fields: readonly UnknownField[]): EventDraft {
  const places = fields.slice(0, listed).map(({ path, found }) => ({ path, expected: "nothing", found }));
  const such = some(fields.map(({ path, found }) => `${path} (${found})`));
  const message = `fields that no document names came, and were passed over: ${such}`;
  return told(name, "unknown-fields", { message, items: fields.length, places });
}

export function badRecordsNews(name: string, records: readonly BadRecord[]): EventDraft {
  const places = new Map(records.flatMap((record) => record.places).map((place) => [place.path, place]));
  const names = records.flatMap(({ name: of }) => of ?? []);
  const which = names.length === 0 ? "" : ` (${some(names, ", ")})`;
  const such = records.length === 1 ? `a record${which}` : `${records.length} records${which}`;
  const were = records.length === 1 ? "was" : "were";
  const message = `${such} could not be read and ${were} set aside: ${inWords([...places.values()])}`;
  const more = { places: [...places.values()].slice(0, listed), sample: records[0]?.sample };
  return told(name, "bad-records", { message, items: records.length, ...more });
}

function told(name: string, reason: DriftReason, more: Record<string, unknown>): EventDraft {
  return sourceNews("source.drifted", name, { reason, ...more });
}

function inWords(places: readonly Place[]): string {
  return some(places.map(({ path, expected, found }) => `${path}: expected ${expected}, found ${found}`));
}

function some(words: readonly string[], between = "; "): string {
  const rest = words.length - shown;
  return `${words.slice(0, shown).join(between)}${rest > 0 ? ` and ${rest} more` : ""}`;
}
